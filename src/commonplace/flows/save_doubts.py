"""A fact for a page of the profile in, the question what it contradicts there out.

Only the page in hand is asked: a save reads its target alone. A field is replaced and a topic is written
whole, so that only a fact which is added to others can contradict one of them.
"""

from __future__ import annotations

from commonplace.core.governance import NEIGHBOURS_AT_MOST, overlap
from commonplace.core.headings import bare, prose_flags
from commonplace.core.memory import Candidate, Memory
from commonplace.core.ports import Judge
from commonplace.core.profile_save import SaveRequest
from commonplace.core.relations import Contradicts

ADDED_TO = "user"
"""The target whose page is a list of facts."""


def question_about(request: SaveRequest, page: bytes | None, judge: Judge | None) -> str:
    """Return what has to be asked before `request` is written beside what `page` says; empty for nothing."""
    if judge is None or request.target != ADDED_TO or not request.content.strip():
        return ""
    new = Candidate(title="", body=request.content)
    lines = (page or b"").decode("utf-8", "replace").splitlines()
    facts = [
        Memory(id=request.target, title=bare(line), body=bare(line))
        for line, is_prose in zip(lines, prose_flags(lines), strict=True)
        if is_prose and not line.startswith("#") and bare(line)
    ]
    shares = [(overlap(new, fact), fact) for fact in facts]
    nearest = sorted((each for each in shares if each[0]), key=lambda each: -each[0])
    for _, fact in nearest[:NEIGHBOURS_AT_MOST]:
        relation = judge.compare(new, fact)
        if isinstance(relation, Contradicts):
            return relation.question
    return ""
