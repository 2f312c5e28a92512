"""The wiring of recall: a book and its index, ready to be asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache, partial
from pathlib import Path

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book, count_seen
from commonplace.app.provenance import code_of
from commonplace.config import Settings, read_settings
from commonplace.core import weights
from commonplace.core.contents import ContentsEntry, Room, contents_of_both, is_pinned, rule_of
from commonplace.core.decided_pairs import PAGE, Succession, successions
from commonplace.core.gate import SURE
from commonplace.core.hashing import digest
from commonplace.core.hygiene import clean
from commonplace.core.injection import one_line
from commonplace.core.memory import Memory
from commonplace.core.ports import Embedder, Engine
from commonplace.core.presets import CONTENTS, PRESETS, Form, Preset
from commonplace.core.search import EVERYTHING, LIVING, Query, Sought, accepts, is_filtered
from commonplace.core.stopwords import is_english
from commonplace.core.values import dataclass, replace
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.engines.embedders import models
from commonplace.engines.embedders.model_embedder import ModelEmbedder, is_installed
from commonplace.engines.keyword import KeywordEngine, WithFloor
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.local.records import Trouble
from commonplace.engines.local.spaces import ENGLISH, MULTILINGUAL, OWN
from commonplace.engines.local.vectors import EmbedderChoice
from commonplace.errors import BadInput, ConfigError
from commonplace.flows.freshness import Drift, drift
from commonplace.flows.inject import Injection, InjectionRequest, InjectionSource, inject
from commonplace.flows.recall import Found, Searched, undue_in
from commonplace.flows.session_block import overview, session_block
from commonplace.flows.view import NEVER, Selection, is_wanted
from commonplace.storage import small_state, usage
from commonplace.storage.change_detection import OneLook, last_look
from commonplace.storage.places import cache_home, cache_of, make_private, state_of
from commonplace.storage.retention import count_kept as count_kept  # noqa: PLC0414 - for doors
from commonplace.storage.retention import forget_sessions as forget_sessions  # noqa: PLC0414
from commonplace.storage.small_state import read_choice
from commonplace.storage.usage import only_one


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldLine:
    """One line of an injection, and the book its memory stands in."""

    memory: str
    line: str
    path: str
    score: float
    book: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastInjection:
    """The prompt that was answered last, and what was handed over for it."""

    at: str
    session: str
    prompt: str
    block: str
    lines: tuple[ToldLine, ...]
    pointed: tuple[str, ...] = ()
    """The memories that were only named, with their titles."""


def last_injection(books: Sequence[Book]) -> LastInjection | None:
    """Return the newest injection from any of `books`, None when there never was one."""
    kept = [usage.last_injection(state_of(str(book.root))) for book in books]
    found = [_injection(value) for value in kept if value]
    return max(found, key=lambda each: each.at, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptUse:
    """What was handed over for one prompt; its words are empty where only use was counted."""

    prompt: str
    told: tuple[str, ...]
    pointed: tuple[str, ...] = ()
    """The memories that were only named, with their titles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionUse:
    """What one session was handed of a book, and for which prompts."""

    session: str
    """Empty where the host names none: then it is a day."""
    day: str
    memories: tuple[str, ...]
    prompts: tuple[PromptUse, ...]
    """Each prompt for which something was handed over."""
    uses: Mapping[str, tuple[int, int]]
    """For each memory, how many of its answers used it and how many did not."""
    tokens: int = 0
    """What it was told in all, the contents in its beginning included."""


