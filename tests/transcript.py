"""Shell sessions with expected output: read them, run them in this process, write them anew.

In a `console` block `$ ` begins a command that succeeds and `3$ ` one that ends with exit code 3;
`2> ` begins a line of standard error. `# types: y` at the end of a command is a person at a terminal
who types `y`, and `\\n` stands between two answers; `fake-npm` puts one that installs a fake `qmd` in
the place of all other programs. Whatever differs from run to run is replaced by a name in angle brackets.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from commonplace.doors import hook
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.main import run
from fake_qmd import FakeQmd

FOLDER = Path(__file__).resolve().parent / "transcripts"
CLOCK = datetime(2026, 3, 14, 9, 26, 53, tzinfo=UTC)

_COMMAND = re.compile(r"(\d*)\$ (.*)")
_TYPES = re.compile(r"\s+# types: (.*)$")
_RECEIPT = re.compile(r"\b\d{8}T\d{12}-[0-9a-f]{6}\b")
_MOMENT = re.compile(r"\b(?!2026-03-14)\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?[+-]\d\d:?\d\d)?")
_COPY = re.compile(r"\S+/drafts/[0-9a-f]{8}/\S+\.md")
_NONCE = re.compile(r"(memory )[0-9a-f]{8}\b")
_CACHE = re.compile(r"<home>/cache/commonplace/[^/\s]+/")
_SIZE = re.compile(r'("bytes": )\d+|\b\d+( KiB)')
_MS = re.compile(r'\b\d+\.\d+( ms)|("(?:median|slow)_ms": )[\d.]+')
_MACHINE = re.compile(r"commonplace \d.*Python .*|(?<=installed: ).*|(?<=已安装：).*")
_SECONDS = re.compile(r'("seconds": )[\d.]+|\b\d+\.\d\d(?= s,| 秒)')


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    out: bytes
    err: str
    code: int


def command_line(
    words: list[str],
    typed: bytes = b"",
    *,
    is_terminal: bool = False,
    clock: Callable[[], datetime] = lambda: CLOCK,
) -> Ran:
    """Run `commonplace` with `words` in this process."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            desk = Desk(environ=os.environ, folder=Path.cwd(), clock=clock, is_terminal=is_terminal)
            code = run(words, desk)
            out.flush()
    finally:
        sys.stdin = before
    return Ran(out.buffer.getvalue(), err.getvalue(), code)


def rewritten(text: str) -> str:
    """Return the transcript `text` with the output its commands have now."""
    lines: list[str] = []
    in_block = skips = False
    for line in text.split("\n"):
        if line.startswith("```"):
            in_block, skips = line == "```console", False
        if in_block and (found := _COMMAND.fullmatch(line)):
            skips = True
            lines += session(found[2])
        elif not skips:
            lines.append(line)
    return "\n".join(lines)


def session(command: str) -> list[str]:
    """Run one command and return it with what it said, as a transcript has it."""
    ran = _run(command)
    code = str(ran.code) if ran.code else ""
    shown = _normal(ran.out.decode("utf-8")).splitlines()
    told = [f"2> {line}".rstrip() for line in _normal(ran.err).splitlines()]
    return [f"{code}$ {command}", *shown, *told]


def _run(command: str) -> Ran:
    typed = _TYPES.search(command)
    words = shlex.split(command[: typed.start()] if typed else command)
    if "|" in words:
        at = words.index("|")
        return _program(words[at + 1 :], _printed(words[:at]))
    if words[-2:-1] == [">"]:
        return _program(["write", words[-1]], _printed(words[:-2]))
    if typed:
        answers = typed[1].replace("\\n", "\n")
        return _program(words, f"{answers}\n".encode(), is_terminal=True)
    return _program(words, b"")


def _printed(words: list[str]) -> bytes:
    """Return what `echo` or `printf` would print."""
    if words[0] == "printf":
        return words[-1].replace("\\n", "\n").encode()
    return " ".join(words[1:]).encode() + b"\n"


def _program(words: list[str], typed: bytes, *, is_terminal: bool = False) -> Ran:
    match words:
        case ["commonplace", "hook", *rest]:
            return _hook(rest, typed)
        case ["commonplace", *rest]:
            return command_line(rest, typed, is_terminal=is_terminal)
        case ["cat", path]:
            return Ran(Path(path).read_bytes(), "", 0)
        case ["ls", path]:
            return Ran("".join(f"{name}\n" for name in sorted(os.listdir(path))).encode(), "", 0)
        case ["mkdir", path]:
            Path(path).mkdir(parents=True)
        case ["rm", path]:
            Path(path).unlink()
        case ["cd", path]:
            os.chdir(path)
        case ["export", setting]:
            name, _, value = setting.partition("=")
            os.environ[name] = value
        case ["write", path]:
            Path(path).write_bytes(typed)
        case ["fake-npm"]:
            FakeQmd(Path("fake").resolve())
        case _:
            raise ValueError(f"the transcripts have no command {words[0]}")
    return Ran(b"", "", 0)


def _hook(words: list[str], typed: bytes) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), "utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = hook.main(words)
    finally:
        sys.stdin = before
    return Ran(out.getvalue().encode(), err.getvalue(), code)


def _normal(text: str) -> str:
    home = os.environ["HOME"]
    for path, name in ((home, "<home>"), (os.environ["TRANSCRIPT_FOLDER"], "<folder>")):
        text = text.replace(path, name)
    text = _MOMENT.sub("<time>", _RECEIPT.sub("<receipt>", text))
    text = _CACHE.sub("<cache>/", _COPY.sub("<copy>", text))
    text = _MS.sub(r"\g<2><time>\g<1>", text)
    text = _NONCE.sub(r"\g<1><nonce>", text)
    text = _MACHINE.sub("<versions>", text)
    text = _SIZE.sub(r"\g<1><size>\g<2>", text)
    return _SECONDS.sub(lambda found: f"{found[1] or ''}<seconds>", text)
