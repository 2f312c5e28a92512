"""A person at the local page: a book, the guarded application in this process, and what a browser would send."""

import os
import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.testclient import TestClient

from commonplace.app.books import Book, book_in
from commonplace.config import Settings
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.main import run
from commonplace.doors.page.server import Guard, Keys, application
from commonplace.doors.page.visit import House, Library, books_of

PORT = 8742
CLOCK = datetime(2026, 3, 14, 9, 26, 53, tzinfo=UTC)


def desk_in(folder: Path, at: datetime = CLOCK, **variables: str) -> Desk:
    return Desk(
        environ={**os.environ, **variables},
        folder=folder,
        clock=lambda: at,
        is_terminal=False,
    )


def type_in(folder: Path, *words: str, at: datetime = CLOCK, **variables: str) -> int:
    """Run a command without anybody to ask, as a script or an agent would."""
    return run(list(words), desk_in(folder, at, **variables))


class Visitor:
    """A browser that was opened with the printed address."""

    def __init__(
        self,
        folder: Path,
        *,
        is_read_only: bool = False,
        is_let_in: bool = True,
        library: Library | None = None,
    ) -> None:
        self.folder = folder
        self.keys = Keys()
        desk = desk_in(folder)
        house = House(
            environ=os.environ,
            folder=folder,
            clock=lambda: CLOCK,
            books=books_of(desk),
            is_read_only=is_read_only,
            library=library or Library(),
        )
        self.app = application(house)
        guard = Guard(self.app, self.keys, PORT, language="en", is_read_only=is_read_only)
        self.client = TestClient(guard, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False)
        self.token = ""
        if is_let_in:
            welcome = self.client.get(self.keys.address(PORT))
            self.token = welcome.headers["location"].partition("#token=")[2]

    @property
    def book(self) -> Book:
        book = book_in(self.folder, Settings())
        assert book is not None
        return book

    def get(self, path: str, **asked: str) -> Response:
        return self.client.get(f"{path}?{urlencode(asked)}" if asked else path)

    def post(self, path: str, **fields: str) -> Response:
        return self.client.post(path, json=fields, headers={"X-Commonplace-Token": self.token})

    def press(self, shown: Response, action: str, **typed: str) -> Response:
        """Send the form of a page that goes to `action`, with what it holds and what was typed."""
        return self.post(action, **{**fields_of(shown.text, action), **typed})

    def bodies(self) -> list[str]:
        """Return what the living memories say."""
        found = self.book.reading().memories
        return sorted(memory.body.strip() for memory in found if memory.is_active)

    def waiting(self) -> list[str]:
        return [each.id for each in self.book.proposals.list(CLOCK)]


def fields_of(html: str, action: str) -> dict[str, str]:
    """Return what the first form that goes to `action` would send as it stands."""
    form = re.search(rf'<form[^>]*action="{action}".*?</form>', html, re.DOTALL)
    assert form, f"no form goes to {action}"
    hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[0])
    typed = re.findall(r'<input name="([^"]*)"[^>]*value="([^"]*)"', form[0])
    texts = re.findall(r'<textarea name="([^"]*)"[^>]*>(.*?)</textarea>', form[0], re.DOTALL)
    return {name: unescape(value) for name, value in (*hidden, *typed, *texts)}
