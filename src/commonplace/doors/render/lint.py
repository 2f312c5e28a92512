"""What a lint found, to text and to JSON: mem-skill's own form, for every layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from commonplace.core.anchors import AnchorStanding, QuoteState
from commonplace.core.lint import (
    ORDER,
    ContradictionIssue,
    DuplicateIssue,
    Gap,
    Issue,
    Mismatch,
    MissingReference,
    Orphan,
    Returned,
    Stale,
    Unanchored,
    about,
)
from commonplace.core.memory import Memory
from commonplace.core.ports import Problem
from commonplace.doors.render.common import Json, visible
from commonplace.flows.lint import Linted, fixes_of
from commonplace.messages import has_sentence, say

RULE = "━" * 34
_PAIRED = (DuplicateIssue, ContradictionIssue)

Places = Callable[[Memory], str]
"""The file that a memory stands in."""


def linted_as_text(found: Linted, places: Places, language: str) -> str:
    """Return the report: what was looked at, what is wrong, what is not, and a summary."""
    parts = [*_head(found, language)]
    for kind in ORDER:
        if issues := found.of(kind):
            parts += ["", _title(kind, len(issues), language)]
            parts += [line for issue in issues for line in _lines(issue, places, language)]
    fine = [f"lint.no-{kind.name}" for kind in ORDER if not found.of(kind)]
    clean = [say(key, language) for key in fine if has_sentence(key)]
    critical = str(found.critical)
    count, warnings = str(len(found.issues)), str(len(found.issues) - found.critical)
    summary = say("lint.summary", language, count=count, critical=critical, warnings=warnings)
    decided = [say("lint.decided", language, count=str(found.decided))] if found.decided else []
    return "\n".join([*parts, "", *clean, *decided, "", summary])


def _head(found: Linted, language: str) -> Iterator[str]:
    yield say("lint.title", language, name=found.title, day=str(found.day))
    yield RULE
    for key, (entries, groups) in (
        ("lint.entries", found.knowledge),
        ("lint.experience", found.experience),
    ):
        if entries or key == "lint.entries" or found.keeps_experience:
            yield say(key, language, entries=str(entries), groups=str(groups))


def _title(kind: type[Issue], count: int, language: str) -> str:
    pairs = say("lint.pair" if count == 1 else "lint.pairs", language)
    values = {"count": str(count), **({"pairs": pairs} if kind in _PAIRED else {})}
    return say(f"lint.{kind.name}", language, **values)


def issue_as_line(issue: Issue, places: Places, language: str) -> str:
    """Return the first line about `issue`: what it is about."""
    return next(_lines(issue, places, language)).removeprefix("  - ")


def _lines(issue: Issue, places: Places, language: str) -> Iterator[str]:
    told = [_place(memory, places) for memory in about(issue)]
    match issue:
        case Stale(_, since, months):
            age = say("lint.age", language, day=str(since), months=str(months))
            yield f"  - {told[0]} {age}"
        case DuplicateIssue(_, _, alike, share):
            key = "lint.keywords" if alike == "keywords" else f"lint.{alike}-alike"
            yield f"  - {told[0]} ↔ {told[1]}"
            yield f"    {say(key, language, share=f'{share:.0%}')}"
        case MissingReference():
            yield f"  - {told[0]} ↔ {told[1]}"
        case ContradictionIssue(_, _, said, otherwise, question):
            yield f"  - {told[0]} ↔ {told[1]}"
            yield from (f"    “{visible(quote)}”" for quote in (said, otherwise))
            yield f"    → {visible(question)}"
        case Orphan(problem) | Mismatch(problem) | Returned(problem):
            text = say(f"problem.{problem.code}", language, detail=problem.detail)
            yield visible(f"  - {problem.path}: {text}")
        case Gap(category, count, broader):
            told_gap = say("lint.alone", language, category=visible(category), count=str(count))
            yield f"  - {told_gap}"
            advice = "lint.merge-into" if broader else "lint.build-out"
            yield f"    {say(advice, language, broader=visible(broader))}"
        case Unanchored(_, standing):
            values = {"place": told[0], "path": visible(standing.anchor.path)}
            if standing.found_in:
                values["other"] = visible(standing.found_in)
            yield f"  - {say(f'lint.{standing.state}', language, **values)}"


def _place(memory: Memory, places: Places) -> str:
    return visible(f'{places(memory)}#"{memory.title}"')


def linted_as_json(found: Linted, places: Places) -> dict[str, Json]:
    """Return the report for programs; its words are the same in every language."""
    issues: list[Json] = [
        issue_as_json(number, issue, places) for number, issue in enumerate(found.issues, 1)
    ]
    return {
        "date": found.day.isoformat(),
        "layout": found.layout,
        "entries": found.knowledge[0],
        "categories": found.knowledge[1],
        "experience_entries": found.experience[0],
        "skills": found.experience[1],
        "critical": found.critical,
        "warnings": len(found.issues) - found.critical,
        "counts": {kind.name: len(found.of(kind)) for kind in ORDER},
        "decided_pairs": found.decided,
        "issues": issues,
    }


def issue_as_json(number: int, issue: Issue, places: Places) -> dict[str, Json]:
    """Return one issue under the number by which it can be chosen."""
    memories: list[Json] = [
        {"id": memory.id, "title": memory.title, "path": places(memory)} for memory in about(issue)
    ]
    return {
        "number": number,
        "check": issue.name,
        "severity": "critical" if issue.is_critical else "warning",
        "memories": memories,
        **_evidence(issue),
        "fixes": list(fixes_of(issue)),
    }


def _evidence(issue: Issue) -> dict[str, Json]:
    match issue:
        case Stale(_, since, months):
            return {"date": since.isoformat(), "months": months}
        case DuplicateIssue(_, _, alike, share):
            return {"alike": alike, "share": round(share, 4)}
        case MissingReference(_, _, shared):
            return {"shared": list(shared)}
        case ContradictionIssue(_, _, said, otherwise, question):
            return {"quotes": [said, otherwise], "question": question}
        case Orphan(problem) | Mismatch(problem) | Returned(problem):
            return {"path": problem.path, "code": problem.code, "detail": problem.detail}
        case Gap(category, count, broader):
            return {"category": category, "count": count, "broader": broader}
        case Unanchored(_, standing):
            return {
                "state": standing.state.value,
                "path": standing.anchor.path,
                "found_in": standing.found_in,
            }


_ESCAPES = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY_ESCAPES = (*_ESCAPES, (":", "%3A"), (",", "%2C"))


def examined_as_text(
    problems: Sequence[Problem], root: str, language: str, *, is_workflow: bool
) -> str:
    """Return one line per problem and a summary; in a GitHub workflow the lines are annotations."""
    tell = _annotation if is_workflow else _line
    errors = sum(problem.is_error for problem in problems)
    summary = say("check.ci", language, errors=str(errors), warnings=str(len(problems) - errors))
    return "\n".join([*(tell(problem, root, language) for problem in problems), summary])


def _line(problem: Problem, root: str, language: str) -> str:
    """Return a problem as compilers tell them: editors and people find the place."""
    at = f":{problem.line}" if problem.line else ""
    told = f"{_weight(problem)}: {_sentence(problem, language)} [{problem.code}]"
    return visible(f"{_path(problem, root)}{at}: {told}")


def _annotation(problem: Problem, root: str, language: str) -> str:
    """Return a workflow command; nothing that a memory says can end it or begin another."""
    where = {"file": _path(problem, root), "line": str(problem.line or 1), "title": problem.code}
    values = ",".join(f"{key}={_escaped(value, _PROPERTY_ESCAPES)}" for key, value in where.items())
    return f"::{_weight(problem)} {values}::{_escaped(_sentence(problem, language), _ESCAPES)}"


def _escaped(text: str, escapes: tuple[tuple[str, str], ...]) -> str:
    for char, code in escapes:
        text = text.replace(char, code)
    return visible(text)


def _weight(problem: Problem) -> str:
    return "error" if problem.is_error else "warning"


def _sentence(problem: Problem, language: str) -> str:
    key = f"problem.{problem.code}"
    return say(key, language, detail=problem.detail) if has_sentence(key) else problem.code


def _path(problem: Problem, root: str) -> str:
    return problem.path if root == "." else f"{root}/{problem.path}"


def examined_as_json(problems: Sequence[Problem], root: str) -> dict[str, Json]:
    """Return the problems for programs."""
    errors = sum(problem.is_error for problem in problems)
    found: list[Json] = [
        {
            "path": _path(problem, root),
            "line": problem.line,
            "code": problem.code,
            "detail": problem.detail,
            "severity": _weight(problem),
        }
        for problem in problems
    ]
    return {"errors": errors, "warnings": len(problems) - errors, "problems": found}


HEADING = "## Code Anchors"


def anchors_as_text(found: Sequence[AnchorStanding]) -> str:
    """Return a section of a report, the worst first; empty when all quoted code stands."""
    order = list(QuoteState)
    lost = [each for each in found if each.state is not QuoteState.OK]
    lost.sort(key=lambda each: (-order.index(each.state), each.memory))
    lines = [visible(f"- {each.memory}: {each.anchor.path} ({_state(each)})") for each in lost]
    return "\n".join([HEADING, "", *lines]) if lines else ""


def _state(found: AnchorStanding) -> str:
    return f"moved to {found.found_in}" if found.found_in else found.state.value


def anchors_as_json(found: Sequence[AnchorStanding]) -> list[Json]:
    """Return every anchor with how it stands."""
    return [
        {
            "memory": each.memory,
            "path": each.anchor.path,
            "state": each.state.value,
            "found_in": each.found_in,
        }
        for each in found
    ]
