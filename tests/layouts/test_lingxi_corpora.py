"""Other people's worst texts inside a note: all of them survive."""

from dataclasses import replace
from datetime import date

import pytest
from corpora import commonmark_examples, naughty_strings

from commonplace.core.changes import Create, Edit, Files
from commonplace.core.memory import Candidate, Memory, Validity
from commonplace.layouts.lingxi import LingxiLayout

pytestmark = pytest.mark.laws


TODAY = date(2026, 3, 1)
LAYOUT = LingxiLayout()


def plain(text: str) -> str:
    """Return `text` as a body may say it: no blank lines around it, no carriage returns."""
    return text.replace("\r", "").strip("\n")


def trimmed(text: str) -> str:
    lines = plain(text).split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    return "\n".join(lines)


def after(files: Files, before: Memory, wanted: Memory) -> dict[str, bytes]:
    edits = LAYOUT.render([Edit(before, wanted)], files, TODAY)
    return {**files, **{edit.path: edit.after or b"" for edit in edits}}


def created(memory: Memory) -> dict[str, bytes]:
    return {edit.path: edit.after or b"" for edit in LAYOUT.render([Create(memory)], {}, TODAY)}


def test_every_example_of_commonmark_survives_as_a_body_new_and_edited() -> None:
    draft = LAYOUT.draft(Candidate(title="X", body="old", summary="s"), {}, TODAY)
    files = created(draft)
    lost = []
    for number, example in enumerate(commonmark_examples(), 1):
        wanted = replace(draft, body=trimmed(example))
        is_new = LAYOUT.parse(created(wanted)).memories == (wanted,)
        is_edited = LAYOUT.parse(after(files, draft, wanted)).memories == (wanted,)
        if not is_new or not is_edited:
            lost.append(number)

    assert lost == []


def test_naughty_strings_survive_as_every_value() -> None:
    strings = [text.strip() for text in map(plain, naughty_strings()) if "\n" not in text]
    lost = []
    for text in filter(None, strings):
        draft = LAYOUT.draft(Candidate(title=text, body=text), {}, TODAY)
        wanted = replace(
            draft,
            source=text,
            summary=text,
            topic=text,
            tags=(text, "x"),
            keywords=(text, "x"),
            links=(text, "x"),
            when_to_load=(text.replace("|", "｜"), "x"),  # as in its cell of the index
            validity=Validity(applies_when=text),
            extra={"strength": text, "Owner": text},
        )
        if LAYOUT.parse(created(wanted)).memories != (wanted,):
            lost.append(text)

    assert lost == []
