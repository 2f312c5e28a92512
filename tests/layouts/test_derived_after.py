"""Derived files that follow single changes are those that a whole derivation makes."""

from collections.abc import Mapping
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_cases import CASES, LayoutCase

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Files, Restore
from commonplace.core.memory import Candidate, Memory, Tombstone, Usage
from commonplace.core.traits import DerivedAfter
from commonplace.core.values import replace
from commonplace.errors import CommonplaceError
from commonplace.layouts.vault import VaultLayout
from commonplace.layouts.vault.index_changes import derived_after

TODAY = date(2026, 3, 1)
TITLES = (
    "Alpha",
    "alpha beta",
    "Zeta",
    "Ä umlaut",
    "端口",
    'Quote " and \\',
    "a  b",
    "# no heading",
)
PLAIN = 5
"""So many of the topics and kinds are shown everywhere as they are."""
TOPICS = ("", "ops", "ops/deploy", "opsx", "dev/x", "dev", "uncategorized", "a /b", "ops/", "a`b")
KINDS = ("", "INSIGHT", "PATTERN", "HABIT", "ZOO", "odd] kind")
Turn = tuple[str, int, str, str, str, int]
"""What is done to which memory, and the title, topic, kind and day that it gets."""
HOSTILE = (b"\xff\xfe", b"a\0b", b"---\ntitle: [\n---\n", b"")


def turns_with(topics: tuple[str, ...], kinds: tuple[str, ...]) -> st.SearchStrategy[list[Turn]]:
    turn = st.tuples(
        st.sampled_from(["create", "edit", "bury", "restore", "erase", "use", "spoil"]),
        st.integers(0, 30),
        st.sampled_from(TITLES),
        st.sampled_from(topics),
        st.sampled_from(kinds),
        st.integers(-40, 40),
    )
    return st.lists(turn, min_size=1, max_size=25)


def changed_by(case: LayoutCase, files: Files, turn: Turn) -> Files:
    """Return the files after one change; what a layout refuses changes nothing."""
    verb, which, *_ = turn
    memories = case.layout.parse(files).memories
    if verb == "spoil" or (not memories and verb != "create"):
        notes = sorted(path for path in files if not case.layout.derives(path)) or ["x.md"]
        return {**files, notes[which % len(notes)]: HOSTILE[which % len(HOSTILE)]}
    try:
        change = _change(case, files, turn, memories)
        edits = case.layout.render([change], files, TODAY) if change else ()
    except CommonplaceError:
        return files
    now = dict(files)
    for edit in edits:
        now.pop(edit.path, None)
        if edit.after is not None:
            now[edit.path] = edit.after
    return now


def _change(
    case: LayoutCase, files: Files, turn: Turn, memories: tuple[Memory, ...]
) -> Change | None:
    verb, which, title, topic, kind, days = turn
    day = TODAY + timedelta(days=days)
    if verb == "create":
        told = Candidate(title=title, body=f"Body {which}.", topic=topic, kind=kind, tags=("t",))
        return Create(replace(case.layout.draft(told, files, TODAY), created=day, modified=day))
    memory = memories[which % len(memories)]
    if verb == "edit":
        return Edit(memory, replace(memory, title=title, topic=topic, kind=kind, modified=day))
    if verb == "use":
        return Edit(memory, replace(memory, usage=Usage(count=which, last=day)))
    if memory.tombstone is None:
        return Bury(memory, Tombstone(at=day, reason="purge")) if verb == "bury" else None
    return {"restore": Restore(memory), "erase": Erase(memory)}.get(verb)


def refreshed(case: LayoutCase, files: Files) -> Files:
    made = {edit.path: edit.after for edit in case.layout.derive(files, TODAY)}
    return {**files, **{path: after for path, after in made.items() if after is not None}}


@pytest.mark.laws
@pytest.mark.parametrize(
    "case", [pytest.param(each, id=each.name) for each in CASES if each.layout.traits.derived_after]
)
@settings(max_examples=150)
@given(
    turns=st.one_of(turns_with(TOPICS[:PLAIN], KINDS[:PLAIN]), turns_with(TOPICS, KINDS)),
    start=st.booleans(),
)
def test_what_follows_a_change_is_what_the_whole_book_gives(
    case: LayoutCase, turns: list[Turn], start: bool
) -> None:
    files = refreshed(case, case.books["plain"] if start else case.layout.skeleton(TODAY))
    follow = case.layout.traits.derived_after
    assert follow is not None
    is_proven = False

    for turn in turns:
        now = changed_by(case, files, turn)
        whole = refreshed(case, now)
        paths = [path for path in {**files, **now} if files.get(path) != now.get(path)]
        if paths:
            derived = {path: text for path, text in now.items() if case.layout.derives(path)}
            changed = {path: now.get(path) for path in paths}
            made = followed(follow, derived, changed, is_proven=is_proven)
            is_proven = made is not None
            assert made is None or {**derived, **made} == {
                path: text for path, text in whole.items() if case.layout.derives(path)
            }
        files = whole


def followed(
    follow: DerivedAfter, derived: Files, changed: Mapping[str, bytes | None], *, is_proven: bool
) -> Files | None:
    """Return what follows a change; None when only the whole book can tell."""
    made = list(follow(derived.get, changed, is_proven=is_proven))
    return None if None in made else dict(filter(None, made))


VAULT = next(case for case in CASES if isinstance(case.layout, VaultLayout))


def plain(which: int, topic: str = "ops") -> Turn:
    return "create", which, f"Note {which}", topic, "INSIGHT", which % 7


@pytest.mark.parametrize(
    "turn",
    [
        plain(40),
        plain(40, "new/topic"),
        ("edit", 3, "Another title", "dev/x", "PATTERN", 40),
        ("use", 3, "", "", "", 40),
        ("bury", 0, "", "", "", 0),
    ],
    ids=["created", "created under a new topic", "edited", "used", "buried"],
)
def test_the_usual_changes_need_no_look_at_the_whole_vault(turn: Turn) -> None:
    files = VAULT.layout.skeleton(TODAY)
    for which in range(15):
        files = refreshed(VAULT, changed_by(VAULT, files, plain(which)))
    now = changed_by(VAULT, files, turn)
    changed = {path: now[path] for path in now if files.get(path) != now[path]}
    derived = {path: text for path, text in files.items() if VAULT.layout.derives(path)}

    for is_proven in (False, True):
        made = followed(derived_after, derived, changed, is_proven=is_proven)

        assert made is not None
        assert {**now, **made} == refreshed(VAULT, now)
