"""Lines of code that a memory quotes, and whether a text still has them.

A quotation is a fenced block whose info string names a file: `anchor:src/retry.py`, if need be with
`@<commit>` behind it and `verified:<day>` beside it. The same in every layout, since every layout keeps
the text of a memory. Plain functions on plain values, because the hook asks them, too: any language, no
parser; white space and blank lines say nothing, and where in the file the lines stand says nothing.
"""

from __future__ import annotations

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MARK = "anchor:"
VERIFIED = "verified:"
OK, MOVED, CHANGED, GONE = "ok", "moved", "changed", "gone"
LIKE_FROM = 0.4
"""From so much likeness on, a passage counts as the quoted one with changes: of a line with two names
one is another now, and the one that stayed stands on one more line of the file."""
HEAD_ENDS = "=(:{"
_LANGUAGE = (
    "and as async await begin bool break case catch char class const continue def default del do double"
    " elif else end enum except export extends extern false final finally float fn for from func function"
    " global go goto if impl implements import in include instanceof int interface is lambda let long"
    " match mod module mut namespace new nil none not null or package pass private protected pub public"
    " raise return self set short static str string struct super switch then this throw throws trait true"
    " try type typeof uint union unsigned use using val var virtual void volatile when where while with"
    " yield None True False"
)
KEYWORDS = frozenset(_LANGUAGE.split())
"""Words of the languages themselves: they stand in every file, and name nothing."""
LEEWAY = 2
"""So many lines may have come in between the quoted ones."""

Quotation = tuple[str, str, str, str]
"""Path, commit, day of the last verification, quoted text; commit and day may be empty."""

_COMMIT_LETTERS = frozenset("0123456789abcdef")
_COMMIT_LEAST = 7


def may_quote(content: bytes) -> bool:
    """Say whether a file may hold memories that quote code; most do not, and are not looked at."""
    return b"anchor:" in content or b"\nanchors:" in content


def remark(path: str) -> str:
    """Return what stands before a line whose code is another now; behind it, it might be cut off."""
    return f"[the code it quotes has changed: {path}] "


def quotations(text: str) -> list[Quotation]:
    """Return what `text` quotes, in order; a fence that nobody closes quotes nothing."""
    return [found for _, _, found in blocks(text)]


def blocks(text: str) -> list[tuple[int, int, Quotation]]:
    """Return what `text` quotes, each with its first line and the line after its last."""
    found: list[tuple[int, int, Quotation]] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        fence = _fence(lines[at])
        stop = _closing(lines, at + 1, fence) if fence else None
        if stop is not None:
            words = lines[at].strip().lstrip(fence[0]).split()
            named = _named(words, "\n".join(lines[at + 1 : stop]))
            found += [(at, stop + 1, named)] if named else []
        at = at + 1 if stop is None else stop + 1
    return found


def opening(language: str, path: str, commit: str, verified: str) -> str:
    """Return the info string of a quotation, so that `quotations` reads it back."""
    whole = path.replace("%", "%25").replace(" ", "%20").replace("`", "%60")
    name = f"{MARK}{whole}" + (f"@{commit}" if commit else "")
    return " ".join(filter(None, (language, name, f"{VERIFIED}{verified}" if verified else "")))


def _fence(line: str) -> str:
    text = line.lstrip(" ")
    letter = text[:1]
    if letter not in ("`", "~") or len(line) - len(text) > 3:
        return ""
    marks = len(text) - len(text.lstrip(letter))
    return letter * marks if marks >= 3 else ""


def _closing(lines: list[str], start: int, fence: str) -> int | None:
    for at in range(start, len(lines)):
        marks = lines[at].strip()
        if len(marks) >= len(fence) and not marks.strip(fence[0]):
            return at
    return None


def _named(words: list[str], quote: str) -> Quotation | None:
    name = next((word[len(MARK) :] for word in words if word.startswith(MARK)), "")
    if not name:
        return None
    day = next((word[len(VERIFIED) :] for word in words if word.startswith(VERIFIED)), "")
    path, _, commit = name.rpartition("@")
    if not path or not is_commit(commit):
        path, commit = name, ""
    path = path.replace("%60", "`").replace("%20", " ").replace("%25", "%")
    return path, commit, day, quote


def is_commit(text: str) -> bool:
    """Say whether `text` looks like the name that git gives to a commit."""
    return len(text) >= _COMMIT_LEAST and set(text) <= _COMMIT_LETTERS


def occurs(quote: str, text: str) -> bool:
    """Say whether the lines of `quote` stand in `text`, one after the other."""
    return f"\n{_squeezed(quote)}\n" in f"\n{_squeezed(text)}\n"


def _squeezed(text: str) -> str:
    lines = ("".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def state_of(quote: str, text: str | None, is_elsewhere: Callable[[], bool]) -> str:
    """Return how quoted lines stand, given the text of their file, None when there is no such file.

    The rest of the project is looked through only when the file has nothing like them.
    """
    if text is not None:
        if not quote.strip() or occurs(quote, text):
            return OK
        if begins_alike(quote, text) or likeness(quote, text) >= LIKE_FROM:
            return CHANGED
    return MOVED if quote.strip() and is_elsewhere() else GONE


def begins_alike(quote: str, text: str) -> bool:
    """Say whether a line of `text` names what the first quoted line names, before `=`, `(` or `:`."""
    heads = [_head(line) for line in text.split("\n")]
    first = next((_head(line) for line in quote.split("\n") if line.strip()), "")
    return first != "" and first in heads


def _head(line: str) -> str:
    """Return a line up to what it says about its name; empty when that is no name."""
    for mark in HEAD_ENDS:
        line = line.partition(mark)[0]
    return " ".join(line.split()) if any(len(word) > 2 for word in _words(line)) else ""


def likeness(quote: str, text: str) -> float:
    """Return how much of `quote` stands together in `text`, from 0 to 1.

    A word counts the less the more lines of the text have it: what every function of a file says
    does not tell that this one is still there.
    """
    wanted = set(_words(quote))
    if not wanted:
        return 0.0
    lines = [_met(wanted, line) for line in text.split("\n") if line.strip()]
    spread = {word: sum(word in line for line in lines) for word in wanted}
    worth = {word: 1 / sqrt(max(1, count)) for word, count in spread.items()}
    size = _squeezed(quote).count("\n") + 1 + LEEWAY
    best = max((_worth_of(lines[at : at + size], worth) for at in range(len(lines))), default=0.0)
    return best / sum(worth.values())


def _met(wanted: set[str], line: str) -> set[str]:
    """Return the wanted words in `line`; most lines have none, and are not taken apart."""
    is_near = any(word in line for word in wanted)
    return wanted.intersection(_words(line)) if is_near else set()


def _worth_of(lines: list[set[str]], worth: dict[str, float]) -> float:
    return sum(worth[word] for word in set().union(*lines))


def _words(text: str) -> list[str]:
    """Return the names and numbers in `text`; what a language says everywhere is left out."""
    plain = "".join(char if char.isalnum() or char == "_" else " " for char in text)
    return [word for word in plain.split() if word not in KEYWORDS]
