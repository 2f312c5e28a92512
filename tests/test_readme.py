"""The README's commands work as they stand there, and its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest

from test_transcripts import TRANSCRIPTS
from transcript import command_line

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def blocks_of(page: Path) -> list[str]:
    """Return the console blocks of a page."""
    return re.findall(
        r"^ *```console\n(.*?)^ *```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


RUN = [page for page in PAGES if blocks_of(page) and page not in TRANSCRIPTS]
"""The pages whose commands are run here; those that show the answers, too, are transcripts."""


@pytest.mark.parametrize("page", RUN, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_all_succeed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks_of(page) for line in block.splitlines()]

    ended = {
        line: command_line(shlex.split(line, comments=True)[2:], b"y\n" * 4, is_terminal=True).code
        for line in lines
    }

    assert [line for line in lines if not line.startswith("$ commonplace ")] == []
    assert set(ended.values()) == {0}, ended


def test_every_console_block_is_run() -> None:
    assert {ROOT / "README.md", ROOT / "README.zh.md", ROOT / "docs/guides/install.md"} <= set(RUN)
    assert {ROOT / "docs/start.md", ROOT / "docs/start.zh.md"} <= set(TRANSCRIPTS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)

    assert [link for link in LINK.findall(prose) if not (page.parent / link).exists()] == []


def test_the_architecture_is_read_in_ten_minutes() -> None:
    assert (
        len((ROOT / "ARCHITECTURE.md").read_text("utf-8").split()) <= 2_000
    )  # words, 200 a minute


def test_the_architecture_names_every_room() -> None:
    rooms = {
        path.name
        for path in (ROOT / "src" / "commonplace").iterdir()
        if not path.name.startswith(("_", "py.typed"))
    }
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")

    assert [room for room in sorted(rooms) if f"── {room}" not in text] == []
