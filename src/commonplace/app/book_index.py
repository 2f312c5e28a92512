"""The search index of one book: which engine it has, and how it is kept fresh.

The hook loads this too, when a book has changed: it knows no layout and no settings by itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol

from commonplace.core.hashing import digest
from commonplace.core.ports import FileLook, Progress, Reader, Snapshot
from commonplace.core.search import LIVING, EngineStatus, Query, Source
from commonplace.core.values import replace
from commonplace.engines.local.engine import LOCK_WAIT_S, LocalEngine
from commonplace.engines.local.records import Trouble
from commonplace.engines.local.rows import FileRow
from commonplace.engines.local.vectors import EmbedderChoice
from commonplace.flows import freshness
from commonplace.flows.freshness import AT_ONCE as BATCH
from commonplace.flows.freshness import (
    Freshened,
    batches,
    compared,
    contents_of,
    is_source,
    read_or_none,
    sources_of,
    take_in_differing,
)
from commonplace.storage.change_detection import (
    BESIDE,
    LOOK_AT_EACH,
    LOOK_BACK_SHARE,
    NOTHING,
    Numbered,
    Seen,
    doubts,
    folder_times,
    is_alike,
    is_doubtful,
    is_reordered,
    last_look,
    left_out,
    listed,
    note_look,
    read_seen,
    seen_of,
    sweep,
    swept_again,
    turned,
    write_seen,
)
from commonplace.storage.disk import failure
from commonplace.storage.places import INDEX, cache_of, make_private, write_private
from commonplace.storage.plain_files import read_plain
from commonplace.storage.trust import REFUSED, refusals_page

AT_ONCE = 500
MANY = 2000
"""When so many files of a book have changed that its index will have aged, it is made again at once."""
A_MOMENT = 40
"""So many new files are embedded in passing, one or two seconds' worth; more of them wait for the next
time, for the hooks' child, or for `engine rebuild`."""

BEHIND_NS = 5_000_000_000
"""However long a look takes, who asks at a glance knows of an edit in place after five seconds."""

MAY_SAY_IT, MOST_CLAIMS = 20, 50
"""The notes nearest to a claim that may say it, and how many claims are looked for one by one."""


class BookFiles(freshness.FileLooks, Protocol):
    """The files of a book, looked at and read."""

    def read(self, wanted: Callable[[str], bool]) -> Snapshot:
        """Read every wanted regular file below the root."""

    def names(self, wanted: Callable[[str], bool]) -> Iterator[str]:
        """Yield the path of every wanted file, in no order and without looking at it."""


@contextmanager
def refusals_told(path: str) -> Iterator[None]:
    """Say of an index at `path` that the disk refused it, as of any other file, and what to do."""
    try:
        yield
    except OSError as refusal:
        raise failure(refusal, path) from refusal
    except Trouble as trouble:
        raise failure(OSError(str(trouble)), path) from trouble


