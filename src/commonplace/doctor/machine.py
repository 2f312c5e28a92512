"""What this machine brings: versions, extras, and what its file system promises.

How agent programs are wired to us, and how their hooks fared.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import sqlite3
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE
from typing import Any

from commonplace import __version__
from commonplace.core.health import Observation, ok, problem, warning
from commonplace.core.values import dataclass
from commonplace.engines.embedders.model_embedder import PACKAGES
from commonplace.errors import CommonplaceError
from commonplace.errors import extra_command as extra_command  # noqa: PLC0414 - for doors
from commonplace.hook.events import CHILD
from commonplace.hook.index import BUSY
from commonplace.hook.log import LOG, RUNS
from commonplace.hosts.dialects import CLAUDE_CODE, DIALECTS, PROMPT
from commonplace.hosts.install.jsonc import Json, loads
from commonplace.hosts.install.rows import HostRow
from commonplace.installation.wires import (
    PROJECT,
    USER,
    Plan,
    Surroundings,
    our_command,
    plan_install,
    present,
    started_servers,
    wired,
)
from commonplace.storage.host_files import installations, read_host_file
from commonplace.storage.places import cache_home, state_home
from commonplace.storage.swap import Guarantee, promises_in, try_folders

EXTRAS = {
    "mcp": "mcp",
    "ui": "jinja2",
    "web": "trafilatura",
    "postgres": "psycopg",
    "semantic": PACKAGES["universal"],
    "onnx": "onnxruntime",
    "langgraph": "langgraph",
    "anthropic": "anthropic",
}
"""Each extra, and the module that shows that it is installed."""


def versions() -> dict[str, str]:
    """Return the versions that a report of a bug should name."""
    return {
        "commonplace": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()}",
    }


def has_extra(name: str) -> bool:
    """Say whether what the extra `name` brings is installed."""
    return find_spec(EXTRAS[name]) is not None


def look_at_machine() -> Iterator[Observation]:
    """Yield how the program and its private folders are."""
    yield ok("versions", "versions", **versions())
    found = [name for name in EXTRAS if has_extra(name)]
    yield ok("extras", "extras", names=", ".join(found)) if found else ok("extras", "no-extras")
    for name, folder in (("state", state_home()), ("cache", cache_home())):
        if trouble := _unwritable(folder):
            yield problem("folders", "folder-unwritable", name=name, path=folder, cause=trouble)


def look_at_files(root: str, *inside: str) -> Iterator[Observation]:
    """Yield what the file system of a book promises, tried in its own folder and in those `inside`."""
    try:
        found = promises_in(root)
        try_folders(inside)
    except OSError as trouble:
        cause = trouble.strerror or str(trouble)
        place = os.path.dirname(trouble.filename or "") or root
        yield problem("files", "book-unwritable", path=place, cause=cause)
        return
    case = "case-sensitive" if found.is_case_sensitive else "case-insensitive"
    match found.guarantee:
        case Guarantee.SWAP:
            yield ok("files", "swap", case=case)
        case Guarantee.SWAP_UNTESTED:
            yield warning("files", "swap-untested", case=case, system=sys.platform)
        case Guarantee.STEPS:
            yield warning("files", "swap-in-steps", case=case)
        case Guarantee.CHECKED:
            yield warning("files", "swap-missing", case=case)
    if not found.flushes:
        yield warning("files", "no-flush", path=root)


def _unwritable(folder: str) -> str:
    """Return why nothing can be written to `folder`, or would be when it is made; empty if it can."""
    there = folder
    while not os.path.lexists(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        return f"{there} is not a folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"{there} is not writable"


LATELY = timedelta(days=7)
PATIENCE_S = 30.0
NAMED_FILES = 3
"""Of an installation that is not whole: the dry run names all of them."""
_CLIENT = {"name": "commonplace doctor", "version": "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """One agent program and how much of our installation stands in its files."""

    row: HostRow
    plans: tuple[Plan, ...]
    """What installing would do in each scope in which we were installed; empty when in none."""
    trouble: str = ""
    made_by: str = ""
    """The version that installed it last, where that was another than this one."""

    @property
    def is_whole(self) -> bool:
        """Whether every entry stands where it was installed."""
        return bool(self.plans) and all(plan.is_empty for plan in self.plans)


def wirings(where: Surroundings) -> tuple[Wiring, ...]:
    """Return every agent program that is on this machine or wired, with what is missing in its files."""
    known = {each.name: each.version for each in installations()}
    rows = dict.fromkeys((*present(where), *wired(USER, where), *wired(PROJECT, where)))
    return tuple(_wiring(row, where, known) for row in rows)


def _wiring(row: HostRow, where: Surroundings, known: Mapping[str, str]) -> Wiring:
    try:
        plans = [
            plan_install(row, scope, where) for scope in (USER, PROJECT) if scope in row.scopes
        ]
    except CommonplaceError as trouble:
        return Wiring(row=row, plans=(), trouble=trouble.message())
    installed = [plan for plan in plans if plan.name in known or plan.is_empty]
    others = {known[plan.name] for plan in installed if plan.name in known} - {__version__, ""}
    return Wiring(row=row, plans=tuple(installed), made_by=", ".join(sorted(others)))


def look_at_programs(
    where: Surroundings, now: datetime, *, has_book: bool
) -> Iterator[Observation]:
    """Yield how each agent program is wired, then what went wrong in hooks lately."""
    found = wirings(where)
    for wiring in found:
        yield _program(wiring)
    if not any(wiring.plans for wiring in found):
        yield warning("hosts", "no-host-wired")
    served = [each.row.title for each in found if each.plans and each.row.starts_server]
    if served and not has_extra("mcp"):
        yield warning(
            "hosts", "server-cannot-start", hosts=", ".join(served), command=extra_command("mcp")
        )
    elif served:
        yield from _servers(found, where, has_book=has_book)
    yield _hooks(now)


def _servers(
    found: Sequence[Wiring], where: Surroundings, *, has_book: bool
) -> Iterator[Observation]:
    """Yield the servers that cannot answer as their programs start them; what several start is asked once.

    Where there is no book, a program with a folder has nothing to be told here.
    """
    asked: dict[tuple[tuple[str, ...], Path], str] = {}
    for row in (each.row for each in found if each.row.starts_server):
        starts = (
            dict.fromkeys(started_servers(row, where)) if has_book or not row.has_folder else ()
        )
        for start in starts:
            asked[start] = asked[start] if start in asked else call_server(*start)
        if trouble := next(filter(None, (asked[start] for start in starts)), ""):
            code = "server-fails-here" if row.has_folder else "server-fails"
            yield problem("hosts", code, host=row.title, name=row.name, cause=trouble)


def call_server(command: Sequence[str], folder: Path) -> str:
    """Start the server in `folder`, as a program does, ask its status, and return the trouble."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": _CLIENT}
    asked = (
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "status", "arguments": {}}},
    )
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in asked)
    try:
        answer, said = _answer(command, folder, lines.encode())
    except OSError as error:
        return str(error)
    if answer is None:
        return said
    result = answer.get("result", {})
    content = result.get("content", [{}])
    return str(content[0].get("text", "")) if result.get("isError") else ""


