"""From the name of an engine to the engine: the one place that knows every one there is.

Whatever is chosen stands on the embedded engine, and that on keywords: a server that is away costs a
word in the answer (`degraded`), never the answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from pathlib import Path

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book, workspace_in
from commonplace.config import Settings, shown
from commonplace.core.hashing import digest
from commonplace.core.ports import Engine, Layout, Progress
from commonplace.core.search import EngineStatus, Source
from commonplace.engines.keyword import KeywordEngine, WithFloor
from commonplace.engines.local.records import Trouble
from commonplace.engines.postgres.engine import PostgresEngine, Synced
from commonplace.engines.postgres.server import LoginRefused, Server, ServerTrouble
from commonplace.engines.postgres.upload import Held
from commonplace.engines.postgres.view import Part
from commonplace.engines.qmd.calls import (
    FAILED,
    GLOBAL,
    NOT_SET_UP,
    PASSING_S,
    Collection,
    Collections,
    QmdCommand,
    QmdTrouble,
    check_mask,
    check_name,
    find_model,
    find_program,
    install,
    own_qmd,
    private_qmd,
)
from commonplace.engines.qmd.calls import QmdHealth as QmdHealth  # noqa: PLC0414 - for doors
from commonplace.engines.qmd.calls import qmd_health as qmd_health  # noqa: PLC0414 - for doors
from commonplace.engines.qmd.engine import QmdEngine
from commonplace.errors import BadInput, ConfigError
from commonplace.layouts.mem_skill import skeleton
from commonplace.layouts.mem_skill.settings import EngineFlags as EngineFlags  # noqa: PLC0414 - for doors
from commonplace.layouts.mem_skill.settings import Qmd as Qmd  # noqa: PLC0414 - doors name it
from commonplace.layouts.mem_skill.settings import choose_engine as choose_engine  # noqa: PLC0414 - for doors
from commonplace.layouts.mem_skill.settings import collection_prefix as collection_prefix  # noqa: PLC0414 - for doors
from commonplace.layouts.mem_skill.settings import qmd_of, told, write_object
from commonplace.storage.git import shared_name
from commonplace.storage.places import cache_of, make_private, write_private
from commonplace.storage.plain_files import read_plain
from commonplace.storage.small_state import drop_choice, keep_choice, read_choice


def shared_engine(book: Book, settings: Settings, index: BookIndex) -> PostgresEngine:
    """Return the engine that asks the team's server about `book`; nothing is connected yet."""
    server = _server(settings.postgres_url, settings.postgres_team, settings.postgres_replica_url)
    name = shared_name(str(book.root))
    part = _PARTS.setdefault((server, name, index.path), Part(name, _Indexed(index)))
    place = shown("postgres_url", settings.postgres_url)
    return PostgresEngine(server, part, index.choices, place)


_server = cache(Server)
_PARTS: dict[tuple[Server, str, str], Part] = {}
"""What a process that stays has learned about each book, so that it need not ask again."""


class _Indexed:
    """What the embedded index of a book holds."""

    def __init__(self, index: BookIndex) -> None:
        self._index = index

    def stamp(self) -> object:
        """Return how the index file looks: every update changes it."""
        try:
            seen = os.stat(self._index.path)
        except OSError:
            return ()
        return (seen.st_mtime_ns, seen.st_size, seen.st_ino)

    def held(self) -> Mapping[str, Held]:
        """Return every file of the book by its path."""
        found = self._index.engine.standings()
        return {path: Held(sha256, statuses) for path, (sha256, statuses) in found.items()}

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        """Return those files as they are now."""
        return self._index.sources_at(tuple(paths))


def is_elsewhere(book: Book, settings: Settings) -> bool:
    """Say whether the engine of `book` keeps its index on a server."""
    return settings.engine == PostgresEngine.name and not book.is_personal


def status_elsewhere(book: Book, settings: Settings, index: BookIndex) -> EngineStatus:
    """Say how the server's copy of `book` is; nothing is changed there."""
    index.freshen()
    return shared_engine(book, settings, index).status()


def prepare(book: Book, settings: Settings, index: BookIndex) -> tuple[str, ...]:
    """Make or renew the server's tables and return the steps done.

    A login that may not change tables can use those that an owner has made.
    """
    engine = shared_engine(book, settings, index)
    with _said(settings):
        try:
            return engine.prepare()
        except LoginRefused:
            if engine.is_up_to_date():
                return ()
            raise


def sync(
    book: Book, settings: Settings, index: BookIndex, progress: Progress | None = None
) -> Synced:
    """Bring everything to the server that this machine holds and it lacks."""
    index.freshen()
    with _said(settings):
        return shared_engine(book, settings, index).sync(progress)


def rebuild(
    book: Book, settings: Settings, index: BookIndex, progress: Progress | None = None
) -> None:
    """Make the server's copy of `book` again from the files of this machine."""
    index.freshen()
    with _said(settings):
        shared_engine(book, settings, index).rebuild((), progress)


def gc(book: Book, settings: Settings, index: BookIndex, unseen_days: int) -> int:
    """Forget versions on the server that nobody has held for so long, and count them."""
    index.freshen()
    with _said(settings):
        return shared_engine(book, settings, index).gc(unseen_days)


