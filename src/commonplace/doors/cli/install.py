"""`commonplace install`: wire an agent program to the book: hooks, server, skills, commands, rules.

`commonplace uninstall`: take out of an agent program exactly what `install` put in.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from commonplace.app.books import Book, found_book, open_personal_book, personal_folder
from commonplace.config import write_setting
from commonplace.core.ports import Question
from commonplace.core.values import replace
from commonplace.doctor.machine import extra_command, has_extra
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.lesson_dialog import Study, settle_lesson
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import NO, YES, asker_for
from commonplace.doors.render.common import Json, file_difference, visible
from commonplace.errors import CommonplaceError, LeftPending, NoBook
from commonplace.flows.learn import excerpts_of
from commonplace.installation.own_files import own_files, remove
from commonplace.installation.own_memories import HostMemories, lesson_of, offered_by
from commonplace.installation.wires import (
    HOSTS,
    PROJECT,
    USER,
    Plan,
    Surroundings,
    carry_out,
    installed_scopes,
    plan_install,
    plan_uninstall,
    present,
    row_named,
    take_back,
    wired_anywhere,
)
from commonplace.installation.wires import wired as wired_rows


def is_wanted(desk: Desk, offer: HostMemories, *, yes: bool) -> bool:
    """Ask whether a host's own memories shall be proposed; tell how to, where nobody is asked."""
    if yes or not desk.is_terminal or _book(desk) is None:
        if not desk.wants_json:
            desk.echo(desk.text("install.memory", **offer.told))
        return False
    files = "\n".join(f"  {visible(path)}" for path in offer.files)
    asked = desk.text("ask.import", **offer.told)
    question = Question(text=asked, details=files, about="import")
    return asker_for(desk, yes=False, must_ask=True).ask(question) == YES


def import_offered(
    desk: Desk, offers: Sequence[HostMemories], how: Wish, beside: dict[str, Json]
) -> int:
    """Put what hosts remember before governance and return the exit code."""
    book = desk.open()
    lesson = lesson_of(offers, book)
    study = Study(lesson=lesson, excerpts=excerpts_of(lesson), beside=beside)
    return settle_lesson(desk, book, study, how)


def _book(desk: Desk) -> Book | None:
    try:
        return desk.open()
    except CommonplaceError:
        return None


@command("install", "commonplace install claude-code --scope user")
@click.argument("host", metavar="HOST", required=False, type=click.Choice(HOSTS))
@option("--all", "everywhere", is_flag=True)
@option("--scope", type=click.Choice((USER, PROJECT)), default=USER)
@option("--agents", type=click.Choice(("ask", "save")), default=None)
@option("--import", "imports", is_flag=True)
@option("--list", "lists", is_flag=True)
@option("--diff", is_flag=True)
@option("--print", "prints", is_flag=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    host: str | None,
    everywhere: bool,
    scope: str,
    agents: str | None,
    imports: bool,
    lists: bool,
    diff: bool,
    prints: bool,
    yes: bool,
    dry_run: bool,
) -> int:
    """Wire HOST to the book, or every host that is here with `--all`."""
    where = Surroundings(environ=desk.environ, project=desk.folder, book=_named_book(desk))
    if lists:
        return _list_hosts(desk, where)
    if bool(host) == everywhere:
        raise click.UsageError(desk.text("usage.install", hosts=", ".join(HOSTS)))
    rows = present(where) if everywhere else (row_named(host or ""),)
    rows = tuple(row for row in rows if scope in row.scopes) if everywhere else rows
    is_look = prints or diff or dry_run
    asks = desk.is_terminal and not (yes or is_look)
    plans = [plan_install(row, scope, _served_by(desk, row.name, where, asks=asks)) for row in rows]
    if is_look:
        offers = [offered_by(row, where) for row in rows]
        return _show_plans(desk, plans, offers, prints=prints, diff=diff)
    desk.require_person()
    if imports:
        desk.open()  # without a book nothing is begun
    how = wish(yes=yes)
    offers = []
    done: list[Json] = []
    for plan in plans:
        if _wired(desk, plan, scope, where, yes=yes):
            offer = offered_by(plan.row, where)
            done.append(_told(desk, plan, offer, asks=asks))
            if offer.sources and (imports or is_wanted(desk, offer, yes=yes)):
                offers.append(offer)
    _choose_policy(desk, agents, yes=yes or not done)
    if offers:
        return import_offered(desk, offers, how, {"installed": done})
    if desk.wants_json:
        desk.show("", {"result": "committed", "installed": done})
    elif not plans:
        desk.echo(desk.text("install.none-here"))
    return 0


