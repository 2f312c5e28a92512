"""Other people's worst texts inside a page that others share: all of them survive, and so do the others."""

from dataclasses import replace
from datetime import date

import pytest
from corpora import commonmark_examples, naughty_strings
from test_lingxi_corpora import plain, trimmed

from commonplace.core.changes import Bury, Change, Create, Edit, Files, Restore
from commonplace.core.memory import Candidate, Memory, Tombstone
from commonplace.layouts.profile import ProfileLayout

pytestmark = pytest.mark.laws


TODAY = date(2026, 3, 1)
LAYOUT = ProfileLayout()
FILES = {"user.md": b"# U\n\n## A\n\none\n\n## B\n\ntwo\n", "memory_t.md": b"# T\n\nthree\n"}


def after(files: Files, change: Change) -> dict[str, bytes]:
    result = dict(files)
    for edit in LAYOUT.render([change], files, TODAY):
        if edit.after is None:
            del result[edit.path]
        else:
            result[edit.path] = edit.after
    return result


def memories(files: Files) -> dict[str, Memory]:
    return {memory.id: memory for memory in LAYOUT.parse(files).memories}


def test_every_example_of_commonmark_survives_between_other_sections() -> None:
    before = memories(FILES)
    lost = []
    for number, example in enumerate(commonmark_examples(), 1):
        for name in ("user#A", "memory_t"):
            wanted = replace(before[name], body=trimmed(example))
            now = after(FILES, Edit(before[name], wanted))
            buried = after(now, Bury(wanted, Tombstone(at=TODAY, reason="purge")))
            kept = after(buried, Restore(memories(buried)[name])) == now
            if memories(now) != {**before, name: wanted} or not kept:
                lost.append((number, name))

    assert lost == []


def test_naughty_strings_as_titles_and_bodies_give_memories_of_their_own() -> None:
    files = FILES
    drafts: list[Memory] = []
    for text in [plain(one).strip() for one in naughty_strings()][::5]:
        for kind in ("user", ""):
            candidate = Candidate(title=text or "none", body=trimmed(text) or "none", kind=kind)
            drafts.append(LAYOUT.draft(candidate, files, TODAY))
            files = after(files, Create(drafts[-1]))

    found = memories(files)

    assert [draft for draft in drafts if found.get(draft.id) != draft] == []
    assert {name: found[name] for name in memories(FILES)} == memories(FILES)
