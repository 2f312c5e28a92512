"""What hooks have witnessed: the prompts of a session, where its host keeps it, and what an agent's tools did.

An agent can write a file that looks like a transcript or like a note, and name any folder in its
environment. What a hook was told by the host is kept here, outside every book, so that it can be asked
later whether a person really said something, and whether a file is an agent's work. Plain functions on
strings: hooks write this in a fresh process.
"""

from __future__ import annotations

import os
import time

from commonplace.core.hashing import digest
from commonplace.core.plain_json import dumps
from commonplace.storage.places import APPROVALS, PAGES, state_home, state_of, write_private
from commonplace.storage.usage import append_line, read_lines, session_file

_TRANSCRIPT = "transcript"
AGENTS_SHELL = "AI_AGENT"
"""Set in the shells that an agent opens, and not for the hooks that its program runs."""
TOOLS = "tools.jsonl"
BEGAN, ENDED, WROTE = "began", "ended", "wrote"
"""What is told of a tool: a shell command begins or has ended, or a file was written."""
MOST_BYTES = 256 * 1024
"""From this size on, the older half is let go: what was changed then has its line in a ledger by now."""
LONGEST_S = 3600
"""A shell command that never ended is taken to have run so long."""
UNKNOWN_START_S = 60
"""A shell command of which no beginning was told is taken to have begun so long before its end."""
_SLACK_NS = 20_000_000
"""The times of files come from a coarser clock than ours."""
_NO_FILE = ("", 0)
"""How a transcript looks that is not there yet: a host writes it after the first prompt."""


class WitnessedSession:
    """What hooks of one host were told of one session."""

    __slots__ = ("host", "is_steady", "prompts", "transcript")

    def __init__(
        self, host: str, transcript: str, prompts: frozenset[str], *, is_steady: bool
    ) -> None:
        self.host = host
        self.transcript = transcript
        self.prompts = prompts
        """Digests of what was typed, for `was_typed`."""
        self.is_steady = is_steady
        """Whether the transcript is one file that has only grown, from the first event until now."""

    def was_typed(self, text: str) -> bool:
        """Say whether `text` is a prompt that the host handed to a hook."""
        return prompt_digest(text) in self.prompts


def prompt_digest(text: str) -> str:
    """Return the hash by which a prompt is known again; the prompt itself is not kept."""
    return digest(" ".join(text.split()).encode("utf-8", "surrogatepass"))


def witness(session: str, host: str, transcript: str, prompt: str) -> None:
    """Keep what an event says of its session; where that cannot be kept, nobody speaks for the user."""
    file, size = _look(transcript)
    line: dict[str, object] = {
        _TRANSCRIPT: transcript,
        "host": host,
        "file": file,
        "size": size,
        "prompt": prompt_digest(prompt) if prompt else "",
    }
    try:
        append_line(session_file(state_home(), session), line)
    except OSError:
        return


def witnessed(session: str) -> WitnessedSession | None:
    """Return what hooks were told of `session`; None when there was none, or they were told two things."""
    lines = [
        line for line in read_lines(session_file(state_home(), session)) if _TRANSCRIPT in line
    ]
    named = {(str(line.get("host")), str(line[_TRANSCRIPT])) for line in lines}
    if len(named) != 1:
        return None
    ((host, transcript),) = named
    looks = [(str(line.get("file")), _number(line.get("size"))) for line in lines]
    looks = [look for look in (*looks, _look(transcript)) if look != _NO_FILE]
    return WitnessedSession(
        host,
        transcript,
        frozenset(str(line["prompt"]) for line in lines if line.get("prompt")),
        is_steady=len({file for file, _ in looks}) == 1 and looks == sorted(looks),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _look(path: str) -> tuple[str, int]:
    """Return which file stands at `path` and its size; a link is not what a host writes."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return _NO_FILE
    return f"{found.st_dev}-{found.st_ino}", found.st_size


def note_tool(host: str, session: str, does: str, what: str, *, took_s: float = 0.0) -> None:
    """Keep that a tool of an agent program ran; `what` is the file that it wrote, or names the call."""
    line = {
        "host": host,
        "does": does,
        "call": digest(f"{session} {what}".encode("utf-8", "surrogatepass")),
        "file": _file_digest(what) if does == WROTE else "",
        "at": time.time_ns(),
        "took": int(took_s * 1e9),
    }
    path = os.path.join(state_home(), TOOLS)
    try:
        if append_line(path, line) > MOST_BYTES:
            _halve(path)
    except OSError:
        return


def seconds(took: str) -> float:
    """Return how long a tool ran, as its host says; 0 where it says nothing."""
    return float(took) / 1000 if took.replace(".", "", 1).isdecimal() else 0.0


def may_have_entered(root: str, took_s: float) -> float:
    """Return since when a tool that just ended may have written in the book at `root` what was entered already.

    It is 0 when nothing was entered since then.
    """
    since = time.time() - max(took_s, UNKNOWN_START_S)
    for name in (APPROVALS, PAGES):
        try:
            if os.stat(os.path.join(state_of(root), name)).st_mtime >= since:
                return since
        except OSError:
            continue
    return 0.0


def tool_runs() -> list[dict[str, object]]:
    """Return what is kept about the tools that agent programs ran, the oldest first."""
    return read_lines(os.path.join(state_home(), TOOLS))


def forget_tools(before_ns: int) -> None:
    """Let go of what tools did before then, but of the last hour nothing: a file may not have been looked at yet."""
    path = os.path.join(state_home(), TOOLS)
    limit = min(before_ns, time.time_ns() - LONGEST_S * 10**9)
    runs = tool_runs()
    if kept := [run for run in runs if _number(run.get("at")) >= limit]:
        if kept != runs:
            write_private(path, "".join(f"{dumps(run)}\n" for run in kept))
    elif runs:
        os.unlink(path)


def _file_digest(path: str) -> str:
    """Return the hash by which a file is known again: a tool may name one after what somebody typed."""
    return digest(os.path.realpath(path).encode("utf-8", "surrogateescape"))


def agents_at(runs: list[dict[str, object]], path: str, changed_ns: int) -> tuple[str, str]:
    """Return whose tool wrote the file at `path` as it is, and whose shell command ran when it changed."""
    tool = shell = ""
    began: dict[str, int] = {}
    file = _file_digest(path)
    now_ns = time.time_ns()
    for line in runs:
        host, does, at = str(line.get("host")), line.get("does"), _number(line.get("at"))
        call = str(line.get("call"))
        if does == BEGAN:
            began[call] = at
            continue
        took = _number(line.get("took")) or UNKNOWN_START_S * 10**9
        since = began.pop(call, at - took) if does == ENDED else at - UNKNOWN_START_S * 10**9
        if since - _SLACK_NS <= changed_ns <= at + _SLACK_NS:
            tool = host if does == WROTE and line.get("file") == file else tool
            shell = host if does == ENDED else shell
    for at in began.values():
        if at - _SLACK_NS <= changed_ns <= min(now_ns, at + LONGEST_S * 10**9):
            shell = shell or "agent"
    return tool, shell


def _halve(path: str) -> None:
    with open(path, "rb") as file:
        file.seek(-MOST_BYTES // 2, os.SEEK_END)
        kept = file.read()
    write_private(path, kept.partition(b"\n")[2])
