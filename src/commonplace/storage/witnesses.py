"""What hooks have witnessed: the prompts of a session, and the file in which its host keeps it.

An agent can write a file that looks like a transcript, and name any folder in its environment. What a
hook was told by the host is kept here, outside every book, so that a command can ask later whether a
person really said something. Plain functions on strings: the prompt hook writes this in a fresh process.
"""

from __future__ import annotations

import os

from commonplace.core.hashing import digest
from commonplace.storage.places import state_home
from commonplace.storage.usage import append_line, read_lines, session_file

_TRANSCRIPT = "transcript"
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
