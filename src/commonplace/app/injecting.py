"""The wiring of injection: which books, which engine, which preset; and what counts as a use."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.embedder_choice import NONE
from commonplace.app.indexing import floor_of, searched
from commonplace.config import Settings
from commonplace.core.gate import SURE
from commonplace.core.hashing import digest
from commonplace.core.injection import POINTED
from commonplace.core.memory import Memory
from commonplace.core.presets import PRESETS, Form, Preset
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.errors import BadInput
from commonplace.flows.inject import Asked, Injection, Source, inject
from commonplace.flows.recall import Found
from commonplace.flows.view import View
from commonplace.storage import usage
from commonplace.storage.places import state_of

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
        Source(
            searched=searched(book, settings),
            layout=book.layout,
            floor=floor_of(book),
        )
        for book in books
    ]
    asked = Asked(
        prompt=prompt,
        threshold=GATE_THRESHOLD,
        nonce=os.urandom(4).hex(),
        told=told or {},
        listed=listed or {},
        speak=settings.speak,
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
        pointed = {
            POINTED + each.hit.memory: each.hit.sha256
            for each in given.pointers
            if each.book == name
        }
        if seen or pointed:
            with suppress(OSError):  # usage is told, never worth an answer
                usage.record(
                    state, now.date().isoformat(), session, seen, _last(given, prompt, session, now)
                )
                usage.record_pointers(state, session, pointed)


def count_found(found: Sequence[Found], books: Sequence[Book], session: str, now: datetime) -> None:
    """Count the sure ones among what somebody was told who asked; the others may be chance."""
    for book in books:
        ours = [each.hit for each in found if each.book == _name(book) and each.tier == SURE]
        _count(book, {hit.memory: hit.sha256 for hit in ours}, session, now)


def count_shown(memory: Memory, view: View, book: Book, session: str, now: datetime) -> None:
    """Count that `memory` was read whole; what is buried or held is no fact to be used."""
    if memory.is_active:
        content = view.files[view.path(memory.id)]
        _count(book, {memory.id: digest(content)}, session, now)


def _count(book: Book, seen: dict[str, str], session: str, now: datetime) -> None:
    with suppress(OSError):  # usage is told, never worth an answer
        usage.count(state_of(str(book.root)), now.date().isoformat(), session, seen)


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
    }