def sessions_told(book: Book) -> tuple[SessionUse, ...]:
    """Return what each session was handed lately, the newest first; older ones are only counted."""
    state = state_of(str(book.root))
    lines: dict[tuple[str, str], list[dict[str, object]]] = {}
    for line in usage.injections(state):
        session, day = str(line.get("session", "")), str(line.get("day", ""))
        lines.setdefault((session, "" if session else day), []).append(line)
    uses = small_state.uses_by_session(state)
    found = [
        SessionUse(
            session=session,
            day=max(str(line.get("day", "")) for line in told),
            memories=tuple(dict.fromkeys(name for line in told for name in _ids(line))),
            prompts=tuple(
                PromptUse(
                    prompt=str(line.get("prompt", "")),
                    told=tuple(_ids(line)),
                    pointed=tuple(_ids(line, "pointed")),
                )
                for line in told
            ),
            tokens=sum(cost for line in told if isinstance(cost := line.get("tokens"), int)),
            uses=uses.get((session, day), {}),
        )
        for (session, day), told in lines.items()
    ]
    found.reverse()
    return tuple(sorted(found, key=lambda each: each.day, reverse=True))


def _ids(line: dict[str, object], name: str = "ids") -> list[str]:
    ids = line.get(name)
    return [str(each) for each in ids] if isinstance(ids, list) else []


def uses_of(book: Book) -> dict[str, tuple[int, int]]:
    """Return for each memory how many answers used it when it was handed over, and how many did not."""
    return small_state.uses(state_of(str(book.root)))


def cleaned(last: LastInjection) -> LastInjection:
    """Return the injection as it may be shown: the usage file keeps lines as the files have them."""
    return replace(
        last,
        prompt=clean(last.prompt),
        block=clean(last.block),
        lines=tuple(
            replace(
                told, memory=clean(told.memory), line=one_line(told.line), path=clean(told.path)
            )
            for told in last.lines
        ),
    )


def _injection(value: dict[str, object]) -> LastInjection:
    rows, pointed = value.get("lines"), value.get("pointed")
    lines = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return LastInjection(
        at=str(value.get("at", "")),
        session=str(value.get("session", "")),
        prompt=str(value.get("prompt", "")),
        block=str(value.get("block", "")),
        lines=tuple(map(_told, lines)),
        pointed=tuple(map(str, pointed)) if isinstance(pointed, list) else (),
    )


def _told(row: dict[str, object]) -> ToldLine:
    score = row.get("score")
    return ToldLine(
        memory=str(row.get("id", "")),
        line=str(row.get("line", "")),
        path=str(row.get("path", "")),
        score=float(score) if isinstance(score, int | float) else 0.0,
        book=str(row.get("book", "") or "project"),
    )


AUTO, NONE, ONNX = "auto", "none", "onnx:"


def embedder_choices(embedder: str) -> tuple[EmbedderChoice, ...]:
    """Return the embedders of the setting `embedder`, in the order in which they are asked.

    `auto` means both models as far as they are installed: English text is asked in English, where it is
    told apart best, everything else and books in other languages in the space of many languages.
    """
    if embedder.startswith(ONNX):
        folder = os.path.expanduser(embedder.removeprefix(ONNX))
        return (EmbedderChoice(space=OWN, open=lambda: _onnx(folder)),)
    return tuple(_LENSES[name] for name in models_for(embedder))


def models_for(embedder: str) -> tuple[str, ...]:
    """Return the names of the models that the setting `embedder` means on this machine."""
    if embedder == AUTO:
        return tuple(name for name in _LENSES if is_installed(name))
    return () if embedder == NONE else (embedder,)


@cache
def _model(name: str, folder: str) -> Embedder:
    return ModelEmbedder.open(name, Path(make_private(folder)))


@cache
def _onnx(folder: str) -> Embedder:
    from commonplace.engines.embedders.onnx import OnnxEmbedder  # noqa: PLC0415 - numpy

    return OnnxEmbedder.open(folder)


_LENSES = {
    models.ENGLISH: EmbedderChoice(
        space=ENGLISH,
        open=lambda: _model(models.ENGLISH, cache_home()),
        takes=is_english,
        judge=weights.JUDGE_MINILM,
    ),
    models.MULTILINGUAL: EmbedderChoice(
        space=MULTILINGUAL,
        open=lambda: _model(models.MULTILINGUAL, cache_home()),
        judge=weights.JUDGE_UNIVERSAL,
    ),
}


EMBEDDING = "embedding.lock"