def _answer(
    command: Sequence[str], folder: Path, lines: bytes
) -> tuple[dict[str, Any] | None, str]:
    """Return the answer to request 2 as soon as it is there, or what the server said instead."""
    with subprocess.Popen(  # noqa: S603 - the entry of ours in a program's own file
        command, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=folder, bufsize=0
    ) as server:
        late = threading.Timer(PATIENCE_S, server.kill)
        late.start()
        try:
            with suppress(BrokenPipeError):
                server.stdin.write(lines)  # type: ignore[union-attr]
            for line in server.stdout or ():
                with suppress(ValueError):
                    told = json.loads(line)
                    if told.get("id") == 2:
                        return told, ""
            said = server.stderr.read() if server.stderr else b""
            return None, said.decode("utf-8", "replace").strip()[-200:] or (
                f"exit code {server.wait()}"
            )
        finally:
            late.cancel()
            server.kill()


def _program(wiring: Wiring) -> Observation:
    row = wiring.row
    if wiring.trouble:
        return problem("hosts", "host-file-broken", host=row.title, cause=wiring.trouble)
    if not wiring.plans:
        return ok("hosts", "host-not-wired", host=row.title, name=row.name)
    if not wiring.is_whole:
        files = [
            str(change.path)
            for plan in wiring.plans
            for change in plan.changes
            if change.action != "unchanged"
        ]
        more = f", … (+{len(files) - NAMED_FILES})" if len(files) > NAMED_FILES else ""
        paths = ", ".join(files[:NAMED_FILES]) + more
        values = {"host": row.title, "name": row.name, "paths": paths}
        if wiring.made_by:
            values |= {"was": wiring.made_by, "version": __version__}
            return warning("hosts", "host-entries-old", can_fix=True, **values)
        return problem("hosts", "host-entries-missing", can_fix=True, **values)
    trusts = row.name == "codex"
    return ok("hosts", "host-wired-untold" if trusts else "host-wired", host=row.title)


def _hooks(now: datetime) -> Observation:
    since = (now - LATELY).isoformat()
    lately = (line for line in failures() if line.get("at", "") >= since)
    failed = [line for line in lately if not line.get("trouble", "").startswith(BUSY)]
    if not failed:
        return ok("hooks", "hooks-well", days=LATELY.days)
    last = failed[-1]
    return warning(
        "hooks",
        "hooks-failed",
        count=len(failed),
        days=LATELY.days,
        event=last.get("event", ""),
        why=last.get("trouble", ""),
        path=os.path.join(state_home(), LOG),
    )


