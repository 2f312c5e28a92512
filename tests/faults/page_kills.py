"""Let the page's server die before each operation on the disk that a decision takes, and look at the book.

Run as a program of its own (`python page_kills.py FOLDER MOST`). No clock is asked: the server counts its
operations and ends itself with SIGKILL, half of a file written where it was writing one. Prints one line of JSON:
what was found, by decision.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from commonplace.storage.disk import Disk
from doors.local_page import CLOCK, Visitor, type_in
from faults.upkeep_kills import spread

VPN = "Deploys need the VPN: start it before running make deploy."
VPN_AND_KEY = "Deploys need the VPN and the hardware key; start it before running make deploy."
OPERATIONS = (
    "write_new",
    "sync_folder",
    "make_folder",
    "publish_new",
    "exchange",
    "rename",
    "unlink",
)


def accept(visitor: Visitor) -> None:
    visitor.press(visitor.get("/review"), "/review/accept")


def edit(visitor: Visitor) -> None:
    shown = visitor.press(visitor.get("/review"), "/review/edit", body="Deploys need the key.")
    visitor.press(shown, "/review/accept")


def reject(visitor: Visitor) -> None:
    visitor.press(visitor.get("/review"), "/review/reject", reason="we have no key")


def undo(visitor: Visitor) -> None:
    visitor.press(visitor.get("/activity"), "/activity/undo")


def forget(visitor: Visitor) -> None:
    memory = visitor.get("/memory", id="MEM-deploys-need-vpn")
    visitor.press(memory, "/memory/forget", reason="moved")


DECISIONS = {each.__name__: each for each in (accept, edit, reject, undo, forget)}


class Arena:
    """A book with one memory and one proposal, which can be had again as often as one likes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project = folder, folder / "project"
        self.project.mkdir(parents=True)
        os.environ["XDG_STATE_HOME"] = str(folder / "state")
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        type_in(self.project, "init", "--layout", "vault")
        type_in(self.project, "remember", VPN, "--yes")
        type_in(self.project, "remember", VPN_AND_KEY, COMMONPLACE_AGENT="claude-code")
        for name in ("project", "state"):
            shutil.copytree(folder / name, folder / f"{name}.kept")

    def begin_anew(self) -> None:
        for name in ("project", "state"):
            shutil.rmtree(self.folder / name)
            shutil.copytree(self.folder / f"{name}.kept", self.folder / name)
        shutil.rmtree(self.folder / "cache", ignore_errors=True)

    def notes(self) -> dict[str, bytes]:
        """Return the files that no layout derives, as the next reader finds them."""
        book = Visitor(self.project).book
        files = book.view(CLOCK).files
        return {path: text for path, text in files.items() if not book.layout.derives(path)}


def count_operations(dies_at: int, done: list[int]) -> None:
    """Make every operation on a disk count, and the one of that number be the last thing that is begun."""
    for name in OPERATIONS:
        setattr(Disk, name, _mortal(name, getattr(Disk, name), dies_at, done))


def _mortal(
    name: str, operation: Callable[..., None], dies_at: int, done: list[int]
) -> Callable[..., None]:
    def mortal(disk: Disk, path: str, *others: object, **named: object) -> None:
        done[0] += 1
        if done[0] == dies_at:
            if name == "write_new":
                content = others[0]
                Path(path).write_bytes(content[: len(content) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        operation(disk, path, *others, **named)

    return mortal


def in_child(action: Callable[[], None]) -> int:
    """Do something in a process of its own and return how that ended."""
    child = os.fork()
    if child == 0:
        action()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed(arena: Arena, decide: Callable[[Visitor], None], most: int) -> dict[str, int]:
    """Kill the server at up to `most` moments of one decision, and return what was found."""
    told = arena.folder / "operations"

    def decided(dies_at: int) -> Callable[[], None]:
        def action() -> None:
            done = [0]
            count_operations(dies_at, done)
            decide(Visitor(arena.project))
            told.write_text(str(done[0]), "utf-8")

        return action

    arena.begin_anew()
    old = arena.notes()
    assert in_child(decided(0)) == 0
    new = arena.notes()
    assert old != new, f"{decide.__name__} writes nothing"
    last = int(told.read_text("utf-8"))
    counts = {"kills": 0, "old": 0, "new": 0, "mixed": 0, "unanswered": 0, "tries": min(last, most)}
    for dies_at in spread(last, most):
        arena.begin_anew()
        counts["kills"] += in_child(decided(dies_at)) == -signal.SIGKILL
        found = arena.notes()
        counts["old"] += found == old
        counts["new"] += found == new
        counts["mixed"] += found not in (old, new)
        visitor = Visitor(arena.project)
        answers = {visitor.get(path).status_code for path in ("/review", "/activity", "/search")}
        counts["unanswered"] += answers != {200}
    return counts


def main(top: Path, most: int) -> None:
    nowhere = StringIO()
    with redirect_stdout(nowhere), redirect_stderr(nowhere):
        arena = Arena(top)
        found = {name: killed(arena, decide, most) for name, decide in DECISIONS.items()}
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
