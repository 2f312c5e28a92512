"""`commonplace init`: make an empty book, over nothing that is there.

What `init` does more in a mem-skill workspace: its flags, its words, and a second run.

`commonplace trust`: let a book that came from elsewhere be injected.

A book that came with a clone is somebody else's text in your agent's context: it can be searched and
read, but no hook hands it over before you have said so once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from commonplace.app.books import (
    NAMES,
    WORKSPACE,
    Book,
    book_in,
    found_book,
    layout_named,
    personal_folder,
    workspace_in,
)
from commonplace.app.engines import (
    EngineFlags,
    Qmd,
    check_collections,
    choose_engine,
    collection_prefix,
    install_qmd,
    leave_qmd,
    qmd_health,
    set_up_qmd,
    set_up_workspace,
    set_up_workspace_with_qmd,
)
from commonplace.app.provenance import accept_author
from commonplace.app.recall import refresh
from commonplace.config import PROJECT_FILE, Settings, read_settings
from commonplace.core.memory import Memory
from commonplace.core.ports import Layout, Question
from commonplace.core.values import replace
from commonplace.doors.cli.candidates import capture_project
from commonplace.doors.cli.consent import tell_kept_beside, tell_listed
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import NO, YES, terminal_of
from commonplace.errors import BadInput, WriteFailed
from commonplace.flows.capture import line
from commonplace.flows.commit import derived_files, with_ignored
from commonplace.flows.proposals import survey

F = TypeVar("F", bound=Callable[..., Any])

_FLAGS = {
    "mem_engine": ("--mem-engine", "NAME"),
    "qmd_scope": ("--qmd-scope", "SCOPE"),
    "qmd_knowledge": ("--qmd-knowledge", "NAME"),
    "qmd_experience": ("--qmd-experience", "NAME"),
    "qmd_mask": ("--qmd-mask", "GLOB"),
}
_OF_WORKSPACES = ("starter", "qmd_experience")


def workspace_options(function: F) -> F:
    """Add the flags of the original's `init`."""
    for name, (flag, shown) in reversed(_FLAGS.items()):
        function = option(flag, name, metavar=shown, default="")(function)
    return option("--starter", is_flag=True)(function)


def is_workspace(layout: Layout, wishes: Mapping[str, str | bool]) -> bool:
    """Say whether `init` is about a workspace; what only a workspace has is refused for any other."""
    given = [name for name in _OF_WORKSPACES if wishes[name]]
    if given and not layout.traits.keeps_experience:
        flag = "--" + given[0].replace("_", "-")
        raise BadInput("flag-of-layout", flag=flag, layout=WORKSPACE)
    return layout.traits.keeps_experience


def engine_flags(wishes: Mapping[str, str | bool]) -> EngineFlags:
    """Return what the flags say about the engine."""
    return EngineFlags(
        engine=str(wishes["mem_engine"]),
        scope=str(wishes["qmd_scope"]),
        knowledge=str(wishes["qmd_knowledge"]),
        experience=str(wishes["qmd_experience"]),
        mask=str(wishes["qmd_mask"]),
    )


def set_up(
    desk: Desk, where: Path, settings: Settings, wishes: Mapping[str, str | bool], qmd: Qmd | None
) -> Book:
    """Make a workspace, or set it up once more, and say so in the original's words."""
    starter = bool(wishes["starter"])
    if qmd is None:
        flags = engine_flags(wishes)
        book, notices = set_up_workspace(where, settings, desk.clock(), flags, starter=starter)
    else:
        _tell_of_wait(desk)
        book, notices, embeds = set_up_workspace_with_qmd(
            where, settings, desk.clock(), qmd, starter=starter
        )
        if not embeds:
            desk.notice("notice.qmd-no-model")
    desk.show(
        "\n".join(notices),
        {
            "result": "committed",
            "layout": WORKSPACE,
            "root": str(book.root),
            "git_ignored": False,
            "notices": list(notices),
        },
    )
    return book


def choose_search(desk: Desk, book: Book, qmd: Qmd | None, engine: str) -> None:
    """Let QMD search a book of another layout, or leave it again, and say so."""
    if qmd is not None:
        _tell_of_wait(desk)
        if not set_up_qmd(book, qmd):
            desk.notice("notice.qmd-no-model")
        desk.notice("done.qmd", scope=qmd.scope, names=qmd.knowledge)
    elif engine:
        leave_qmd(book)


def _tell_of_wait(desk: Desk) -> None:
    """Say that QMD has begun: the vectors of a large book take minutes."""
    if desk.is_terminal:
        desk.notice("notice.qmd-embedding")


MISSING, NO_MODEL = "qmd-missing", "qmd-no-model"
SCOPES = {"1": "project", "2": "global"}


def chosen_qmd(desk: Desk, flags: EngineFlags, where: Path, layout: Layout) -> Qmd | None:
    """Return all that QMD must be told, None when another engine is wanted; ask for what is missing.

    What cannot be made is refused here, before anything is: a name that is taken, a Node too old.
    """
    said = choose_engine(flags)
    if said is None:
        return None
    _require_program(desk)
    said = replace(said, scope=said.scope or _scope(desk))
    if said.scope == "global":
        desk.require_person()
    said = _named(desk, said, collection_prefix(said.scope, where.name), layout)
    check_collections(layout, where / layout.home, said)
    return said


