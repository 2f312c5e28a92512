"""Other people's worst texts inside a page that others share: all of them survive, and so do the others."""

from dataclasses import replace

import pytest
from corpora import commonmark_examples, naughty_strings

from commonplace.core.changes import Bury, Create, Edit, Restore
from commonplace.core.memory import Candidate, Tombstone, Validity
from commonplace.layouts.mem_skill.entries import plain
from layouts.mem_skill_books import LAYOUT, TODAY, TWO_ENTRIES, WORKFLOW, after, book, memory
from requirements import requirement

pytestmark = pytest.mark.laws


BOOK = book(workflow=TWO_ENTRIES)
RETRY = "workflow#Retry with backoff"
STONE = Tombstone(at=TODAY, reason="purge")


@requirement("7.unknown")
def test_every_example_of_commonmark_survives_between_other_entries() -> None:
    files = after(
        BOOK, Create(LAYOUT.draft(Candidate(title="X", body="", topic="workflow"), BOOK, TODAY))
    )
    files = after(
        files, Create(LAYOUT.draft(Candidate(title="Y", body="y", topic="workflow"), files, TODAY))
    )
    before = memory(files, "workflow#X")
    lost = []
    for number, example in enumerate(commonmark_examples(), 1):
        wanted = replace(before, body=plain(example), history=plain(example))
        now = after(files, Edit(before, wanted))
        buried = after(now, Bury(memory(now, "workflow#X"), STONE))
        kept = after(buried, Restore(memory(buried, "workflow#X"))) == now
        others = [found for found in LAYOUT.parse(now).memories if found.id != "workflow#X"]
        if memory(now, "workflow#X") != wanted or not kept or len(others) != 3:
            lost.append(number)

    assert lost == []


@requirement("7.unknown")
def test_naughty_strings_survive_as_every_value() -> None:
    before = memory(BOOK, RETRY)
    strings = [text for text in map(plain, naughty_strings()) if text.strip() and "\n" not in text]
    lost = []
    for text in (one.strip() for one in strings):
        wanted = replace(
            before,
            body=text,
            source=text,
            summary=text,
            tags=(text, "x"),
            keywords=(text, "x"),
            when_to_load=(text, "x"),
            validity=Validity(applies_when=text),
        )
        if memory(after(BOOK, Edit(before, wanted)), RETRY) != wanted:
            lost.append(text)

    assert lost == []
    assert len(strings) > 400


@requirement("A1.identity")
def test_naughty_strings_as_titles_and_topics_give_entries_of_their_own() -> None:
    files = BOOK
    drafts = []
    for text in naughty_strings()[::4]:
        drafts.append(LAYOUT.draft(Candidate(title=text, body=text, topic=text), files, TODAY))
        files = after(files, Create(drafts[-1]))

    found = {entry.id: entry for entry in LAYOUT.parse(files).memories}

    assert all(found[draft.id] == draft for draft in drafts)
    assert files[WORKFLOW] == BOOK[WORKFLOW]
