"""The content map: what a source consists of, segment by segment, before anything is decided (B1.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.segments.blocks import Block, Lines, lines_of
from commonplace.core.segments.formats import Form, form_of
from commonplace.core.segments.markdown import markdown_blocks
from commonplace.core.segments.other_code import code_blocks
from commonplace.core.segments.paragraphs import paragraph_blocks
from commonplace.core.segments.python_code import python_blocks
from commonplace.core.segments.sizes import BYPASS_UP_TO, sized

SUMMARY_CHARS = 60
_MARKS = "#-*>/;\"' \t"
_CLOSERS = re.compile(r"(?<!\s)\s*(?:\"\"\"|'''|\*/|-->)\s*$")
_SHEBANG = "#!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """One piece of a source: what it says and exactly where it stands."""

    source_file: str
    """Empty for a text that came from no file."""
    first_line: int
    last_line: int
    text: str
    trail: tuple[str, ...]
    part: int
    also: tuple[str, ...]
    form: Form
    summary: str
    estimated_tokens: int
    key_terms: tuple[str, ...]

    @property
    def source_lines(self) -> str:
        """The lines in the source, as `15-42`."""
        return f"{self.first_line}-{self.last_line}"


def segments_of(
    text: str, name: str = "", *, whole_up_to: int = BYPASS_UP_TO, form: Form | None = None
) -> list[Segment]:
    """Return the segments of `text`, in order; they hold every line that is not blank.

    `name` is the file's, which says how it is cut unless `form` does; up to `whole_up_to` tokens it is
    one segment.
    """
    lines = lines_of(text)
    form = form or form_of(name, text)
    everything = Block(0, len(lines.texts))
    if lines.tokens(0, everything.stop) <= whole_up_to:
        blocks: Sequence[Block] = [everything]
    else:
        blocks = sized(_blocks(form, lines), lines)
    return list(_segments(blocks, lines, name, form))


def _blocks(form: Form, lines: Lines) -> list[Block]:
    match form:
        case Form.MARKDOWN:
            return markdown_blocks(lines)
        case Form.PYTHON:
            return python_blocks(lines) or code_blocks(lines)
        case Form.CODE:
            return code_blocks(lines)
        case Form.PROSE:
            return paragraph_blocks(lines)


def _segments(blocks: Sequence[Block], lines: Lines, name: str, form: Form) -> Iterator[Segment]:
    for block in blocks:
        start, stop = lines.trimmed(block)
        if start == stop:
            continue
        text = lines.text(start, stop)
        yield Segment(
            source_file=name,
            first_line=lines.numbers[start],
            last_line=lines.numbers[stop - 1],
            text=text,
            trail=block.trail,
            part=block.part,
            also=block.also,
            form=form,
            summary=_summary(text, block.trail, form),
            estimated_tokens=lines.tokens(start, stop),
            key_terms=key_terms(text),
        )


def _summary(text: str, trail: tuple[str, ...], form: Form) -> str:
    """Return what is defined here, else the first line that says something: at most 60 characters."""
    if trail and form in (Form.PYTHON, Form.CODE):
        return shorten(".".join(trail), SUMMARY_CHARS)
    lines = (line for line in text.splitlines() if not line.startswith(_SHEBANG))
    said = (" ".join(_CLOSERS.sub("", line.lstrip(_MARKS)).split()) for line in lines)
    return shorten(next(filter(None, said), text.strip()), SUMMARY_CHARS)
