"""`commonplace mcp` in its first milliseconds: known answers at once, the server behind as soon as it is loaded.

A host decides in its first turn which tools there are, and the real server takes a second to load. What
it says about itself never changes, so it is said here, from a table; what the book holds is put in. Calls
that only read are answered here, too, without the library. Every other line is kept for the server, and so
is the request that opened the connection: the server hears it too, and its own answer to that one is not
passed on. Before the connection is open nothing here loads more than a hook does.
"""

from __future__ import annotations

import os
import sys

from commonplace.core.plain_json import dumps, loads
from commonplace.doors.mcp.known_answers import (
    HOOKED,
    INSTRUCTIONS,
    announces_roots,
    client_name,
    is_plain,
    opening_version,
    read_answers,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PIECE = 1 << 16
SHOWN_CHARACTERS = 4_000
"""Of longer instructions Claude Code shows the first 4,096 characters; no client is known to show less."""
_INSTRUCTIONS = dumps(INSTRUCTIONS)
_BEYOND = "\n\nWhat the book holds follows; the resource `memory://contents` tells more of it.\n\n"
_CALL = "tools/call"
_CLOSED = "-"
"""Stands for a version when the server alone knows what this connection is."""


class Front:
    """Hears each line first, and answers what is known."""

    def __init__(self, arguments: list[str] | None = None) -> None:
        self._arguments = arguments or []
        self.left: list[bytes] = []
        """The lines that the server behind must hear, in their order."""
        self.owes = False
        """Whether somebody waits for an answer that only the server can give."""
        self.opening: object = None
        """The id of the request that opened the connection, when it was answered here."""
        self._announces_roots = False
        """Whether the client can say which folders its user works in; only the server can ask it."""
        self._version = ""
        self._answers: dict[str, str] = {}

    def hear(self, line: bytes) -> bytes:
        """Return the answer to `line`, or nothing when it is left for the server behind."""
        told = _object_in(line)
        asked = _request(told)
        if asked is None:
            self.left.append(line)
            self.owes = self.owes or (
                told is None and not line.isspace()
            )  # it will be complained of
            return b""
        name, method, params = asked
        result = self._known(name, method, params, line)
        if not result:
            self._version = self._version or _CLOSED
            self.left.append(line)
            self.owes = True
            return b""
        return f'{{"jsonrpc":"2.0","id":{dumps(name)},"result":{result}}}\n'.encode()

    def _known(self, name: object, method: str, params: object, line: bytes) -> str:
        if self._version == _CLOSED:
            return ""
        if self._version and method == _CALL:
            return self._called(params)
        if self._version:
            return self._answers.get(method, "") if is_plain(params, self._version) else ""
        version = opening_version(method, params)
        answers = read_answers(version) if version else {}
        if method in answers:
            self._version, self._answers, self.opening = version, answers, name
            self._announces_roots = announces_roots(params)
            # A second handshake is the server's to refuse.
            self._answers = {each: told for each, told in answers.items() if each != "initialize"}
            self.left.append(line)
        return self._instructed(answers.get(method, ""), params)

    def _called(self, params: object) -> str:
        """Return the result of a call that only reads; every other call is the server's."""
        if not isinstance(params, dict):
            return ""
        called = {key: value for key, value in params.items() if key in ("name", "arguments")}
        beside = {key: value for key, value in params.items() if key not in called}
        if not is_plain(beside, self._version):
            return ""
        # The connection is open by now: this loads what the server needs, too.
        from commonplace.doors.mcp.context import Place  # noqa: PLC0415
        from commonplace.doors.mcp.read_only_calls import early_result  # noqa: PLC0415

        place = Place.of(self._arguments)
        if self._announces_roots and not place.is_settled:
            return ""
        return early_result(place, called, self._answers["tools/list"])

    def _instructed(self, result: str, params: object) -> str:
        """Return the first answer with what the book holds, where the table says what never changes."""
        if _INSTRUCTIONS not in result or client_name(params).lower().startswith(HOOKED):
            return result
        return result.replace(_INSTRUCTIONS, dumps(instructions(self._arguments)), 1)


def instructions(arguments: list[str]) -> str:
    """Return what the model is told of the server, and what the book holds as far as clients show it."""
    from commonplace.hook.contents import contents_at  # noqa: PLC0415 - not where hooks tell it

    most = SHOWN_CHARACTERS - len(INSTRUCTIONS) - len(_BEYOND)
    named = arguments[1] if arguments[:1] == ["--book"] else ""
    told = contents_at(os.getcwd(), named, most, is_personal=arguments == ["--personal"])
    return f"{INSTRUCTIONS}{_BEYOND}{told}" if told else INSTRUCTIONS


class Wire:
    """Standard input and output, taken out of everybody else's reach: protocol and nothing but protocol."""

    def __init__(self) -> None:
        self._input, self._output = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._lines = lines_in(self._read)

    def _read(self) -> bytes:
        return os.read(self._input, PIECE)

    def read_line(self) -> bytes:
        """Return the next line; empty when there are no more."""
        return next(self._lines, b"")

    def write(self, line: bytes) -> None:
        """Write a whole line."""
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(self._output, rest) :]


def lines_in(read: Callable[[], bytes]) -> Iterator[bytes]:
    """Yield each line of what `read` gives in pieces; every byte is looked at once, however long a line is."""
    begun: list[bytes] = []
    while piece := read():
        *whole, rest = piece.split(b"\n")
        for line in whole:
            yield b"".join((*begun, line, b"\n"))
            begun = []
        begun.append(rest)
    if last := b"".join(begun):
        yield last


def main(arguments: list[str]) -> int:
    """Serve on standard input and output and return the exit code."""
    if not _is_installed():
        from commonplace.doors.cli.main import run  # noqa: PLC0415 - says what is missing, in words

        return run(["mcp", *arguments])
    wire, front = Wire(), Front(arguments)
    try:
        _open(wire, front)
    except (BrokenPipeError, KeyboardInterrupt):  # whoever listened is gone, or wants us gone
        return 0
    if not front.left:
        return 0
    from commonplace.doors.mcp.stdio import serve  # noqa: PLC0415 - the first answer is out by now

    return serve(wire, front, arguments)


def _open(wire: Wire, front: Front) -> None:
    """Hear until the first request has come: answered, or left for the server."""
    while line := wire.read_line():
        if answer := front.hear(line):
            wire.write(answer)
        if answer or front.owes:
            return


def _is_installed() -> bool:
    """Say whether the protocol's package is there, without loading it."""
    places = (os.path.join(folder, "mcp", "__init__.py") for folder in sys.path)
    if any(map(os.path.isfile, places)):
        return True
    from importlib.util import find_spec  # noqa: PLC0415 - seldom needed, and slow

    return find_spec("mcp") is not None


def _object_in(line: bytes) -> dict[str, object] | None:
    """Return the object that a line holds; None when it holds anything else."""
    try:
        told = loads(line.decode("utf-8"))
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _request(told: dict[str, object] | None) -> tuple[object, str, object] | None:
    """Return id, method and parameters of a request; None for anything else."""
    if told is None or told.get("jsonrpc") != "2.0":
        return None
    name, method = told.get("id"), told.get("method")
    if isinstance(name, bool) or not isinstance(name, int | str) or not isinstance(method, str):
        return None
    return name, method, told.get("params")
