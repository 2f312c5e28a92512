"""`commonplace edit`: change a memory with flags, or its file in the user's editor."""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import click

from commonplace.app.govern import drop_draft, keep_draft, new_draft
from commonplace.core.changes import Proposal
from commonplace.core.memory import Memory
from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.remember import read_text
from commonplace.doors.render.common import visible
from commonplace.errors import BadInput
from commonplace.flows.change import Revision, edit, edit_text, without_new_secrets
from commonplace.flows.refusals import nearly_refused
from commonplace.flows.view import View


@command("edit", "commonplace edit MEM-deploys-need-the --tag vpn --summary 'Start the VPN first.'")
@click.argument("memory_id", metavar="ID")
@option("--title", metavar="TEXT")
@option("--body", metavar="TEXT")
@option("--topic", metavar="PATH")
@option("--kind", metavar="NAME")
@option("--summary", metavar="TEXT")
@option("--source", metavar="TEXT")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--untag", "untags", metavar="NAME", multiple=True)
@option("--keyword", "-k", "keywords", metavar="WORD", multiple=True)
@option("--unkeyword", "unkeywords", metavar="WORD", multiple=True)
@option("--when", "--question", "when_to_load", metavar="TEXT", multiple=True)
@option("--link", "links", metavar="ID", multiple=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    /,
    memory_id: str,
    yes: bool,
    dry_run: bool,
    **asked: str | tuple[str, ...] | None,
) -> int:
    """Edit the memory ID: with flags, or without them in $VISUAL or $EDITOR."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    view = desk.view(book)
    memory = view.memory(memory_id)
    if any(asked.values()) or any(value == "" for value in asked.values()):
        proposal = edit(memory.id, _revision(memory, asked), view)
    else:
        proposal = _in_editor(desk, memory, view)
    near = nearly_refused(proposal.changes, view)
    if near is not None:
        desk.notice("notice.nearly-refused", at=near.at, claim=visible(near.line))
    return settle(desk, book, proposal, replace(how, must_ask=near is not None))


def _revision(memory: Memory, asked: dict[str, str | tuple[str, ...] | None]) -> Revision:
    lists = {
        "tags": _changed(memory.tags, asked["tags"], asked["untags"]),
        "keywords": _changed(memory.keywords, asked["keywords"], asked["unkeywords"]),
        "when_to_load": asked["when_to_load"] or None,
        "links": _changed(memory.links, asked["links"], ()),
    }
    texts = {name: value for name, value in asked.items() if isinstance(value, str)}
    if "body" in texts:
        texts["body"] = read_text(texts["body"])
    return replace(Revision(), **texts, **lists)  # type: ignore[arg-type]


def _changed(
    before: tuple[str, ...],
    added: str | tuple[str, ...] | None,
    removed: str | tuple[str, ...] | None,
) -> tuple[str, ...] | None:
    if not added and not removed:
        return None
    return tuple(item for item in (*before, *(added or ())) if item not in (removed or ()))


def _in_editor(desk: Desk, memory: Memory, view: View) -> Proposal:
    """Let the person edit a copy; what they typed is kept when it cannot be taken."""
    program = desk.environ.get("VISUAL") or desk.environ.get("EDITOR")
    program = program or ("vi" if desk.is_terminal else "")
    if not program:
        raise BadInput("nothing-asked", id=memory.id)
    path = view.path(memory.id)
    before = view.files[path]
    copy = Path(new_draft(Path(path).name, before))
    proposal = None
    try:
        _run_editor(program, copy)
        proposal = edit_text(memory.id, _typed(program, copy), view)
    finally:
        if proposal is None and copy.exists() and (typed := copy.read_bytes()) != before:
            keep_draft(str(copy), without_new_secrets(typed, before))
            desk.notice("notice.kept-copy", path=copy)
        else:
            drop_draft(str(copy))
    return proposal


def _run_editor(program: str, path: Path) -> None:
    try:
        done = subprocess.run([*shlex.split(program), str(path)], check=False)  # noqa: S603
    except (OSError, ValueError) as cause:
        raise BadInput("editor-failed", program=program, cause=cause) from cause
    if done.returncode:
        raise BadInput("editor-failed", program=program, cause=f"exit code {done.returncode}")


def _typed(program: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as cause:
        raise BadInput("editor-failed", program=program, cause=cause) from cause
