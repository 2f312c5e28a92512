"""The context of a command (`Desk`): settings, clock, language, the open book, and output.

Which books a question goes to: the project's, and the personal one beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import click

from commonplace.config import Settings, agents_may_save, read_settings, with_policy_of
from commonplace.core.agent_detection import agent_in, owns_terminal, session_in
from commonplace.doors.processes import agent_above
from commonplace.errors import BadInput, CommonplaceError, ConfigError, NoBook, WriteRefused
from commonplace.messages import choose_language, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.app.books import Book
    from commonplace.app.learn import Network
    from commonplace.core.ports import Layout, Progress
    from commonplace.doors.render.common import Json
    from commonplace.flows.view import View


LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
VIA = " via "
"""Stands between a person and the agent program that acted for them."""


def locale_language(environ: Mapping[str, str], wanted: str = "") -> str:
    """Return `wanted` if we speak it, else the language of the locale, else English."""
    locale = next(filter(None, map(environ.get, LOCALE_VARIABLES)), "")
    return choose_language(wanted, locale)


def _account() -> str:
    import getpass  # noqa: PLC0415 - only a receipt has a name

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


@dataclass(slots=True, kw_only=True)
class Desk:
    """The circumstances of one run. Options that every command has are noted here."""

    environ: Mapping[str, str]
    folder: Path
    clock: Callable[[], datetime]
    is_terminal: bool
    """Whether a person is there to be asked."""
    wants_json: bool = False
    book_named: str = ""
    wants_personal: bool = False
    settings: Settings = field(default_factory=Settings)
    trouble: ConfigError | None = None
    """Why the settings could not be read; only a command that mends them, or explains, runs all the same."""
    network: Network | None = None
    """How pages are reached, when it is not the usual way: tests bring one, no setting does."""

    def __post_init__(self) -> None:
        is_agents = owns_terminal(self.environ) or bool(agent_above())
        self.is_terminal = self.is_terminal and not is_agents
        try:
            self.settings = read_settings(self.environ)
        except ConfigError as trouble:
            self.trouble = trouble

    def require_settings(self) -> None:
        """Raise what is wrong with the settings: nothing else may go on with others than the user's."""
        if self.trouble:
            raise self.trouble

    @property
    def language(self) -> str:
        """The language to speak to this user."""
        return locale_language(self.environ, self.settings.language)

    @property
    def who(self) -> str:
        """The name that receipts will carry; what an agent does for somebody carries both names."""
        name = self.settings.who or _account()
        return f"{name}{VIA}{self.agent}" if self.agent else name

    @property
    def agent(self) -> str:
        """The agent program that runs this command, empty when a person does."""
        return agent_in(self.environ) or agent_above()

    @property
    def session(self) -> str:
        """The session of the agent program that runs this command, empty where nobody names it."""
        return session_in(self.environ)

    @property
    def agents_may_save(self) -> bool:
        """Whether agents may write without being asked about it."""
        return agents_may_save(self.settings, self.environ)

    @property
    def naming(self) -> str:
        """What a command for the book of this run needs beside it, wherever somebody types it."""
        if self.wants_personal:
            return " --personal"
        if not self.book_named:
            return ""
        from shlex import quote  # noqa: PLC0415 - seldom is a book named

        return f" --book {quote(str(self.folder / self.book_named))}"

    def require_person(self) -> None:
        """Refuse what only a person may do, when an agent program runs this command."""
        if self.agent:
            raise WriteRefused("agent-may-not", agent=self.agent)

    @property
    def colour(self) -> bool | None:
        """Whether to colour: None leaves it to what the output is connected to."""
        if self.settings.colour != "auto":
            return self.settings.colour == "always"
        return False if self.environ.get("NO_COLOR") else None

    def open(self, *, reads_pages: bool = True, or_personal: bool = False) -> Book:
        """Return the book this run is about, with its project's settings read.

        With `or_personal` that is the user's own where no other is: what changes many memories is never meant for it unasked.
        """
        if self.wants_personal and self.book_named:
            raise BadInput("two-books")
        chosen = read_settings(self.environ, arguments={"book": self.book_named})
        book = self._book(chosen, or_personal=or_personal)
        self.read_project(book.project)
        self.decide_for(book.layout)
        self._keep_watch(book, reads_pages=reads_pages)
        return book

    def _book(self, chosen: Settings, *, or_personal: bool) -> Book:
        from commonplace.app.books import open_book, open_personal_book  # noqa: PLC0415

        if self.wants_personal:
            return open_personal_book(chosen)
        try:
            return open_book(self.folder, chosen)
        except NoBook as nowhere:
            if not or_personal or chosen.book:
                raise
            try:
                book = open_personal_book(chosen)
            except NoBook:
                raise nowhere from None
        self.wants_personal = True
        self.notice("notice.personal-alone")
        return book

    def _keep_watch(self, book: Book, *, reads_pages: bool) -> None:
        """Decide about what arrived in the book; a reader is never failed by it."""
        from commonplace.app.provenance import keep_watch  # noqa: PLC0415

        try:
            if accepted := keep_watch(book, self.clock(), reads_pages=reads_pages):
                self.notice("notice.watched", count=accepted)
        except CommonplaceError as trouble:
            self.warn("notice.not-watched", trouble)

    def decide_for(self, *layouts: Layout) -> None:
        """Take the policy that suits every book which this run will write."""
        unasked = all(layout.traits.is_profile for layout in layouts)
        self.settings = with_policy_of(self.settings, is_unasked=unasked)

    def read_project(self, project: Path) -> None:
        """Take what the project's file may set, and name what it may not."""
        self.settings = read_settings(self.environ, project, {"book": self.book_named})
        if self.settings.refused:
            self.notice("notice.refused-settings", keys=", ".join(self.settings.refused))
        if self.settings.unusable:
            self.notice("notice.unusable-settings", keys=", ".join(self.settings.unusable))

    def look(self, book: Book) -> View:
        """Read the book, mending derived files that are stale; a reader is never failed by it."""
        with self.progress("progress.reading"):
            view = book.fresh_view(self.clock())
        self.tell_mended(book)
        return view

    def view(self, book: Book) -> View:
        """Read the book as a proposal needs it, with a sign of life where that takes long."""
        with self.progress("progress.reading"):
            return book.view(self.clock())

    def look_at(self, book: Book, memory: str) -> View:
        """Read what must be read of the book to know the memory called `memory`, as `look` does."""
        view = book.view_of(memory, self.clock())
        self.tell_mended(book)
        return view

    def tell_unread(self, view: View) -> None:
        """Say how many files of the book are no memories because they cannot be read."""
        if unread := len(view.problems):
            self.notice("notice.unread", count=unread)

    def tell_mended(self, book: Book) -> None:
        """Say what opening the book had to mend: a dead writer's promise, a text saved too late."""
        from commonplace.doors.render.common import problem_as_text  # noqa: PLC0415

        for notice in book.store.notices:
            self.echo(problem_as_text(notice, self.language), err=True)

    def text(self, key: str, /, **values: object) -> str:
        """Return the sentence for `key` in the user's language."""
        return say(key, self.language, **{name: str(value) for name, value in values.items()})

    def show(self, text: str, value: Json, *, is_fenced: bool = False) -> None:
        """Print the result: `value` for programs, `text` for people.

        An agent is shown no text of a book that passes for somebody else's, unless it `is_fenced` already.
        """
        if self.wants_json:
            import json  # noqa: PLC0415

            told = value if is_fenced else self.for_agent(value)
            self.write(json.dumps(told, ensure_ascii=False, indent=2))
        elif text and is_fenced:
            self.write(text)
        elif text:
            self.echo(text)

    def show_long(self, text: str, value: Json) -> None:
        """Print a result that may be longer than the screen: through a pager where a person reads it."""
        if self.wants_json or not (self._reads_pages and self._page(text)):
            self.show(text, value)

    @property
    def _reads_pages(self) -> bool:
        """Whether somebody sits before the screen that the result goes to, and wants a pager."""
        return self.is_terminal and sys.stdout.isatty() and not self.environ.get("NO_PAGER")

    def _page(self, text: str) -> bool:
        """Hand `text` to the person's pager if it is longer than the screen, and say whether that was done."""
        from commonplace.doors.cli.pager import is_longer_than_screen, page  # noqa: PLC0415

        return is_longer_than_screen(text) and page(text, self.environ)

    @contextmanager
    def progress(self, key: str) -> Iterator[Progress]:
        """Show on a terminal that work goes on, and how far it has come, once it takes over a second."""
        if self.wants_json or not self.is_terminal or not sys.stderr.isatty():
            yield lambda _now, _total: None
            return
        from commonplace.doors.cli.pager import Ticker  # noqa: PLC0415

        with Ticker(self.text(key)) as ticker:
            yield ticker.update

    def notice(self, key: str, /, **values: object) -> None:
        """Tell people something beside the result."""
        self.echo(self.text(key, **values), err=True)

    def warn(self, key: str, trouble: CommonplaceError | None) -> None:
        """Tell people what beside the result did not work, if anything did not."""
        if trouble is not None:
            self.notice(key, cause=trouble.message(self.language))

    def echo(self, text: str, *, err: bool = False) -> None:
        """Write `text`; for an agent neutral, since it may quote a book, a path or a setting."""
        self.write(str(self.for_agent(text)), err=err)

    def for_agent(self, value: object) -> object:
        """Return what an agent may read of `value`: colours and marks of others taken out; for a person all of it."""
        if not self.agent:
            return value
        from commonplace.core.hygiene import defused  # noqa: PLC0415 - a person needs none of it

        return defused(click.unstyle(value) if isinstance(value, str) else value)

    def write(self, text: str, *, err: bool = False) -> None:
        """Write `text` as UTF-8, with half characters spelled out as JSON would."""
        whole = text.encode("utf-8", "backslashreplace").decode("utf-8")
        click.echo(whole, err=err, color=self.colour)


def asked_books(desk: Desk) -> list[Book]:
    """Return the books to ask, the project's first; one that was named is asked alone."""
    from commonplace.app.books import open_personal_book  # noqa: PLC0415 - most commands ask one book

    if desk.wants_personal or desk.book_named:
        return [desk.open()]
    books: list[Book] = []
    with suppress(NoBook):
        books.append(open_personal_book(desk.settings))
    try:
        return [desk.open(), *books]
    except NoBook:
        if not books:
            raise
        return books
