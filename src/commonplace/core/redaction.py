"""Take secrets out of text before it reaches disk, index, log or proposal.

A secret becomes `[REDACTED:<hash4>]`: the same secret always gives the same mark, so that a person can
tell two apart. The mark is short, so that a title keeps what stands around it (host and port), and four
digits are too few to try a list of weak passwords against.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from typing import Any

from commonplace.core import lazy_re as re
from commonplace.core.hashing import digest
from commonplace.core.values import dataclass
from commonplace.data import read_data

MIXED_ENTROPY, MIXED_LEAST = 2.4, 8
ASSIGNED_ENTROPY = 2.8
"""Bits per character from which a value assigned to a secret's name counts as one."""
LONE_ENTROPY = 4.3
"""Bits per character from which a long lone token counts as a secret; English identifiers stay below."""
KEY_ENTROPY = 3.2
FEWEST_DIGITS = 3
"""From which on a run of letters and digits that is assigned to some key is one: names have fewer."""
SHORTEST_PASSWORD = 6
SHORTEST_PARTS = 2.4
"""Letters in each part of a name such as `userTokenList`, on average; what a generator made has fewer."""
LONGEST_CAPITALS = 5
LONGEST_ROW = 1_000
MARK_DIGITS = 4

_MARK = "[REDACTED:"
_MARKS = re.compile(r"\[REDACTED:(?:[a-z-]{1,40}:)?[0-9a-f]{1,8}(?:\]|…|$)?")
"""Older marks named the kind of the secret, too; books have them."""
_NO_PASSWORD = ("/", "./", "~", "$", "-", "{", "*")
_CALL = re.compile(r"[\w.:]*[(\[]|[@#](?:[\w-]*$|\S*[/.])|[^](]*\]\(")
"""What calls, picks, mentions or links: `get_password1()`, `users[0]`, `@file1`; in `P@ss(w0rd` nothing is called."""
_AROUND_CELL = " \t\r*_`\"'"
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_VOWELS = frozenset("aeiouyAEIOUY")
_KEY_MATERIAL = re.compile(r"(?m)^[ \t]{0,8}([A-Za-z0-9+/=]{12,})")
_IN_SECRET = re.compile(r"(?m)[:\s][ \t]*[\"']?[A-Za-z0-9+/]{10,}={0,2}[\"']?[ \t]*$")
"""A value in the data of a Kubernetes Secret that is neither empty nor a template."""
_CALLED = frozenset(
    {
        "assigned", "assigned-key", "basic-auth", "bearer-token", "cli-login", "cli-password", "cookie", "entropy",
        "env-password", "kubernetes-secret", "netrc-password", "otp-seed", "password", "pgpass-password",
        "prose-password", "recovery-code", "url-password",
    }
)  # fmt: skip
"""Kinds that are known by what stands around them; any other is known by its own published shape."""


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands in a text, and of which kind it is; never the value itself."""

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Return the secrets in `text`, in order, none overlapping."""
    lowered = text.lower()
    found = [
        Secret(kind, *_span(match))
        for kind, words, pattern in _patterns()
        if not words or any(word in (lowered if kind in _CALLED else text) for word in words)
        for match in pattern.finditer(text)
        if _is_real(kind, _value(match))
    ]
    if any(word in lowered for word in _formats()["heading"]["words"].split()):
        found += _in_columns(text)
    marks = [match.span() for match in _MARKS.finditer(text)]
    outside = [each for each in found if not _is_inside(each, marks)]
    return tuple(_without_overlap(outside))


def _is_inside(secret: Secret, marks: list[tuple[int, int]]) -> bool:
    """Say whether it begins in a mark of ours: `password:8d9001d3]@host` is the end of one, not a secret."""
    return any(start <= secret.start < end for start, end in marks)


def redact(text: str, *, keeps_lines: bool = False, known: str = "") -> str:
    """Return `text` with each secret replaced by its mark; a long key can leave its lines behind, empty.

    What stands in `known` already is left alone: an edit elsewhere does not rewrite it.
    """
    pieces: list[str] = []
    at = 0
    for secret in find_secrets(text):
        value = text[secret.start : secret.end]
        if value in known:
            continue
        pieces += [text[at : secret.start], mark(value)]
        if keeps_lines:
            pieces.append("\n" * value.count("\n"))
        at = secret.end
    return "".join((*pieces, text[at:]))