def index_of(book: Book, embedder: str = NONE) -> BookIndex:
    """Return the index of `book`, asked by words and through `embedder`; nothing is made or read yet."""
    return BookIndex(book.layout, book.store, str(book.root), choices=embedder_choices(embedder))


def refresh(book: Book, paths: Sequence[str] = ()) -> None:
    """Take in what was just written, so that the next hook finds it done; never a writer's trouble.

    The files at `paths` are taken in again however they look: what is trusted has changed. Without a model
    only an index that is there already is kept up: making one is for those who ask. With one it is made,
    for a hook has no time to embed.
    """
    index = index_of(book, read_settings(os.environ).embedder)
    if index.choices or os.path.exists(index.path):
        with suppress(OSError, Trouble, ConfigError):
            index.take_in_written(paths)
            index.catch_up()
    if _may_have_another_engine(book):
        from commonplace.app.engines import keep_up  # noqa: PLC0415 - knows servers and programs

        keep_up(book, index)


def drift_of(book: Book) -> Drift | None:
    """Return how far the index of `book` is from its files; None when there is none that answers."""
    engine = index_of(book).engine
    if not engine.status().is_ready:  # asked for its files, a damaged one would be set aside
        return None
    try:
        return drift(book.layout, book.store, engine)
    except (OSError, Trouble):
        return None


def compared_at(book: Book) -> str:
    """Return when every file of `book` was last compared with its index, empty for never."""
    moment_ns, _ = last_look(cache_of(str(book.root)))
    if not moment_ns:
        return ""
    moment = datetime.fromtimestamp(moment_ns / 1e9).astimezone()
    return moment.isoformat(" ", "seconds")


def embed_rest(book: Book) -> None:
    """Embed whatever has no vectors yet, a batch at a time, unless another process is at it."""
    index = index_of(book, read_settings(os.environ).embedder)
    if not index.choices:
        return
    with only_one(os.path.join(state_of(str(book.root)), EMBEDDING)) as is_alone:
        if is_alone:
            index.freshen()
            while not index.catch_up():
                pass


KEYWORD = KeywordEngine.name
"""The engine that keeps no index, by the name that settings give it."""

WORDS = Settings(embedder=NONE)
"""The embedded engine, asked by words alone."""


def searched(
    book: Book,
    settings: Settings = WORDS,
    freshen: Callable[[BookIndex], object] = BookIndex.freshen,
) -> Searched:
    """Return `book` ready to be asked; a reader that cannot freshen its index asks it as it is."""
    index = index_of(book, settings.embedder)
    name = "personal" if book.is_personal else "project"
    if settings.engine == KEYWORD:
        return Searched(
            name=name,
            engine=floor_of(book),
            store=book.store,
            take_in=lambda _: None,
            code=code_of(book),
            undue=undue_in(book.layout, calendar_day()),
            kept=_kept_in(book),
        )
    with suppress(OSError, Trouble, ConfigError):  # the engine then answers from what it has
        freshen(index)
        index.catch_up()
    best = _engine_for(book, settings, index)
    return Searched(
        name=name,
        engine=best,
        store=book.store,
        take_in=index.take_in,
        code=code_of(book),
        undue=undue_in(book.layout, calendar_day()),
        kept=_kept_in(book),
    )


def _engine_for(book: Book, settings: Settings, index: BookIndex) -> Engine:
    """Return the engine that is asked; servers and programs are loaded where one is chosen."""
    if settings.engine == LocalEngine.name and not _may_have_another_engine(book):
        return WithFloor(index.engine, floor_of(book))
    from commonplace.app.engines import chosen_engine  # noqa: PLC0415 - as above

    return chosen_engine(book, settings, index)


def _may_have_another_engine(book: Book) -> bool:
    """Say whether the book itself, or somebody about it, may have chosen a program that searches it."""
    return bool(book.layout.traits.settings_file or read_choice(str(book.root)))


def calendar_day() -> date:
    """Return the day on the user's calendar."""
    return date.today()  # noqa: DTZ011 - in the time of where they are


