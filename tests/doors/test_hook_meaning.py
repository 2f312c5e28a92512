"""A hook that words leave unsure asks the static table: cheaply, and as every other door would."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import hook, settle
from commonplace.app.books import Book, found_book
from commonplace.app.indexing import index_of
from commonplace.config import Settings
from commonplace.core.search import Query
from commonplace.core.weights import GATE_THRESHOLD, SURE
from commonplace.engines.embedders.distill import build_static_table
from commonplace.storage.places import cache_home
from engines.tiny import install_tiny_package

NOTES = {
    "port": "Staging listens on port 6001 behind the proxy.",
    "server": "The server must be drained before any restart.",
    "wine": "A dry Riesling goes with smoked fish.",
}
HEAVY = {"ctypes", "dataclasses", "enum", "json", "numpy", "pathlib", "re", "typing"}
UNSURE = ("端口 server restart s", "ports of the server room s", "who restarts the proxy wine")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book whose index holds vectors of a table distilled from the tiny model."""
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")  # a busy machine is not what is tested
    install_tiny_package(tmp_path / "package", monkeypatch)
    build_static_table(Path(cache_home()), dimension=8)
    made = found_book(tmp_path / "project", Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    for name, text in NOTES.items():
        note = f'---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{text}"\n---\n\n{text}\n'
        (made.root / "10-Memories" / f"MEM-{name}.md").write_text(note, "utf-8")
    settle(made.project)
    index = index_of(made, "static")
    index.embed(index.lenses[0])
    return made


def ask(book: Book, prompt: str) -> tuple[bool, set[str]]:
    ran = hook("prompt", json.dumps({"prompt": prompt, "session_id": "s"}), book.project)
    return bool(ran.stdout), set(ran.stderr.decode().split("\n"))


@pytest.mark.parametrize("prompt", UNSURE)
def test_the_hook_decides_as_a_process_that_stays_and_loads_nothing_heavy(
    book: Book, prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    words = index_of(book).engine.find(Query(text=prompt))
    sensed = index_of(book, "static").engine.find(Query(text=prompt))

    spoke, loaded = ask(book, prompt)

    assert words.confidence < SURE
    assert spoke is (sensed.confidence >= GATE_THRESHOLD)
    assert "commonplace.app.hot_meaning" in loaded
    assert loaded & HEAVY == set()


def test_the_table_is_not_asked_when_words_are_sure(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")

    spoke, loaded = ask(book, "which port does staging listen on behind the proxy?")

    assert spoke
    assert "commonplace.app.hot_meaning" not in loaded


def test_without_its_table_the_hook_goes_by_words(book: Book) -> None:
    for file in Path(cache_home()).glob("pieces-*.arrays"):
        file.unlink()
    words = index_of(book).engine.find(Query(text=UNSURE[0]))

    assert ask(book, UNSURE[0])[0] is (words.confidence >= GATE_THRESHOLD)
