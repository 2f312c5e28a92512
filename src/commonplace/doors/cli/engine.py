"""`commonplace engine`: which engine finds memories, how its index is, and keeping that up."""

from __future__ import annotations

from collections.abc import Iterator

import click

from commonplace.app import engines
from commonplace.app.book_index import BookIndex, refusals_told
from commonplace.app.books import Book
from commonplace.app.engines import engine_name, is_set_up, resync, status_of
from commonplace.app.recall import KEYWORD, compared_at, drift_of, floor_of, index_of, models_for
from commonplace.config import ENGINES, read_settings, write_setting
from commonplace.core.search import EngineStatus
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, group, option
from commonplace.doors.render.common import Json
from commonplace.doors.render.recall import status_as_json
from commonplace.errors import BadInput
from commonplace.hook.refresher import is_at_work

UNSEEN_DAYS = 30
QMD = "qmd"


@group("engine", "commonplace engine rebuild")
@click.pass_context
def command_line(context: click.Context) -> None:
    """Show how the index is, or make it again from the files."""
    if context.invoked_subcommand is None:
        _show_status(context.obj)


@command("use", "commonplace engine use postgres")
@click.argument("name", type=click.Choice(ENGINES))
@click.pass_obj
def use(desk: Desk, name: str) -> None:
    """Choose the engine for all books of this user; one on a server is tried and prepared first."""
    desk.require_person()
    book = desk.open()
    if name == QMD and not is_set_up(book):
        raise BadInput("qmd-not-set-up")
    settings = read_settings(desk.environ, arguments={"engine": name})
    steps: tuple[str, ...] = ()
    if engines.is_elsewhere(book, settings):
        steps = engines.prepare(book, settings, index_of(book))
    path = write_setting(desk.environ, "engine", name)
    said = [desk.text("done.config-set", key="engine", value=name, path=path)]
    if steps:
        said.insert(0, desk.text("engine.prepared", steps=", ".join(steps)))
    desk.show(
        "\n".join(said),
        {"result": "committed", "engine": name, "prepared": list(steps), "path": str(path)},
    )


@command("status", "commonplace engine status")
@click.pass_obj
def status(desk: Desk) -> None:
    """Show how the index is; nothing is changed."""
    _show_status(desk)


@command("sync", "commonplace engine sync")
@click.pass_obj
def sync(desk: Desk) -> None:
    """Bring what this machine holds to an engine that lives elsewhere."""
    book = desk.open()
    index = index_of(book, desk.settings.embedder)
    if _is_qmd(desk, book):
        _resync_qmd(desk, book, index)
        return
    if not engines.is_elsewhere(book, desk.settings):
        with refusals_told(index.path):
            index.freshen()
        desk.show(
            desk.text("engine.not-elsewhere", name=desk.settings.engine),
            {"result": "nothing", "engine": desk.settings.engine},
        )
        return
    with desk.progress("engine.syncing") as progress:
        done = engines.sync(book, desk.settings, index, progress)
    desk.show(
        desk.text("engine.synced", files=done.files, notes=done.notes),
        {"result": "committed", "files": done.files, "embedded": done.notes},
    )


@command("gc", "commonplace engine gc --days 30")
@option("--days", type=click.IntRange(0), default=UNSEEN_DAYS, metavar="N")
@click.pass_obj
def gc(desk: Desk, days: int) -> None:
    """Clear out of a shared engine what no machine has held for so many days."""
    book = desk.open()
    if not engines.is_elsewhere(book, desk.settings):
        desk.show(
            desk.text("engine.not-elsewhere", name=desk.settings.engine),
            {"result": "nothing", "engine": desk.settings.engine},
        )
        return
    gone = engines.gc(book, desk.settings, index_of(book), days)
    desk.show(
        desk.text("engine.swept", versions=gone, days=days),
        {"result": "committed", "versions": gone, "days": days},
    )