@contextmanager
def _said(settings: Settings) -> Iterator[None]:
    """Turn a server's trouble into an error that a person can do something about."""
    try:
        yield
    except ServerTrouble as trouble:
        place = shown("postgres_url", settings.postgres_url)
        cause = (str(trouble).strip().splitlines() or [trouble.why])[0]
        raise ConfigError(trouble.why, place=place, cause=cause, extra="postgres") from trouble


SYNCED = "synced"
ABOUT_KNOWLEDGE = "General knowledge base: reusable workflows, preferences, best practices"
ABOUT_EXPERIENCE = "Skill-specific experience: pitfalls, parameters, solutions"
NO_COLLECTIONS = Collections(scope="project", mask="", all=())


def collections_of(book: Book) -> Collections | None:
    """Return what qmd holds of `book`, None when the book does not use it or may not say so."""
    if not book.is_trusted:
        return None
    said = qmd_of(_choice(book))
    if said is None:
        return None
    try:
        return collections_for(book.layout, book.root, said)
    except BadInput:  # somebody wrote names into it that no collection can have
        return None


def is_set_up(book: Book) -> bool:
    """Say whether qmd was set up for `book`, by somebody whom the user trusts."""
    return collections_of(book) is not None


def waits_for_trust(book: Book) -> bool:
    """Say whether `book` names qmd and nobody here trusts it: a clone's choice starts no program."""
    return not book.is_trusted and qmd_of(_choice(book)) is not None


def collections_for(layout: Layout, root: Path, said: Qmd) -> Collections:
    """Return the collections that `said` means for a book of `layout` at `root`, every name checked."""
    parts = [(said.knowledge, layout.traits.notes_folder, ABOUT_KNOWLEDGE)]
    if beside := layout.traits.experience_folder:
        parts.append((said.experience, beside, ABOUT_EXPERIENCE))
    held = tuple(
        Collection(
            name=check_name(name), folder=str(root.resolve() / inside), inside=inside, about=about
        )
        for name, inside, about in parts
    )
    return Collections(scope=said.scope, mask=check_mask(said.mask), all=held)


def asked_qmd(book: Book, index: BookIndex, held: Collections | None) -> QmdEngine:
    """Return the engine that asks qmd about `book`, with all read that has changed in the files."""
    engine = qmd_engine(book, index, held)
    if held:
        catch_up(book, index, held, engine)
    return engine


def keep_up(book: Book, index: BookIndex) -> None:
    """Let the qmd of a book read what was just written, once for all of it; never a writer's trouble."""
    if held := collections_of(book):
        catch_up(book, index, held, qmd_engine(book, index, held))


def qmd_engine(book: Book, index: BookIndex, held: Collections | None) -> QmdEngine:
    """Return the engine that asks qmd about `book`; without collections it says that there are none."""
    if held is None:
        return QmdEngine(_not_set_up, NO_COLLECTIONS, index.sources_at)
    return QmdEngine(opening(book.root, held), held, index.sources_at)


def opening(root: Path, held: Collections) -> Callable[[], QmdCommand]:
    """Return how the qmd is opened that holds `held` of the book at `root`."""

    def opened() -> QmdCommand:
        program, model = find_program(os.environ), find_model(os.environ)
        try:
            folder = make_private(qmd_folder(root))
            if held.scope == GLOBAL:
                return own_qmd(program, os.environ, folder, model)
            return private_qmd(program, os.environ, folder, model, held)
        except OSError as cause:
            raise QmdTrouble(FAILED, cause.strerror or str(cause)) from cause

    return opened


def qmd_folder(root: Path) -> str:
    """Return where a book's own qmd keeps configuration and index: nothing in it cannot be made again."""
    return os.path.join(cache_of(str(root)), "qmd")


def catch_up(book: Book, index: BookIndex, held: Collections, engine: QmdEngine) -> None:
    """Let qmd read what has changed since it last did; the engine remembers when it cannot."""
    mark = os.path.join(qmd_folder(book.root), SYNCED)
    now = _look(index, held)
    if now and read_plain(mark) == now:
        return
    with suppress(QmdTrouble, OSError):
        engine.sync(PASSING_S)
        write_private(mark, now)


def resync(book: Book, index: BookIndex, *, anew: bool = False) -> str:
    """Bring the qmd of `book` up to date, however long it takes; return what was wrong, if anything.

    A book that does not use qmd has nothing to bring up to date. With `anew` an index of the book's own
    is made again.
    """
    held = collections_of(book)
    if held is None:
        return ""
    engine = qmd_engine(book, index, held)
    try:
        if anew:
            engine.rebuild(())
        else:
            engine.sync()
    except QmdTrouble as trouble:
        return trouble.why
    return ""


def status_of(book: Book, index: BookIndex) -> EngineStatus:
    """Say how the qmd of `book` is; nothing is brought up to date."""
    return qmd_engine(book, index, collections_of(book)).status()


def _choice(book: Book) -> bytes | None:
    if path := book.layout.traits.settings_file:
        return book.store.read_one(path)
    return read_choice(str(book.root))


