"""The hook reads plain files, and waits for nothing else."""

import os
from pathlib import Path

from commonplace.storage.plain_files import MOST_BYTES, read_plain


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"text\r\n")

    assert read_plain(str(tmp_path / "a.md")) == b"text\r\n"


def test_a_pipe_a_link_a_folder_a_huge_file_and_nothing_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "secret").write_text("outside")
    (tmp_path / "link.md").symlink_to(tmp_path / "secret")
    (tmp_path / "huge.md").write_bytes(b"x" * (MOST_BYTES + 1))

    names = ("pipe.md", "link.md", "", "huge.md", "gone.md")

    assert [read_plain(str(tmp_path / name)) for name in names] == [None] * 5
