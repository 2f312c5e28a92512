"""Will this save time next time? mem-skill's lists of what to record and what not, as rules.

Each member below is one bullet of the original. A text is judged by its signs alone, so the answer
is the same on every machine; a model may know better, and is not needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from commonplace.core.recording.signs import Sign, signs_in


class Shelf(StrEnum):
    """Where a text would be kept: for everybody, or for whoever uses a skill again."""

    KNOWLEDGE = "knowledge-base"
    EXPERIENCE = "experience"


class Merit(StrEnum):
    """Why a text should be recorded."""

    ATTEMPTS = "a solution found in several attempts, with reasons"
    MISTAKE = "a costly mistake and how it is corrected"
    PREFERENCE = "a preference or a rule of style"
    TEMPLATE = "a template, a checklist or a form of output"
    WORKFLOW = "a workflow or a rule by which to decide"
    PARAMETER = "a parameter, a setting or a prerequisite"
    RESOURCE = "a dependency, or where something is"
    PITFALL = "a pitfall of a skill and its fix"
    SKILL_PARAMETER = "a parameter that affects what a skill does"
    SKILL_TEMPLATE = "a template, prompt or workflow of a skill"
    SKILL_PATH = "a dependency or asset that a skill needs"
    SKILL_ORDER = "steps of a skill that need their order"


class Fault(StrEnum):
    """Why a text should not be recorded."""

    QUESTION = "a single question and its answer, without a process"
    CONCEPT = "an explanation without steps"
    CONCLUSION = "a conclusion that nobody can use again"
    THEORY = "theory, which is not what a skill was like to use"
    IRREPRODUCIBLE = "a conclusion without steps to reproduce it"
    ONE_OFF = "something done once"


@dataclass(frozen=True, slots=True)
class Worthy:
    """It should be recorded."""

    merit: Merit


@dataclass(frozen=True, slots=True)
class Unworthy:
    """It should not be recorded."""

    fault: Fault


Signs = frozenset[Sign]
Rule = Callable[[Signs], bool]

_S = Sign


def _has(*all_of: Sign, any_of: tuple[Sign, ...] = ()) -> Rule:
    wanted, one_of = frozenset(all_of), frozenset(any_of)
    return lambda signs: wanted <= signs and (not one_of or bool(one_of & signs))


_CORRECTED = _has(_S.TROUBLE, any_of=(_S.REMEDY, _S.RULE))
_ORDERED = _has(_S.STEP, any_of=(_S.ACTION, _S.RULE))
_FILLED_IN = _has(_S.FORM, any_of=(_S.ACTION, _S.RULE, _S.PLACE, _S.STEP))

_KNOWLEDGE: tuple[tuple[Merit, Rule], ...] = (
    (Merit.ATTEMPTS, _has(_S.ATTEMPT, _S.REMEDY)),
    (Merit.MISTAKE, _CORRECTED),
    (Merit.PREFERENCE, _has(_S.TASTE)),
    (Merit.TEMPLATE, _FILLED_IN),
    (Merit.WORKFLOW, _ORDERED),
    (Merit.PARAMETER, _has(_S.SETTING)),
    (Merit.RESOURCE, _has(_S.PLACE)),
    (Merit.WORKFLOW, _has(_S.RULE)),
)
"""The original's list, the most telling first: a sentence often fits several bullets."""

_EXPERIENCE: tuple[tuple[Merit, Rule], ...] = (
    (Merit.PITFALL, _CORRECTED),
    (Merit.SKILL_TEMPLATE, _FILLED_IN),
    (Merit.SKILL_ORDER, _ORDERED),
    (Merit.SKILL_PARAMETER, _has(_S.SETTING)),
    (Merit.SKILL_PATH, _has(_S.PLACE)),
    (Merit.SKILL_ORDER, _has(_S.RULE)),
)

_LASTING = (_S.RULE, _S.TASTE)
"""What makes a rule of something that happened on one day."""
_A_PROCESS = (_S.RULE, _S.STEP, _S.REMEDY)
"""What makes an answer or an explanation something to do."""


def judge(text: str, shelf: Shelf = Shelf.KNOWLEDGE) -> Worthy | Unworthy:
    """Say whether `text` should be recorded on `shelf`, and by which bullet of the original."""
    signs = signs_in(text)
    if Sign.ONCE in signs and not signs.intersection(_LASTING):
        return Unworthy(Fault.ONE_OFF)
    has_process = bool(signs.intersection(_A_PROCESS))
    if Sign.QUESTION in signs and not has_process:
        return Unworthy(Fault.QUESTION)
    if Sign.CONCEPT in signs and not has_process:
        return Unworthy(Fault.CONCEPT if shelf is Shelf.KNOWLEDGE else Fault.THEORY)
    for merit, fits in _KNOWLEDGE if shelf is Shelf.KNOWLEDGE else _EXPERIENCE:
        if fits(signs):
            return Worthy(merit)
    return Unworthy(Fault.CONCLUSION if shelf is Shelf.KNOWLEDGE else Fault.IRREPRODUCIBLE)