def _look(index: BookIndex, held: Collections) -> bytes:
    """Return one line for how all files are as the index took them in, empty when it cannot say."""
    try:
        files = index.engine.files()
    except (OSError, Trouble):
        return b""
    known = [f"{path} {files[path].sha256}" for path in sorted(files)]
    return digest("\n".join([repr(held), *known]).encode()).encode()


def _not_set_up() -> QmdCommand:
    raise QmdTrouble(NOT_SET_UP)


def chosen_engine(book: Book, settings: Settings, index: BookIndex) -> Engine:
    """Return the engine that `settings` name for `book`, with the embedded one below it."""
    embedded = WithFloor(index.engine, KeywordEngine(index.sources))
    if engine_name(book, settings) == QmdEngine.name:
        return WithFloor(asked_qmd(book, index, collections_of(book)), embedded)
    if settings.engine == PostgresEngine.name and not book.is_personal:
        return WithFloor(shared_engine(book, settings, index), embedded)
    return embedded


def engine_name(book: Book, settings: Settings) -> str:
    """Return which engine `book` is asked through: what the user says, else what the book says.

    Settings that were never read are the house's own, and mean what they say.
    """
    is_unsaid = settings.sources.get("engine") == "default"
    return QmdEngine.name if is_unsaid and collections_of(book) else settings.engine


def install_qmd() -> None:
    """Install qmd; raise when it does not work."""
    try:
        install(os.environ)
    except QmdTrouble as trouble:
        raise BadInput("qmd-not-installed", cause=trouble.detail or trouble.why) from trouble


def check_collections(layout: Layout, root: Path, said: Qmd) -> Collections:
    """Return the collections that will be made; one of the user's with that name is not touched."""
    held = collections_for(layout, root, said)
    if len(set(held.names)) < len(held.names):
        raise BadInput("qmd-one-name", name=held.names[0])
    if held.scope == GLOBAL:
        _missing(root, held)
    return held


def set_up_workspace(
    folder: Path, settings: Settings, now: datetime, flags: EngineFlags, *, starter: bool
) -> tuple[Book, tuple[str, ...]]:
    """Make a mem-skill workspace or set one up once more, and return what it has to say.

    The flags are checked before anything is made; what is there is never overwritten.
    """
    choose_engine(flags)
    book = workspace_in(folder, settings)
    book.store.make_root()
    with book.store.locked():
        files = book.snapshot().files
        result = skeleton.found(files, now.date(), starter=starter, engine=flags.engine)
        book.store.refresh(result.edits)
    return book, result.notices


def set_up_workspace_with_qmd(
    folder: Path, settings: Settings, now: datetime, said: Qmd, *, starter: bool
) -> tuple[Book, tuple[str, ...], bool]:
    """Make a mem-skill workspace that qmd searches; return it, what it says, and whether it embeds."""
    book = workspace_in(folder, settings)
    held = collections_for(book.layout, book.root, said)
    book.store.make_root()
    with book.store.locked():
        files = book.snapshot().files
        plan = skeleton.found(files, now.date(), starter=starter, engine="qmd", qmd=said)
        book.store.refresh(plan.folders)
    embeds = make_collections(book, held)
    with book.store.locked():
        book.store.refresh(plan.records)
    reply = skeleton.WITH_QMD if embeds else skeleton.WITHOUT_VECTORS
    return book, (*plan.notices[:-1], reply), embeds


def set_up_qmd(book: Book, said: Qmd) -> bool:
    """Let qmd search a book of any layout, and say whether it embeds; kept in the state folder."""
    embeds = make_collections(book, collections_for(book.layout, book.root, said))
    keep_choice(str(book.root), write_object({"engine": "qmd", **told(said)}))
    return embeds


def leave_qmd(book: Book) -> None:
    """Let a book be searched without qmd again; what qmd holds stays as it is."""
    drop_choice(str(book.root))


def make_collections(book: Book, held: Collections) -> bool:
    """Make the collections and the vectors; say whether there is a model to make vectors with."""
    try:
        qmd = opening(book.root, held)()
        if held.scope == GLOBAL:
            for each in _missing(book.root, held).all:
                qmd.add(each, held.mask)
        else:
            qmd.update()
        if qmd.model:
            qmd.embed()
    except QmdTrouble as trouble:
        raise _told(trouble) from trouble
    return bool(qmd.model)


def _missing(root: Path, held: Collections) -> Collections:
    """Return the collections that the user's qmd has not; raise when it has another of that name."""
    try:
        qmd = opening(root, held)()
        there = {each.name: qmd.path_of(each.name) for each in held.all}
    except QmdTrouble as trouble:
        raise _told(trouble) from trouble
    for each in held.all:
        if there[each.name] and os.path.realpath(there[each.name]) != os.path.realpath(each.folder):
            raise BadInput("qmd-collection-taken", name=each.name, path=there[each.name])
    missing = tuple(each for each in held.all if not there[each.name])
    return Collections(scope=held.scope, mask=held.mask, all=missing)


def _told(trouble: QmdTrouble) -> BadInput:
    return BadInput("qmd-trouble", why=trouble.why, detail=trouble.detail)
