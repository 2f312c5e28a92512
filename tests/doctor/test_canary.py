"""A canary comes back when everything works; whatever is broken, the stage is named."""

import json
import os
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from commonplace.app.book_index import BookIndex
from commonplace.app.books import open_book
from commonplace.core import weights
from commonplace.core.ports import Layout
from commonplace.doctor import canary
from commonplace.doctor.canary import Flight, Stage, send
from commonplace.errors import ChangedUnderneath, CommonplaceError
from commonplace.flows.capture import Given, capture
from commonplace.flows.proposals import propose
from commonplace.layouts.registry import NAMES, layout_of
from commonplace.storage.publish import Publisher
from requirements import requirement
from transcript import command_line

LAYOUTS = tuple(map(layout_of, NAMES))

BUSY = "state/commonplace/hook.log"
"""A hook that ran out of time on a busy machine says so here, as every other does."""
KEPT = (BUSY, "/hook.runs", "/lock.owner", "/pages.json", "/seen.txt", "/looked", "/swept")
"""What may change in the private folders: that log, who held the lock last, when and how files were looked at last."""
PROOF = "two turns of its"
HOOK = f"{sys.executable} -I -m commonplace hook"


def fly() -> dict:
    ran = command_line(["doctor", "--canary", "--json"])
    assert ran.out, ran.err
    return {**json.loads(ran.out), "code": ran.code}


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file with its content, and every folder, also an empty one, as if it had none."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def private() -> dict[str, bytes]:
    """Return all that is kept outside the book, but for what may change there."""
    kept = tree(Path(os.environ["HOME"]))
    return {path: text for path, text in kept.items() if not path.endswith(KEPT)}


@pytest.fixture(autouse=True)
def a_busy_machine_is_not_what_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN. Ask Ada for access.", "--yes"])
    return tmp_path


def test_a_flight_ends_at_the_first_broken_stage() -> None:
    def refuse() -> str:
        raise CommonplaceError("empty-text")

    stages = [
        Stage(name="one", fly=str),
        Stage(name="two", fly=refuse),
        Stage(name="three", fly=str),
    ]

    flight = send(stages)

    assert (flight.passed, flight.broken, flight.is_back) == (("one",), "two", False)
    assert flight.why == CommonplaceError("empty-text").message()
    assert send(stages[:1]) == Flight(passed=("one",))