class BookIndex:
    """The search index of one book: asked, brought up to date, made again."""

    def __init__(
        self,
        layout: Reader,
        store: BookFiles,
        root: str,
        cache: str = "",
        choices: Sequence[EmbedderChoice] = (),
        *,
        lock_wait_s: float = LOCK_WAIT_S,
    ) -> None:
        self._layout = layout
        self._store = store
        self._root = root
        self._cache = cache or cache_of(root)
        self.path = os.path.join(self._cache, INDEX)
        self._refused_then = os.path.join(self._cache, REFUSED)
        self.choices = choices
        self.engine = LocalEngine(self.path, self.sources, choices, lock_wait_s)

    def freshen(self, at_once: int | None = None) -> Freshened:
        """Take in what changed since the last time; nothing is read when nothing looks different.

        How the folders look is noted before any file is, so that a change in between is seen by the
        next one who looks, and it is kept when all of it is taken in. Whoever has little time says how
        many files to take in `at_once`; whoever has more makes an index again that has aged.
        """
        make_private(self._cache)
        now_ns = time.time_ns()
        known = read_seen(self._cache, self.path)
        seen = swept_again(self._root, known, now_ns)
        if known and is_alike(seen, known) and self._holds(known):
            self._take_in_refused()
            if seen != known:
                write_seen(self._cache, self.path, seen)
            note_look(self._cache, now_ns, time.time_ns() - now_ns)
            return Freshened()
        folders = self._folders()
        if {*folders} != {*known} or any(
            folders[each] != left_out(known, each) for each in folders
        ):
            seen = sweep(self._root, tuple(folders), now_ns, left_out=folders)
        took_ns = time.time_ns() - now_ns
        # Decision 0001: the index follows the files and is never asked what is true.
        if at_once:
            self.engine.begin()
        done = self._taken_in(now_ns, at_once)
        self._take_in_refused()
        self._keep_look(seen, now_ns, took_ns)
        return done

    def freshen_at_a_glance(self) -> Freshened:
        """As `freshen`; but in a large book each file is looked at only where that was not done a moment ago.

        For who asks many times in a row, a page that follows somebody's typing: the folders tell each time who
        came, went or was saved by rename, and what was edited in place is known a moment later.
        """
        began_ns = time.time_ns()
        looked_ns, took_ns = last_look(self._cache)
        if 0 <= began_ns - looked_ns < min(LOOK_BACK_SHARE * took_ns, BEHIND_NS):
            seen = read_seen(self._cache, self.path)
            is_calm = not (is_doubtful(seen) or is_reordered(self._root, seen))
            if is_calm and self.engine.count_files() > LOOK_AT_EACH:
                return Freshened()
        return self.freshen()

    def _holds(self, seen: Seen) -> bool:
        """Say whether the index knows the files that were in doubt as they are."""
        if (paths := doubts(seen)) is None:
            return False
        rows = self.engine.files_at(paths) if paths else {}
        return all(
            path in rows and rows[path].sha256 == digest(read_or_none(self._store, path) or b"")
            for path in paths
            if is_source(self._layout, path)
        )

    def _taken_in(self, now_ns: int, at_once: int | None) -> Freshened:
        apart = compared(self._layout, self._store, self.engine, now_ns)
        new, old = apart.new, apart.surely_old
        if not at_once and new + old >= MANY and self.engine.is_aged(new, old):
            self.engine.rebuild(self.sources())
            return Freshened(changed=tuple(apart.suspects), removed=apart.removed)
        taken = [*batches(self._layout, self._store, self.engine, apart, at_once or BATCH)]
        return Freshened(
            changed=tuple(path for batch in taken for path in batch.changed),
            removed=tuple(path for batch in taken for path in batch.removed),
        )

    def compact(self) -> None:
        """Make an index again that holds mostly what is dead or came later."""
        if self.engine.is_aged():
            self.rebuild()

    def _keep_look(self, seen: Seen, began_ns: int, took_ns: int) -> None:
        write_seen(self._cache, self.path, seen)
        note_look(self._cache, began_ns, took_ns)

    def follow(self, most: int) -> bool:
        """Take in what looks otherwise in the folders that are known, and nothing else.

        For a hook and a large book in which something came, went or was saved by rename. Return whether
        nothing is left: more than `most` files are another's work, and so is a folder that nobody has seen yet.
        """
        seen, now_ns = read_seen(self._cache, self.path), time.time_ns()
        changed = folder_times(self._root, seen)
        there = listed(self._root, seen)
        if not there:
            return False
        known = self.engine.files()
        looks = {
            path: _file_look(look)
            for path, look in there.items()
            if _is_apart(look, known.get(path)) and is_source(self._layout, path)
        }
        gone = [path for path in known if path not in there and path.rpartition("/")[0] in seen]
        is_whole = len(looks) + len(gone) <= most
        newest = sorted(looks, key=lambda path: -max(looks[path].mtime_ns, looks[path].ctime_ns))
        contents = contents_of(self._store, newest[:most])
        take_in_differing(self._layout, self.engine, contents, known, looks)
        if gone:
            self.engine.update((), gone)
        self._take_in_refused()
        if is_whole:
            write_seen(self._cache, self.path, seen_of(there, seen, changed, now_ns))
        return is_whole

    def take_in(self, paths: Sequence[str]) -> None:
        """Take in the files at `paths` as they are now, however they look."""
        sources = self._sources_at(paths)
        there = {source.path for source in sources}
        self.engine.update(sources, [path for path in paths if path not in there])

    def take_in_written(self, paths: Sequence[str]) -> None:
        """Take in what was just written at `paths`, and what else has changed.

        Where a book looked as it was known to before, it is not looked through: what we wrote is added to that.
        What somebody else changed at the same moment is then found by whoever looks next.
        """
        self.engine.count_files()  # an index that is missing or damaged is made now
        sources = [path for path in paths if is_source(self._layout, path)]
        before = self._numbers(sources)
        self.take_in(sources)
        seen = read_seen(self._cache, self.path)
        others = (path for path in paths if path not in sources and path.endswith(".md"))
        after = self._numbers(sources)
        now = turned(self._root, seen, before, after) if sources and seen else None
        if now is None or any(path.rpartition("/")[0] in seen for path in others):
            self.freshen()
            return
        self._take_in_refused()
        write_seen(self._cache, self.path, now)

    def _numbers(self, paths: Sequence[str]) -> dict[str, Numbered]:
        """Return how those of the files at `paths` look that the index knows."""
        rows = self.engine.files_at(paths)
        return {
            path: (row.inode, row.size, row.mtime_ns, row.ctime_ns) for path, row in rows.items()
        }

    def _take_in_refused(self) -> None:
        """Take in again what says a claim that was refused, or let in, by a page which came from elsewhere.

        A note is held back by its mark in the index, and a page that a pull has brought changes no note.
        """
        page, before = self._page(), read_plain(self._refused_then) or b""
        if page == before:
            return
        from commonplace.flows.refusals import rejections_in  # noqa: PLC0415 - few books refuse anything

        then, now = ({each.claim for each in rejections_in(text)} for text in (before, page))
        asked = [Query(text=claim, most=MAY_SAY_IT, statuses=LIVING) for claim in then ^ now]
        found = (hit.path for query in asked[:MOST_CLAIMS] for hit in self.engine.find(query).hits)
        paths = self.engine.files() if len(asked) > MOST_CLAIMS else dict.fromkeys(found)
        self.take_in(tuple(paths))
        write_private(self._refused_then, page)

    def _page(self) -> bytes:
        return refusals_page(self._root, self._refused_then)

    def embed(self, choice: EmbedderChoice, progress: Progress | None = None) -> None:
        """Give every note of the book its vectors: minutes for thousands, while words answer."""
        self.engine.embed(choice, tuple(self.sources()), progress)

    def catch_up(self, most: int = A_MOMENT) -> bool:
        """Embed what has no vectors yet, up to `most` files; say whether nothing is left to be done."""
        is_done = True
        for choice in self.choices:
            late = self.engine.unseen(choice)
            if late:
                self.engine.embed(choice, self._sources_at(late[:most]))
            is_done = is_done and len(late) <= most
        return is_done

    def rebuild(self, progress: Progress | None = None) -> EngineStatus:
        """Make the index again from the files."""
        make_private(self._cache)
        now_ns = time.time_ns()
        folders = self._folders()
        seen = sweep(self._root, tuple(folders), now_ns, left_out=folders)
        took_ns = time.time_ns() - now_ns
        self.engine.rebuild(self.sources(), progress)
        write_private(self._refused_then, self._page())
        self._keep_look(seen, now_ns, took_ns)
        return self.engine.status()

    def mend(self) -> None:
        """Set a damaged index aside and make it again from the files."""
        make_private(self._cache)
        self.engine.mend()

    def sources(self) -> Collection[Source]:
        """Return every file of the book as an engine takes it in, read as it is asked for."""
        beside = self._store.read(_is_beside(self._layout)).files
        return _Sources(
            sorted(self._store.looks(partial(is_source, self._layout))),
            self._sources_at,
            self._layout.parse(beside).keywords,
        )

    def sources_at(self, paths: Sequence[str]) -> tuple[Source, ...]:
        """Return those of the files at `paths` where memories may stand, as they are now."""
        return self._sources_at([path for path in paths if is_source(self._layout, path)])

    def _sources_at(self, paths: Sequence[str]) -> tuple[Source, ...]:
        looks = {path: look for path in paths if (look := self._look(path))}
        read = ((path, read_or_none(self._store, path)) for path in looks)
        files = {path: text for path, text in read if text is not None}
        return sources_of(self._layout, files, looks, files)

    def _look(self, path: str) -> FileLook | None:
        try:
            seen = os.stat(os.path.join(self._root, path), follow_symlinks=False)
        except OSError:
            return None
        return _file_look(seen)

    def _folders(self) -> dict[str, str]:
        """Return the folders to watch, each with the derived files that need no watching, joined by slashes.

        One that holds nothing but an index yet gets its first note.
        """
        above: set[str] = set()
        derived: dict[str, list[str]] = {}
        for path in self._store.names(self._layout.reads):
            folder, _, name = path.rpartition("/")
            if name.endswith(".md") and self._layout.derives(path):
                derived.setdefault(folder, []).append(name)
            while folder and folder not in above:
                above.add(folder)
                folder = folder.rpartition("/")[0]
        folders = (*(sorted(above) or ("",)), *({BESIDE} - above))
        return {folder: "/".join(sorted(derived.get(folder, ()))) or NOTHING for folder in folders}


def _file_look(seen: os.stat_result) -> FileLook:
    return FileLook(seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)


def _is_apart(look: os.stat_result, known: FileRow | None) -> bool:
    """Say whether a file is not the one that was taken in; a new one may have the inode of one that is gone."""
    return known is None or (known.ctime_ns, known.inode, known.size) != (
        look.st_ctime_ns,
        look.st_ino,
        look.st_size,
    )


class _Sources(Collection[Source]):
    """The files of a book, read and parsed by the handful: a large book is never held whole."""

    def __init__(
        self,
        paths: Sequence[str],
        read: Callable[[Sequence[str]], tuple[Source, ...]],
        keywords: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._paths = paths
        self._read = read
        self._keywords = keywords

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, source: object) -> bool:
        return isinstance(source, Source) and source.path in self._paths

    def __iter__(self) -> Iterator[Source]:
        for start in range(0, len(self._paths), AT_ONCE):
            for source in self._read(self._paths[start : start + AT_ONCE]):
                yield replace(source, keywords=self._keywords.get(source.path, ()))


def _is_beside(layout: Reader) -> Callable[[str], bool]:
    """Tell the files that say something about others: the keywords of a category."""
    return lambda path: path.endswith(".json") and layout.reads(path)
