"""Arrays files: what is written comes back, and what is not whole is never believed."""

import os
from array import array
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.engines.embedders.arrays import is_whole, open_arrays, write_arrays

LABELS = {"name": "tiny", "weights": "abc"}
COLUMNS = [("rows", "b", bytes(range(200))), ("scales", "f", array("f", [0.5, 2.0]).tobytes())]


@pytest.fixture
def path(tmp_path: Path) -> str:
    write_arrays(str(tmp_path / "t.arrays"), LABELS, COLUMNS)
    return str(tmp_path / "t.arrays")


def test_labels_and_arrays_come_back_with_their_types(path: str) -> None:
    opened = open_arrays(path)

    assert opened is not None
    assert opened[0] == LABELS
    assert opened[1]["rows"].tolist()[126:130] == [126, 127, -128, -127]
    assert opened[1]["scales"].tolist() == [0.5, 2.0]


@pytest.mark.laws
@given(st.dictionaries(st.text("abcd", min_size=1), st.binary(max_size=300), max_size=5))
@settings(max_examples=40, deadline=None)
def test_any_bytes_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes]
) -> None:
    path = str(tmp_path_factory.mktemp("arrays") / "any")
    write_arrays(path, {}, [(name, "B", content) for name, content in contents.items()])

    opened = open_arrays(path)

    assert opened is not None
    assert {name: bytes(array) for name, array in opened[1].items()} == contents
    assert is_whole(path)


def test_a_file_that_is_not_there_or_empty_is_none(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()

    assert open_arrays(str(tmp_path / "nowhere")) is None
    assert open_arrays(str(tmp_path / "empty")) is None
    assert not is_whole(str(tmp_path / "nowhere"))


def test_a_file_cut_short_anywhere_is_none(path: str) -> None:
    whole = Path(path).read_bytes()

    for length in range(len(whole)):
        Path(path).write_bytes(whole[:length])
        assert open_arrays(path) is None


def test_a_changed_byte_of_head_directory_or_content_is_seen(path: str) -> None:
    whole = Path(path).read_bytes()
    padding = 0

    for at in range(len(whole)):
        Path(path).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        padding += is_whole(path)
    assert padding < 2 * 64


def test_a_write_that_fails_keeps_the_old_file_and_leaves_nothing_behind(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        write_arrays(path, {"name": "new"}, [])

    opened = open_arrays(path)
    assert opened is not None
    assert opened[0] == LABELS
    assert os.listdir(Path(path).parent) == ["t.arrays"]


def test_what_a_killed_writer_left_is_swept_after_a_day(path: str) -> None:
    old, young = Path(f"{path}.7.part"), Path(f"{path}.8.part")
    for left in (old, young):
        left.write_bytes(b"half")
    os.utime(old, (0, 0))

    write_arrays(path, LABELS, COLUMNS)

    assert not old.exists()
    assert young.exists()
