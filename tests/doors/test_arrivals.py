"""What comes into a trusted book without us: whose it is, who is handed it, and where that is told."""

import json
import os
import shutil
import subprocess
import time
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from app.later import ten_seconds_later
from commonplace.app import guard
from commonplace.app.books import Book, found_book, open_book
from commonplace.app.provenance import awaits_git, keep_watch, waiting_arrivals
from commonplace.config import Settings
from commonplace.core.approvals import ACCEPTED, ASK, TRUST, Way, injected, way_of
from commonplace.core.memory import Status
from commonplace.core.values import replace
from commonplace.hook import prompt_answer, refresher, turn
from commonplace.hook.events import respond
from commonplace.hook.session_start import begin, contents, notice_line
from commonplace.hosts.dialects import DIALECTS
from commonplace.storage import trust as ledger_file
from commonplace.storage.places import WATCHED, state_of
from commonplace.storage.trust import is_replaced
from requirements import requirement
from tiers import one_in
from transcript import Ran, command_line

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 3, 14, tzinfo=UTC)
FACT = "Staging listens on port 6001 behind the proxy."
PROMPT = "Which port does staging listen on behind the proxy?"
LONG_AGO = 1_600_000_000


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return found_book(project, Settings(), NOW)


def drop(book: Book, name: str = "port", text: str = FACT) -> Path:
    """Write a note as an editor does."""
    path = book.root / "10-Memories" / f"MEM-{name}.md"
    path.write_text(f"# {name.title()}\n\n{text}\n", "utf-8")
    return path


def is_injected(book: Book, prompt: str = PROMPT) -> bool:
    """Ask the hook, which takes in what changed."""
    with ten_seconds_later():
        return bool(prompt_answer.answer(prompt, str(book.project), "").block)


def run(*words: str, **how) -> Ran:
    return command_line(list(words), **how)


def git(book: Book, *words: str, who: str = "ada") -> str:
    own = ("-c", f"user.name={who}", "-c", f"user.email={who}@example.org")
    told = subprocess.run(
        ["git", *own, *words], cwd=book.project, check=True, capture_output=True, text=True
    )
    return told.stdout


def a_tool_says(book: Book, event: str, **said: object) -> None:
    whole = {"session_id": "s", "cwd": str(book.project), "hook_event_name": event, **said}
    respond(["claude-code", event], json.dumps(whole), lambda _: None)


def by_editor(book: Book) -> None:
    drop(book)


def by_commit(book: Book) -> None:
    git(book, "init", "-q")
    drop(book)
    git(book, "add", "-A")
    git(book, "commit", "-qm", "note")


def by_pull(book: Book) -> None:
    """Let somebody else commit a note, and pull it."""
    git(book, "init", "-q", "-b", "main")
    git(book, "commit", "-qm", "begin", "--allow-empty")
    other = book.project.parent / "other"
    subprocess.run(["git", "clone", "-q", str(book.project), str(other)], check=True)
    note = other / ".memory" / "10-Memories" / "MEM-port.md"
    note.parent.mkdir(parents=True)
    note.write_text(f"# Port\n\n{FACT}\n", "utf-8")
    for words in (["add", "-A"], ["commit", "-qm", "note"]):
        subprocess.run(
            ["git", "-c", "user.name=bob", "-c", "user.email=bob@example.org", *words],
            cwd=other,
            check=True,
        )
    git(book, "pull", "-q", "--ff-only", str(other), "main")


def by_accepted_author(book: Book) -> None:
    assert run("trust", "--author", "bob@example.org").code == 0
    by_pull(book)


def by_archive(book: Book) -> None:
    os.utime(drop(book), (LONG_AGO, LONG_AGO))


def by_bulk(book: Book) -> None:
    drop(book)
    for number in range(20):
        drop(book, f"other-{number}", f"Service {number} speaks to queue {number}.")


def by_tool(book: Book) -> None:
    path = drop(book)
    a_tool_says(book, "PostToolUse", tool_name="Write", tool_input={"file_path": str(path)})