def _require_program(desk: Desk) -> None:
    """Offer to install a QMD that is missing; one that cannot run is told before anything is made."""
    health = qmd_health(os.environ)
    if health.why == MISSING:
        _offer_to_install(desk)
        health = qmd_health(os.environ)
    if health.why not in ("", NO_MODEL):
        raise BadInput(health.why)


def _offer_to_install(desk: Desk) -> None:
    if not _is_asked(desk):
        raise BadInput(MISSING)
    question = Question(text=desk.text("ask.qmd-install"))
    if terminal_of(desk).ask(question) != YES:
        raise BadInput("qmd-declined")
    desk.notice("notice.qmd-installing")
    install_qmd()


def _scope(desk: Desk) -> str:
    question = Question(
        text=desk.text("ask.qmd-scope-number"), details=desk.text("ask.qmd-scope"), is_open=True
    )
    while True:
        answer = _workspace_answer(desk, question, "--qmd-scope")
        if scope := SCOPES.get(answer, answer if answer in SCOPES.values() else ""):
            return scope


def _named(desk: Desk, said: Qmd, prefix: str, layout: Layout) -> Qmd:
    """Return `said` with a name for each collection; only a workspace keeps experience apart."""
    said = replace(said, knowledge=said.knowledge or _name(desk, "knowledge", prefix))
    if not layout.traits.keeps_experience:
        return said
    return replace(said, experience=said.experience or _name(desk, "experience", prefix))


def _name(desk: Desk, kind: str, prefix: str) -> str:
    default = f"{prefix}-{kind}"
    question = Question(text=desk.text(f"ask.qmd-{kind}", default=default), is_open=True)
    return _workspace_answer(desk, question, f"--qmd-{kind}") or default


def _workspace_answer(desk: Desk, question: Question, flag: str) -> str:
    if not _is_asked(desk):
        raise BadInput("qmd-not-said", flag=flag)
    return terminal_of(desk).ask(question) or ""


def _is_asked(desk: Desk) -> bool:
    return desk.is_terminal and not desk.agent


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
    has_skills = is_workspace(made_of, workspace)
    begins_with = made_of.skeleton(desk.clock().date())
    missing = [path for path in begins_with if not (where / made_of.home / path).exists()]
    qmd = chosen_qmd(desk, engine_flags(workspace), where, made_of)
    if has_skills:
        # A clone may bring pages without the rest of a workspace: they are no less somebody else's.
        is_new = is_new and not workspace_in(where, settings).reading().memories
        made = set_up(desk, where, settings, workspace, qmd)
        adopt(desk, made, is_new=is_new)
        if missing:
            tell_kept_beside(desk, made, missing)
        if git_ignore:
            desk.notice("notice.nothing-to-ignore", layout=WORKSPACE)
        return made
    if book is None:
        book = found_book(where, settings, desk.clock(), is_personal=desk.wants_personal)
    is_adopted = adopt(desk, book, is_new=is_new)
    choose_search(desk, book, qmd, str(workspace["mem_engine"]))
    ignored = is_new and _ignore(desk, book, git_ignore)
    if is_new:
        tell_kept_beside(desk, book, missing)
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
    tell_listed(desk, "trust.newest", held.newest, held.count)
    tell_listed(desk, "trust.orders", held.orders, held.order_count)


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


@command("trust", "commonplace trust")
@option("--revoke", "revokes", is_flag=True)
@option("--strict/--no-strict", "strict", default=None)
@option("--author", metavar="ADDRESS", default="")
@click.pass_obj
def trust_line(desk: Desk, *, revokes: bool, strict: bool | None, author: str) -> None:
    """Trust the book found here, or trust it no longer."""
    if strict is not None and (revokes or author):
        raise click.UsageError(desk.text("usage.trust"), click.get_current_context())
    book = desk.open()
    if author:
        _accept_author(desk, book, author, wanted=not revokes)
        return
    if strict is not None:
        _be_strict(desk, book, strict=strict)
        return
    if not revokes:
        desk.require_person()
        if not book.is_trusted:
            tell_holdings(desk, book, book.reading().memories)
    is_new = book.distrust() if revokes else book.trust(desk.who, desk.clock())
    key = ("done.distrust" if is_new else "done.not-trusted") if revokes else "done.trust"
    desk.show(
        desk.text(key, path=book.root),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )


def _accept_author(desk: Desk, book: Book, author: str, *, wanted: bool) -> None:
    """Accept the commits of an author from now on, or no longer; an address is easily forged, and that is told."""
    if wanted:
        desk.require_person()
        if line(author).split() != [author]:
            raise BadInput("author-address", address=line(author))
    is_new = accept_author(str(book.root), author, wanted=wanted)
    desk.show(
        desk.text("done.author" if wanted else "done.no-author", author=author),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )


def _be_strict(desk: Desk, book: Book, *, strict: bool) -> None:
    """Hold what arrives from now on, or nothing any more; either way the index is read anew."""
    desk.require_person()
    is_new = book.be_strict(desk.who, desk.clock(), strict=strict)
    refresh(book, list(book.snapshot().files))
    desk.show(
        desk.text("done.strict" if strict else "done.not-strict", path=book.root),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )
