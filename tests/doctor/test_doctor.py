"""The doctor looks at everything that memories depend on, and mends what can be made again."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from commonplace.app.govern import neighbour_search_for
from commonplace.app.recall import drift_of, index_of
from commonplace.core.changes import Proposal
from commonplace.core.health import Grade, Observation, ok, problem, warning, worst
from commonplace.core.ports import Stamp
from commonplace.doctor import checkup, machine
from commonplace.doctor.machine import failures
from commonplace.doors.cli.doctor import examined_as_text, next_step
from commonplace.errors import CommonplaceError
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import govern
from commonplace.hook.log import log
from commonplace.hook.session_start import notice_line
from commonplace.messages import has_sentence
from commonplace.storage.publish import Publisher
from commonplace.storage.swap import Guarantee, Promises, promises_in
from requirements import requirement
from transcript import CLOCK, command_line

pytestmark = pytest.mark.laws

NOTE = "---\ntitle: {title}\n---\n\n# {title}\n\nSomebody typed this.\n"
WELL = [
    "versions", "extras", "lock", "journal", "book", "indices", "trust", "arrivals",
    "receipts", "index",
    "engine", "files", "hosts", "hooks",
]  # fmt: skip


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN. Ask Ada for access.", "--yes"])
    return open_book(tmp_path)


def examined(*flags: str) -> dict:
    ran = command_line(["doctor", "--json", *flags])
    assert ran.out, ran.err
    return {**json.loads(ran.out), "code": ran.code}


def about(found: dict, what: str) -> dict:
    return next(each for each in found["observations"] if each["about"] == what)


def sources(book: Book) -> dict[str, bytes]:
    files = book.snapshot().files
    return {path: text for path, text in files.items() if not book.layout.derives(path)}


def typed(book: Book, title: str) -> None:
    (book.root / "10-Memories" / f"MEM-{title.lower()}.md").write_text(NOTE.format(title=title))


@requirement("doctor.lines", "doctor.exit")
def test_a_healthy_book_is_well_in_every_line(book: Book) -> None:
    found = examined()

    assert [each["about"] for each in found["observations"]] == WELL
    assert found["code"] == 0
    assert {each["code"] for each in found["observations"] if each["grade"] != "ok"} == {
        "no-host-wired"
    }
    assert found["versions"].keys() == {"commonplace", "python", "sqlite", "system"}


@requirement("doctor.next")
def test_whatever_is_not_well_says_what_to_do_next() -> None:
    rooms = Path(machine.__file__).parent.glob("*.py")
    graded = re.compile(r'(?:warning|problem)\(\s*"[a-z]+",\s*"([a-z-]+)"')
    codes = {code for path in rooms for code in graded.findall(path.read_text("utf-8"))}

    assert len(codes) >= 15
    assert all(has_sentence(f"doctor.{code}.next") for code in codes)


def test_the_whole_is_as_bad_as_its_worst_part() -> None:
    seen = [ok("lock", "lock-free"), warning("lock", "lock-held", owner="ada")]

    text = examined_as_text(seen, "en")

    assert worst(seen) is Grade.WARNING
    assert worst([*seen, problem("book", "no-book", path="x")]) is Grade.PROBLEM
    assert worst([]) is Grade.OK
    assert "held by ada" in text
    assert "Well: 1. Warnings: 1. Problems: 0." in text
    assert next_step(seen[0], "en") == ""


@requirement("doctor.exit")
def test_a_machine_without_a_book_is_examined_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    found = examined()

    assert about(found, "book")["code"] == "no-book"
    assert (found["status"], found["code"]) == ("problem", 1)


@requirement("doctor.exit")
def test_where_only_the_personal_book_is_it_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--personal"])

    found = examined()

    assert about(found, "book")["code"] == "book"
    assert found["code"] == 0


@requirement("doctor.arrivals")
def test_what_arrived_since_the_last_look_is_listed_once(book: Book) -> None:
    command_line(["doctor"])
    typed(book, "Typed")

    by_a_program = examined()
    first = command_line(["doctor"]).out.decode()
    second = command_line(["doctor"]).out.decode()

    assert about(by_a_program, "arrivals")["values"] == {
        "count": "1",
        "paths": "10-Memories/MEM-typed.md",
    }
    assert "1 memories arrived without us" in first
    assert "nothing arrived" in second


def test_an_agent_that_looks_does_not_look_for_its_user(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["doctor"])
    typed(book, "Typed")
    monkeypatch.setenv("CLAUDECODE", "1")
    command_line(["doctor"])
    monkeypatch.delenv("CLAUDECODE")

    assert about(examined(), "arrivals")["code"] == "arrived"


@requirement("doctor.fix")
def test_what_can_be_made_again_is_mended_and_no_memory_touched(book: Book) -> None:
    command_line(["recall", "vpn"])
    typed(book, "Typed")
    before = sources(book)
    ill = examined()

    mended = examined("--fix")

    assert about(ill, "indices")["code"] == "indices-stale"
    assert about(ill, "index")["code"] == "index-stale"
    assert ill["code"] == 0
    assert mended["mended"] == ["indices", "index"]
    assert (about(mended, "indices")["grade"], about(mended, "index")["grade"]) == ("ok", "ok")
    assert sources(book) == before
    assert examined("--fix")["mended"] == []


@requirement("doctor.fix", "doctor.exit")
def test_a_broken_index_is_a_problem_until_it_is_made_again(book: Book) -> None:
    index_of(book).rebuild()
    Path(index_of(book).path).write_bytes(b"not an index " * 1000)

    ill = examined()
    mended = examined("--fix")

    assert about(ill, "index")["values"]["why"] == "index-damaged"
    assert ill["code"] == 1
    assert (mended["mended"], mended["code"]) == (["index"], 0)


def proposed(book: Book) -> Proposal:
    candidate = capture("Uploads are retried twice.", Given())
    return govern([candidate], book.view(CLOCK), neighbour_search_for(book)).proposal


@requirement("doctor.fix")
def test_what_a_dead_writer_promised_is_seen_and_finished(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Publisher, "_put", _die)
        with pytest.raises(Died):
            book.commit(proposed(book), Stamp(who="ada", channel="flag"), CLOCK)

    seen = book.store.unfinished()
    mended = examined("--fix")

    assert (len(seen[0]), seen[1]) == (1, [])
    assert "journal" in mended["mended"]
    assert about(mended, "journal")["code"] == "journal-empty"
    assert len(open_book(book.project).reading().memories) == 2


class Died(BaseException):
    """The writer is gone: what the disk refuses is taken back, but a dead one takes nothing back."""


def _die(*_: object) -> None:
    raise Died


@requirement("doctor.lines")
def test_a_promise_that_waits_a_damaged_one_and_a_writer_are_told(book: Book) -> None:
    journal = Path(book.store.state, "journal")
    (journal / "bad" / "1.json").write_bytes(b"{}")
    with open_book(book.project).store.locked():
        (journal / "2.json").write_bytes(b"{}")
        found = examined()

    assert about(found, "lock")["code"] == "lock-held"
    assert f"pid {os.getpid()}" in about(found, "lock")["values"]["owner"]
    codes = [each["code"] for each in found["observations"] if each["about"] == "journal"]
    assert codes == ["journal-waiting", "journal-damaged"]
    assert found["code"] == 1


@requirement("doctor.lines")
def test_trust_proposals_and_unreadable_files_are_told(book: Book) -> None:
    book.proposals.save(proposed(book), CLOCK)
    book.distrust()
    (book.root / "10-Memories" / "MEM-bad.md").write_bytes(b"---\ntitle: &a x\n---\n")

    found = examined()

    assert about(found, "trust")["code"] == "untrusted"
    assert about(found, "review")["values"]["proposals"] == "1"
    assert about(found, "format")["grade"] == "problem"


@requirement("doctor.guarantees")
@pytest.mark.parametrize(
    ("guarantee", "grade"),
    [
        (Guarantee.SWAP, "ok"),
        (Guarantee.SWAP_UNTESTED, "warning"),
        (Guarantee.STEPS, "warning"),
        (Guarantee.CHECKED, "warning"),
    ],
)
def test_what_the_file_system_promises_is_told(
    guarantee: Guarantee, grade: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    promised = Promises(guarantee=guarantee, flushes=False, is_case_sensitive=False)
    monkeypatch.setattr(machine, "promises_in", lambda _: promised)

    swap, flush = machine.look_at_files("book")

    assert swap.grade == grade
    assert swap.values["case"] == "case-insensitive"
    assert flush.code == "no-flush"


@requirement("doctor.guarantees")
def test_the_promises_are_tried_in_the_folder_and_leave_nothing(tmp_path: Path) -> None:
    found = promises_in(str(tmp_path))

    assert found.flushes
    assert os.listdir(tmp_path) == []
    (seen,) = machine.look_at_files(str(tmp_path / "nowhere"))
    assert (seen.code, seen.grade) == ("book-unwritable", Grade.PROBLEM)


def test_a_private_folder_that_cannot_be_written_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    codes = [each.code for each in machine.look_at_machine()]

    assert codes[-1] == "folder-unwritable"


@requirement("doctor.lines", "doctor.exit")
def test_state_that_cannot_be_written_is_named_and_the_other_looks_go_on(book: Book) -> None:
    ledger = Path(book.store.state, "approvals.jsonl")
    ledger.unlink()
    ledger.mkdir()
    Path(book.store.state, "looked-over").mkdir()

    ran = command_line(["doctor"])
    found = examined()

    state = about(found, "state")
    assert (state["code"], state["grade"]) == ("state-unwritable", "problem")
    assert state["values"]["path"] == str(ledger)
    assert about(found, "hooks")["grade"] == "ok"
    assert (ran.code, found["code"]) == (1, 1)
    assert "that you have looked could not be kept" in ran.err


@requirement("doctor.lines", "doctor.exit")
def test_a_look_that_cannot_be_finished_is_a_finding_and_the_others_go_on(book: Book) -> None:
    journal = Path(book.store.state, "journal")
    journal.rename(journal.with_name("aside"))
    journal.touch()

    found = examined()
    text = command_line(["doctor"]).out.decode()

    failed = about(found, "lock")
    assert (failed["code"], failed["grade"], found["code"]) == ("look-failed", "problem", 1)
    assert "could not be looked at: " in text
    assert str(journal.parent) in failed["values"]["cause"]
    assert [each["about"] for each in found["observations"]][-8:] == WELL[-8:]


@requirement("doctor.lines")
@pytest.mark.parametrize(
    ("trouble", "cause"),
    [
        (OSError(5, "Input/output error", "x"), "[Errno 5] Input/output error: 'x'"),
        (CommonplaceError("empty-text"), "There is no text. Nothing was written."),
    ],
)
def test_whatever_stops_a_look_is_told_as_its_cause(
    book: Book, trouble: Exception, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Iterator[Observation]:
        yield ok("index", "index-none")
        raise trouble

    monkeypatch.setattr(checkup, "look_at_search", fail)

    seen = examined()["observations"]

    at = [each["code"] for each in seen].index("index-none")
    failed, following = seen[at + 1 : at + 3]
    assert (failed["about"], failed["code"], following["about"]) == (
        "index",
        "look-failed",
        "files",
    )
    assert failed["values"]["cause"] == cause


def wired(event: str = "UserPromptSubmit") -> Path:
    home = Path(os.environ["HOME"])
    (home / ".claude").mkdir()
    command_line(["install", "claude-code", "--yes"])
    settings = home / ".claude" / "settings.json"
    value = json.loads(settings.read_text("utf-8"))
    del value["hooks"][event]
    settings.write_text(json.dumps(value), "utf-8")
    return settings


@requirement("doctor.fix.hosts", "doctor.lines")
def test_missing_hooks_are_a_problem_and_come_back_only_with_consent(book: Book) -> None:
    settings = wired()
    broken = settings.read_bytes()

    nobody = examined("--fix")
    unchanged = settings.read_bytes()
    agreed = examined("--fix", "--yes")

    assert about(nobody, "hosts")["code"] == "host-entries-missing"
    assert (nobody["mended"], nobody["code"]) == ([], 1)
    assert unchanged == broken
    assert agreed["mended"] == ["Claude Code"]
    assert (about(agreed, "hosts")["code"], agreed["code"]) == ("host-wired", 0)


def test_a_program_that_only_this_project_is_wired_for_is_looked_at(book: Book) -> None:
    command_line(["install", "claude-code", "--scope", "project", "--yes"])

    whole = about(examined(), "hosts")
    os.remove(".claude/settings.json")
    broken = about(examined(), "hosts")

    assert (whole["code"], whole["values"]["host"]) == ("host-wired", "Claude Code")
    assert broken["code"] == "host-entries-missing"


def test_of_an_installation_with_little_left_three_files_are_named_and_the_others_counted(
    book: Book,
) -> None:
    settings = wired()
    shutil.rmtree(settings.parent)

    paths = about(examined(), "hosts")["values"]["paths"]

    assert paths.startswith(str(settings))
    assert paths.endswith(", … (+8)")
    assert paths.count("SKILL.md") == 2


def test_a_wired_program_whose_server_cannot_start_is_told_at_once_and_by_the_doctor(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(machine.EXTRAS, "mcp", "a_package_that_nobody_has")

    installed = command_line(["install", "claude-code", "--yes"])
    plain = command_line(["install", "generic", "--scope", "project", "--yes"])
    told = [each["code"] for each in examined()["observations"]]

    assert f"`{machine.extra_command('mcp')}`" in installed.err
    assert "mcp" not in plain.err
    assert "server-cannot-start" in told


@pytest.mark.parametrize(("memories", "is_told"), [(21, False), (5_000, True)])
def test_old_entries_in_an_index_matter_only_where_anybody_could_notice(
    memories: int, is_told: bool, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = index_of(book).engine
    grown = replace(engine.status(), memories=memories, wants_rebuild=True)
    monkeypatch.setattr(type(engine), "status", lambda _: grown)

    codes = [each["code"] for each in examined()["observations"]]

    assert ("index-grown" in codes) is is_told


def test_without_any_program_here_a_dry_run_says_so(book: Book) -> None:
    told = command_line(["install", "--all", "--dry-run"]).out.decode()

    assert told.startswith("No agent program was found here.")


@requirement("doctor.fix.hosts")
def test_an_agent_cannot_agree_to_hooks(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = wired()
    broken = settings.read_bytes()
    monkeypatch.setenv("CLAUDECODE", "1")

    examined("--fix", "--yes")

    assert settings.read_bytes() == broken


def test_hosts_are_told_whether_wired_or_not_and_codex_must_be_trusted(book: Book) -> None:
    home = Path(os.environ["HOME"])
    for name in (".codex", ".gemini", ".cursor"):
        (home / name).mkdir()
    command_line(["install", "codex", "--yes"])
    (home / ".gemini" / "settings.json").write_text("{ not json", "utf-8")

    hosts = [each for each in examined()["observations"] if each["about"] == "hosts"]

    assert {each["values"]["host"]: each["code"] for each in hosts} == {
        "Codex": "host-wired-untold",
        "Cursor": "host-not-wired",
        "Gemini CLI": "host-file-broken",
    }
    assert "/hooks" in hosts[0]["next"]


@requirement("doctor.hooks")
def test_hooks_that_failed_lately_are_counted(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    log("prompt", "over 300 ms", 0.31)
    log("claude-code Stop", "index-damaged", 0.02)
    log("claude-code UserPromptSubmit", "busy", 0.9)
    path = Path(os.environ["XDG_STATE_HOME"], "commonplace", "hook.log")
    with path.open("a", encoding="utf-8") as file:
        file.write("{ torn")
    later = datetime.now(UTC) + timedelta(days=8)

    now = json.loads(command_line(["doctor", "--json"], clock=lambda: datetime.now(UTC)).out)
    then = json.loads(command_line(["doctor", "--json"], clock=lambda: later).out)

    assert about(now, "hooks")["values"]["count"] == "2"
    assert about(now, "hooks")["values"]["why"] == "index-damaged"
    assert about(then, "hooks")["grade"] == "ok"
    assert len(failures()) == 3, "that the machine was busy is told in Activity, and is no failure"


@requirement("doctor.hooks")
def test_failed_hooks_are_told_even_while_proposals_wait(book: Book) -> None:
    book.proposals.save(proposed(book), CLOCK)
    log("claude-code Stop", "over 300 ms", 0.3)
    log("claude-code UserPromptSubmit", "busy", 0.9)

    first = notice_line([book], CLOCK, {"COMMONPLACE_LANG": "en"})
    second = notice_line([book], CLOCK, {"COMMONPLACE_LANG": "en"})

    assert "Hooks that could not do their work: 1." in first
    assert "Waiting for your review: 1." in first
    assert second == ""


def test_drift_names_new_changed_and_vanished_files(book: Book) -> None:
    index_of(book).rebuild()
    before = drift_of(book)
    typed(book, "Typed")
    next(book.root.glob("10-Memories/MEM-deploy*.md")).unlink()

    after = drift_of(book)

    assert before is not None
    assert after is not None
    assert (before.agreement, before.apart) == (1.0, ())
    assert sorted(path.partition("-")[0] for path in after.apart) == ["10", "10"]
    assert after.agreement < 1.0