def mark(value: str) -> str:
    """Return what stands in the place of a secret."""
    return f"{_MARK}{digest(value.encode('utf-8', 'surrogatepass'))[:MARK_DIGITS]}]"


def marks_in(text: str) -> frozenset[str]:
    """Return what stands in the place of each secret that was taken out of `text`; a title may cut it."""
    return frozenset(mark for mark in _MARKS.findall(text) if mark.endswith("]"))


@cache
def _formats() -> dict[str, Any]:
    """Return the table of secrets, `data/secret_formats.json`.

    A format is a kind, fixed words one of which must be there (none for any text; they spare most texts
    most patterns; in lower case for what is `called`) and a pattern. Each pattern is anchored on a fixed prefix and uses single bounded
    classes, so matching is linear; a group `secret` marks the part to replace where it needs context.
    `formats` are published; `called` are known by what stands around them: a name that says it is a
    secret, or a long lone run whose letter mix and entropy alone can tell it from a name.
    `heading` is what stands above a column of passwords, `parts` are what patterns name.
    `placeholders` anywhere in a value say that it is none, `unfilled` that nobody filled a shape in;
    `jokes` are values that everybody knows, but only alone.
    """
    found: dict[str, Any] = read_data("secret_formats")
    return found


@cache
def _patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    # A key is ASCII: where it ends must not depend on a Chinese letter beside it, which is a letter too.
    published = ((row, re.ASCII) for row in _formats()["formats"])
    called = ((row, re.NOFLAG) for row in _formats()["called"])
    return tuple(
        (row["kind"], tuple(row["words"].split()), re.compile(_whole(row["pattern"]), flag))
        for row, flag in (*published, *called)
    )


@cache
def _heading() -> re.Pattern[str]:
    return re.compile(_whole(_formats()["heading"]["pattern"]))


def _whole(pattern: str) -> str:
    """Return a pattern with the `parts` that it names, `(?&joint)`, in their places."""
    for name, part in _formats()["parts"].items():
        pattern = pattern.replace(f"(?&{name})", part)
    return pattern


def _in_columns(text: str) -> Iterator[Secret]:
    """Yield what stands below a heading that names a password, in a table or in separated values."""
    heading = _heading()
    for head in heading.finditer(text):
        row, end = _line_around(text, head.start("name"))
        if end - row > LONGEST_ROW:
            continue
        separator = head["before"] or head["after"]
        place, width = (
            text[row : head.start("name")].count(separator),
            text[row:end].count(separator),
        )
        while end < len(text):
            row, end = _line_around(text, end + 1)
            cells = text[row:end].split(separator)
            if len(cells) != width + 1 or end - row > LONGEST_ROW or heading.search(text, row, end):
                break
            value = cells[place].strip(_AROUND_CELL)
            if " " not in value and not _is_placeholder(value) and _looks_made_up(value):
                start = text.index(value, row + len(separator.join(cells[:place])))
                yield Secret("password", start, start + len(value))