def failures() -> list[Mapping[str, str]]:
    """Return what the log of the hooks says of trouble, oldest first."""
    return _logged(LOG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """How often a hook did its work lately, how often it told something, how long it took, and when it ran last."""

    event: str
    count: int
    told: int
    median_ms: int
    last: str


def runs() -> tuple[Runs, ...]:
    """Return what each hook did lately, the one that ran last first."""
    by_event: dict[str, list[Mapping[str, str]]] = {}
    for line in _logged(RUNS):
        by_event.setdefault(line.get("event", ""), []).append(line)
    found = [
        Runs(
            event=event,
            count=len(lines),
            told=sum(line.get("told") == "True" for line in lines),
            median_ms=sorted(_number(line.get("ms", "")) for line in lines)[len(lines) // 2],
            last=lines[-1].get("at", ""),
        )
        for event, lines in by_event.items()
    ]
    return tuple(sorted(found, key=lambda each: each.last, reverse=True))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def _logged(log: str) -> list[Mapping[str, str]]:
    """Return the lines of a log, oldest first; a torn one is passed over."""
    found: list[Mapping[str, str]] = []
    for name in (f"{log}.1", log):
        try:
            with open(os.path.join(state_home(), name), encoding="utf-8", errors="replace") as file:
                found += [line for text in file if (line := _line(text))]
        except OSError:
            continue
    return found


def _line(text: str) -> Mapping[str, str]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return {key: str(each) for key, each in value.items()} if isinstance(value, dict) else {}


HOOK_PATIENCE_S = 30.0
NAMED_FILES = 3
"""Of an installation that is not whole: the dry run names all of them."""
_OURS = re.compile(r"\bcommonplace\S* hook (\S+) (\S+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptHook:
    """The command that a host runs for each prompt."""

    host: str
    event: str
    command: str


def prompt_hooks(where: Surroundings) -> tuple[PromptHook, ...]:
    """Return the commands that stand in the files of wired hosts, our own without any."""
    found = dict.fromkeys(_installed(where))
    event = next(name for name, what in CLAUDE_CODE.events.items() if what == PROMPT)
    usual = PromptHook(
        host=CLAUDE_CODE.name,
        event=event,
        command=f"{shlex.join(our_command())} hook {CLAUDE_CODE.name} {event}",
    )
    return tuple(found) or (usual,)


def _installed(where: Surroundings) -> Iterator[PromptHook]:
    for wiring in wirings(where):
        for plan in wiring.plans:
            for change in plan.changes:
                content = read_host_file(change.path)
                read = _READ.get(change.path.suffix)
                if content is not None and read:
                    yield from _prompt_hooks_in(read(content.decode("utf-8", "replace")))


_READ: Mapping[str, Callable[[str], Json]] = {".json": loads, ".toml": tomllib.loads}


def _prompt_hooks_in(value: Json) -> Iterator[PromptHook]:
    for command in _commands(value):
        found = _OURS.search(command)
        dialect = DIALECTS.get(found[1]) if found else None
        if (
            found
            and dialect
            and dialect.events.get(found[2]) == PROMPT
            and PROMPT in dialect.speaks
        ):
            yield PromptHook(host=found[1], event=found[2], command=command)


def _commands(value: Json) -> Iterator[str]:
    """Yield every text in a host's file; ours are told by what they run."""
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _commands(each)
        case list():
            for each in value:
                yield from _commands(each)


def run_hook(
    hook: PromptHook, prompt: str, folder: str, session: str, engine: str
) -> tuple[str, str]:
    """Return what the hook said to its host, and what it left in its log when it said nothing."""
    payload = {
        "session_id": session,
        "cwd": folder,
        "prompt": prompt,
        "hook_event_name": hook.event,
    }
    before = len(failures())
    try:
        done = subprocess.run(  # noqa: S603 - the user's own configuration names it
            shlex.split(hook.command),
            input=json.dumps(payload).encode(),
            capture_output=True,
            env=_environment(folder, engine),
            timeout=HOOK_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", f"{hook.command}: {error}"
    told = done.stdout.decode("utf-8", "replace")
    logged = failures()[before:]
    why = logged[-1].get("trouble", "") if logged else ""
    if done.returncode:
        why = (
            f"exit code {done.returncode}: {done.stderr.decode('utf-8', 'replace').strip()[-200:]}"
        )
    return told, why


def _environment(folder: str, engine: str) -> Mapping[str, str]:
    """Return our environment for a hook that answers from the book in `folder`, and from no other."""
    ours = {name: value for name, value in os.environ.items() if name != CHILD}
    return {
        **ours,
        "COMMONPLACE_ENGINE": engine,
        "COMMONPLACE_PERSONAL_BOOK": os.path.join(folder, "no-personal-book"),
    }
