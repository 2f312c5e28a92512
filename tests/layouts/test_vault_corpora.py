"""Other people's worst texts, as bodies, titles, tags and values: all of them survive."""

from dataclasses import replace

import pytest
from corpora import attack_lines, commonmark_examples, naughty_strings
from vault_books import SEED_FORM, TODAY, VAULT, after, book, only, refreshed

from commonplace.core.changes import Bury, Create, Edit, Restore
from commonplace.core.memory import Memory, Tombstone, Validity
from commonplace.layouts.vault.notes import tidy
from requirements import requirement

pytestmark = pytest.mark.laws


@requirement("vault.corpora")
def test_every_example_of_commonmark_survives_as_a_body() -> None:
    examples = commonmark_examples()
    lost = []
    for number, example in enumerate(examples, 1):
        memory = Memory(id="MEM-x", title="T", body=tidy(example), kind="K", links=("MEM-y",))
        files = after({}, Create(memory))
        buried = after(files, Bury(memory, Tombstone(at=TODAY, reason="purge")))
        if only(files) != memory or after(buried, Restore(only(buried))) != files:
            lost.append(number)

    assert len(examples) == 655
    assert lost == []


@requirement("vault.corpora")
def test_every_example_of_commonmark_can_replace_a_body() -> None:
    files = book(MEM_x=SEED_FORM)
    before = only(files)
    lost = []
    for number, example in enumerate(commonmark_examples(), 1):
        wanted = replace(before, body=tidy(example))
        if only(after(files, Edit(before, wanted))) != wanted:
            lost.append(number)

    assert lost == []


@requirement("vault.corpora")
def test_naughty_strings_survive_as_every_value() -> None:
    strings = [text for text in naughty_strings() if text.strip()] + attack_lines()[::5]
    files = book(MEM_x=SEED_FORM)
    before = only(files)
    lost = []
    for text in strings:
        wanted = replace(
            before,
            title=text,
            kind=text,
            tags=(text,),
            topic=text,
            source=text,
            summary=text,
            keywords=(text, "x"),
            when_to_load=(text,),
            validity=Validity(applies_when=text),
            extra={"owner": text},
        )
        new = replace(wanted, id="MEM-new")
        made = after({}, Create(new))
        if only(after(files, Edit(before, wanted))) != wanted or only(made) != new:
            lost.append(text)
        refreshed(made)

    assert lost == []
    assert len(strings) > 400


@requirement("vault.corpora")
def test_naughty_strings_as_titles_give_names_and_pages() -> None:
    files = {}
    titles = [text for text in naughty_strings() if text.strip()]
    for number, title in enumerate(titles):
        memory = Memory(id=f"MEM-{number:04}", title=title, kind="K")
        files |= after({}, Create(memory))

    assert [memory.title for memory in VAULT.parse(files).memories] == titles
    assert refreshed(refreshed(files)) == refreshed(files)