def by_shell(book: Book) -> None:
    use = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "cp x y"}}
    a_tool_says(book, "PreToolUse", **use)
    drop(book)
    a_tool_says(book, "PostToolUse", **use)


def by_upgrade(book: Book) -> None:
    by_archive(book)
    Path(state_of(str(book.root)), WATCHED).unlink()


def by_edit_of_what_waits(book: Book) -> None:
    by_archive(book)
    assert len(waiting_arrivals(book)) == 1
    drop(book, text=FACT.replace("behind", "just behind"))


ARRIVALS = {
    Way.EDITOR: by_editor,
    Way.COMMIT: by_commit,
    Way.AUTHOR: by_accepted_author,
    Way.UPGRADE: by_upgrade,
    Way.PULLED: by_pull,
    Way.UNPACKED: by_archive,
    Way.MANY: by_bulk,
    Way.TOOL: by_tool,
    Way.SHELL: by_shell,
    Way.HELD: by_edit_of_what_waits,
}
"""A signature needs keys of its own: what git says about one is in `tests/storage/test_git_evidence.py`."""


@requirement("trust.arrivals")
@pytest.mark.parametrize("setting", one_in(2, [ASK, TRUST]))
@pytest.mark.parametrize("way", ARRIVALS)
def test_what_arrives_is_handed_to_agents_as_the_table_says(
    book: Book, way: Way, setting: str
) -> None:
    ARRIVALS[way](book)
    if setting == TRUST:
        settings = Path(os.environ["XDG_CONFIG_HOME"]) / "commonplace" / "config.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(f'arrivals = "{TRUST}"\n', "utf-8")
    if way is not Way.UPGRADE:
        is_injected(book)  # enters what it sees, and asks no git
    keep_watch(book, NOW)

    assert is_injected(book) is injected(way, setting)
    told = {each.channel for each in book.ledger.read() if each.memory == "MEM-port"}
    assert told & {way, Way.UNDECIDED if setting == TRUST else way}


def table() -> str:
    """Return how each arrival and each setting end, as SECURITY.md shows it."""
    rows = [
        (way, *("injected" if injected(way, setting) else "waits" for setting in (ASK, TRUST)))
        for way in Way
        if way is not Way.UNDECIDED
    ]
    return "\n".join(f"| `{way}` | {asked} | {trusted} |" for way, asked, trusted in rows)


@requirement("trust.arrivals")
def test_the_page_on_security_shows_the_table_as_it_is() -> None:
    assert table() in (ROOT / "SECURITY.md").read_text("utf-8")


def test_an_edit_by_hand_is_served_at_once_and_so_is_a_new_note(book: Book) -> None:
    path = drop(book)

    assert is_injected(book)

    path.write_text(path.read_text("utf-8").replace("6001", "6002"), "utf-8")
    assert is_injected(book)


@pytest.mark.parametrize("how", ["made anew", "moved here"])
def test_what_stands_in_another_folder_at_the_place_of_a_trusted_one_waits(
    how: str, book: Book, tmp_path: Path
) -> None:
    run("remember", "Deploys need the VPN.", "--yes")
    other = tmp_path / "other"
    shutil.copytree(book.root, other, copy_function=shutil.copyfile)
    drop(replace(book, root=other))
    if how == "moved here":
        run("list")
    shutil.rmtree(book.root)
    if how == "moved here":
        shutil.move(other, book.root)
    else:
        shutil.copytree(other, book.root, copy_function=shutil.copyfile)

    assert not is_injected(book)
    run("list")
    assert [each.id for each in waiting_arrivals(book)] == ["MEM-port"]
    assert is_injected(book, "What do deploys need, the VPN?")
    drop(book, "dns", "The resolver of the lab answers on port 5353.")
    assert is_injected(book, "On which port does the resolver of the lab answer?")


