"""Stored text as HTML that runs nothing: Markdown without raw HTML, and what two texts differ in by words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import terms
from commonplace.core.values import dataclass
from commonplace.doors.render.common import block, visible

LINKED = re.compile(r"(?:https?://|mailto:)[^\s]+", re.IGNORECASE)
"""The only addresses that a link may lead to; anything else is shown as the text it is."""
_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W_]+|\s+|.", re.DOTALL)
_RUN = re.compile(r"[^\W_]+|[\W_]+")
MOST_WORDS = 6_000
"""Longer texts are compared line by line: comparing words takes the square of their number."""


def rendered(text: str) -> Markup:
    """Return Markdown as HTML; raw HTML in it is text, and pictures are links that nobody follows unasked."""
    html: str = _markdown().render(block(text))
    return Markup(html)  # noqa: S704 - made by the renderer, which escapes all it is given


def with_commands(said: str) -> Markup:
    """Return a sentence of ours with what is to be typed marked as such."""
    parts = said.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts)
    )


def marked(text: str, asked: str) -> Markup:
    """Return a line with the words marked that `asked` was met by, in whatever form they stand."""
    pieces = [each for run in _RUN.findall(visible(text)) for each in _single(run)]
    wanted = frozenset(terms(asked))
    met = [not wanted.isdisjoint(terms(piece)) for piece in pieces]
    for at, (one, next_one) in enumerate(pairwise(pieces)):
        if is_unspaced(one[0]) and is_unspaced(next_one[0]):
            is_pair = not wanted.isdisjoint(terms(one + next_one))
            met[at], met[at + 1] = met[at] or is_pair, met[at + 1] or is_pair
    grouped = groupby(zip(pieces, met, strict=True), key=itemgetter(1))
    lines = (("".join(piece for piece, _ in group), is_met) for is_met, group in grouped)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(part) if is_met else part for part, is_met in lines
    )


def _single(run: str) -> Iterator[str]:
    """Yield the words of a run of letters; of scripts without spaces, each letter."""
    for is_single, letters in groupby(run, key=is_unspaced):
        word = "".join(letters)
        yield from word if is_single else (word,)


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "linkify": False})
    made.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline"])
    made.validateLink = lambda url: bool(LINKED.fullmatch(url))  # type: ignore[method-assign]
    made.add_render_rule("link_open", _link_open)
    return made


def _link_open(self: Any, tokens: Sequence[Any], at: int, options: Any, env: Any) -> str:
    """Open a link in a window of its own, which learns nothing of this one."""
    tokens[at].attrSet("rel", "noreferrer noopener")
    tokens[at].attrSet("target", "_blank")
    opened: str = self.renderToken(tokens, at, options, env)
    return opened


@dataclass(frozen=True, slots=True)
class Span:
    """Some text that both have, or only the old, or only the new one."""

    kind: str
    """same, old or new."""
    text: str


def words_in(text: str) -> frozenset[str]:
    """Return the different words of a text."""
    return frozenset(each for each in _WORD.findall(text) if each.isalnum())


def word_difference(old: str, new: str) -> tuple[Span, ...]:
    """Return how `new` differs from `old`, word by word; characters of scripts without spaces one by one."""
    words = [_WORD.findall(block(text)) for text in (old, new)]
    if max(map(len, words)) > MOST_WORDS:
        words = [block(text).splitlines(keepends=True) for text in (old, new)]
    return tuple(_joined(_spans(*words)))


def _spans(old: Sequence[str], new: Sequence[str]) -> Iterator[Span]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            yield Span("same", "".join(old[i1:i2]))
            continue
        if i1 != i2:
            yield Span("old", "".join(old[i1:i2]))
        if j1 != j2:
            yield Span("new", "".join(new[j1:j2]))


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
    """Yield the spans with single blanks between two changes taken into them: they read as one."""
    held: list[Span] = []
    for span in spans:
        if span.kind == "same" and not span.text.strip() and held:
            held += [Span("old", span.text), Span("new", span.text)]
        elif span.kind == "same":
            yield from _gathered(held)
            held = []
            yield span
        else:
            held.append(span)
    yield from _gathered(held)


def _gathered(changes: Sequence[Span]) -> Iterator[Span]:
    for kind in ("old", "new"):
        if text := "".join(each.text for each in changes if each.kind == kind):
            yield Span(kind, text)


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a unified difference, and what it is."""

    kind: str
    text: str


def difference_lines(difference: str) -> tuple[DiffLine, ...]:
    """Return the lines of a unified difference with what each is: head, old, new or same."""
    return tuple(DiffLine(_kind(line), line) for line in difference.split("\n"))


def _kind(line: str) -> str:
    if line.startswith(("+++", "---", "@@")):
        return "head"
    return {"+": "new", "-": "old"}.get(line[:1], "same")
