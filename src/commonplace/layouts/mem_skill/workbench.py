"""A workspace while changes are carried out: pages are taken up, and what was touched is written."""

from __future__ import annotations

from commonplace.core.changes import FileEdit, Files, edit_of
from commonplace.core.memory import MemoryId
from commonplace.core.names import check_path
from commonplace.errors import NoSuchMemory, OutsideBook, WriteRefused
from commonplace.layouts.decoding import still_readable
from commonplace.layouts.mem_skill.graves import Grave, grave_bytes
from commonplace.layouts.mem_skill.pages import OpenPage, Page
from commonplace.layouts.mem_skill.paths import grave_for, is_page
from commonplace.layouts.mem_skill.shelf import read_shelf


class Workbench:
    """The pages and graves in work."""

    def __init__(self, files: Files) -> None:
        shelf = read_shelf(files)
        self.where = dict(shelf.where)
        """The page of each living entry."""
        self.graves = dict(shelf.graves)
        self._files = files
        self._pages = {
            path: OpenPage(path, page, shelf.ids[path]) for path, page in shelf.pages.items()
        }
        self._touched: set[str] = set()
        self._grave_files: dict[str, bytes | None] = {}

    @property
    def pages(self) -> tuple[OpenPage, ...]:
        """Every page, to look at."""
        return tuple(self._pages.values())

    def page(self, path: str) -> OpenPage:
        """Return the page at `path` to work on, a new one if there is none yet.

        A file that is there and is no text is never rewritten: `WriteRefused`.
        """
        if not is_page(check_path(path)):
            raise OutsideBook("outside-book", path=path)
        if path not in self._pages:
            if path in self._files:
                raise WriteRefused("unreadable-file", path=path)
            self._pages[path] = OpenPage(path, Page((), ()), ())
        self._touched.add(path)
        return self._pages[path]

    def page_with(self, name: MemoryId) -> OpenPage:
        """Return the page in which the entry `name` stands, to work on."""
        if name not in self.where:
            raise NoSuchMemory("no-such-memory", name=name)
        return self.page(self.where[name])

    def grave(self, name: MemoryId) -> Grave:
        """Return the grave of the entry `name`."""
        if name not in self.graves:
            raise NoSuchMemory("no-such-memory", name=name)
        return self.graves[name]

    def free_grave(self, name: MemoryId) -> str:
        """Return a path for the grave of `name`."""
        return grave_for(name, {*self._files, *self._grave_files})

    def dig(self, name: MemoryId, grave: Grave) -> None:
        """Keep `grave`, or keep it with another stone."""
        self.graves[name] = grave
        self._grave_files[grave.path] = grave_bytes(grave)

    def fill(self, name: MemoryId) -> Grave:
        """Take the grave of `name` away and return it."""
        grave = self.grave(name)
        del self.graves[name]
        self._grave_files[grave.path] = None
        return grave

    def edits(self) -> tuple[FileEdit, ...]:
        """Return the edits that write what was touched, in the order of paths."""
        after: dict[str, bytes | None] = {
            path: self._pages[path].content() for path in self._touched
        }
        after |= self._grave_files
        return still_readable(
            [
                edit_of(self._files, path, content)
                for path, content in sorted(after.items())
                if self._files.get(path) != content
            ]
        )