@command("rebuild", "commonplace engine rebuild")
@click.pass_obj
def rebuild(desk: Desk) -> None:
    """Make the index again from the files, then the vectors, where an embedder is installed."""
    book = desk.open()
    index = index_of(book, desk.settings.embedder)
    with refusals_told(index.path):
        with desk.progress("engine.rebuilding") as progress:
            index.rebuild(progress)
        for choice in index.choices:
            with desk.progress("engine.embedding") as progress:
                index.embed(choice, progress)
    if engines.is_elsewhere(book, desk.settings):
        with desk.progress("engine.syncing") as progress:
            engines.rebuild(book, desk.settings, index, progress)
        _show_status(desk)
        return
    if _is_qmd(desk, book):
        _resync_qmd(desk, book, index, anew=True)
        return
    _show(desk, index.engine.status(), "engine.rebuilt")


def _is_qmd(desk: Desk, book: Book) -> bool:
    return engine_name(book, desk.settings) == QMD


def _resync_qmd(desk: Desk, book: Book, index: BookIndex, *, anew: bool = False) -> None:
    if why := resync(book, index, anew=anew):
        raise BadInput(why)
    _show_status(desk)


def _show_status(desk: Desk) -> None:
    book = desk.open()
    index = index_of(book)
    if engines.is_elsewhere(book, desk.settings):
        found = engines.status_elsewhere(book, desk.settings, index)
        _show(desk, found, "engine.served", "engine.not-served")
        return
    if _is_qmd(desk, book):
        _show(desk, status_of(book, index), "engine.qmd", "engine.no-qmd")
        return
    if desk.settings.engine == KEYWORD:
        _show(desk, floor_of(book).status(), "engine.keyword")
        return
    _show(desk, index.engine.status(), "engine.status", freshness=_freshness(desk, book))


def _freshness(desk: Desk, book: Book) -> dict[str, Json]:
    """Return how far the index is from the files, since when, whether that is being mended, and by which models."""
    drift = drift_of(book)
    return {
        "stale_files": len(drift.apart) if drift else None,
        "compared_at": compared_at(book),
        "refreshing": is_at_work(str(book.root)),
        "models": [*models_for(desk.settings.embedder)],
    }


def _show(
    desk: Desk,
    found: EngineStatus,
    key: str,
    not_ready: str = "engine.not-ready",
    freshness: dict[str, Json] | None = None,
) -> None:
    if not found.is_ready:
        text = desk.text(not_ready, name=found.name, trouble=found.trouble, place=found.place)
    else:
        text = desk.text(
            key,
            name=found.name,
            memories=found.memories,
            passages=found.passages,
            size=f"{found.bytes_on_disk / 1024:.0f}",
            place=found.place,
        )
        lesser = [desk.text(f"engine.{found.trouble}")] if found.trouble else []
        text = "\n".join(
            (text, *lesser, *_by_age(desk, freshness), *_by_meaning(desk, found, freshness))
        )
    desk.show(text, {**status_as_json(found), **(freshness or {})})


def _by_age(desk: Desk, freshness: dict[str, Json] | None) -> Iterator[str]:
    if freshness and freshness["stale_files"] is not None:
        age = (
            "refreshing"
            if freshness["refreshing"]
            else "stale"
            if freshness["stale_files"]
            else "fresh"
        )
        yield desk.text(
            f"engine.{age}", count=freshness["stale_files"], at=freshness["compared_at"]
        )


def _by_meaning(
    desk: Desk, found: EngineStatus, freshness: dict[str, Json] | None
) -> Iterator[str]:
    if freshness:
        models = ", ".join(models_for(desk.settings.embedder))
        yield desk.text("engine.models" if models else "engine.no-models", models=models)
    for embedder, passages in found.embedded:
        yield desk.text(
            "engine.meaning", embedded=passages, passages=found.passages, embedder=embedder
        )


for each in (use, status, sync, rebuild, gc):
    command_line.add_command(each)
