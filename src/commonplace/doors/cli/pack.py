"""`commonplace pack`: memories for other projects, in a folder that LingXi's own scripts read and write."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from commonplace.app.books import Book, pack_in, pack_view
from commonplace.core.ports import Question, Stamp
from commonplace.core.traits import NO_NAME, PackFormat, PackRules, PackStep
from commonplace.doors.cli.consent import consent_options, settle, tell_listed, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, group, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.cli.remember import META
from commonplace.doors.render.common import Json, problem_as_text, visible
from commonplace.errors import BadInput, LeftPending
from commonplace.flows.convert import PackPlan, plan_export, plan_import
from commonplace.flows.proposals import survey
from commonplace.flows.refusals import brought_in
from commonplace.flows.view import View

COUNTED = {"added": "add", "replaced": "replace", "conflicts": "conflict", "skipped": "skip"}
"""What the original's report counts, and the action that each is about."""


@group("pack", "commonplace pack export ../team-pack")
@click.pass_context
def command_line(context: click.Context) -> None:
    """Carry memories from project to project."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command("export", "commonplace pack export ../team-pack --min-strength enforced --dry-run")
@click.argument("folder", metavar="PATH")
@option("--audience", type=click.Choice(META["audience"]), default="team")
@option("--portability", type=click.Choice(META["portability"]), default="cross-project")
@option("--min-strength", type=click.Choice(META["strength"]), default="validated")
@option("--tags", "any_tags", metavar="NAMES", default="")
@consent_options
@click.pass_obj
def export(desk: Desk, /, folder: str, any_tags: str, yes: bool, dry_run: bool, **said: str) -> int:
    """Write the memories that fit into the pack at PATH, made where there is none."""
    book, form = _open(desk)
    pack = pack_in(_at(desk, folder), book, desk.settings)
    tags = tuple(tag for each in any_tags.split(",") if (tag := each.strip()))
    rules = PackRules(tags=tags, **said)
    plan = plan_export(desk.look(book), pack_view(pack, form, desk.clock()), form, rules)
    report = _exported(plan, book, pack)
    if plan.proposal is None:
        desk.show(_lines(desk, plan, "pack.nothing-new"), {"result": "unchanged", **report})
    elif dry_run:
        desk.show(_lines(desk, plan, "notice.dry-run"), {"result": "dry-run", **report})
    else:
        _write(desk, pack, plan, report, yes=yes)
    return 0


def _write(desk: Desk, pack: Book, plan: PackPlan, report: dict[str, Json], *, yes: bool) -> None:
    asker = asker_for(desk, yes=yes)
    text = desk.text("ask.pack-export", count=_written(plan), path=pack.root)
    match asker.ask(Question(text=text, details=_lines(desk, plan))):
        case None:
            raise LeftPending("nobody-to-ask")
        case answer if answer != YES:
            desk.show(desk.text("notice.declined"), {"result": "declined", **report})
            return
    if plan.proposal is not None:
        pack.store.make_root()
        done = pack.commit(plan.proposal, Stamp(who=desk.who, channel=asker.channel), desk.clock())
        told = desk.text("done.pack-export", count=_written(plan), path=pack.root)
        desk.show(
            _lines(desk, plan) + "\n" + told, {"result": done.receipt.outcome.value, **report}
        )


@command("import", "commonplace pack import ../team-pack --apply")
@click.argument("folder", metavar="PATH")
@option("--strategy", type=click.Choice(("safe", "replaceTeam")), default="safe")
@option("--apply", "is_applied", is_flag=True)
@option("--report", metavar="FILE", default="")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def import_(
    desk: Desk, *, folder: str, strategy: str, is_applied: bool, report: str, yes: bool
) -> int:
    """Say what the pack at PATH would bring into the book; with --apply, bring it."""
    how = wish(yes=yes)
    book, form = _open(desk)
    pack = pack_in(_at(desk, folder), book, desk.settings)
    packed = pack_view(pack, form, desk.clock())
    plan = plan_import(desk.look(book), packed, form, strategy)
    if not plan.steps and not packed.problems:
        raise BadInput("no-pack", path=pack.root)
    said = _imported(plan, book, packed, (is_applied, strategy), form)
    if report:
        _keep(_at(desk, report), said)
    _tell_doubtful(desk, packed, plan)
    told = _lines(desk, plan, "pack.counts")
    if plan.proposal is None or not is_applied:
        result = "unchanged" if plan.proposal is None else "dry-run"
        ending = desk.text(f"pack.{result}")
        desk.show(f"{told}\n{ending}", {"result": result, **said})
        return 0
    how = replace(how, preface=told, beside=lambda _: said)
    return settle(desk, book, plan.proposal, how)


command_line.add_command(export)
command_line.add_command(import_)


def _open(desk: Desk) -> tuple[Book, PackFormat]:
    book = desk.open()
    form = book.layout.traits.packs
    if form is None:
        raise BadInput("no-packs", path=book.root, layout=book.layout.name)
    return book, form


def _at(desk: Desk, name: str) -> Path:
    return (desk.folder / Path(name).expanduser()).resolve()


def _keep(path: Path, said: dict[str, Json]) -> None:
    try:
        path.write_text(json.dumps(said, indent=2, ensure_ascii=False) + "\n", "utf-8")
    except OSError as cause:
        raise BadInput("report-failed", path=path, cause=cause) from cause


def _tell_doubtful(desk: Desk, pack: View, plan: PackPlan) -> None:
    """Name what cannot be read, and what reads like orders: somebody else wrote it."""
    for problem in pack.problems:
        desk.notice("notice.left-out", problem=problem_as_text(problem, desk.language))
    held = survey(brought_in([step.change for step in plan.steps if step.change]))
    tell_listed(desk, "trust.orders", held.orders, held.order_count)


def _written(plan: PackPlan) -> int:
    return plan.count("add") + plan.count("replace")


def _lines(desk: Desk, plan: PackPlan, ending: str = "") -> str:
    """Return one line for each note and, below them, what comes of all."""
    width = max((len(step.action) for step in plan.steps), default=0)
    rows = [
        f"{step.action:<{width}}  {visible(step.id)}  {visible(step.reason)}".rstrip()
        for step in plan.steps
    ]
    counts = {name: plan.count(action) for name, action in COUNTED.items()}
    return "\n".join([*rows, *([desk.text(ending, **counts)] if ending else [])])


def _exported(plan: PackPlan, book: Book, pack: Book) -> dict[str, Json]:
    """Return what the original's script returns."""
    return {
        "selectionCount": sum(step.reason != NO_NAME for step in plan.steps),
        "warnings": [step.id for step in plan.steps if step.reason == NO_NAME],
        "actions": [
            {
                "id": step.id,
                "from": str(_home(book) / step.origin),
                "to": f"memory/notes/{step.id}.md",
            }
            for step in plan.steps
        ],
        "packMemoryRoot": str(pack.root / "memory"),
    }


def _imported(
    plan: PackPlan, book: Book, pack: View, how: tuple[bool, str], form: PackFormat
) -> dict[str, Json]:
    """Return the original's report, in its own order; `how` is whether it is applied, and the strategy."""
    is_applied, strategy = how
    return {
        "packRoot": pack.book,
        "projectRoot": str(book.project),
        "apply": is_applied,
        "strategy": strategy,
        "sourceValue": form.source(pack.files),
        "stats": {name: plan.count(action) for name, action in COUNTED.items()},
        "warnings": [problem.path for problem in pack.problems],
        "actions": [_action(step, _home(book)) for step in plan.steps],
    }


def _action(step: PackStep, home: Path) -> dict[str, Json]:
    said: dict[str, Json] = {"id": step.id, "action": step.action, "reason": step.reason}
    if step.action == "add" and step.edit:
        said |= {"from": step.origin, "to": str(home / step.edit.path)}
    return said


def _home(book: Book) -> Path:
    """Return where the book's root stands below its project."""
    return book.root.relative_to(book.project)
