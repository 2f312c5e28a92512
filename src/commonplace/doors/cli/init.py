"""`commonplace init`: make an empty book, over nothing that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from commonplace.app.books import (
    NAMES,
    WORKSPACE,
    Book,
    book_in,
    found_book,
    layout_named,
    personal_folder,
)
from commonplace.config import PROJECT_FILE, Settings, read_settings
from commonplace.core.memory import Memory
from commonplace.core.ports import Question
from commonplace.doors.cli.candidates import capture_project
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import NO, YES, terminal_of
from commonplace.doors.cli.workspace import (
    choose_search,
    chosen_qmd,
    engine_flags,
    is_workspace,
    set_up,
    workspace_options,
)
from commonplace.doors.render.common import visible
from commonplace.errors import BadInput, WriteFailed
from commonplace.flows.commit import derived_files, with_ignored
from commonplace.flows.quarantine import survey


@command("init", "commonplace init --layout vault")
@click.argument("folder", required=False, default="", metavar="[FOLDER]")
@option("--layout", metavar="NAME", default="")
@option("--git-ignore/--no-git-ignore", "git_ignore", default=None)
@option("--capture", is_flag=True)
@workspace_options
@click.pass_obj
def command_line(
    desk: Desk,
    /,
    folder: str,
    layout: str,
    git_ignore: bool | None,
    capture: bool,
    **workspace: str | bool,
) -> None:
    """Make an empty book in a folder, or say that it is there already; then look around in its project."""
    book = _init(desk, folder, layout, git_ignore, workspace)
    if capture:
        capture_project(desk, book)


def _init(
    desk: Desk, folder: str, layout: str, git_ignore: bool | None, workspace: dict[str, str | bool]
) -> Book:
    """Make an empty book in a folder, or say that it is there already."""
    where = _where(desk, folder)
    desk.read_project(where)
    settings = read_settings(desk.environ, where, {"layout": layout})
    if settings.sources["layout"] == PROJECT_FILE and settings.layout not in NAMES:
        desk.notice("notice.unusable-settings", keys="layout")
        settings = replace(settings, layout=Settings().layout)
    book = book_in(where, settings, is_personal=desk.wants_personal)
    is_new = book is None
    if book is not None and layout not in {"", book.layout.name}:
        raise BadInput("book-in-the-way", path=book.root)
    made_of = book.layout if book else layout_named(settings.layout)
    has_skills = is_workspace(made_of.name, workspace)
    qmd = chosen_qmd(desk, engine_flags(workspace), where, made_of)
    if has_skills:
        made = set_up(desk, where, settings, workspace, qmd)
        adopt(desk, made, is_new=is_new)
        if git_ignore:
            desk.notice("notice.nothing-to-ignore", layout=WORKSPACE)
        return made
    if book is None:
        book = found_book(where, settings, desk.clock(), is_personal=desk.wants_personal)
    is_adopted = adopt(desk, book, is_new=is_new)
    choose_search(desk, book, qmd, str(workspace["mem_engine"]))
    ignored = is_new and _ignore(desk, book, git_ignore)
    key = "done.init" if is_new else "done.init-adopted" if is_adopted else "done.init-again"
    desk.show(
        desk.text(key, path=book.root, layout=book.layout.name),
        {
            "result": "committed" if is_new or is_adopted else "unchanged",
            "layout": book.layout.name,
            "root": str(book.root),
            "git_ignored": ignored,
            "trusted": book.is_trusted,
        },
    )
    return book


def adopt(desk: Desk, book: Book, *, is_new: bool) -> bool:
    """Trust a book that was made here; ask about one that somebody else made. Say whether it was.

    A clone or an archive brings text that agents would be handed, so a person sees what it is first.
    """
    if is_new or book.is_trusted:
        return is_new and book.adopt()
    tell_holdings(desk, book, book.reading().memories)
    question = Question(text=desk.text("ask.trust", path=book.root), default=NO)
    if desk.agent or not desk.is_terminal or terminal_of(desk).ask(question) != YES:
        desk.notice("notice.not-adopted")
        return False
    return book.trust(desk.who, desk.clock(), "init")


def tell_holdings(desk: Desk, book: Book, memories: Sequence[Memory]) -> None:
    """Show what somebody else brought: how much, the newest, what reads like orders."""
    held = survey(memories)
    desk.notice("trust.holds", path=book.root, count=held.count)
    for key, lines in (("trust.newest", held.newest), ("trust.orders", held.orders)):
        if lines:
            desk.notice(key, count=held.order_count)
            for line in lines:
                desk.echo(f"  - {visible(line)}", err=True)


def _where(desk: Desk, folder: str) -> Path:
    if desk.wants_personal:
        return personal_folder(desk.settings)
    return (desk.folder / (folder or desk.book_named or ".")).expanduser().resolve()


def _ignore(desk: Desk, book: Book, wanted: bool | None) -> bool:
    """Offer to keep derived files out of git, where they would be the place of every conflict."""
    in_git = any((folder / ".git").exists() for folder in (book.project, *book.project.parents))
    derived = derived_files(book.layout, desk.clock().date())
    if wanted and not derived:
        desk.notice("notice.nothing-to-ignore", layout=book.layout.name)
    if not in_git or not derived:
        return False
    if wanted is None:
        wanted = _answer(desk)
    if wanted:
        below = book.root.relative_to(book.project)
        _write_ignored(book.project, [f"/{(below / name).as_posix()}" for name in derived])
    return wanted


def _answer(desk: Desk) -> bool:
    if desk.settings.git_ignore != "ask":
        return desk.settings.git_ignore == "yes"
    question = Question(text=desk.text("ask.git-ignore"), default=YES)
    return desk.is_terminal and terminal_of(desk).ask(question) == YES


def _write_ignored(project: Path, lines: list[str]) -> None:
    path = project / ".gitignore"
    try:
        before = path.read_bytes().decode("utf-8", "surrogateescape") if path.exists() else ""
        path.write_bytes(with_ignored(before, lines).encode("utf-8", "surrogateescape"))
    except OSError as cause:
        raise WriteFailed("write-failed", path=path, cause=cause.strerror) from cause