def _named_book(desk: Desk) -> str:
    """Return the book that was named for servers, by its path; most hosts start them in a project."""
    is_named = desk.book_named or desk.wants_personal
    return str(desk.open().root) if is_named else ""


def _served_by(desk: Desk, host: str, where: Surroundings, *, asks: bool) -> Surroundings:
    """Ask which book a program that works in no folder shall have, unless that is decided; without an answer the personal one."""
    row = row_named(host)
    is_decided = row.has_folder or where.book or installed_scopes(row, where)
    book = _book(desk) if asks and not is_decided else None
    if book is None or book.is_personal:
        return where
    asked = desk.text("ask.served-book", host=row.title, path=visible(str(book.root)))
    question = Question(text=asked, default=NO, about="served-book")
    is_this = asker_for(desk, yes=False, must_ask=True).ask(question) == YES
    return replace(where, book=str(book.root)) if is_this else where


def _list_hosts(desk: Desk, where: Surroundings) -> int:
    """Say of each agent program whether it is here and wired."""
    here = present(where)
    values: list[Json] = []
    lines = []
    for row in map(row_named, HOSTS):
        scopes = installed_scopes(row, where)
        state = "wired" if scopes else "here" if row in here else "absent"
        told = desk.text(f"install.state-{state}", scopes=", ".join(scopes))
        lines.append(f"{row.name:16} {row.title:20} {told}")
        values.append(
            {
                "host": row.name,
                "title": row.title,
                "scopes": [*row.scopes],
                "is_here": row in here,
                "installed": [*scopes],
            }
        )
    desk.show("\n".join(lines), {"result": "listed", "hosts": values})
    return 0


def summary(desk: Desk, plan: Plan) -> str:
    """Return what each file gets, a line each; files that are ours alone a line for their folder."""
    groups: dict[tuple[str, str, str], int] = {}
    changed = [each for each in plan.changes if each.before != each.after]
    for each in changed:
        folder = each.path.parent.parent if each.path.name == "SKILL.md" else each.path.parent
        is_own = each.brings == ("own",)
        what = ", ".join(f"install.brings.{name}" for name in each.brings)
        key = (each.action, visible(str(folder if is_own else each.path)), what)
        groups[key] = groups.get(key, 0) + 1
    lines = [desk.text("install.summary", host=plan.row.title, count=len(changed))]
    for (action, path, what), count in groups.items():
        words = ", ".join(desk.text(key, count=count) for key in what.split(", "))
        lines.append(f"  {desk.text(f'install.{action}'):9} {path}: {words}")
    return "\n".join(lines) if groups else ""


def show_changes(plan: Plan, *, prints: bool = False) -> str:
    """Return what happens to each file: its difference, or all of what it will hold."""
    parts = []
    for change in plan.changes:
        if prints:
            content = (change.after or b"").decode("utf-8", "replace")
            parts.append(f"=== {visible(str(change.path))}\n{content}")
        elif change.before != change.after:
            parts.append(file_difference(str(change.path).lstrip("/"), change.before, change.after))
    return "\n".join(parts)


def changes_as_json(plan: Plan) -> list[Json]:
    """Return every file with what happens to it."""
    return [{"path": str(each.path), "action": each.action} for each in plan.changes]


def _show_plans(
    desk: Desk, plans: list[Plan], offers: list[HostMemories], *, prints: bool, diff: bool
) -> int:
    values: list[Json] = [
        {
            "host": plan.row.name,
            "files": changes_as_json(plan),
            "foreign": [str(path) for path in plan.foreign],
            "edited": [str(path) for path in plan.edited],
            "remembers": [*offer.files],
        }
        for plan, offer in zip(plans, offers, strict=True)
    ]
    is_whole = prints or diff
    texts = [
        show_changes(plan, prints=prints) if is_whole else summary(desk, plan) for plan in plans
    ]
    idle = "install.nothing-to-do" if plans else "install.none-here"
    more = desk.text("install.more") if any(texts) and not is_whole else ""
    text = "\n".join(filter(None, (*texts, more))) or desk.text(idle)
    desk.show_long(text, {"result": "dry_run", "would_install": values})
    if not desk.wants_json and not prints:
        for offer in offers:
            _tell_of_memories(desk, offer)
    return 0


