"""Has anything in the book changed since the index was made? Asked before every recall.

Files are listed and looked at, not read. For each folder two things are kept: when the folder itself
changed last (files added, removed, renamed), and a sum over the sizes, times and inodes
of its files (files edited in place too). They stand beside the index, and are trusted only for that
index. Plain functions on strings: the hook runs them in a fresh process.
"""

from __future__ import annotations

import os
from zlib import crc32

from commonplace.storage.places import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    _Row = tuple[str, int, int]
    """The name of a file, the number of how it looks, and when it changed last."""
SEEN = "seen.txt"
LOOKED = "looked"
RACY_NS = 2_000_000_000
"""What changed so shortly before it was looked at may change again within the same tick."""

LOOK_AT_EACH = 2000
"""In books up to so many notes every file is looked at before each recall; above, the folders are."""
LOOK_BACK_SHARE = 20
"""After the answer is given, the notes of a large book are looked at one by one: not sooner than after so
many times what the last look took. 10,000 notes take 43 ms, 100,000 take 570: whoever types a prompt
within eleven seconds pays for nothing."""

Seen = dict[str, str]
"""Folder to `<time of its last change> <sum> <files> <what is left out> <doubts>`.

Left out are files that are derived from the others. In doubt are files that changed so lately that they may
change again within the same tick: their names behind a question mark, or it alone where nobody listed them."""

DOUBT = "?"
MOST_DOUBTS = 10
"""So many files are hashed again to know that they are as they were; of more, all may have changed."""
_WORD = 0xFFFF_FFFF_FFFF_FFFF
_PARTS = 5
(_LEFT_OUT, _DOUBTS) = (3, 4)
NOTHING = "-"
_UNCOUNTED = (GONE, UNREAD) = ("gone", "unread")
BESIDE = ".commonplace"
"""The folder of a book that holds no notes and says which claims are refused."""
_NONE_LEFT_OUT: dict[str, str] = {}


def sweep(
    root: str,
    folders: tuple[str, ...],
    now_ns: int,
    ending: str = ".md",
    left_out: dict[str, str] = _NONE_LEFT_OUT,
) -> Seen:
    """Return how each folder below `root` looks now, by its files of that `ending`.

    `left_out` gives the files of a folder that do not count, joined by slashes.
    """
    return {
        folder: _look(
            os.path.join(root, folder), now_ns, ending, left_out.get(folder, "") or NOTHING
        )
        for folder in folders
    }


def swept_again(root: str, seen: Seen, now_ns: int) -> Seen:
    """Return how the folders of `seen` look now."""
    others = {folder: left_out(seen, folder) for folder in seen}
    return sweep(root, tuple(seen), now_ns, left_out=others)


def left_out(seen: Seen, folder: str) -> str:
    """Return the files of a folder that were left out, joined by slashes."""
    return seen[folder].split(" ", _DOUBTS)[_LEFT_OUT] if folder in seen else ""


def is_changed(root: str, seen: Seen, now_ns: int) -> bool:
    """Say whether any file was added, removed, renamed or edited since `seen`."""
    return not seen or is_doubtful(seen) or swept_again(root, seen, now_ns) != seen


def settled(root: str, seen: Seen, now_ns: int) -> Seen | None:
    """Return how the book looks now if it still looks as in `seen`, doubts aside; else None.

    What was doubtful then may have changed within the same tick: its content must be compared.
    """
    now = swept_again(root, seen, now_ns)
    return now if seen and is_alike(now, seen) else None


def is_alike(one: Seen, other: Seen) -> bool:
    """Say whether a book looked the same twice, doubts aside; a folder changes when a derived file is replaced."""
    return _certain(one) == _certain(other)


def _certain(seen: Seen) -> dict[str, list[str]]:
    return {folder: value.split(" ", _DOUBTS)[1:_DOUBTS] for folder, value in seen.items()}


def is_doubtful(seen: Seen) -> bool:
    """Say whether a file was changed so shortly before it was seen that it may have changed again."""
    return any(value.rpartition(" ")[2] for value in seen.values())


def doubts(seen: Seen) -> list[str] | None:
    """Return the paths of the files in doubt, None when it may be any."""
    found: list[str] = []
    for folder, value in seen.items():
        names = value.split(" ", _DOUBTS)[_DOUBTS]
        if names == DOUBT:
            return None
        if names:
            found += [f"{folder}/{name}" if folder else name for name in names[1:].split("/")]
    return found