def test_a_book_that_is_edited_and_written_all_over_is_the_same_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "profile")
    for name in [each for each in os.listdir() if each.endswith(".md")]:
        shutil.copyfile(name, "new")
        os.replace("new", name)
    run("save", "--target", "user", "--content", "Likes short answers.", "--yes")

    assert waiting_arrivals(open_book(tmp_path)) == ()
    assert not is_replaced(str(tmp_path))


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
def test_no_time_that_an_archive_brings_passes_for_that_of_a_save(book: Book, days: int) -> None:
    path = drop(book)
    then = time.time() + days * 86_400
    os.utime(path, (then, then))

    assert not is_injected(book)


def test_more_than_twenty_at_once_are_many_though_no_folder_holds_so_many(tmp_path: Path) -> None:
    paths = {f"notes/share/team-{number % 3}/MEM-{number}.md" for number in range(21)}
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("A note of a pack.", "utf-8")

    found = guard.gather(str(tmp_path), paths, asks_git=False)

    assert {way_of(each) for each in found.values()} == {Way.MANY}


LOOSE = {
    "before the first section": lambda text: f"{FACT}\n\n{text}",
    "after a title": lambda text: text.replace("\n\n", f"\n\n{FACT}\n\n", 1),
    "in a comment": lambda text: text.replace("\n", f"\n<!-- {FACT} -->\n", 1),
    "in a heading": lambda text: f"{text}\n# {FACT}\n",
    "in a line of the index": lambda text: f"{text}\n- {FACT} → memory_deploy.md\n",
}
"""Where a file of a profile can say something that is no memory."""


@requirement("trust.arrivals")
@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("memory.md", "in a line of the index"),  # elsewhere it changes the last section
        *one_in(4, product(("memory.md", "soul.md", "user.md", "agent.md"), [*LOOSE][:-1])),
    ],
)
def test_what_arrives_beside_the_memories_of_a_profile_waits_until_its_owner_saves_it(
    path: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "profile")
    run("save", "--target", "topic", "--name", "deploy", "--content", "# Rollouts\n\nDeploys need the VPN.", "--index", "--yes")  # fmt: skip
    run("list")
    before = Path(path).read_text("utf-8")
    told = contents(str(tmp_path))

    Path(path).write_text(LOOSE[where](before), "utf-8")
    os.utime(path, (LONG_AGO, LONG_AGO))
    waiting = contents(str(tmp_path))
    Path(path).write_text(LOOSE[where](before), "utf-8")

    assert FACT not in waiting
    assert [line for line in told.split("\n") if line not in waiting] == []
    assert FACT in contents(str(tmp_path))


ENTRY = f"## Rollout\n**Date:** 2026-01-01\n**Keywords:** rollout, staging\n\n{FACT}\n"
PAGES = {
    "an entry": lambda text: f"{text}\n{ENTRY}",
    "a comment": lambda text: f"{text}\n<!-- {FACT} -->\n",
    "words before the first entry": lambda text: f"{FACT}\n\n{text}",
    "a title": lambda text: f"# {FACT}\n\n{text}",
    "a new page": lambda _: ENTRY,
}


@requirement("trust.arrivals")
@pytest.mark.parametrize("what", one_in(2, PAGES))
def test_what_arrives_in_a_page_waits_from_the_first_prompt_on(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "mem-skill")
    kept = "The rollout of staging uses the port of billing."
    run("remember", kept, "--keyword", "rollout", "--keyword", "staging", "--yes")
    root = open_book(tmp_path).root
    prompt = "Which port does the rollout of staging use, general note?"
    assert kept in turn.take_turn(prompt, str(root), "first", most=9_000).text

    (page,) = (root / "knowledge-base").glob("*.md")
    text = PAGES[what](page.read_text("utf-8"))
    page.write_text(text, "utf-8")
    os.utime(page, (LONG_AGO, LONG_AGO))
    waiting = turn.take_turn(prompt, str(root), "second", most=9_000).text
    again = turn.take_turn(prompt, str(root), "third", most=9_000).text

    assert FACT not in waiting + again
    assert what in ("a new page", "a comment") or kept in waiting
    if what in ("words before the first entry", "a title"):
        page.write_text(text, "utf-8")  # as its owner's editor does
        assert FACT in turn.take_turn(prompt, str(root), "fourth", most=9_000).text