def _tell_of_memories(desk: Desk, offer: HostMemories) -> None:
    """Say on the way which files a host keeps memories in, that `--import` would propose."""
    if offer.sources:
        desk.echo(desk.text("install.memory", **offer.told))
        for path in offer.files:
            desk.echo(f"  {visible(path)}")


def is_agreed(desk: Desk, plan: Plan, *, yes: bool, question: str = "ask.install") -> bool:
    """Ask whether the files of a host may be changed as planned; raise `LeftPending` with nobody there."""
    if plan.is_empty:
        return True
    asked = Question(
        text=desk.text(question, host=plan.row.title),
        details=summary(desk, plan),
        default=YES,
    )
    answer = asker_for(desk, yes=yes, must_ask=not yes).ask(asked)
    if answer is None:
        raise LeftPending("install-unapproved", host=plan.row.title)
    return answer == YES


def _wired(desk: Desk, plan: Plan, scope: str, where: Surroundings, *, yes: bool) -> bool:
    """Carry a plan out if it is agreed to, and say whether it is."""
    if not is_agreed(desk, plan, yes=yes):
        if not desk.wants_json:
            desk.echo(desk.text("install.declined", host=plan.row.title))
        return False
    # Planned again: the program may have written to its files while somebody thought about it.
    carry_out(plan_install(plan.row, scope, replace(where, book=plan.book)))
    return True


def _told(desk: Desk, plan: Plan, offer: HostMemories, *, asks: bool) -> Json:
    changed = [each for each in plan.changes if each.before != each.after]
    is_served = _is_served(desk, plan)
    if not desk.wants_json:
        key = "done.install" if changed else "done.install-before"
        desk.echo(desk.text(key, host=plan.row.title, count=len(changed)))
        for path in plan.foreign:
            desk.notice("install.foreign", path=path)
        for path in plan.edited:
            desk.notice("install.edited", path=path)
        for note in plan.row.notes:
            desk.echo(desk.text(note))
        if plan.row.starts_server and not has_extra("mcp"):
            desk.notice("install.no-server", command=extra_command("mcp"))
        is_served = is_served or (asks and _is_book_made(desk, plan.row.title))
        if not is_served:
            desk.notice("install.no-personal-book", host=plan.row.title, name=plan.row.name)
    return {
        "host": plan.row.name,
        "has_book": is_served,
        "files": changes_as_json(plan),
        "foreign": [str(path) for path in plan.foreign],
        "edited": [str(path) for path in plan.edited],
        "notes": [desk.text(note) for note in plan.row.notes],
        "remembers": [*offer.files],
    }


def _is_served(desk: Desk, plan: Plan) -> bool:
    """Say whether the book exists that a program's server was told to serve; one it looks for itself may."""
    if not plan.serves_personal:
        return True
    try:
        open_personal_book(desk.settings)
    except NoBook:
        return False
    return True


def _is_book_made(desk: Desk, host: str) -> bool:
    """Offer to make the personal book that a program was told to serve, and say whether it is there now."""
    where = personal_folder(desk.settings)
    asked = desk.text("ask.personal-book", host=host, path=visible(str(where)))
    question = Question(text=asked, default=YES, about="personal-book")
    if asker_for(desk, yes=False, must_ask=True).ask(question) != YES:
        return False
    book = found_book(where, desk.settings, desk.clock(), is_personal=True)
    desk.echo(desk.text("done.init", path=book.root, layout=book.layout.name))
    return True


def _choose_policy(desk: Desk, agents: str | None, *, yes: bool) -> None:
    """Ask once whether agents may save without asking; an answer is kept in the user's settings.

    Where no agent was wired there is nothing to ask about.
    """
    is_decided = desk.settings.sources.get("agents", "default") != "default"
    if agents is None and desk.is_terminal and not yes and not is_decided:
        question = Question(text=desk.text("ask.agents"), default=NO, about="agents")
        may_save = asker_for(desk, yes=False, must_ask=True).ask(question)
        agents = may_save and ("save" if may_save == YES else "ask")
    if agents is not None:
        path: Path = write_setting(desk.environ, "agents", agents)
        if not desk.wants_json:
            desk.echo(desk.text("done.agents", policy=agents, path=path))


