"""A hook that words leave unsure asks a model: in time or not at all, and as every other door would."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import hook, settle
from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.core.search import Query
from commonplace.core.weights import SPEAK, SURE
from commonplace.engines.embedders import models
from commonplace.hook import clock, meaning
from commonplace.storage.places import cache_home
from engines.tiny import install_tiny_minilm, install_tiny_package

pytestmark = pytest.mark.laws
NOTES = {
    "port": "Staging listens on port 6001 behind the proxy.",
    "server": "The server must be drained before any restart.",
    "wine": "A dry Riesling goes with smoked fish.",
}
UNSURE = ("端口 服务 server s", "ports of the server room s", "who restarts the proxy wine")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book whose index holds vectors of two tiny models."""
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")  # a busy machine is not what is tested
    install_tiny_minilm(tmp_path / "package", monkeypatch)
    install_tiny_package(tmp_path / "package", monkeypatch)
    made = found_book(tmp_path / "project", Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    for name, text in NOTES.items():
        note = f'---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{text}"\n---\n\n{text}\n'
        (made.root / "10-Memories" / f"MEM-{name}.md").write_text(note, "utf-8")
    settle(made.project)
    index_of(made, "auto").catch_up()
    return made


def ask(book: Book, prompt: str) -> tuple[bool, set[str]]:
    ran = hook("prompt", json.dumps({"prompt": prompt, "session_id": "s"}), book.project)
    return bool(ran.stdout), set(ran.stderr.decode().split("\n"))


@pytest.mark.parametrize("prompt", UNSURE)
def test_the_hook_decides_as_a_process_that_stays(
    book: Book, prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    words = index_of(book).engine.find(Query(text=prompt))
    sensed = index_of(book, "auto").engine.find(Query(text=prompt))

    spoke, loaded = ask(book, prompt)

    assert words.confidence < SURE
    assert spoke is (max(hit.confidence for hit in sensed.hits) >= SPEAK["normal"][1])
    assert "numpy" in loaded


def test_nothing_heavy_is_loaded_when_words_are_sure(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")

    spoke, loaded = ask(book, "which port does staging listen on behind the proxy?")

    assert spoke
    assert not {"numpy", "commonplace.hook.meaning"} & loaded


@pytest.mark.parametrize("content", [None, b"", b"not ours" * 100])
def test_without_a_sound_model_in_the_cache_the_hook_goes_by_words(
    book: Book, content: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    for name in models.FILES.values():
        path = Path(cache_home()) / name
        path.unlink()
        if content is not None:
            path.write_bytes(content)
    words = index_of(book).engine.find(Query(text=UNSURE[0]))

    spoke, loaded = ask(book, UNSURE[0])

    assert spoke is (max(hit.confidence for hit in words.hits) >= SPEAK["normal"][1])
    assert "numpy" not in loaded


def test_when_time_runs_out_at_the_model_words_answer_in_the_time_that_was_kept_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[float] = []

    def run_out(*_: object) -> None:
        raise clock.OutOfTimeError

    monkeypatch.setattr(meaning, "read_space", run_out)
    monkeypatch.setattr(clock, "start", started.append)

    assert meaning.sense(None, "which port", [], b"") is None  # type: ignore[arg-type]
    assert started == [clock.RESERVE_S]


def test_a_user_who_wants_no_model_is_not_given_one(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    monkeypatch.setenv("COMMONPLACE_EMBEDDER", "none")

    assert "numpy" not in ask(book, UNSURE[0])[1]