@requirement("canary.way", "canary.clean")
@pytest.mark.laws
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_canary_comes_back_from_every_layout_and_leaves_nothing(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    command_line(["remember", "Deploys need the VPN. Ask Ada for access.", "--yes"])
    before = tree(tmp_path), private()

    flight = fly()

    assert flight["code"] == 0
    assert flight["passed"] == [
        "copy", "propose", "write", "commit", "index", "recall", "hook", "usage",
        "tombstone", "silence", "undo", "untouched",
    ]  # fmt: skip
    assert (tree(tmp_path), private()) == before


Breakage = Callable[[Path, pytest.MonkeyPatch, ExitStack], object]


def state_is_no_folder(project: Path, patch: pytest.MonkeyPatch, _: ExitStack) -> None:
    (project / "state-file").write_bytes(b"")
    patch.setenv("XDG_STATE_HOME", str(project / "state-file"))


def note_cannot_be_read(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    (project / ".memory" / "10-Memories" / "MEM-folder.md").mkdir()


def nothing_is_governed(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    real = canary.govern
    known = capture("Deploys need the VPN. Ask Ada for access.", Given())
    patch.setattr(canary, "govern", lambda _, *rest: real([known], *rest))


def somebody_writes(project: Path, patch: pytest.MonkeyPatch, stack: ExitStack) -> None:
    patch.setenv("COMMONPLACE_LOCK_TIMEOUT_S", "0.05")
    stack.enter_context(open_book(project).store.locked())


def in_the_place_of(name: str, *, is_folder: bool) -> Breakage:
    """Put a folder where a file of the book's state should be, or a file where a folder should."""

    def put(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
        place = Path(open_book(project).store.state, name)
        place.rename(place.with_name(f"{name}.aside"))
        if is_folder:
            place.mkdir()
        else:
            place.write_bytes(b"")

    put.__name__ = f"{name}_is_{'a_folder' if is_folder else 'a_file'}"
    return put


def disk_is_full(project: Path, patch: pytest.MonkeyPatch, _: ExitStack) -> None:
    real = canary.promises_in

    def full(folder: str) -> object:
        if str(project) in folder:
            raise OSError(28, "No space left on device", folder)
        return real(folder)

    patch.setattr(canary, "promises_in", full)


def files_cannot_be_published(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    def refuse(*_: object) -> None:
        raise OSError(5, "Input/output error")

    patch.setattr(Publisher, "_put", refuse)


def index_is_garbage(project: Path, patch: pytest.MonkeyPatch, _: ExitStack) -> None:
    command_line(["recall", "vpn"])
    (index,) = Path(os.environ["XDG_CACHE_HOME"]).rglob("index.sqlite")
    index.write_bytes(b"not an index " * 1000)


def cache_is_no_folder(project: Path, patch: pytest.MonkeyPatch, _: ExitStack) -> None:
    (project / "cache-file").write_bytes(b"")
    patch.setenv("XDG_CACHE_HOME", str(project / "cache-file"))


def gate_is_closed(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    patch.setattr(weights, "SPEAK", dict.fromkeys(weights.SPEAK, (1.1, 1.1)))


def book_is_not_trusted(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    open_book(project).distrust()


def hooks_have_no_time(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    patch.setenv("COMMONPLACE_HOOK_BUDGET_S", "0.000001")


def installed(command: str) -> None:
    """Wire Claude Code to `command` instead of our own program."""
    home = Path(os.environ["HOME"])
    (home / ".claude").mkdir()
    command_line(["install", "claude-code", "--yes"])
    settings = home / ".claude" / "settings.json"
    value = json.loads(settings.read_text("utf-8"))
    for entry in value["hooks"]["UserPromptSubmit"]:
        entry["hooks"][0]["command"] = f"{command} hook claude-code UserPromptSubmit"
    settings.write_text(json.dumps(value), "utf-8")


def program(project: Path, text: str) -> str:
    """Write a program of that name which does something else, and return its path."""
    path = project / "bin" / "commonplace"
    path.parent.mkdir()
    path.write_text(f"#!{sys.executable}\nimport json, subprocess, sys\n{text}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


READ = "asked = sys.stdin.read()\nname = json.loads(asked)['prompt'].split()[8]\n"
SAY = f"print(f'The {{name}} lamp needs {PROOF} {{name}} valve')\n"
REAL = f"subprocess.run({HOOK.split()!r} + sys.argv[2:], input=asked.encode(), check=True)\n"


def server_is_away(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    patch.setenv("COMMONPLACE_ENGINE", "postgres")
    patch.setenv("COMMONPLACE_POSTGRES_URL", "postgresql://127.0.0.1:1/nothing?connect_timeout=1")


def hook_is_gone(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    installed(f"{project}/nowhere/commonplace")


def hook_repeats_the_prompt(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    installed(program(project, "print(sys.stdin.read())"))


def hook_does_not_count(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    installed(program(project, READ + SAY))


def nothing_is_buried(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    patch.setattr(canary, "forget", lambda _, __, view, **___: propose("forget", (), view))


def hook_serves_the_dead(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    installed(program(project, READ + REAL + SAY))


def index_keeps_the_dead(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    real = canary.forget

    def bury(*names: object, **how: object) -> object:
        patch.setattr(BookIndex, "freshen", lambda *_: None)
        return real(*names, **how)

    patch.setattr(canary, "forget", bury)


def nothing_can_be_undone(_: Path, patch: pytest.MonkeyPatch, __: ExitStack) -> None:
    def refuse(receipt: object, *_: object) -> None:
        raise ChangedUnderneath("changed-since", path="MEM-x.md", id=receipt.id)

    patch.setattr(canary, "undo", refuse)


def hook_writes_into_the_book(project: Path, _: pytest.MonkeyPatch, __: ExitStack) -> None:
    note = project / ".memory" / "10-Memories" / "MEM-leak.md"
    leak = f"open({str(note)!r}, 'w').write(f'# Leak\\n\\n{{name}}\\n')\n"
    installed(program(project, READ + REAL + leak))


BREAKAGES = {
    state_is_no_folder: "copy",
    note_cannot_be_read: "copy",
    nothing_is_governed: "propose",
    somebody_writes: "write",
    in_the_place_of("approvals.jsonl", is_folder=True): "write",
    in_the_place_of("tally.json", is_folder=True): "write",
    in_the_place_of("receipts", is_folder=False): "write",
    in_the_place_of("journal", is_folder=False): "write",
    disk_is_full: "write",
    files_cannot_be_published: "commit",
    index_is_garbage: "index",
    cache_is_no_folder: "index",
    server_is_away: "index",
    gate_is_closed: "recall",
    book_is_not_trusted: "hook",
    hooks_have_no_time: "hook",
    hook_is_gone: "hook",
    hook_repeats_the_prompt: "hook",
    hook_does_not_count: "usage",
    nothing_is_buried: "tombstone",
    hook_serves_the_dead: "silence",
    index_keeps_the_dead: "silence",
    nothing_can_be_undone: "undo",
    hook_writes_into_the_book: "untouched",
}


@requirement("canary.breakage")
@pytest.mark.laws
@pytest.mark.parametrize(
    ("breaks", "stage"), BREAKAGES.items(), ids=[each.__name__ for each in BREAKAGES]
)
def test_the_stage_that_is_broken_is_named(
    breaks: Breakage, stage: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        breaks(project, monkeypatch, stack)
        book, beside = tree(project / ".memory"), private()

        flight = fly()

    assert (flight["stage"], flight["result"], flight["code"]) == (stage, "broken", 1), flight[
        "why"
    ]
    assert flight["why"]
    left = tree(project / ".memory").items() ^ book.items()
    leaks = {"10-Memories/MEM-leak.md"} if stage == "untouched" else set()
    assert {path for path, _ in left} == leaks
    assert private() == beside


@requirement("canary.breakage")
@pytest.mark.laws
def test_people_are_told_which_stage_in_both_languages(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_book(project).distrust()

    english = command_line(["doctor", "--canary"])
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    chinese = command_line(["doctor", "--canary"])

    assert "the stage `hook` is broken" in english.out.decode()
    assert "book-not-trusted" in english.out.decode()
    assert "阶段“hook”有故障" in chinese.out.decode()