@command("uninstall", "commonplace uninstall claude-code --scope user")
@click.argument("host", metavar="HOST", required=False, type=click.Choice(HOSTS))
@option("--all", "wired", is_flag=True)
@option("--scope", type=click.Choice((USER, PROJECT)), default=None)
@consent_options
@click.pass_obj
def uninstall_line(
    desk: Desk, *, host: str | None, wired: bool, scope: str | None, yes: bool, dry_run: bool
) -> int:
    """Take our entries out of HOST's files; a file nobody edited becomes what it was."""
    where = Surroundings(environ=desk.environ, project=desk.folder)
    if bool(host) == wired:
        raise click.UsageError(desk.text("usage.install", hosts=", ".join(HOSTS)))
    settled = [
        _settled(desk, name, place_scope, there, yes=yes, dry_run=dry_run)
        for name, place_scope, there in _wanted(host, scope, where)
    ]
    told = [told for told, _ in settled]
    texts = [text for _, text in settled] or [desk.text("uninstall.none-here")]
    if not wired:
        desk.show("\n".join(texts), told[0])
        return 0
    value: dict[str, Json] = {"result": "completed", "uninstalled": [*told]}
    if scope is None:
        own, lines = _own_files(desk, where, yes=yes, dry_run=dry_run)
        value.update(own)
        texts += lines
    desk.show("\n".join(texts), value)
    return 0


def _wanted(
    host: str | None, scope: str | None, where: Surroundings
) -> Sequence[tuple[str, str, Surroundings]]:
    """Return what is to be taken back: one host, those of a scope here, or all of this user's."""
    if host:
        return ((host, scope or USER, where),)
    if scope:
        return tuple((row.name, scope, where) for row in wired_rows(scope, where))
    return wired_anywhere(where)


def _own_files(
    desk: Desk, where: Surroundings, *, yes: bool, dry_run: bool
) -> tuple[dict[str, Json], list[str]]:
    """Take away what else is ours on this machine, and tell programs and people what is left, and why."""
    own = own_files(desk.environ)
    paths = [*own.removed, *filter(None, (own.empty_book,))]
    removed = [f"  {visible(str(path))}" for path in paths]
    is_gone = False
    if dry_run:
        lines = [desk.text("uninstall.would-remove"), *removed] if removed else []
    elif wired_anywhere(where):
        lines = [desk.text("uninstall.still-wired")]
    elif removed:
        is_gone = _is_removal_agreed(desk, "\n".join(removed), yes=yes)
        if is_gone:
            remove(own)
        lines = [desk.text("done.own-removed" if is_gone else "uninstall.own-kept")]
        if is_gone and own.empty_book:
            lines.append(desk.text("uninstall.empty-book", path=visible(str(own.empty_book))))
    else:
        lines = []
    lines += [
        desk.text(f"uninstall.left-{each.why}", path=visible(str(each.path))) for each in own.kept
    ]
    lines.append(desk.text("uninstall.left-books"))
    value: dict[str, Json] = {
        "removed": [str(path) for path in paths] if is_gone or dry_run else [],
        "left": [{"path": str(each.path), "why": each.why} for each in own.kept],
    }
    return value, lines


def _is_removal_agreed(desk: Desk, details: str, *, yes: bool) -> bool:
    desk.require_person()
    question = Question(text=desk.text("ask.remove-own"), details=details)
    answer = asker_for(desk, yes=yes, must_ask=not yes).ask(question)
    if answer is None:
        raise LeftPending("own-files-unapproved")
    return answer == YES


def _settled(
    desk: Desk, name: str, scope: str, where: Surroundings, *, yes: bool, dry_run: bool
) -> tuple[dict[str, Json], str]:
    """Bring one host to its end, and return what programs and what people are told of it."""
    row = row_named(name)
    plan = plan_uninstall(row, scope, where)
    edited: list[Json] = [*map(str, plan.edited)]
    told: dict[str, Json] = {"host": row.name, "files": changes_as_json(plan), "edited": edited}
    stays = [desk.text("uninstall.left-edited", path=visible(str(path))) for path in edited]
    nothing = desk.text("uninstall.nothing", host=row.title)
    if dry_run:
        return {"result": "dry_run", **told}, show_changes(plan) or nothing
    desk.require_person()
    if plan.is_empty:
        take_back(plan)
        return {"result": "unchanged", **told}, "\n".join([nothing, *stays])
    if not is_agreed(desk, plan, question="ask.uninstall", yes=yes):
        return {"result": "declined"}, desk.text("install.declined", host=row.title)
    plan = plan_uninstall(row, scope, where)  # of the files as they are by now
    take_back(plan)
    count = sum(each.before != each.after for each in plan.changes)
    done = desk.text("done.uninstall", host=row.title, count=count)
    return {"result": "committed", **told}, "\n".join([done, *stays])
