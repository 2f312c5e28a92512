"""Sets and notes are checked line by line as they are read."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from commonplace.core.memory import Memory
from commonplace.doors.render.evaluation import read_notes, read_set
from commonplace.errors import CommonplaceError
from commonplace.flows.evaluate import Labelled

NOTESET = Path(__file__).resolve().parents[2] / "benchmarks" / "noteset"


def file(folder: Path, text: str) -> Path:
    path = folder / "set.jsonl"
    path.write_text(text, "utf-8")
    return path


def test_a_set_is_prompts_with_what_answers_them(tmp_path: Path) -> None:
    text = '{"prompt": "p", "relevant": ["a", "b"], "style": "x"}\n\n{"prompt": "谢谢"}\n'

    assert read_set(file(tmp_path, text)) == (
        Labelled(prompt="p", relevant=frozenset({"a", "b"})),
        Labelled(prompt="谢谢"),
    )


def test_notes_need_an_id_and_a_title(tmp_path: Path) -> None:
    text = '{"id": "n1", "title": "T", "keywords": ["k"], "created": "2026-01-02"}'

    assert read_notes(file(tmp_path, text)) == (
        Memory(id="n1", title="T", keywords=("k",), created=date(2026, 1, 2)),
    )


def test_a_date_that_is_none_is_left_out(tmp_path: Path) -> None:
    (note,) = read_notes(file(tmp_path, '{"id": "n1", "title": "T", "created": "soon"}'))

    assert note.created is None


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[" * 100_000,
        "[]",
        "{}",
        '{"prompt": ""}',
        '{"prompt": 3}',
        '{"prompt": "p", "relevant": "MEM-port"}',
        '{"prompt": "p", "relevant": {"MEM-port": 1}}',
        '{"prompt": "p", "relevant": false}',
        '{"prompt": "p", "relevant": ["MEM-port", 3]}',
        '{"prompt": "p", "relevant": [" "]}',
    ],
    ids=lambda text: text[:50],
)
def test_a_line_that_cannot_be_taken_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(CommonplaceError, match=r"Line 2 of .*set\.jsonl"):
        read_set(file(tmp_path, f'{{"prompt": "p\u2028q"}}\n{text}\n'))


@pytest.mark.parametrize("key", ["keywords", "when_to_load"])
def test_notes_take_lists_for_lists(tmp_path: Path, key: str) -> None:
    with pytest.raises(CommonplaceError, match=f"Line 1 .*: {key} is no list of texts"):
        read_notes(file(tmp_path, f'{{"id": "n1", "title": "T", "{key}": "port"}}'))


def test_null_is_as_good_as_missing(tmp_path: Path) -> None:
    assert read_set(file(tmp_path, '{"prompt": "p", "relevant": null}')) == (Labelled(prompt="p"),)


@pytest.mark.parametrize("read", [read_set, read_notes])
@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_file_without_a_line_is_refused(
    tmp_path: Path, read: Callable[[Path], object], text: str
) -> None:
    with pytest.raises(CommonplaceError, match=r"set\.jsonl is empty\. Nothing was measured\."):
        read(file(tmp_path, text))


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b"])
def test_a_note_cannot_be_named_out_of_its_book(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommonplaceError):
        read_notes(file(tmp_path, f'{{"id": "{name}", "title": "T"}}'))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe")

    with pytest.raises(CommonplaceError, match="UTF-8"):
        read_set(tmp_path / "x")


def test_the_note_set_is_in_this_format() -> None:
    assert len(read_set(NOTESET / "prompts.jsonl")) == 300
    assert len(read_notes(NOTESET / "notes.jsonl")) == 200
