"""What a build is told about a book: a line for each problem, annotations on GitHub, JSON."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.ports import Problem
from commonplace.doors.render import Json, visible
from commonplace.messages import has_sentence, say

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
