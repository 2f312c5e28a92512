"""Which names a book accepts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.names import (
    check_id,
    check_new_file,
    check_path,
    check_topic,
    collision_key,
    conflict_copy,
    is_conflict_copy,
    printable,
)
from commonplace.errors import BadInput, OutsideBook

ORDINARY = [
    "MEM-retry-backoff",
    "null",
    "1E2",
    "true",
    "数据库-连接",
    "C++ tips",
    "a.b",
    "emoji-🎉",
]
DEVICES = ["con", "CON.x", "Nul", "com1", "COM¹", "lpt9.md"]
OBEYED = ["CLAUDE.md", "Agents.MD", "SKILL.md", "rule.mdc", "settings.json"]


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_name_is_taken_as_it_is(name: str) -> None:
    assert check_id(name) == name


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".hidden", "a/b", "/a", "a\\b", "C:", "a\0", "\ud800"]
)
def test_a_name_that_is_more_than_one_part_of_a_path_is_refused(name: str) -> None:
    with pytest.raises(OutsideBook):
        check_id(name)


@pytest.mark.parametrize("name", [*DEVICES, *OBEYED, "ab:c", "a?", "a ", "a.", "ä" * 61])
def test_a_name_some_system_cannot_carry_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        check_id(name)


def test_a_topic_is_checked_part_by_part() -> None:
    assert check_topic("python/libs") == "python/libs"
    for topic in ("python/../x", "python/con", "python/", "/x"):
        with pytest.raises((OutsideBook, BadInput)):
            check_topic(topic)


def test_a_path_may_have_hidden_folders_but_a_bounded_depth() -> None:
    assert check_path(".commonplace/tombstones/a.md")
    with pytest.raises(OutsideBook):
        check_path("/".join("a" * 17))


@given(st.text(min_size=1, max_size=20))
def test_spelling_a_name_otherwise_does_not_change_its_key(name: str) -> None:
    for form in ("NFC", "NFD"):
        assert collision_key(unicodedata.normalize(form, name)) == collision_key(name)
    assert collision_key(collision_key(name)) == collision_key(name)
    assert collision_key(name + ". ") == collision_key(name)


@given(st.text(max_size=40))
def test_an_accepted_id_is_one_harmless_part_of_a_path(name: str) -> None:
    try:
        check_id(name)
    except (OutsideBook, BadInput):
        return

    assert name not in ("", ".", "..")
    assert not set(name) & set("/\\:\0\n\r")
    check_new_file(f"{name}.md", {})


def test_a_conflict_copy_stands_beside_its_note_and_is_known_as_one() -> None:
    copy = conflict_copy("10-Memories/MEM-a.b.md", "20260501-120000", "abc123")

    assert copy == "10-Memories/MEM-a.b.conflict-20260501-120000-abc123.md"
    assert is_conflict_copy(copy)
    assert is_conflict_copy("n.sync-conflict-20260501-120000-ABCDEFG.md")
    assert not is_conflict_copy("10-Memories/MEM-conflict-resolution.md")
    assert not is_conflict_copy("a.conflict-20260501-120000-abc123.d/b.md")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/"), min_size=1))
def test_a_conflict_copys_name_always_fits_on_the_disk(name: str) -> None:
    copy = conflict_copy((name * 200)[:200], "20260501-120000", "abc123")

    assert len(copy.encode()) <= 255
    assert is_conflict_copy(copy)


def test_what_cannot_be_shown_is_spelled_out() -> None:
    assert printable("a\n\udcff\u202eb 好") == "a\\n\\udcff\\u202eb 好"