def test_a_page_that_was_looked_at_is_not_read_again_by_the_whole_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "mem-skill")
    run("remember", "The rollout of staging uses a port.", "--keyword", "rollout", "--yes")
    root = str(open_book(tmp_path).root)
    turn.take_turn("the rollout, general note", root, "first", most=9_000)
    monkeypatch.setattr(turn, "approved", lambda *_: b"looked at again")

    said = turn.take_turn("the rollout, general note", root, "second", most=9_000).text

    assert "The rollout of staging uses a port." in said


def test_a_session_that_begins_asks_no_git(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    by_commit(book)
    asked: list[str] = []
    monkeypatch.setattr(guard, "vouched", lambda *_: asked.append("git") or {})
    monkeypatch.setattr(refresher, "want", lambda _: asked.append("a child"))

    said = begin(str(book.project), "s", "startup", DIALECTS["claude-code"])

    assert (FACT in said, asked) == (False, ["a child"])


def test_the_first_words_of_a_page_that_was_committed_here_are_let_in_once_git_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "mem-skill")
    run("remember", "The rollout of staging uses a port.", "--keyword", "rollout", "--yes")
    book = open_book(tmp_path)
    (page,) = (book.root / "knowledge-base").glob("*.md")
    page.write_text(f"# Kept by the team\n\n{page.read_text('utf-8')}", "utf-8")
    git(book, "init", "-q")
    git(book, "add", "-A")
    git(book, "commit", "-qm", "pages")

    def told(session: str) -> bool:
        said = turn.take_turn("the rollout, general note", str(book.root), session, most=9_000)
        return "Kept by the team" in said.text

    before = told("first")
    run("list")

    assert (before, told("second")) == (False, True)


def test_who_trusts_a_book_lets_in_its_pages_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "profile")
    run("trust", "--revoke")
    Path("soul.md").write_text(f"{FACT}\n\n# Soul\n", "utf-8")
    os.utime("soul.md", (LONG_AGO, LONG_AGO))

    run("trust")

    assert FACT in contents(str(tmp_path))


