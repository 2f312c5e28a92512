"""Prove that a text keeps what its sources said: nothing is dropped without being named.

Before a merge, a compression or an update is written, every keyword, number, version, path, URL,
date, identifier and piece of code of the sources must be found in the result, its history included.
What is not found is listed, for a person to approve by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from commonplace.core.claims import literals
from commonplace.core.claims.claim import Claim, ValueKind, surest
from commonplace.core.claims.clauses import normalize_text
from commonplace.core.claims.extraction import quantities
from commonplace.core.memory import Candidate, Memory
from commonplace.core.tokens import fold

KEPT_LINES = 8192
"""Lines whose values are remembered: a text and what becomes of it share most of theirs."""


def missing(sources: Sequence[Memory | Candidate], result: Memory) -> tuple[Claim, ...]:
    """Return the claims of `sources` that `result` no longer makes, in their order, each once."""
    kept = _whole(result)
    dropped = [claim for source in sources for claim in missing_values(_whole(source), kept)]
    words = fold(kept)
    held = {fold(keyword) for keyword in result.keywords}
    dropped += [
        Claim(kind=ValueKind.KEYWORD, aspect="keyword", value=fold(keyword), text=keyword)
        for source in sources
        for keyword in source.keywords
        if fold(keyword) not in held and fold(keyword) not in words
    ]
    return tuple({(claim.aspect, claim.value): claim for claim in dropped}.values())


def unnamed(lost: Sequence[Claim], named: Iterable[str]) -> tuple[str, ...]:
    """Return what of `lost` nobody has named, as people read it; who names a path names its parts, too."""
    approved = {part for name in named for part in _parts(name)}
    texts = {fold(_bare(claim.text)): _bare(claim.text) for claim in reversed(lost)}
    left = {known: text for known, text in reversed(texts.items()) if known not in approved}
    inside = {part for known in left for part in _parts(known) if part != known}
    return tuple(text for known, text in left.items() if known not in inside)


def _parts(name: str) -> set[str]:
    whole = fold(_bare(name))
    return {whole, whole.strip("/"), *whole.split("/")}


def _bare(text: str) -> str:
    """Return `text` without the blanks and stops around it."""
    return text.strip().rstrip(".,;:。，；：")


def missing_values(source: str, result: str) -> tuple[Claim, ...]:
    """Return the values that the text `source` gives and the text `result` does not."""
    known = {_key(claim) for claim in values(result)}
    normalized = normalize_text(result)
    return tuple(
        claim
        for claim in values(source)
        if _key(claim) not in known and not _is_written(claim, normalized)
    )


def values(text: str) -> tuple[Claim, ...]:
    """Return every value of a text that must survive a rewrite, in order."""
    normalized = normalize_text(text)
    claims = list(literals.code_blocks(normalized))
    at = 0
    for line in normalized.splitlines(keepends=True):
        claims += [claim.moved(at) for claim in _surest_of(line)]
        at += len(line)
    return tuple(sorted(claims, key=lambda claim: (claim.start, claim.end)))


def value_keys(text: str) -> frozenset[tuple[str, str]]:
    """Return what tells the values of a text apart: two texts with the same keys claim the same."""
    return frozenset(map(_key, values(text)))


@lru_cache(maxsize=KEPT_LINES)
def _surest_of(line: str) -> tuple[Claim, ...]:
    return tuple(surest(_values_of(line)))


def _values_of(line: str) -> Iterator[Claim]:
    for find in _FINDERS:
        yield from find(line)


_FINDERS = (
    literals.code_spans,
    literals.identifiers,
    literals.labels,
    literals.urls,
    literals.hosts,
    literals.ports,
    literals.paths,
    literals.dates,
    literals.clocks,
    literals.versions,
    quantities,
)


def _whole(memory: Memory | Candidate) -> str:
    history = memory.history if isinstance(memory, Memory) else ""
    lines = (_uncut(memory.title, memory.body), memory.body, _uncut(memory.summary, memory.body))
    return "\n".join((*lines, history))


def _uncut(line: str, body: str) -> str:
    """Return `line` unless it is the beginning of the body, cut: half a path is nobody's claim."""
    is_cut = line.endswith("…") and " ".join(body.split()).find(line[:-1]) >= 0
    return "" if is_cut else line


def _key(claim: Claim) -> tuple[str, str]:
    """Return what makes two values equal: a count or a version is one, whatever word stands by it."""
    is_one = claim.kind in (ValueKind.QUANTITY, ValueKind.VERSION)
    return claim.sort if is_one else claim.aspect, claim.value


def _is_written(claim: Claim, normalized: str) -> bool:
    """Say whether the value stands in the text as it was written, as a word of its own."""
    lines = claim.value.splitlines() if claim.kind is ValueKind.CODE else [claim.text.strip()]
    return all(_stands_in(line, normalized) for line in lines)


def _stands_in(wanted: str, text: str) -> bool:
    at = text.find(wanted)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(wanted) : at + len(wanted) + 1]
        if not (_joins(before, wanted[:1]) or _joins(wanted[-1:], after)):
            return True
        at = text.find(wanted, at + 1)
    return False


def _joins(left: str, right: str) -> bool:
    """Say whether two neighbours make one word: `1` and `5` do, a space or a Chinese sign do not."""
    return _is_letter(left) and _is_letter(right)


def _is_letter(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")