def _kept_in(book: Book) -> Callable[[Sequence[str]], tuple[Succession, ...]]:
    """Return how to ask which memories of some files are kept beside each other."""

    def kept(paths: Sequence[str]) -> tuple[Succession, ...]:
        with suppress(BadInput):
            page = book.store.read_one(PAGE)
            if page is None:
                return ()
            files = {path: text for path in paths if (text := book.store.read_one(path))}
            living = [each for each in book.layout.parse(files).memories if each.is_active]
            return successions(page.decode("utf-8", "replace"), living)
        return ()

    return kept


def floor_of(book: Book) -> KeywordEngine:
    """Return the engine that needs nothing but the files."""
    return KeywordEngine(index_of(book).sources)


def resynced(book: Book) -> str:
    """Bring the program up to date that searches `book` beside us; return what is wrong, if anything."""
    from commonplace.app.engines import resync  # noqa: PLC0415 - as above

    return resync(book, index_of(book))


LEXICAL = Settings(embedder=NONE)
"""Words alone: for a process that cannot wait for a model to load."""


def injection(
    prompt: str,
    books: Sequence[Book],
    preset: str,
    settings: Settings = LEXICAL,
    told: Mapping[str, str] | None = None,
    *,
    listed: Mapping[str, str] | None = None,
) -> Injection:
    """Return what `books` hand to an agent for `prompt`; nothing is counted or kept."""
    if preset not in PRESETS:
        raise BadInput("unknown-preset", name=preset, names=", ".join(PRESETS))
    sources = [
        InjectionSource(
            searched=searched(book, settings),
            layout=book.layout,
            floor=floor_of(book),
        )
        for book in books
    ]
    asked = InjectionRequest(
        prompt=prompt,
        threshold=GATE_THRESHOLD,
        nonce=os.urandom(4).hex(),
        told=told or {},
        listed=listed or {},
        speak=settings.speak,
        today=calendar_day(),
    )
    return inject(asked, sources, _sized(PRESETS[preset], settings))


def _sized(preset: Preset, settings: Settings) -> Preset:
    """Return `preset` with as many lines as the settings say; other forms have sizes of their own."""
    if preset.form is not Form.LINES:
        return preset
    return replace(preset, most=int(settings.injected_lines))


def handed_over(
    prompt: str,
    books: Sequence[Book],
    settings: Settings,
    session: str,
    now: datetime,
    *,
    beside: Mapping[str, str] | None = None,
) -> Injection:
    """Return what `books` hand to an agent, and keep that they did: counts, session, the last time.

    A memory is handed to a session once, and again only when it has changed; what stands `beside` it in
    the same answer is not said twice.
    """
    states = {_name(book): state_of(str(book.root)) for book in books}
    told = {
        memory: sha256
        for state in states.values()
        for memory, sha256 in usage.seen_in(state, session).items()
    }
    listed = {
        memory: sha256
        for state in states.values()
        for memory, sha256 in usage.listed_in(state, session).items()
    }
    told.update(beside or {})
    given = injection(prompt, books, settings.injection, settings, told, listed=listed)
    keep_handed(given, prompt, books, session, now)
    return given


def keep_handed(
    given: Injection, prompt: str, books: Sequence[Book], session: str, now: datetime
) -> None:
    """Keep that `books` handed something over: counts, what the session knows, the last time."""
    for book in books:
        name, state = _name(book), state_of(str(book.root))
        seen = {each.hit.memory: each.hit.sha256 for each in given.hits if each.book == name}
        named = {each.hit.memory: each.hit.sha256 for each in given.pointers if each.book == name}
        if seen or named:
            last = _last(given, prompt, session, now)
            with suppress(OSError):  # usage is told, never worth an answer
                usage.record(state, now.date().isoformat(), session, seen, last, pointed=named)


def count_found(found: Sequence[Found], books: Sequence[Book], session: str, now: datetime) -> None:
    """Count the sure ones among what somebody was told who asked; the others may be chance."""
    for book in books:
        ours = [each.hit for each in found if each.book == _name(book) and each.tier == SURE]
        count_seen(book, {hit.memory: hit.sha256 for hit in ours}, session, now)


