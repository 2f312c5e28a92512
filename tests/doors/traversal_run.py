"""Run commands with hostile arguments under an audit hook, and print every path opened outside.

Started by the test in a process of its own: an audit hook cannot be taken away again.
Arguments: the folder that may be touched, how many steps to take from one string to the next.
Standard input: the hostile strings, as a JSON list.
"""

import io
import itertools
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from datetime import UTC, datetime
from pathlib import Path

ALLOWED = (
    sys.argv[1],
    sys.prefix,
    sys.base_prefix,
    str(Path(__file__).resolve().parents[2] / "src"),
)
HARMLESS = ("/dev/null", "/etc/localtime", "/usr/share/zoneinfo")
COMMANDS = (
    ["show", "{}"],
    ["show", "--raw", "{}"],
    ["edit", "{}", "--title", "Changed", "--yes"],
    ["edit", "MEM-mine", "--topic", "{}", "--dry-run"],
    ["edit", "MEM-mine", "--link", "{}", "--dry-run"],
    ["remember", "Harmless.", "--topic", "{}", "--dry-run"],
    ["list", "--topic", "{}"],
    ["forget", "{}", "--yes"],
    ["restore", "{}", "--yes"],
    ["undo", "{}"],
    ["log", "{}"],
    ["review", "show", "{}"],
    ["review", "accept", "{}", "--yes"],
    ["review", "reject", "{}"],
)


class Watch:
    """What was opened outside, while it looks."""

    def __init__(self) -> None:
        self.outside: set[str] = set()
        self.looks = False

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        opens = event == "open"
        if not self.looks or not (opens or event.startswith(("os.", "shutil.", "subprocess"))):
            return
        for path in arguments[:1] if opens else arguments:
            if isinstance(path, str | bytes):
                real = os.path.realpath(os.fsdecode(path))
                if not real.startswith((*ALLOWED, *HARMLESS)):
                    self.outside.add(f"{event} {real}")


def link_to(strings: list[str]) -> None:
    """Let a memory in the book link to every hostile string."""
    links = "".join(f"- [[{string}]]\n" for string in strings)
    note = Path(".memory/10-Memories/MEM-links.md")
    note.write_text(f"# Links\n\n## Connections\n{links}", "utf-8", "surrogateescape")


def see_the_hook_work() -> None:
    with suppress(OSError), open(f"{sys.argv[1]}/../control", encoding="utf-8"):
        pass


def main() -> None:
    from commonplace.doors.cli.context import Desk
    from commonplace.doors.cli.main import run

    def desk() -> Desk:
        return Desk(
            environ=os.environ,
            folder=Path.cwd(),
            clock=lambda: datetime(2026, 3, 14, tzinfo=UTC),
            is_terminal=False,
        )

    strings = json.load(sys.stdin)
    out = io.StringIO()
    codes: dict[int, int] = {}
    with redirect_stdout(out), redirect_stderr(out):
        run(["init"], desk())
        run(["remember", "Mine.", "--yes"], desk())
        watch = Watch()
        sys.addaudithook(watch)
        watch.looks = True
        pairs = itertools.product(strings, COMMANDS)
        for string, command in itertools.islice(pairs, None, None, int(sys.argv[2])):
            words = [string if word == "{}" else word for word in command]
            code = run(words, desk())
            codes[code] = codes.get(code, 0) + 1
        link_to(strings)
        run(["check"], desk())
        run(["list"], desk())
        found = sorted(watch.outside)
        see_the_hook_work()
        watch.looks = False
    json.dump({"outside": found, "control": sorted(watch.outside), "codes": codes}, sys.stdout)


main()
