"""A canary: one memory that goes through every stage, in a copy of the book that is gone afterwards.

The copy stands below the real state folder and uses the real cache folder, the real settings, the trust
of the real book and the hook commands that really are installed; in the real book, its state and its cache
only the lock is taken and scratch files are written and removed. So what is broken for memories is broken for the canary, and nobody
is handed it, nothing of it enters a log, and a kill leaves the book as it was.

Stages in, the first broken one out: a memory is sent through everything that memories go through.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Self

from commonplace.app.books import Book, book_in
from commonplace.app.engines import engine_name
from commonplace.app.govern import neighbour_search_for
from commonplace.app.recall import index_of, searched
from commonplace.app.upkeep import asker
from commonplace.config import PROJECT_FILE, Settings
from commonplace.core.changes import Create, Outcome, Proposal, Receipt
from commonplace.core.memory import MemoryId, Status
from commonplace.core.ports import Stamp
from commonplace.core.prompt_redaction import plain_words
from commonplace.core.search import Query
from commonplace.core.values import dataclass, replace
from commonplace.doctor.checkup import LOCAL
from commonplace.doctor.machine import PromptHook, run_hook
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.records import Trouble
from commonplace.errors import CommonplaceError
from commonplace.flows.capture import Given, capture
from commonplace.flows.change import forget
from commonplace.flows.govern import govern
from commonplace.flows.undo import undo
from commonplace.flows.view import files_of
from commonplace.storage import usage
from commonplace.storage.places import cache_of, state_of
from commonplace.storage.retention import scratch_folder
from commonplace.storage.swap import promises_in, try_folders, try_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One part of the way; `fly` returns what is wrong with it, empty when it did its work."""

    name: str
    fly: Callable[[], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """How far the canary came."""

    passed: tuple[str, ...]
    broken: str = ""
    """The first stage that did not do its work."""
    why: str = ""

    @property
    def is_back(self) -> bool:
        """Whether every stage did its work."""
        return not self.broken


def send(stages: Iterable[Stage]) -> Flight:
    """Fly through `stages` until one of them is broken: what comes after it would prove nothing."""
    passed: list[str] = []
    for stage in stages:
        if why := _trouble(stage):
            return Flight(passed=tuple(passed), broken=stage.name, why=why)
        passed.append(stage.name)
    return Flight(passed=tuple(passed))


def _trouble(stage: Stage) -> str:
    try:
        return stage.fly()
    except CommonplaceError as error:
        return error.message()
    except OSError as error:
        return str(error)


@contextmanager
def copied(book: Book, now: datetime) -> Iterator[Book]:
    """Make a copy of `book` that is trusted as it is, and take away all that ever belonged to it."""
    with scratch_folder() as folder:
        project = Path(os.path.realpath(folder), "project")
        root = project / os.path.relpath(book.root, book.project)
        try:
            yield _filled(book, project, root, now)
        finally:
            for each in (state_of(str(root)), cache_of(str(root))):
                shutil.rmtree(each, ignore_errors=True)


def _filled(book: Book, project: Path, root: Path, now: datetime) -> Book:
    for path, content in book.store.read(files_of(book.layout)).files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    if (settings := book.project / PROJECT_FILE).is_file():
        shutil.copyfile(settings, project / PROJECT_FILE)
    copy = book_in(root, Settings())
    assert copy is not None, "a copy of a book is a book"
    if not book.is_trusted:
        copy.distrust()
        return copy
    copy.adopt()
    if book.is_strict:
        copy.be_strict("doctor", now, strict=True)
    return copy


ATTEMPTS = 8
"""How often a hook that ran out of time is asked again: a machine may be busy with other things."""
_TEXT = (
    "The {name} lamp needs two turns of its {name} valve. Turn the valve slowly, then wait for the "
    "{name} lamp to glow green before anybody leaves."
)
_PROOF = "two turns of its {name} valve"
"""What only the memory says: a hook that repeats the prompt has found nothing."""
_PROMPT = "How many turns of the valve does the {name} lamp need before it glows?"


class Canary:
    """One flight; `with` makes sure that nothing of it is left."""

    def __init__(
        self, book: Book, settings: Settings, hooks: tuple[PromptHook, ...], now: datetime
    ) -> None:
        self._book = book
        self._chosen = settings
        self._engine = engine_name(book, settings)
        ours = self._engine if _is_ours(self._engine) else LOCAL
        self._settings = replace(settings, engine=ours, sources={})
        self._hooks = hooks
        self._now = now
        self._name = f"quill{secrets.token_hex(3)}fen"
        self._prompt = _PROMPT.format(name=self._name)
        self._proof = _PROOF.format(name=self._name)
        self._before: Mapping[str, bytes] = {}
        self._receipts: list[Receipt] = []
        self._id: MemoryId = ""
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Everything a memory goes through, in this order."""
        ways = (
            self.copy,
            self.propose,
            self.write,
            self.commit,
            self.index,
            self.recall,
            self.hook,
            self.usage,
            self.tombstone,
            self.silence,
            self.undo,
            self.untouched,
        )
        return tuple(Stage(name=way.__name__, fly=way) for way in ways)

    def copy(self) -> str:
        """Copy the book, every file of which must be readable."""
        found = self._book.snapshot()
        if unread := [f"{each.path} ({each.code})" for each in found.problems if each.is_error]:
            return f"cannot be read: {', '.join(unread)}"
        self._before = found.files
        self._copy = self._stack.enter_context(copied(self._book, self._now))
        self._sources = self._read_sources()
        return ""

    def propose(self) -> str:
        """Have the canary governed like any other text."""
        candidate = capture(_TEXT.format(name=self._name), Given(source="doctor --canary"))
        view = self._copy.view(self._now)
        self._proposal = govern([candidate], view, neighbour_search_for(self._copy)).proposal
        made = [each.memory.id for each in self._proposal.changes if isinstance(each, Create)]
        if len(made) != 1:
            return f"the proposal makes {len(made)} memories, not one"
        self._id = made[0]
        return ""

    def write(self) -> str:
        """Try what a commit needs, in the real book: its state, its lock, and its folders."""
        try_state(self._book.store.state)
        with self._book.store.locked():
            for edit in self._proposal.edits:
                folder = os.path.join(self._book.root, os.path.dirname(edit.path))
                promises_in(folder if os.path.isdir(folder) else str(self._book.root))
        return ""

    def commit(self) -> str:
        """Write the canary through the one door."""
        why = self._carry_out(self._proposal)
        if not why and self._status() is not Status.ACTIVE:
            why = "it was written and cannot be read back as an active memory"
        return why

    def index(self) -> str:
        """Take it into the index; the real one must be able to answer, too."""
        if why := self._real_engine():
            return why
        index = index_of(self._copy)
        try:
            index.freshen()
            known = index.engine.files()
        except Trouble as trouble:
            return f"{type(trouble).__name__}: {trouble}"
        path = self._copy.view(self._now).path(self._id)
        return "" if path in known else f"{path} is not in the index"

    def recall(self) -> str:
        """Ask for it as a hook would, gate included."""
        given = asker(self._copy, self._settings)(self._prompt)
        if given.outcome.startswith("degraded"):
            return given.outcome
        found = {each.hit.memory for each in given.hits}
        return "" if self._id in found else f"the answer was {given.outcome}, without it"

    def hook(self) -> str:
        """Run every installed hook in a process of its own, and look for the canary in what it says."""
        for hook in self._hooks:
            said, why = self._hooked(hook)
            if self._proof not in said:
                return f"{hook.host}: {why or 'it said nothing about it'}"
        return ""

    def usage(self) -> str:
        """Look whether the hooks counted what they handed over."""
        state = state_of(str(self._copy.root))
        count, _ = usage.counts(state).get(self._id, (0, ""))
        if count < len(self._hooks):
            return f"handed over {len(self._hooks)} times, counted {count} times"
        last = usage.last_injection(state).get("prompt")
        return (
            ""
            if last == plain_words(self._prompt)
            else "the last injection is not the one that was made"
        )

    def tombstone(self) -> str:
        """Bury it."""
        burial = forget([self._id], "the canary is back", self._copy.view(self._now), many=True)
        why = self._carry_out(burial)
        if not why and self._status() is not Status.TOMBSTONED:
            why = "it was buried and cannot be read back as a tombstone"
        return why

    def silence(self) -> str:
        """Ask once more, at every door: what is buried must not be served."""
        index = index_of(self._copy)
        index.freshen()
        if self._id in {hit.memory for hit in index.engine.find(Query(text=self._prompt)).hits}:
            return "the engine still finds it"
        if self._id in {e.hit.memory for e in asker(self._copy, self._settings)(self._prompt).hits}:
            return "recall still serves it"
        for hook in self._hooks:
            said, why = self._hooked(hook)
            if self._proof in said:
                return f"the hook of {hook.host} still serves it"
            if why:  # a silence that proves nothing
                return f"{hook.host}: {why}"
        return ""

    def undo(self) -> str:
        """Take both commits back: the sources must be what they were, byte for byte."""
        for receipt in reversed(self._receipts[:]):
            back = undo(receipt, self._copy.view(self._now), self._copy.store)
            if why := self._carry_out(back):
                return why
        return "" if self._read_sources() == self._sources else "the bytes from before are not back"

    def untouched(self) -> str:
        """Look whether the real book is as it was; what somebody else saved meanwhile is not ours."""
        left = [
            path
            for path, content in self._book.snapshot().files.items()
            if self._before.get(path) != content and self._name.encode() in content
        ]
        return f"left in the book: {', '.join(left)}" if left else ""

    def _carry_out(self, proposal: Proposal) -> str:
        stamp = Stamp(who="doctor", channel="flag", undoes=proposal.undoes)
        done = self._copy.commit(proposal, stamp, self._now)
        self._receipts.append(done.receipt)
        if done.receipt.outcome is not Outcome.COMMITTED:
            return f"the commit ended as {done.receipt.outcome}"
        trouble = done.stale or done.unlisted
        return trouble.message() if trouble else ""

    def _status(self) -> Status | None:
        memories = self._copy.reading().memories
        return next((each.status for each in memories if each.id == self._id), None)

    def _real_engine(self) -> str:
        """Return why the real book cannot be asked; an index that is yet to be made is no trouble."""
        try_folders([cache_of(str(self._book.root))])
        status = index_of(self._book).engine.status()
        if not status.is_ready and status.trouble != "index-missing":
            return f"{status.trouble}: {status.place}"
        if not _is_ours(self._engine):
            status = searched(self._book, self._chosen).engine.status()
        return "" if status.is_ready or status.trouble == "index-missing" else status.trouble

    def _hooked(self, hook: PromptHook) -> tuple[str, str]:
        """Return what a hook says and what went wrong; a busy machine may cost it some attempts."""
        said, why = "", ""
        for _ in range(ATTEMPTS):
            session = f"canary-{secrets.token_hex(6)}"
            said, why = run_hook(
                hook, self._prompt, str(self._copy.project), session, self._settings.engine
            )
            if not why:
                break
        return said, why

    def _read_sources(self) -> Mapping[str, bytes]:
        """Return the files that people own; indices and logs are made from them."""
        files = self._copy.snapshot().files
        return {path: text for path, text in files.items() if not self._copy.layout.derives(path)}


def _is_ours(engine: str) -> bool:
    """Say whether an engine keeps nothing outside our own folders, where a copy's traces would stay."""
    return engine in (LOCAL, KeywordEngine.name)