def _name(book: Book) -> str:
    return "personal" if book.is_personal else "project"


def _last(given: Injection, prompt: str, session: str, now: datetime) -> dict[str, object]:
    return {
        "at": now.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "session": session,
        "prompt": prompt,
        "block": given.text,
        "lines": [
            {
                "id": each.hit.memory,
                "line": each.hit.line,
                "path": each.hit.path,
                "score": round(each.hit.score, 3),
                "book": each.book,
            }
            for each in given.hits
        ],
        "pointed": [each.hit.memory for each in given.pointers],
    }


FILTERS = ("topic", "kind", "tag")


def why_nothing(query: Query, sources: Sequence[Searched]) -> str:
    """Return why `query` finds nothing: `filtered`, nothing is there `yet`, or something `else` is."""
    if not sources or is_filtered(query):
        return "filtered"
    return "else" if any(each.engine.status().memories for each in sources) else "yet"


def unmatched_filters(
    query: Query, books: Sequence[Book]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each filter of `query` that no memory passes: its name, its value and what there is."""
    wanted = [name for name in FILTERS if getattr(query, name)]
    if not wanted:
        return
    known = [memory for book in books for memory in index_of(book).engine.outline()]
    for name in wanted:
        value = getattr(query, name)
        alone = Query(text="", statuses=LIVING, **{name: value})
        if not any(accepts(alone, memory) for memory in known):
            yield name, value, _values(name, known)


def _values(name: str, known: Sequence[Memory]) -> tuple[str, ...]:
    found = {
        value
        for memory in known
        for value in (memory.tags if name == "tag" else (getattr(memory, name),))
        if value
    }
    return tuple(sorted(found))


AT_ONCE = 200
"""Files taken in by one update: a first index that takes too long is gone on with at the first prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBlock:
    """What one book tells when a session begins."""

    book: Book
    text: str
    memories: int
    """How many memories may be told as facts."""
    whole: tuple[ContentsEntry, ...] = ()
    """Those that stand in the text with all they say."""

    @property
    def listed(self) -> int:
        """How many memories have a line of their own."""
        return self.text.count("\n- ") if self.memories else 0


def freshen(book: Book) -> None:
    """Take in what changed in `book`, however long that takes."""
    index_of(book).freshen(AT_ONCE)


def session_blocks(
    books: Sequence[Book],
    preset: str,
    room: Room,
    today: date,
    freshen: Callable[[Book], None] = freshen,
) -> tuple[SessionBlock, ...]:
    """Return what each of `books` tells, the project's first: its contents, or its preset's own block.

    A book that nobody trusts tells nothing. Whoever cannot wait brings another way to `freshen` an index.
    """
    trusted = [book for book in books if book.is_trusted]
    if preset != CONTENTS.name:
        return tuple(
            SessionBlock(book=each, text=_overview(each, freshen, today), memories=0)
            for each in trusted
        )
    told = {
        book: session_block(book.layout, book.store, today) for book in trusted if _is_profile(book)
    }
    found = {book: entries_of(book, today, freshen) for book in trusted if book not in told}
    own = next((each for book, each in found.items() if not book.is_personal), [])
    personal = next((each for book, each in found.items() if book.is_personal), [])
    left = room.without(line for text in told.values() for line in (*text.split("\n"), ""))
    blocks = contents_of_both(own, personal, left)
    return tuple(
        SessionBlock(book=book, text=told[book], memories=0)
        if book in told
        else SessionBlock(
            book=book,
            text=blocks[book.is_personal][0],
            memories=len(found[book]),
            whole=blocks[book.is_personal][1],
        )
        for book in trusted
    )


def room_for(settings: Settings) -> Room:
    """Return how much contents may take, whatever the host shows."""
    return Room(settings.contents_tokens)


def joined(blocks: Sequence[SessionBlock]) -> str:
    """Return what a session is told, one book after the other."""
    return "\n\n".join(each.text for each in blocks if each.text)


def entries_of(
    book: Book, today: date, freshen: Callable[[Book], None] = freshen
) -> list[ContentsEntry]:
    """Return the memories of `book` that may be listed, from its index; a large book is not read whole."""
    try:
        freshen(book)
        return index_of(book).engine.entries(today.isoformat())
    except (OSError, Trouble):  # the cache folder may not be ours to write
        return _entries_in_files(book, today)


def _entries_in_files(book: Book, today: date) -> list[ContentsEntry]:
    files = book.store.read(book.layout.reads).files
    reading = book.layout.parse(files)
    return [
        contents_entry_of(memory, digest(files[reading.places[memory.id].path]))
        for memory in reading.memories
        if memory.is_active and memory.validity.holds_on(today)
    ]


def contents_entry_of(memory: Memory, sha256: str) -> ContentsEntry:
    """Return `memory` as the contents list it."""
    text, is_whole = rule_of(memory)
    day = memory.modified or memory.created
    return ContentsEntry(
        memory.id,
        text,
        topic=memory.topic,
        is_whole=is_whole,
        is_pinned=is_pinned(memory),
        uses=memory.usage.count,
        day=day.isoformat() if day else "",
        sha256=sha256,
    )


def _overview(book: Book, freshen: Callable[[Book], None], today: date) -> str:
    """Return what the presets of the original systems tell, from the index where there is one."""
    if _is_profile(book):
        return session_block(book.layout, book.store, today)
    try:
        freshen(book)
        return overview(index_of(book).engine.outline(), today)
    except (OSError, Trouble):
        return session_block(book.layout, book.store, today)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The memories of a book that are not tombstoned, without their texts, and the file of each."""

    memories: tuple[Memory, ...]
    paths: Mapping[str, str]
    """Memory id to file."""
    stamp: object = None
    """What the index had then; None where the files were read."""


def outline_of(
    book: Book,
    known: Outline | None = None,
    *,
    freshen: Callable[[BookIndex], object] = BookIndex.freshen,
    sought: Sought = EVERYTHING,
) -> Outline | None:
    """Return the outline from the index, brought up to date by `freshen`; None where none answers.

    An index that has not changed since `known` was read is not read again. Where only some are
    `sought`, the outline holds those and few others.
    """
    index = index_of(book)
    if not os.path.exists(index.path):
        return None
    try:
        freshen(index)
        stamp = index.engine.stamp()
        if known is not None and known.stamp == stamp:
            return known
        placed = index.engine.placed(sought)
    except (OSError, Trouble):
        return None
    return Outline(
        memories=tuple(memory for memory, _ in placed),
        paths={memory.id: path for memory, path in placed},
        stamp=stamp,
    )


def newest_in(
    book: Book, wanted: Selection, most: int | None, now: datetime
) -> tuple[int, list[tuple[Memory, str]]] | None:
    """Return how many memories are wanted, and the newest `most`, each with its file; None where no index tells.

    Told by the index, as far as a glance finds book and index up to date: without their texts, and without those
    that are buried.
    """
    index = index_of(book)
    if not os.path.exists(index.path):
        return None
    moments = book.ledger.moments()

    def age(name: str) -> tuple[datetime, datetime]:
        return moments.get(name, NEVER)

    is_asked = None if wanted == Selection() else partial(is_wanted, wanted=wanted)
    try:
        with OneLook():
            if not book.is_as_read(now):
                return None
            index.freshen_at_a_glance()
        return index.engine.newest(is_asked, age, most)
    except (OSError, Trouble):
        return None


def count_known(book: Book) -> int | None:
    """Return how many memories the index of a book knows, whatever their standing; None where there is none."""
    index = index_of(book)
    if not os.path.exists(index.path):
        return None
    try:
        return index.engine.count()
    except (OSError, Trouble):
        return None


def _is_profile(book: Book) -> bool:
    return book.layout.traits.reads_whole