def turned(
    root: str, seen: Seen, before: dict[str, Numbered], after: dict[str, Numbered]
) -> Seen | None:
    """Return how a book looks that looked as in `seen`, now that we have written some files.

    `before` and `after` tell how these looked and look. None when a folder is new, or holds another number of
    files than that: somebody else was there, too. Whoever was there and left as many is found by the sum.
    """
    now = dict(seen)
    for path in {**before, **after}:
        folder, _, name = path.rpartition("/")
        if folder not in now or not name.isprintable():
            return None
        changed, total, count, others, doubt = now[folder].split(" ", _DOUBTS)
        if total in _UNCOUNTED:
            return None
        old, new = before.get(path), after.get(path)
        whole = int(total, 16)
        whole += (number_of(name, new) if new else 0) - (number_of(name, old) if old else 0)
        many = int(count) + (new is not None) - (old is not None)
        names = {*doubt[1:].split("/"), name} - {""}
        doubt = DOUBT if doubt == DOUBT or len(names) > MOST_DOUBTS else _doubt_about(names)
        now[folder] = f"{changed} {whole & _WORD:016x} {many} {others} {doubt}"
    for folder, value in now.items():
        before_ns, total, count, others, doubt = value.split(" ", _DOUBTS)
        changed_ns = _changed(os.path.join(root, folder))
        if changed_ns == int(before_ns):
            continue
        if _count(os.path.join(root, folder), others) != int(count):
            return None
        now[folder] = f"{changed_ns} {total} {count} {others} {doubt}"
    return now


def _doubt_about(names: set[str]) -> str:
    return DOUBT + "/".join(sorted(names)) if names else ""


def _count(folder: str, others: str) -> int:
    try:
        names = os.listdir(folder)
    except OSError:
        return -1
    derived = others.split("/")
    return sum(1 for name in names if name.endswith(".md") and name not in derived)


def is_reordered(root: str, seen: Seen) -> bool:
    """Say whether any file was added, removed or renamed; cheap, whatever the size of the book."""
    return not seen or any(
        _changed(os.path.join(root, folder)) != int(value.split(" ")[0])
        for folder, value in seen.items()
    )


_BY_DESCRIPTOR = os.scandir in os.supports_fd
_A_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)


class Entries:
    """The entries of a folder, held open while they are looked at: by its whole path each look costs a quarter more."""

    __slots__ = ("_descriptor", "_entries")

    def __init__(self, folder: str) -> None:
        self._descriptor = os.open(folder, _A_FOLDER) if _BY_DESCRIPTOR else -1
        try:
            self._entries = os.scandir(self._descriptor if _BY_DESCRIPTOR else folder)
        except OSError:
            self._close()
            raise

    def __enter__(self) -> Iterator[os.DirEntry[str]]:
        return self._entries

    def __exit__(self, *_: object) -> None:
        self._entries.close()
        self._close()

    def _close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)


def listed(root: str, seen: Seen) -> dict[str, os.stat_result] | None:
    """Return how each file in the folders of `seen` looks, by path.

    Its inode alone would not tell a file from the one that was removed before it was made.
    None when there is a folder that was not seen before: then everything must be looked through.
    """
    found: dict[str, os.stat_result] = {}
    for folder in seen:
        try:
            with Entries(os.path.join(root, folder)) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.name.endswith(".md"):
                        found[path] = entry.stat(follow_symlinks=False)
                    elif (
                        folder != BESIDE
                        and path not in seen
                        and entry.is_dir(follow_symlinks=False)
                    ):
                        return None
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return found


