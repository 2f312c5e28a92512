"""What a session leaves behind when an agent stops: proposals that wait, and nothing in the book."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import Book, found_book, personal_folder
from commonplace.config import Settings
from commonplace.core.memory import Origin
from commonplace.hook.child import capture_session, judge_uses
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.small_state import hit_rate, uses
from requirements import requirement

pytestmark = pytest.mark.laws

NOW = datetime(2026, 11, 1, tzinfo=UTC)
PNPM = "no, we use pnpm here, there's one pnpm-lock at the root"
TAGS = "docs get published only from tags, never from main, legal signs off first"
SHORT = "please always keep your answers short, I work on my phone"


def made(folder: Path, layout: str, *, is_personal: bool = False) -> Book:
    return found_book(folder, Settings(layout=layout), NOW, is_personal=is_personal)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return made(tmp_path / "project", "vault")


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "0f7c-session.jsonl"
    say(path, "add date-fns", "Ran npm install.", PNPM, "Removed the lockfile.")
    return path


def say(path: Path, *texts: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        for at, text in enumerate(texts):
            role = ("user", "assistant")[at % 2]
            file.write(json.dumps({"role": role, "text": text}) + "\n")


def waiting(book: Book) -> list[str]:
    return [each.candidates[0].body for each in book.proposals.list()]


@requirement("capture.pending")
def test_what_is_captured_waits_and_nothing_is_written(book: Book, transcript: Path) -> None:
    before = book.snapshot().files

    outcome = capture_session(book, transcript)

    (proposal,) = book.proposals.list()
    assert (outcome.findings, outcome.proposals) == (1, (proposal.id,))
    assert proposal.candidates[0].source == "conversation: cursor 0f7c-session, turns 3, 4"
    assert (proposal.origin, proposal.proposed_by) == (Origin.AGENT, "cursor")
    assert book.snapshot().files == before


@requirement("D2.capture.session")
def test_a_session_is_heard_once_and_what_is_said_later_is_heard_then(
    book: Book, transcript: Path
) -> None:
    capture_session(book, transcript)

    assert capture_session(book, transcript).proposals == ()
    say(transcript, TAGS, "Understood.")
    assert len(capture_session(book, transcript).proposals) == 1
    assert len(waiting(book)) == 2


def test_what_comes_after_the_hook_was_called_is_the_next_turns(
    book: Book, transcript: Path
) -> None:
    size = transcript.stat().st_size
    say(transcript, TAGS, "Understood.")

    assert len(capture_session(book, transcript, upto=size).proposals) == 1
    assert len(capture_session(book, transcript).proposals) == 1


def test_what_waits_already_is_not_proposed_again(book: Book, transcript: Path) -> None:
    other = transcript.with_name("another-session.jsonl")
    other.write_bytes(transcript.read_bytes())

    capture_session(book, transcript)

    assert capture_session(book, other).proposals == ()


def test_a_secret_that_was_typed_does_not_wait_in_a_proposal(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    key = "AKIA" + "Q7ZWX3LMN2PRT5VK"
    say(path, "go", "Done.", f"we always deploy with the key {key} from now on", "OK.")

    capture_session(book, path)

    assert waiting(book)
    assert all(key not in body for body in waiting(book))


@requirement("capture.pending")
def test_out_of_time_leaves_the_rest_for_the_next_time(book: Book, transcript: Path) -> None:
    late = capture_session(book, transcript, budget_s=-1)

    assert (late.is_complete, late.proposals) == (False, ())
    assert len(capture_session(book, transcript).proposals) == 1


@requirement("D2.capture.session")
def test_a_lingxi_book_names_the_turn_in_its_own_file(tmp_path: Path, transcript: Path) -> None:
    book = made(tmp_path / "lingxi", "lingxi")

    capture_session(book, transcript, generation="g1")

    kept = json.loads((book.root / "workspace/processed-sessions.json").read_text("utf-8"))
    assert kept == {"processed": ["0f7c-session-g1"]}
    say(transcript, TAGS, "Understood.")
    assert capture_session(book, transcript, generation="g1").proposals == ()


@requirement("C2.activate")
def test_what_is_about_the_person_goes_to_the_personal_profile(
    book: Book, transcript: Path
) -> None:
    personal = made(personal_folder(Settings()), "profile", is_personal=True)
    say(transcript, SHORT, "OK.")

    capture_session(book, transcript)

    (body,) = waiting(book)
    assert body.startswith("We use pnpm here")
    (proposal,) = personal.proposals.list()
    assert [edit.path for edit in proposal.edits] == ["user.md"]


@requirement("C2.activate")
def test_a_profile_is_proposed_what_activates_it_and_not_what_it_says(tmp_path: Path) -> None:
    profile = made(tmp_path / "profile", "profile")
    path = tmp_path / "s.jsonl"
    table = "| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |"
    say(path, "go", "Done.", SHORT, table, "useful, hang on to that", "OK.")
    with open(profile.root / "user.md", "a", encoding="utf-8") as page:
        page.write(f"\n- {SHORT}\n")

    assert capture_session(profile, path).findings == 0


@requirement("recall.used")
def test_whether_an_injected_line_was_used_is_recorded_once(book: Book, tmp_path: Path) -> None:
    state, path = state_of(str(book.root)), tmp_path / "u.jsonl"
    rows = [
        {"id": "MEM-a", "line": "Staging listens on port 6001 behind the Harbor gateway"},
        {"id": "MEM-b", "line": "Rotate the signing certificate yearly"},
    ]
    last: dict[str, object] = {"session": "u", "at": "1", "prompt": "reach staging?", "lines": rows}
    usage.record(state, "2026-11-01", "u", {"MEM-a": "h", "MEM-b": "h"}, last)
    say(path, "reach staging?", "Use the Harbor gateway, port 6001.")

    judged = judge_uses(book, path)

    assert judged is not None
    assert (judged.used, judged.unused) == (("MEM-a",), ("MEM-b",))
    assert judge_uses(book, path) is None
    assert uses(state) == {"MEM-a": (1, 0), "MEM-b": (0, 1)}
    assert hit_rate(state) == 0.5
