"""After an answer: a child of its own hears what was said, and nobody waits for it."""

import json
import os
import signal
import subprocess
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.doors import child
from commonplace.hook import capture, events, session_start
from commonplace.hook import child as hook_child
from commonplace.hook.child import LOCK
from commonplace.hook.log import LOG, log
from commonplace.hosts.dialects import CLAUDE_CODE
from commonplace.hosts.payloads import heard
from commonplace.storage import hook_state, small_state, upkeep_state, usage
from commonplace.storage.places import state_home, state_of
from commonplace.storage.usage import only_one
from doors.hooked import HOOK, PNPM, children_of, conversation, stopped, wait_for
from requirements import requirement

NOW = datetime(2026, 3, 14, 9, tzinfo=UTC)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return found_book(tmp_path / "project", Settings(), NOW)


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return conversation(tmp_path / "session.jsonl")


def job(transcript: Path) -> dict[str, object]:
    return {"host": "claude-code", "session": "s", "transcript": str(transcript), "turn": "p"}


@requirement("hook.capture")
@pytest.mark.laws
@pytest.mark.parametrize("event", ["Stop", "SessionEnd", "PreCompact"])
def test_the_child_survives_the_end_of_its_host_and_ends_by_itself(
    book: Book, transcript: Path, event: str
) -> None:
    host = subprocess.Popen(
        [*HOOK, "claude-code", event],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    said, _ = host.communicate(stopped(book, transcript).encode())
    with suppress(ProcessLookupError):  # nothing of the host's group may be left: as good
        os.killpg(host.pid, signal.SIGKILL)

    assert (said, host.returncode) == (b"", 0)
    assert wait_for(book.proposals.list)
    assert book.proposals.list()[0].candidates[0].body.count("pnpm")
    assert wait_for(lambda: not children_of(book.root))


def test_a_child_takes_what_waits_and_leaves_a_proposal(book: Book, transcript: Path) -> None:
    state = state_of(str(book.root))
    hook_state.add_job(state, "s", job(transcript))

    assert child.main(str(book.root)) == 0

    assert len(book.proposals.list()) == 1
    assert not hook_state.has_jobs(state)
    assert small_state.sessions_in_vain(state) == 0


class Killed(BaseException):
    """What ends a child at once, as a signal does."""


@pytest.mark.parametrize("ending", [Killed, MemoryError])
def test_what_a_child_did_not_end_is_heard_by_the_next_one(
    book: Book, transcript: Path, ending: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_state.add_job(state_of(str(book.root)), "s", job(transcript))

    def dies(*_: object) -> None:
        raise ending

    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(hook_child, "capture_session", dies)
        child.main(str(book.root))
    assert book.proposals.list() == ()
    child.main(str(book.root))

    assert len(book.proposals.list()) == 1
    assert not list(Path(state_of(str(book.root)), hook_state.JOBS).rglob("*.begun"))


def test_a_job_for_which_time_ran_out_is_ended_by_the_next_child(
    book: Book, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook_state.add_job(state_of(str(book.root)), "s", job(transcript))
    with monkeypatch.context() as patch:
        patch.setattr(hook_child, "BUDGET_S", -1.0)
        child.main(str(book.root))
    child.main(str(book.root))

    assert len(book.proposals.list()) == 1


def test_a_job_that_ended_three_children_is_let_go(book: Book, transcript: Path) -> None:
    state = state_of(str(book.root))
    hook_state.add_job(state, "s", job(transcript))

    tries = [len(hook_state.begin_jobs(state)) for _ in range(4)]

    assert tries == [1, 1, 1, 0]
    assert hook_state.begin_jobs(state) == []


def test_a_newer_job_takes_the_place_of_one_that_was_begun(book: Book, transcript: Path) -> None:
    state = state_of(str(book.root))
    hook_state.add_job(state, "s", {**job(transcript), "turn": "1"})
    hook_state.begin_jobs(state)
    hook_state.add_job(state, "s", {**job(transcript), "turn": "2"})

    assert [each["turn"] for _, each in hook_state.begin_jobs(state)] == ["2"]


def test_there_is_one_child_for_each_book(book: Book, transcript: Path) -> None:
    state = state_of(str(book.root))
    hook_state.add_job(state, "s", job(transcript))

    with only_one(os.path.join(state, LOCK)):
        child.main(str(book.root))

    assert hook_state.has_jobs(state)
    assert book.proposals.list() == ()


def test_what_a_child_cannot_do_is_one_line_in_the_log(book: Book, transcript: Path) -> None:
    state = state_of(str(book.root))
    hook_state.add_job(state, "s", job(transcript))
    Path(state, "proposals").write_text("in the way", "utf-8")

    assert child.main(str(book.root)) == 0

    (line,) = Path(state_home(), LOG).read_text("utf-8").splitlines()
    assert json.loads(line)["event"] == "capture claude-code"


@requirement("hook.inert")
@pytest.mark.parametrize("marked", [{"agent_id": "a1"}, {}])
def test_inside_a_child_agent_nothing_is_captured(
    book: Book, transcript: Path, marked: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not marked:
        monkeypatch.setenv(events.CHILD, "1")
    asked = json.dumps({**json.loads(stopped(book, transcript)), **marked})

    assert events.respond(["claude-code", "Stop"], asked, pytest.fail) == ""
    assert not hook_state.has_jobs(state_of(str(book.root)))


def test_a_childs_environment_has_none_of_the_hosts_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CLAUDE_CODE_MESSAGING_TOKEN", "secret")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")

    given = capture._environment("codex")

    assert "secret" not in given.values()
    assert (given["COMMONPLACE_AGENT"], given[events.CHILD]) == ("codex", "1")


@requirement("hook.compaction")
def test_before_compaction_everything_may_be_told_again(
    book: Book, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(str(book.root))
    usage.record(state, "2026-03-14", "s", {"MEM-port": "hash"}, {})
    hook_state.keep_turn(state, "s", {"last_keywords": ["port"]})
    monkeypatch.setattr(capture, "start_child", lambda *_: None)

    events.respond(["claude-code", "PreCompact"], stopped(book, transcript), pytest.fail)

    assert usage.seen_in(state, "s") == {}
    assert hook_state.read_turn(state, "s") == {}
    assert [job["moment"] for _, job in hook_state.begin_jobs(state)] == ["compaction"]


def test_words_are_kept_where_the_host_keeps_no_transcript_until_they_are_heard(book: Book) -> None:
    state = state_of(str(book.root))
    told = (
        ("beforeSubmitPrompt", {"prompt": "add date-fns"}),
        ("afterAgentResponse", {"text": "Ran npm install."}),
        ("beforeSubmitPrompt", {"prompt": PNPM}),
        ("afterAgentResponse", {"text": "Removed the lockfile."}),
    )
    for event, said in told:
        asked = {"session_id": "c", "cwd": str(book.project), "transcript_path": None, **said}
        events.respond(["cursor", event], json.dumps(asked), pytest.fail)
    kept = Path(hook_state.heard_file(state, "c"))
    hook_state.add_job(state, "c", {**job(kept), "host": "cursor", "session": "c", "moment": "end"})

    child.main(str(book.root))

    assert len(book.proposals.list()) == 1
    assert not kept.exists()


@requirement("D1.sessions")
def test_a_turn_of_cursor_is_noted_in_a_lingxi_book_by_the_names_that_cursor_gives_it(
    tmp_path: Path,
) -> None:
    lingxi = found_book(tmp_path / "other", Settings(layout="lingxi"), NOW)
    state = state_of(str(lingxi.root))
    for role, text in (("user", "Always use pnpm here."), ("assistant", "I will.")):
        hook_state.note_words(state, "c1", role, text)
    heard_there = {"host": "cursor", "transcript": hook_state.heard_file(state, "c1")}

    hook_state.add_job(state, "c1", {**heard_there, "session": "c1", "turn": "g1"})
    child.main(str(lingxi.root))

    noted = lingxi.root / "workspace" / "processed-sessions.json"
    assert json.loads(noted.read_text("utf-8")) == {"processed": ["c1-g1"]}


def test_without_a_session_nothing_is_left_to_anybody(book: Book) -> None:
    capture.begin(CLAUDE_CODE, "answer", heard({"cwd": str(book.project)}, {}))

    assert not hook_state.has_jobs(state_of(str(book.root)))


@requirement("hook.notice")
def test_there_is_at_most_one_notice_a_day(book: Book, transcript: Path) -> None:
    hook_state.add_job(state_of(str(book.root)), "s", job(transcript))
    child.main(str(book.root))
    now = datetime.now(UTC)

    def told(at: datetime) -> str:
        return session_start.notice_line([book], at, {"COMMONPLACE_LANG": "en"})

    assert told(now) == "commonplace: Waiting for your review: 1. `commonplace review` shows what."
    assert told(now) == ""
    assert told(now + timedelta(days=1)) != ""


def test_a_hook_that_failed_and_sessions_in_vain_are_told(book: Book) -> None:
    assert session_start.notice_line([book], NOW, {}) == ""
    for number in range(session_start.IN_VAIN):
        small_state.note_capture(state_of(str(book.root)), f"s{number}", 0)

    assert "left nothing to review" in session_start.notice_line([book], NOW, {})

    log("claude-code Stop", "over 300 ms", 0.3)

    tomorrow = NOW + timedelta(days=1)
    assert "could not do their work: 1" in session_start.notice_line([book], tomorrow, {})
    after = NOW + timedelta(days=2)
    assert "有 1 次钩子" in session_start.notice_line([book], after, {"LANG": "zh_CN.UTF-8"})


def test_upkeep_of_what_has_stood_a_month_is_suggested_once_a_week_until_somebody_sees_to_it(
    book: Book,
) -> None:
    for number in range(6):
        note = f"---\nmodified: {NOW.date()}\n---\n# Port {number}\n\nIt listens on 844{number}.\n"
        (book.root / "10-Memories" / f"MEM-port-{number}.md").write_text(note, "utf-8")
    index_of(book).freshen()

    def told(days: int) -> str:
        return session_start.notice_line(
            [book], NOW + timedelta(days=days), {"COMMONPLACE_LANG": "en"}
        )

    assert told(0) == told(30) == ""
    assert told(40) == (
        "commonplace: This book is due for upkeep (more than half of it was never recalled):"
        " `commonplace distill`."
    )
    assert [bool(told(day)) for day in range(41, 49)] == [False] * 6 + [True, False]
    seen = (NOW + timedelta(days=49)).date().isoformat()
    upkeep_state.note_health(state_of(str(book.root)), {"at": seen})
    assert told(60) == ""


def copilot_turn(*said: tuple[str, str]) -> str:
    rows = [{"type": "session.start", "data": {"sessionId": "s"}}]
    rows += [{"type": f"{who}.message", "data": {"content": text}} for who, text in said]
    return "".join(json.dumps({**row, "parentId": None}) + "\n" for row in rows)


@requirement("hook.capture")
@pytest.mark.parametrize("earlier", [(), (("user", "hello"), ("assistant", "Hello, I am here."))])
def test_a_host_that_writes_its_transcript_after_the_hook_is_waited_for(
    book: Book,
    tmp_path: Path,
    earlier: tuple[tuple[str, str], ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    transcript = tmp_path / "events.jsonl"
    transcript.write_text(copilot_turn(*earlier), "utf-8")
    now = copilot_turn(*earlier, ("user", PNPM), ("assistant", "Understood, pnpm it is."))
    late = [lambda: None, lambda: transcript.write_text(now, "utf-8")]
    monkeypatch.setattr(hook_child.time, "sleep", lambda _: late.pop(0)() if late else None)
    asked = {**job(transcript), "host": "copilot", "upto": transcript.stat().st_size}
    hook_state.add_job(state_of(str(book.root)), "s", asked)

    child.main(str(book.root))

    (proposal,) = book.proposals.list()
    assert "pnpm" in proposal.candidates[0].body