def test_a_variable_in_the_environment_trusts_no_arrival(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_ARRIVALS", "trust")
    by_archive(book)

    assert not is_injected(book)


def test_a_hook_asks_no_git_and_hands_over_nothing_that_git_may_have_brought(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_commit(book)
    monkeypatch.setenv("PATH", "")

    assert not is_injected(book)
    assert [each.channel for each in book.ledger.read()] == [Way.UNDECIDED]


@requirement("trust.marked")
@pytest.mark.parametrize("change", ["word", "name", "both", "words added"])
def test_a_held_note_that_is_edited_or_renamed_is_held(book: Book, change: str) -> None:
    by_archive(book)
    assert not is_injected(book)
    path = book.root / "10-Memories" / "MEM-port.md"
    if change in ("word", "both"):
        drop(book, text=FACT.replace("behind", "just behind"))
    if change == "words added":
        path.unlink()
        drop(
            book,
            "harbour",
            f"{FACT} {' '.join(f'Word{number} of a long text.' for number in range(40))}",
        )
    if change in ("name", "both"):
        path.rename(path.with_name("MEM-harbour.md"))
        os.utime(path.with_name("MEM-harbour.md"))

    assert not is_injected(book)
    assert {each.status for each in book.reading().memories} == {Status.QUARANTINED}


def test_what_an_agent_left_is_in_the_log_under_its_name_and_in_the_notice(book: Book) -> None:
    by_tool(book)
    is_injected(book)

    (row,) = json.loads(run("log", "--who", "claude-code", "--json").out)
    told = notice_line([book], datetime.now(UTC), os.environ)

    assert (row["action"], row["channel"], row["outcome"]) == ("arrival", "tool", "waits")
    assert row["paths"] == ["10-Memories/MEM-port.md"]
    assert b"waits for review: MEM-port" in run("log").out
    assert "left by claude-code" in told


def test_one_key_after_a_look_accepts_all_that_waits(book: Book) -> None:
    by_bulk(book)
    assert not is_injected(book)

    ran = run("review", "arrivals", "--yes")

    assert ran.code == 0
    assert "21" in ran.err
    assert is_injected(book)
    assert waiting_arrivals(book) == ()


def test_review_at_a_terminal_shows_what_arrived_and_asks_once(book: Book) -> None:
    by_archive(book)

    declined = command_line(["review"], b"n\n", is_terminal=True)
    assert "Let agents have all 1?" in declined.err
    assert not is_injected(book)

    command_line(["review"], b"y\n", is_terminal=True)
    assert is_injected(book)


def test_an_agent_accepts_nothing_that_arrived(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    by_archive(book)
    monkeypatch.setenv("CLAUDECODE", "1")

    assert run("review", "arrivals", "--yes").code == 1
    assert run("trust", "--author", "bob@example.org").code == 1
    assert run("config", "set", "arrivals", "trust").code == 1
    assert not is_injected(book)


def test_what_a_book_holds_when_the_watch_begins_is_accepted_once_and_told(book: Book) -> None:
    by_upgrade(book)

    told = run("list")
    again = run("list")

    assert "1 memories that stand here are accepted" in told.err
    assert "accepted" not in again.err
    by_archive_later = drop(book, "late", "Late notes arrive with old times.")
    os.utime(by_archive_later, (LONG_AGO, LONG_AGO))
    assert [each.id for each in waiting_arrivals(book)] == ["MEM-late"]


def test_what_our_own_commands_write_has_not_arrived(book: Book) -> None:
    run("remember", FACT, "--yes")

    run("list")

    assert [each.channel for each in book.ledger.read()] == ["flag"]
    assert is_injected(book)


@pytest.mark.parametrize("said", [
    ("claude-code", "PostToolUse", {"tool_name": "Write", "tool_input": {"file_path": "{note}"}}),
    ("cursor", "afterShellExecution", {"command": "cp x y; commonplace list", "duration": 3000}),
    ("claude-code", "PreToolUse", {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": ": '*** Begin Patch'; cp x y"}}),
])  # fmt: skip
def test_what_was_looked_at_before_its_tool_had_ended_is_that_tools(
    said: tuple[str, str, dict[str, object]], book: Book
) -> None:
    host, event, what = said
    if event == "PreToolUse":
        respond([host, event], json.dumps({"cwd": str(book.project), **what}), len)
    path = drop(book)
    run("list")
    if event != "PreToolUse":
        text = json.dumps({"cwd": str(book.project), **what}).replace("{note}", str(path))
        respond([host, event], text, len)

    assert not is_injected(book)
    assert [each.id for each in waiting_arrivals(book)] == ["MEM-port"]


def test_a_page_that_was_looked_at_before_its_tool_had_ended_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", "profile")
    Path("soul.md").write_text(f"{FACT}\n\n# Soul\n", "utf-8")
    before = contents(str(tmp_path))
    tool = {"tool_name": "Write", "tool_input": {"file_path": str(tmp_path / "soul.md")}}
    respond(
        ["claude-code", "PostToolUse"], json.dumps({"cwd": str(tmp_path), **tool}), lambda _: None
    )

    assert FACT in before
    assert FACT not in contents(str(tmp_path))


def test_a_tool_takes_nothing_back_that_a_person_let_in(book: Book) -> None:
    path = drop(book)
    tool = {"tool_name": "Write", "tool_input": {"file_path": str(path)}}
    a_tool_says(book, "PostToolUse", **tool)
    assert not is_injected(book)
    run("review", "arrivals", "--yes")

    a_tool_says(book, "PostToolUse", **tool)

    assert is_injected(book)


def test_many_that_arrive_at_once_cost_one_look_at_their_folder(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A branch that is switched brings thousands: a look at all for each of them takes minutes."""
    for number in range(30):
        drop(book, f"fact-{number}", f"Port {number} is taken.")
    looks: list[str] = []

    def counted(folder: str) -> list[int]:
        looks.append(folder)
        return moments(folder)

    moments = guard._moments
    monkeypatch.setattr(guard, "_moments", counted)

    found = guard.gather(
        str(book.root), {f"10-Memories/MEM-fact-{n}.md" for n in range(30)}, asks_git=False
    )

    assert looks == [str(book.root / "10-Memories")]
    assert all(each.together >= 30 for each in found.values())


def test_a_second_batch_of_what_arrived_long_ago_costs_no_look_and_one_of_just_now_does(
    book: Book,
) -> None:
    """However many batches a bulk change is taken in by, none misses what changed with it."""
    first = drop(book)
    moments = guard.Moments()
    asked = {"10-Memories/MEM-port.md"}
    root = str(book.root)
    with ten_seconds_later():
        before = guard.gather(root, asked, asks_git=False, moments=moments)
        drop(book, "unseen")
        again = guard.gather(root, asked, asks_git=False, moments=moments)
    for number in range(30):
        drop(book, f"fact-{number}", f"Port {number} is taken.")
    os.utime(first)
    beside = guard.gather(root, asked, asks_git=False, moments=moments)

    assert again == before
    assert beside["10-Memories/MEM-port.md"].together > 30


def test_what_waits_by_the_way_it_came_is_compared_with_nothing_that_waits(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten thousand that arrive beside ten thousand that wait took minutes."""
    by_bulk(book)
    book.reading()
    compared: list[str] = []
    has = guard.WaitingClaims.has
    monkeypatch.setattr(
        guard.WaitingClaims, "has", lambda self, claim: compared.append(claim) or has(self, claim)
    )
    for number in range(20, 45):
        drop(book, f"other-{number}", f"Service {number} speaks to queue {number}.")
    book.reading()

    assert len(waiting_arrivals(book)) == 46
    assert compared == []


def test_an_edit_of_what_waits_is_known_by_its_name_without_reading_all_that_waits(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that began after an edit in a book that nobody had approved took twice the time."""
    for number in range(100):
        drop(book, f"fact-{number}", f"Port {number} is taken.")
    book.reading()
    read: list[object] = []
    decode = ledger_file.decode
    monkeypatch.setattr(ledger_file, "decode", lambda *told: read.append(told) or decode(*told))
    drop(book, "fact-7", "Port 7 is free again, and nobody has asked for it.")
    opened = open_book(book.project)

    edited = {each.id: each for each in opened.reading().memories}["MEM-fact-7"]

    assert edited.status is Status.QUARANTINED
    assert not awaits_git(opened)
    assert read == []


def test_a_shell_that_has_ended_takes_nothing_that_changes_later(book: Book) -> None:
    use = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "ls"}}
    a_tool_says(book, "PreToolUse", **use)
    a_tool_says(book, "PostToolUse", **use)
    time.sleep(0.05)
    drop(book)

    assert is_injected(book)


def test_a_book_is_opened_and_read_though_its_ledger_cannot_be_written(book: Book) -> None:
    drop(book)
    state = Path(state_of(str(book.root)))
    (state / "approvals.jsonl").unlink(missing_ok=True)
    (state / "approvals.jsonl").mkdir()

    assert [each.id for each in open_book(book.project).reading().memories] == ["MEM-port"]


def test_the_ways_that_are_accepted_are_those_of_the_owner_or_vouched_for() -> None:
    assert {Way.EDITOR, Way.COMMIT, Way.SIGNED, Way.AUTHOR, Way.UPGRADE} == ACCEPTED
