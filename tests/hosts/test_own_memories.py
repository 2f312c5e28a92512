"""What an agent program remembers by itself is offered, proposed like anything else, and never changed."""

from pathlib import Path

import pytest

from commonplace.core.memory import Status
from commonplace.installation.own_memories import Recollection, recollections
from doors.sitting import Sitting

NOTE = """---
name: staging-port
description: "Staging listens on port 8443"
metadata:
  type: project
---
Behind the proxy.
"""
MAP = "# Memory\n- [Staging port](staging-port.md) — where\n- [Gone](gone.md) — pnpm, not npm\n"
RULES = """# My rules
- Answer in French.

## Gemini Added Memories
- Reports are in Postgres 16.
- Deploys happen on Tuesdays only.

## More of mine
- Not this.
"""


def test_claudes_notes_are_titled_by_their_description_and_the_map_adds_only_what_it_alone_says() -> (
    None
):
    found = recollections("claude-code", {"MEMORY.md": MAP, "staging-port.md": NOTE})

    assert found == (
        Recollection("MEMORY.md", "\n\n[Gone](gone.md) — pnpm, not npm"),
        Recollection(
            "staging-port.md", "\n\n# Staging listens on port 8443\n\n\n\nBehind the proxy.\n"
        ),
    )


def test_of_geminis_file_only_its_own_section_is_read_line_by_line() -> None:
    found = recollections("gemini", {"GEMINI.md": RULES})

    assert found == (
        Recollection("GEMINI.md", "\n" * 4 + "Reports are in Postgres 16."),
        Recollection("GEMINI.md", "\n" * 5 + "Deploys happen on Tuesdays only."),
    )


@pytest.mark.parametrize(
    ("files", "page"),
    [
        ({"MEMORY.md": "a", "memory_summary.md": "b", "raw_memories.md": "c"}, ["MEMORY.md"]),
        ({"MEMORY.md": " ", "memory_summary.md": "b"}, ["memory_summary.md"]),
        ({"raw_memories.md": "c"}, []),
    ],
)
def test_of_codex_the_handbook_is_read_and_not_what_it_was_made_from(
    files: dict[str, str], page: list[str]
) -> None:
    assert [each.file for each in recollections("codex", files)] == page


def test_a_host_without_a_memory_says_nothing() -> None:
    assert recollections("cursor", {"MEMORY.md": "- x"}) == ()


@pytest.fixture
def gemini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which Gemini remembers things about the user."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    page = tmp_path / "home" / ".gemini" / "GEMINI.md"
    page.parent.mkdir(parents=True)
    page.write_text(RULES)
    return page


@pytest.mark.parametrize(("answer", "count"), [("n", 0), ("y", 2)])
def test_install_asks_whether_what_the_host_remembers_shall_be_proposed(
    answer: str, count: int, gemini: Path, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    sitting = Sitting(tmp_path / "project", "vault")

    answers = f"y\n{answer}\nask\n" + "y\n" * 6
    assert sitting.type("install", "gemini", answers=answers) == 0

    assert "Gemini CLI remembers 2 texts of its own. Propose them" in sitting.told
    assert len(sitting.memories()) == count
    assert gemini.read_text() == RULES


def test_what_is_imported_unseen_waits_in_quarantine_and_is_imported_once(
    gemini: Path, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    sitting = Sitting(tmp_path / "project", "vault")

    assert sitting.type("install", "gemini", "--import", "--yes") == 0
    assert sitting.type("install", "gemini", "--import", "--yes") == 0

    assert sorted((each.status, each.source) for each in sitting.memories()) == [
        (Status.QUARANTINED, f"file: {gemini}:{line}-{line}") for line in (5, 6)
    ]
    assert "Learned" not in sitting.told
    assert gemini.read_text() == RULES


def test_a_dry_run_names_what_would_be_offered_and_imports_nothing(
    gemini: Path, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    sitting = Sitting(tmp_path / "project", "vault")

    assert sitting.type("install", "gemini", "--dry-run") == 0

    assert "Gemini CLI remembers 2 texts of its own" in sitting.told
    assert str(gemini) in sitting.told
    assert list(sitting.memories()) == []


def test_without_a_book_nothing_is_begun(gemini: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project").mkdir()
    sitting = Sitting(tmp_path / "project", "vault")
    sitting.folder = tmp_path / "elsewhere"

    assert sitting.type("install", "gemini", "--import", "--yes") == 1

    assert list(gemini.parent.iterdir()) == [gemini]