def _line_around(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _span(match: re.Match[str]) -> tuple[int, int]:
    return match.span("secret" if "secret" in match.re.groupindex else 0)


def _value(match: re.Match[str]) -> str:
    start, end = _span(match)
    return match.string[start:end]


def _is_real(kind: str, value: str) -> bool:
    if value.startswith(_MARK):
        return False
    if kind in ("private-key", "putty-key"):
        return any(not _is_monotonous(line) for line in _KEY_MATERIAL.findall(value))
    if _is_placeholder(value) if kind in _CALLED else _is_unfilled(value):
        return False
    match kind:
        case "password" | "prose-password":
            return _looks_made_up(value)
        case "assigned" | "cli-password":
            return _looks_made_up(value) and entropy(_stripped(value)) >= _least_entropy(value)
        case "otp-seed":
            return any(char in "234567" for char in value) and entropy(value) >= KEY_ENTROPY
        case "assigned-key":
            return sum(map(str.isdigit, value)) >= FEWEST_DIGITS and entropy(value) >= KEY_ENTROPY
        case "kubernetes-secret":
            return _IN_SECRET.search(value) is not None
        case "url-password" | "netrc-password":
            return not value.startswith("$")
        case "entropy":
            return _looks_random(value)
        case _:
            return True


def _is_placeholder(value: str) -> bool:
    lowered = value.lower()
    is_known = lowered in _formats()["jokes"] or any(
        word in lowered for word in _formats()["placeholders"]
    )
    return is_known or _is_monotonous(value)


def _is_unfilled(value: str) -> bool:
    """Say whether only the shape of a key stands there.

    A published shape is proof enough: a random key holds a short word like `none` by accident, and
    what looks like somebody's example may be the key that they are using.
    """
    return any(word in value for word in _formats()["unfilled"]) or _is_monotonous(value)


def _is_monotonous(value: str) -> bool:
    return len(set(value)) <= 3


def _looks_made_up(value: str) -> bool:
    """Say whether a value is one that people make up or generate, not a name, path, type or call.

    What is called a password need be no more: a weak one is one, too.
    """
    stripped = _stripped(value)
    if _CALL.match(stripped) or stripped.startswith(_NO_PASSWORD):
        return False
    has_letter = any(char.isalpha() for char in stripped)
    has_other = any(not char.isalpha() and char not in "._-/:" for char in stripped)
    return (has_letter and has_other and len(stripped) >= SHORTEST_PASSWORD) or _is_scrambled(
        stripped
    )


def _is_scrambled(value: str) -> bool:
    """Say whether letters alone, small and capital, are no name: its parts could not be spoken, or are too short.

    One in eight passwords of twelve letters and digits that a generator makes has no digit.
    """
    if len(value) < MIXED_LEAST or not (value.isascii() and value.isalpha()):
        return False
    if value.isupper() or value[1:].islower():
        return False
    parts = _PARTS.findall(value)
    strange = sum(_is_strange(part, is_first=not at) for at, part in enumerate(parts))
    is_cut_up = len(value) < SHORTEST_PARTS * len(parts)
    return is_cut_up or strange >= 2 or (strange == 1 and len(parts) >= 4)


def _is_strange(part: str, *, is_first: bool) -> bool:
    if len(part) == 1:
        return not is_first
    return len(part) > LONGEST_CAPITALS if part.isupper() else _VOWELS.isdisjoint(part)


def _stripped(value: str) -> str:
    return value.rstrip(").")


def _least_entropy(value: str) -> float:
    """Return what is asked of a value that may be another's than a password's.

    It is less of one in which letters and digits are mixed.
    Eight characters of which two return have 2.5 bits: so do `Wombat77` and what a generator made.
    """
    kinds = (str.isalpha, str.isdigit)
    is_mixed = len(value) >= MIXED_LEAST and all(any(map(kind, value)) for kind in kinds)
    return MIXED_ENTROPY if is_mixed else ASSIGNED_ENTROPY


def _looks_random(value: str) -> bool:
    core = value.strip("=_-/")
    if len(core) < 32 or not core.isascii():
        return False
    lower = sum(char.islower() for char in core)
    upper = sum(char.isupper() for char in core)
    digits = sum(char.isdigit() for char in core)
    if (
        min(lower, upper, digits) < 4
        or core.count("/") > 3
        or core.count("-") > 3
        or core.count("_") > 3
    ):
        return False
    return entropy(core) >= LONE_ENTROPY


def entropy(text: str) -> float:
    """Return the Shannon entropy of `text` in bits per character."""
    if not text:
        return 0.0
    counts = (text.count(char) / len(text) for char in set(text))
    return -sum(share * math.log2(share) for share in counts)


def _without_overlap(found: list[Secret]) -> list[Secret]:
    """Keep, of overlapping finds, the first rule's: specific kinds stand before general ones."""
    taken: list[Secret] = []
    for secret in found:
        at = bisect(taken, secret.start, key=lambda other: other.start)
        is_free_before = not at or taken[at - 1].end <= secret.start
        if is_free_before and (at == len(taken) or taken[at].start >= secret.end):
            taken.insert(at, secret)
    return taken
