"""What was told was wrong: let the memory say something else, or hold in fewer cases."""

from __future__ import annotations

from dataclasses import replace

from commonplace.core.changes import Edit, Proposal
from commonplace.core.memory import Memory
from commonplace.core.validity import validity_of
from commonplace.errors import BadInput
from commonplace.flows.capture import line
from commonplace.flows.change import Revision, edit
from commonplace.flows.proposing import propose
from commonplace.flows.view import View


def correct(name: str, told: str, text: str, view: View) -> Proposal:
    """Propose that the memory `name` says `text` wherever it said the line that was `told`.

    The title and the body are changed too where they say the same: a summary that is right above a
    text that is wrong would be found by the wrong words, and believed by whoever opens the note.
    """
    memory = view.memory(name)
    right = line(text)
    if not right:
        raise BadInput("empty-text")
    wrong = _sentence(told if _sentence(told) in _said(memory) else memory.summary or memory.title)
    revision = Revision(
        title=right.rstrip(".。") if _sentence(memory.title) == wrong else None,
        summary=right if "summary" in view.layout.holds else None,
        body=_replaced(memory.body, wrong, right),
    )
    return edit(memory.id, revision, view)


def narrow(name: str, when: str, view: View) -> Proposal:
    """Propose that the memory `name` holds only `when`."""
    memory = view.memory(name)
    if "validity" not in view.layout.holds:
        raise BadInput("field-not-held", field="applies_when", layout=view.layout.name)
    condition = line(when)
    if not condition:
        raise BadInput("empty-text")
    said, before = validity_of(condition), memory.validity
    validity = replace(
        said,
        valid_from=said.valid_from or before.valid_from,
        valid_to=said.valid_to or before.valid_to,
    )
    if validity == memory.validity:
        raise BadInput("nothing-to-change", id=memory.id)
    return propose(
        "edit", [Edit(memory, replace(memory, validity=validity, modified=view.today))], view
    )


def _said(memory: Memory) -> set[str]:
    return {_sentence(part) for part in (memory.title, memory.summary, memory.body)}


def _sentence(text: str) -> str:
    return " ".join(text.split()).rstrip(".。 ")


def _replaced(body: str, wrong: str, right: str) -> str | None:
    """Return the body with the wrong sentence replaced, None when it does not say it word for word."""
    if _sentence(body) == wrong:
        return right
    if not wrong or wrong not in body:
        return None
    before, _, after = body.partition(wrong)
    return f"{before}{right.rstrip('.。') if after[:1] in ('.', '。') else right}{after}"
