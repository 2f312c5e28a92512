"""The README's commands work as they stand there, and its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest

from transcript import command_line

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def commands() -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8")
    return re.findall(r"^\$ commonplace (.*)$", text, re.MULTILINE)


def test_the_first_commands_of_the_readme_all_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    ended = {
        words: command_line(shlex.split(words), b"y\n", is_terminal=True).code
        for words in commands()
    }

    assert set(ended.values()) == {0}, ended


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
