"""From bytes to text, or to the reason why not."""

import pytest

from commonplace.core.ports import Problem
from commonplace.layouts.lingxi import LingxiLayout
from commonplace.layouts.markdown import LARGEST_NOTE_BYTES, decode

CONFLICT = b"# T\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> branch\n"
HOSTILE = {
    "nul-byte": b"# T\n\0\n",
    "not-utf-8": b"# T\n\xff\xfe\n",
    "too-large": b"x" * (LARGEST_NOTE_BYTES + 1),
    "conflict-markers": CONFLICT,
}


@pytest.mark.parametrize("code", HOSTILE)
def test_what_is_no_note_is_told_by_its_reason(code: str) -> None:
    result = decode("a.md", HOSTILE[code])

    assert isinstance(result, Problem)
    assert (result.path, result.code) == ("a.md", code)


def test_windows_line_endings_do_not_hide_an_unfinished_merge() -> None:
    assert isinstance(decode("a.md", CONFLICT.replace(b"\n", b"\r\n")), Problem)


@pytest.mark.parametrize(
    "text", ["", "\ufeff# T\r\n", "a <<<<<<< b\n", "<<<<<<< only a beginning\n"]
)
def test_any_other_text_is_decoded_whole(text: str) -> None:
    assert decode("a.md", text.encode()) == text


def test_many_beginnings_of_a_merge_do_not_take_long_to_refuse() -> None:
    text = "<<<<<<< a\n" * 100_000

    assert decode("a.md", text.encode()) == text


@pytest.mark.parametrize("code", HOSTILE)
def test_a_hostile_note_is_listed_and_the_others_are_served(code: str) -> None:
    files = {"memory/notes/MEM-bad.md": HOSTILE[code], "memory/notes/MEM-good.md": b"# Good\n"}

    reading = LingxiLayout().parse(files)

    assert [memory.id for memory in reading.memories] == ["MEM-good"]
    assert [(problem.path, problem.code) for problem in reading.problems] == [
        ("memory/notes/MEM-bad.md", code)
    ]
