"""Two memories of one book in, what they dispute out: asked before anything joins them."""

from __future__ import annotations

from commonplace.core.memory import Candidate, Memory
from commonplace.core.ports import Judge
from commonplace.core.relations import Contradicts, Relation
from commonplace.flows.nearest import as_heard


def relation_between(one: Memory, other: Memory, judge: Judge) -> Relation:
    """Return how `other` relates to `one`, as if it were told now."""
    heard = as_heard(other)
    new = Candidate(title=heard.title, body=heard.body, keywords=other.keywords)
    return judge.compare(new, as_heard(one))


def dispute(one: Memory, other: Memory, judge: Judge) -> str:
    """Return the question that would settle what two memories may contradict each other in, if anything.

    A possible contradiction counts as well: two memories that stay apart lose nothing.
    """
    relation = relation_between(one, other, judge)
    return relation.question if isinstance(relation, Contradicts) else relation.evidence.doubt