def _changed(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


_SHARED: list[dict[str, tuple[int, list[_Row]]]] = []


class OneLook:
    """Whoever sweeps a book twice in a row, for itself and for its index, looks at each file once meanwhile."""

    def __enter__(self) -> None:
        _SHARED.append({})

    def __exit__(self, *_: object) -> None:
        _SHARED.pop()


def _look(folder: str, now_ns: int, ending: str, others: str) -> str:
    """Return when a folder changed, and the sum of what its files look like, in whatever order they come.

    Numbers hash alike in every process, and names do not. A sum
    costs half of what sorting, writing and digesting a row for each file did, and a hook waits for it.
    """
    since_ns = now_ns - RACY_NS
    total = count = 0
    lately: list[str] = []
    derived = others.split("/")
    changed, rows = _rows(folder, ending)
    try:
        for name, number, latest in rows:
            if name.endswith(ending) and name not in derived:
                total += number
                count += 1
                if latest > since_ns:
                    lately.append(name)
    except FileNotFoundError:
        return f"{changed} {GONE} 0 {others} "
    except OSError:
        return f"{changed} {UNREAD} 0 {others} {DOUBT}"
    return f"{changed} {total & _WORD:016x} {count} {others} {_doubted(lately)}"


def _rows(folder: str, ending: str) -> tuple[int, Iterable[_Row]]:
    """Return when a folder changed, which is looked at before its files are, and the files."""
    if not _SHARED:
        return _changed(folder), _listed(folder, ending)
    if folder not in _SHARED[-1]:
        changed = _changed(folder)
        try:
            _SHARED[-1][folder] = changed, [*_listed(folder, "")]
        except OSError:
            return changed, _listed(folder, ending)
    return _SHARED[-1][folder]


def _listed(folder: str, ending: str) -> Iterator[_Row]:
    with Entries(folder) as entries:
        for entry in entries:
            if entry.name.endswith(ending) and not entry.is_dir(follow_symlinks=False):
                look = entry.stat(follow_symlinks=False)
                edited, noted = look.st_mtime_ns, look.st_ctime_ns
                number = (look.st_ino, look.st_size, edited, noted)
                name = entry.name
                whole = hash((crc32(name.encode("utf-8", "surrogateescape")), number))
                yield name, whole, max(edited, noted)


def _doubted(names: list[str]) -> str:
    if len(names) > MOST_DOUBTS or not all(map(str.isprintable, names)):
        return DOUBT
    return _doubt_about({*names})


def seen_of(
    there: dict[str, os.stat_result], seen: Seen, changed: dict[str, int], now_ns: int
) -> Seen:
    """Return how the folders of `seen` look by the files that are `there`.

    `changed` tells when each folder changed, looked at before its files were, at the moment `now_ns`.
    """
    totals, counts = dict.fromkeys(seen, 0), dict.fromkeys(seen, 0)
    lately: dict[str, list[str]] = {folder: [] for folder in seen}
    skipped = {folder: left_out(seen, folder).split("/") for folder in seen}
    for path, look in there.items():
        folder, _, name = path.rpartition("/")
        if name not in skipped[folder]:
            totals[folder] += number_of(name, numbered(look))
            counts[folder] += 1
            if max(look.st_mtime_ns, look.st_ctime_ns) > now_ns - RACY_NS:
                lately[folder].append(name)
    return {
        folder: f"{changed[folder]} {totals[folder] & _WORD:016x} {counts[folder]} {left_out(seen, folder)} {_doubted(lately[folder])}"
        for folder in seen
    }


def folder_times(root: str, seen: Seen) -> dict[str, int]:
    """Return when each folder of `seen` changed last."""
    return {folder: _changed(os.path.join(root, folder)) for folder in seen}


Numbered = tuple[int, int, int, int]
"""What tells a file from others and from itself before: inode, size, and the times of its two last changes."""


def numbered(look: os.stat_result) -> Numbered:
    """Return what is summed up about a file."""
    return look.st_ino, look.st_size, look.st_mtime_ns, look.st_ctime_ns


def number_of(name: str, look: tuple[int, int, int, int]) -> int:
    """Return the number of a file for a sum over files, by its name or path, and how it looks."""
    return hash((crc32(name.encode("utf-8", "surrogateescape")), look))


def edited_since(root: str, folders: tuple[str, ...], since_ns: int) -> list[str]:
    """Return the notes in `folders` that changed after a moment, by the time that no editor can set back."""
    found: list[str] = []
    for folder in folders:
        try:
            with Entries(os.path.join(root, folder)) as entries:
                found += [
                    f"{folder}/{entry.name}" if folder else entry.name
                    for entry in entries
                    if entry.name.endswith(".md")
                    and entry.stat(follow_symlinks=False).st_ctime_ns > since_ns
                ]
        except OSError:
            continue
    return found


def last_look(cache: str) -> tuple[int, int]:
    """Return when every file was last looked at and known, and how long the look took; 0 for never."""
    try:
        with open(os.path.join(cache, LOOKED), encoding="utf-8") as file:
            return os.fstat(file.fileno()).st_mtime_ns, int(file.read(20) or 0)
    except (OSError, ValueError):
        return 0, 0


def note_look(cache: str, began_ns: int, took_ns: int) -> None:
    """Keep that everything which was there when a look began is known by now."""
    mark = os.path.join(cache, LOOKED)
    write_private(mark, str(took_ns))
    os.utime(mark, ns=(began_ns, began_ns))


def read_seen(cache: str, index: str) -> Seen:
    """Return what was seen when the index at `index` was last brought up to date."""
    try:
        with open(os.path.join(cache, SEEN), encoding="utf-8", errors="surrogateescape") as file:
            first, *lines = file.read().split("\n")
        if first != str(os.stat(index).st_ino):
            return {}
    except OSError:
        return {}
    seen: Seen = {}
    for line in lines:
        value, _, folder = line.partition("\t")
        if value.count(" ") < _PARTS - 1:
            return {}  # of an older form
        seen[folder] = value
    return seen


def write_seen(cache: str, index: str, seen: Seen) -> None:
    """Keep what was seen, bound to the index it was seen for."""
    lines = [str(os.stat(index).st_ino), *(f"{value}\t{folder}" for folder, value in seen.items())]
    write_private(os.path.join(cache, SEEN), "\n".join(lines))
