"""Run a hook as an agent program does: its own command, a process of its own, JSON in and text out."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from commonplace.app.doctor.programs import failures, wirings
from commonplace.app.hot_events import CHILD
from commonplace.app.installing import Surroundings, our_command
from commonplace.hosts.dialects import CLAUDE_CODE, DIALECTS, PROMPT
from commonplace.hosts.install.jsonc import Json, loads
from commonplace.storage.host_files import read_host_file

PATIENCE_S = 30.0
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
            timeout=PATIENCE_S,
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
