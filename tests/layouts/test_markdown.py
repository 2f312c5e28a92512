"""Markdown as lines whose bytes are kept."""

from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.headings import Heading, headings
from commonplace.layouts.markdown import (
    newline_of,
    replace_text,
    section_end,
    split_lines,
    text_of,
    wikilinks,
)

LINES = st.lists(
    st.sampled_from(["a", "", "# t", "```", "~~~", "<!--", "-->", "x\r", "[[k]]", "\x0c", "\u2028"])
)


@given(st.text())
def test_joining_the_lines_of_a_text_gives_the_text_back(text: str) -> None:
    assert "".join(split_lines(text)) == text


@given(st.text())
def test_only_a_newline_ends_a_line(text: str) -> None:
    assert len(split_lines(text)) == text.count("\n") + (not text.endswith("\n") and text != "")


def test_headings_inside_fences_and_comments_are_text() -> None:
    lines = split_lines(
        "# A\n```md\n# no\n```\n<!--\n# no\n-->\n## B ##\n    # code\n#nospace\n~~~\n# no\n~~~~"
    )

    assert headings(lines) == [Heading(1, "A", 0), Heading(2, "B", 7)]


def test_a_fence_or_comment_that_nobody_closes_swallows_nothing() -> None:
    lines = split_lines("````\n# A\n```\n<!-- open\n# B\n<!-- shut -->\n")

    assert headings(lines) == [Heading(1, "A", 1), Heading(1, "B", 4)]


def test_a_section_ends_at_the_next_heading_of_its_level_or_higher() -> None:
    lines = split_lines("## A\n### deep\n## B\n# C\n")
    marks = headings(lines)

    assert [section_end(marks, which, len(lines)) for which in range(4)] == [2, 2, 3, 4]


def test_an_edit_keeps_the_bytes_of_the_lines_it_does_not_change() -> None:
    lines = ["one\r\n", "two\n", "three\r\n", "four\r\n", "end"]

    assert replace_text(lines, 0, 4, "one\nTWO\nthree\nfour") == [
        "one\r\n",
        "TWO\r\n",
        "three\r\n",
        "four\r\n",
        "end",
    ]


@given(LINES, LINES)
def test_replacing_says_the_new_text_and_nothing_else_moves(old: list[str], new: list[str]) -> None:
    lines = split_lines("first\n" + "".join(line + "\n" for line in old) + "last\n")

    result = replace_text(lines, 1, len(lines) - 1, "\n".join(new) if new else "")

    assert (result[0], result[-1]) == ("first\n", "last\n")
    assert text_of(result[1:-1]) == text_of([line + "\n" for line in "\n".join(new).split("\n")])


@given(LINES)
def test_replacing_a_text_by_itself_changes_no_byte(old: list[str]) -> None:
    old = ["text", *old]
    lines = split_lines("".join(line + "\n" for line in old) + "tail")

    said = "\n".join(line.removesuffix("\r") for line in old)

    assert replace_text(lines, 0, len(old), said) == lines


def test_the_ending_of_most_lines_is_the_ending_of_new_ones() -> None:
    assert (newline_of(["a\r\n", "b\r\n", "c\n"]), newline_of(["a\n"]), newline_of([])) == (
        "\r\n",
        "\n",
        "\n",
    )


def test_links_are_found_in_prose_only_and_once() -> None:
    assert wikilinks(split_lines("[[a]] [[b#c]]\n```\n[[no]]\n```\n<!-- [[no]] -->[[a]]\n")) == (
        "a",
        "b#c",
    )
