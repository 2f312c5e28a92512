"""One session of fifty turns that is resumed, compacted and cleared: it is told the same bytes each time."""

import json
import time
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path

import pytest

from app.later import settle
from commonplace.app.books import Book, found_book
from commonplace.config import Settings
from commonplace.hook import events, session_start
from commonplace.storage import usage
from commonplace.storage.places import state_of
from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.laws

TURNS = 50
AGAIN = ("resume", "compact", "resume", "clear")
"""How a session begins once more, in turns; after the second and the fourth nothing is known any more."""
BETWEEN_S = 60
NOON = datetime(2026, 3, 14, 12)  # noqa: DTZ001 - of whatever zone this machine is in
FACTS = {
    "staging": "Staging listens on port 6001 behind the proxy.",
    "vpn": "Deploys need the VPN of the Berlin office.",
    "redis": "Redis evicts keys under memory pressure at night.",
}
PROMPTS = (
    "Which port does staging listen on behind the proxy?",
    "thanks, go on",
    "Do deploys need the VPN of the Berlin office?",
    "When does redis evict keys under memory pressure?",
)


class Clock:
    """The time of the session, from noon on: it goes on by a minute with every event, never by itself."""

    seconds = 0

    def now(self) -> datetime:
        """Return the time on the wall of whoever runs this, as `datetime.now()` would."""
        return NOON + timedelta(seconds=self.seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "time", lambda: 1e9 + made.seconds)
    told = time.strftime
    monkeypatch.setattr(
        time,
        "strftime",
        lambda form, *at: told(form, *at) if at else made.now().strftime(form),
    )
    ticking = type("Ticking", (datetime,), {"now": staticmethod(made.now)})
    monkeypatch.setattr(session_start, "datetime", ticking)
    return made


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = found_book(tmp_path, Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    for name, text in FACTS.items():
        note = f'---\ntitle: "{text}"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{text}"\n---\n\n# {text}\n\n{text}\n'
        (made.root / "10-Memories" / f"MEM-{name}.md").write_text(note, "utf-8")
    settle(made.root)
    return made


class Session:
    """One session of Claude Code, by its id."""

    def __init__(self, book: Book, clock: Clock) -> None:
        self.folder, self.clock, self.turn = str(book.project), clock, 0

    def begins(self, source: str) -> str:
        """Return every byte that is said when the session begins, for whatever reason."""
        return self._told("SessionStart", {"source": source})

    def asks(self, prompt: str) -> str:
        self.turn += 1
        return self._told("UserPromptSubmit", {"prompt": prompt, "prompt_id": f"p{self.turn}"})

    def _told(self, event: str, value: dict[str, str]) -> str:
        self.clock.seconds += BETWEEN_S
        asked = {"session_id": "one", "cwd": self.folder, "hook_event_name": event, **value}
        said: list[str] = []
        trouble = events.respond(["claude-code", event], json.dumps(asked), said.append)
        assert trouble == ""
        return "\n".join(said)


def lived(session: Session) -> list[str]:
    """Return what the session was told at each of its beginnings, with a prompt before each but the first."""
    told = [session.begins("startup")]
    for source, prompt, _ in zip(cycle(AGAIN), cycle(PROMPTS), range(TURNS), strict=False):
        session.asks(prompt)
        told.append(session.begins(source))
    return told


@requirement("recall.session")
def test_a_session_that_is_resumed_and_compacted_is_told_the_same_bytes_for_fifty_turns(
    book: Book, clock: Clock
) -> None:
    told = lived(Session(book, clock))

    assert len(told) == TURNS + 1
    assert told[0].count("[end of contents]") == 1
    assert set(told) == {told[0]}
    # What stands whole in the contents is only pointed at, and a pointer is no use.
    assert usage.counts(state_of(str(book.root))) == {}


@requirement("recall.session")
def test_the_notice_of_the_day_is_beside_the_block_and_only_once_a_day(
    book: Book, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = Session(book, clock).begins("startup")
    monkeypatch.chdir(book.project)
    with monkeypatch.context() as agent:
        agent.setenv("CLAUDECODE", "1")
        assert command_line(["remember", "Grafana runs on port 3000."]).code == 4
    session = Session(book, clock)

    today = lived(session)
    clock.seconds += 24 * 60 * 60
    tomorrow = lived(session)

    for told in (today, tomorrow):
        first = json.loads(told[0])
        assert "Waiting for your review: 1" in first.pop("systemMessage")
        assert first == json.loads(quiet)
        assert set(told[1:]) == {quiet}
