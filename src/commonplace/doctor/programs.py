"""How agent programs are wired to us, and how their hooks fared."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from commonplace import __version__
from commonplace.core.checkup import Observation, ok, problem, warning
from commonplace.doctor.machine import extra_command, has_extra
from commonplace.errors import CommonplaceError
from commonplace.hook.events import CHILD
from commonplace.hook.log import LOG
from commonplace.hosts.dialects import CLAUDE_CODE, DIALECTS, PROMPT
from commonplace.hosts.install.jsonc import Json, loads
from commonplace.hosts.install.rows import Row
from commonplace.installation.wiring import (
    PROJECT,
    USER,
    Plan,
    Surroundings,
    our_command,
    plan_install,
    present,
    serving,
)
from commonplace.storage.host_files import installations, read_host_file
from commonplace.storage.places import state_home

LATELY = timedelta(days=7)
PATIENCE_S = 30.0
_CLIENT = {"name": "commonplace doctor", "version": "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """One agent program and how much of our installation stands in its files."""

    row: Row
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
    """Return every agent program on this machine with what is missing in its files."""
    known = {each.name: each.version for each in installations()}
    return tuple(_wiring(row, where, known) for row in present(where))


def _wiring(row: Row, where: Surroundings, known: Mapping[str, str]) -> Wiring:
    try:
        plans = [
            plan_install(row, scope, where) for scope in (USER, PROJECT) if scope in row.scopes
        ]
    except CommonplaceError as trouble:
        return Wiring(row=row, plans=(), trouble=trouble.message())
    installed = [plan for plan in plans if plan.name in known or plan.is_empty]
    others = {known[plan.name] for plan in installed if plan.name in known} - {__version__, ""}
    return Wiring(row=row, plans=tuple(installed), made_by=", ".join(sorted(others)))


def look_at_programs(where: Surroundings, now: datetime) -> Iterator[Observation]:
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
        yield from _servers(found)
    yield _hooks(now)


def _servers(found: Sequence[Wiring]) -> Iterator[Observation]:
    """Yield the servers that cannot answer where a program starts them that has no folder."""
    for wiring in found:
        for plan in wiring.plans if wiring.row.starts_server and not wiring.row.has_folder else ():
            if trouble := call_server(serving(plan)):
                row = wiring.row
                yield problem("hosts", "server-fails", host=row.title, name=row.name, cause=trouble)


def call_server(command: Sequence[str]) -> str:
    """Start the server in no project, as a desktop program does, ask its status, and return the trouble."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": _CLIENT}
    asked = (
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "status", "arguments": {}}},
    )
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in asked)
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            command,
            input=lines.encode(),
            capture_output=True,
            cwd=os.path.abspath(os.sep),
            timeout=PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    for line in done.stdout.splitlines():
        told = json.loads(line)
        if told.get("id") == 2:
            result = told.get("result", {})
            content = result.get("content", [{}])
            return str(content[0].get("text", "")) if result.get("isError") else ""
    return done.stderr.decode("utf-8", "replace").strip()[-200:] or f"exit code {done.returncode}"


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
        values = {"host": row.title, "name": row.name, "paths": ", ".join(files)}
        if wiring.made_by:
            values |= {"was": wiring.made_by, "version": __version__}
            return warning("hosts", "host-entries-old", can_fix=True, **values)
        return problem("hosts", "host-entries-missing", can_fix=True, **values)
    trusts = row.name == "codex"
    return ok("hosts", "host-wired-untold" if trusts else "host-wired", host=row.title)


def _hooks(now: datetime) -> Observation:
    since = (now - LATELY).isoformat()
    failed = [line for line in failures() if line.get("at", "") >= since]
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
    """Return what the log of the hooks says, oldest first; a torn line is passed over."""
    found: list[Mapping[str, str]] = []
    for name in (f"{LOG}.1", LOG):
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
                if content is not None and change.path.suffix == ".json":
                    yield from _prompt_hooks_in(content.decode("utf-8", "replace"))


def _prompt_hooks_in(text: str) -> Iterator[PromptHook]:
    for command in _commands(loads(text)):
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
