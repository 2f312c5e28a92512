"""Which books and which authors this user trusts: marks in the state folder, so that a clone cannot bring its own.

The ledger of approvals: one line for each, appended and flushed, never rewritten.

Beside what somebody let in, every text that arrived without us has its line, with how it came.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime

from commonplace.core.hashing import digest
from commonplace.core.memory import Approval, MemoryId, Origin, Trust
from commonplace.core.rejections import PAGE
from commonplace.storage.codec import Malformed, decode, encode
from commonplace.storage.disk import Disk, failure, unreadable
from commonplace.storage.places import (
    APPROVALS,
    STRICT,
    TRUSTED,
    WATCHED,
    cache_of,
    make_private,
    state_home,
    state_of,
    write_private,
)
from commonplace.storage.plain_files import read_plain

_PAGE = PAGE.encode()
REFUSED = "refused.md"
"""The index's copy of the page of refused claims, by which it sees what a new page changes."""
_HELD = Trust.QUARANTINED.value.encode()
_IS_HELD = b'"trust": "%b"' % _HELD
_MOMENT = re.compile(rb'\n\{"at": "([^"\\]*+)", "memory": "([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
"""How a line of ours begins; what does not vary stands first, so that it is looked for as one piece."""
_AT_FDCWD, _STATX_BTIME, _STATX_BYTES, _STATX_BIRTH_AT = -100, 0x800, 256, 80
FEW = 300
"""So many texts are looked for one by one; for more, every line is read."""


class LedgerStanding:
    """The last word of a ledger about each text, and what waits.

    Looking for a few texts in its lines takes a hundredth of the time that reading each line does, and most
    commands ask about a few: the lines are read one by one when somebody asks about many.
    """

    __slots__ = ("_asked", "_contents", "_is_read", "_lines", "_pages", "_waiting", "_whole")

    def __init__(self) -> None:
        self._lines = bytearray()
        self._whole = 0
        """Where the last complete line ends that was taken into account."""
        self._asked = 0
        self._is_read = False
        self._contents: dict[str, bytes] = {}
        self._waiting: dict[bytes, Approval] = {}
        self._pages: list[str] = []

    def __len__(self) -> int:
        return len(self._lines)

    def grow(self, lines: bytes) -> None:
        """Take in what was appended since."""
        self._lines += lines

    @property
    def contents(self) -> dict[str, bytes]:
        """Hash of the words -> how far they are trusted."""
        self._take_in()
        return self._contents

    @property
    def waiting(self) -> dict[bytes, Approval]:
        """Memory -> the line that holds it, where nobody has let it in since."""
        if not self._is_read and self._lines.count(_IS_HELD) <= FEW:
            # The same line may stand there twice: the last one counts.
            held = dict.fromkeys(reversed([*filter(self._is_last_word, self._with(_IS_HELD))]))
            return {
                _value(line, b"memory"): each
                for line in reversed(held)
                for each in _approvals([line])
            }
        self._take_in()
        return self._waiting

    @property
    def pages(self) -> list[str]:
        """The hash of each text of the page of refused claims that we wrote, the last one last; empty: taken away."""
        if not self._is_read:
            mark = b'"memory": "%b"' % _PAGE
            return [
                _value(line, b"content").decode("ascii", "replace") for line in self._with(mark)
            ]
        self._take_in()
        return self._pages

    def trust_of(self, content: str) -> bool | None:
        """Return whether words were let in; None when the ledger does not know them."""
        self._asked += 1
        if self._asked > FEW or self._is_read:
            trust = self.contents.get(content)
        else:
            line = self._last(b'"content": "%b"' % content.encode("ascii", "replace"))
            trust = _value(line, b"trust") or None
        return None if trust is None else trust != _HELD

    def holds(self, memory: MemoryId, *, but: str) -> bool:
        """Say whether a memory of this name waits, by any channel `but` one."""
        name = json.dumps(memory)[1:-1].encode("ascii")
        self._asked += 1
        if self._asked > FEW or self._is_read:
            held = self.waiting.get(name)
            return held is not None and held.channel != but
        line = self._last(b'"memory": "%b"' % name)
        return _value(line, b"trust") == _HELD and _value(line, b"channel") != but.encode("ascii")

    def _with(self, mark: bytes) -> Iterator[bytes]:
        """Yield each whole line that says `mark`, from the first to the last."""
        at = self._lines.find(mark)
        while at >= 0:
            end = self._lines.find(b"\n", at) + 1 or len(self._lines)
            line = bytes(self._lines[self._lines.rfind(b"\n", 0, at) + 1 : end])
            if _value(line, b"trust"):  # else torn by a crash
                yield line
            at = self._lines.find(mark, end)

    def _last(self, mark: bytes) -> bytes:
        """Return the last whole line that says `mark`, empty for none."""
        at = self._lines.rfind(mark)
        while at >= 0:
            begin = self._lines.rfind(b"\n", 0, at) + 1
            line = bytes(self._lines[begin : self._lines.find(b"\n", at) + 1 or None])
            if _value(line, b"trust"):
                return line
            at = self._lines.rfind(mark, 0, begin)
        return b""

    def _is_last_word(self, line: bytes) -> bool:
        return self._last(b'"memory": "%b"' % _value(line, b"memory")) == line

    def _take_in(self) -> None:
        self._is_read = True
        for line in bytes(self._lines[self._whole :]).splitlines(keepends=True):
            self._add(line)
            if line.endswith(b"\n"):  # the rest of it may still be on its way
                self._whole += len(line)

    def _add(self, line: bytes) -> None:
        content, trust, memory = (_value(line, name) for name in (b"content", b"trust", b"memory"))
        if not trust:
            return  # torn by a crash
        self._contents[content.decode("ascii", "replace")] = trust
        self._waiting.pop(memory, None)
        if memory == _PAGE:
            self._pages.append(content.decode("ascii", "replace"))
        if trust == _HELD:
            self._waiting.update((memory, each) for each in _approvals([line]))


def refusals_page(root: str, copy: str = "") -> bytes:
    """Return the page of refused claims; of one that is missed, the copy that the index keeps of what was written here last."""
    page = read_plain(os.path.join(root, PAGE))
    if page is not None:
        return page
    kept = read_plain(copy or os.path.join(cache_of(root), REFUSED)) or b""
    return kept if kept and Ledger(root).standing().pages[-1:] == [digest(kept)] else b""


class Ledger:
    """The approvals given for one book on this machine."""

    def __init__(
        self, root: str | os.PathLike[str], *, state: str | None = None, disk: Disk | None = None
    ) -> None:
        self._folder = state or state_of(os.fspath(root))
        self._path = os.path.join(self._folder, APPROVALS)
        self._disk = disk or Disk()
        self._last = LedgerStanding()

    @property
    def size(self) -> int:
        """How many bytes it has: it only grows."""
        try:
            return os.stat(self._path).st_size
        except OSError:
            return 0

    def append(self, approvals: Iterable[Approval]) -> None:
        """Add `approvals`; when this returns, they survive a power failure."""
        lines = "".join(json.dumps(encode(each)) + "\n" for each in approvals).encode("ascii")
        if not lines:
            return
        try:
            self._append(lines)
        except OSError as trouble:
            raise failure(trouble, self._path) from trouble

    def read(self, channels: Collection[str] = ()) -> tuple[Approval, ...]:
        """Return every approval that can be read, or those through `channels`; a line torn by a crash approves nothing."""
        wanted = {channel.encode("ascii") for channel in channels}
        try:
            with open(self._path, "rb") as file:
                lines = (line for line in file if not wanted or _value(line, b"channel") in wanted)
                return tuple(_approvals(lines))
        except FileNotFoundError:
            return ()
        except OSError as trouble:
            raise unreadable(trouble, self._path) from trouble

    def held(self) -> frozenset[str]:
        """Return the hashes of words that were written and approved by nobody since."""
        return self._contents(is_held=True)

    def approved(self) -> frozenset[str]:
        """Return the hashes of words that somebody let in."""
        return self._contents(is_held=False)

    def _contents(self, *, is_held: bool) -> frozenset[str]:
        found = self.standing().contents.items()
        return frozenset(each for each, trust in found if (trust == _HELD) is is_held)

    def origin_of(self, content: str) -> Origin:
        """Return where words came from, as far as the ledger knows: else they came without us."""
        lines = (each for each in reversed(self.read()) if each.content == content)
        return next((each.origin for each in lines), Origin.SYNC)

    def moments(self) -> dict[MemoryId, tuple[datetime, datetime]]:
        """Return when each memory changed last and when it came, as far as the ledger knows; files have only days."""
        try:
            with open(self._path, "rb") as file:
                lines = [(memory, at) for at, memory in _MOMENT.findall(b"\n" + file.read()) if at]
        except OSError:
            return {}
        # Much is written at one moment, and few names have a letter that is escaped.
        last, first = dict(lines), dict(reversed(lines))
        moments = {
            at: datetime.fromisoformat(at.decode("ascii"))
            for at in {*last.values(), *first.values()}
        }
        return {
            json.loads(b'"%b"' % memory) if b"\\" in memory else memory.decode("ascii"): (
                moments[at],
                moments[first[memory]],
            )
            for memory, at in last.items()
        }

    def standing(self) -> LedgerStanding:
        """Return the last word about each content.

        A ledger only grows, so one of the same size is the same, and of a longer one only the end is
        read; a ledger that cannot be read fails no reader: the marks in the files count.
        """
        try:
            with open(self._path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size < len(self._last):  # another one stands in its place
                    self._last = LedgerStanding()
                if size > len(self._last):
                    file.seek(len(self._last))
                    self._last.grow(file.read())
        except OSError:
            return LedgerStanding()
        return self._last

    def speaks_of(self, channel: str) -> bool:
        """Say whether any line was given through `channel`, told without taking them into account."""
        said = f'"channel": "{channel}"'.encode("ascii")
        try:
            with open(self._path, "rb") as file:
                return said in file.read()
        except OSError:
            return False

    def _append(self, lines: bytes) -> None:
        make_private(self._folder)
        is_new = not os.path.exists(self._path)
        descriptor = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            rest = memoryview(_after_torn_line(descriptor) + lines)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            self._disk.sync_file(descriptor, self._path)
        finally:
            os.close(descriptor)
        if is_new:
            self._disk.sync_folder(self._folder)


def _after_torn_line(descriptor: int) -> bytes:
    """Return what must come first, so that a torn last line does not swallow the next one."""
    size = os.fstat(descriptor).st_size
    if size == 0:
        return b""
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"


def _value(line: bytes, name: bytes) -> bytes:
    """Return the text that a line of ours gives `name`, as it is written there.

    Ten times as fast as a parser, and a hook reads this when a book has changed. A quotation mark inside a
    text is escaped, so nothing that a line quotes looks like a name of it.
    """
    rest = line.partition(b'"' + name + b'": "')[2]
    end = rest.find(b'"')
    while end > 0 and _is_escaped(rest, end):
        end = rest.find(b'"', end + 1)
    return rest[: max(end, 0)]


def _is_escaped(text: bytes, at: int) -> bool:
    return bool((at - len(text[:at].rstrip(b"\\"))) % 2)


def _approvals(lines: Iterable[bytes]) -> Iterator[Approval]:
    for line in lines:
        try:
            yield decode(Approval, json.loads(line))
        except (ValueError, Malformed):
            continue


_AUTHORS = "authors"


def trust(root: str) -> bool:
    """Trust the book at `root` from now on, and say whether that was new."""
    return _set(root, TRUSTED, wanted=True)


def distrust(root: str) -> bool:
    """Trust the book at `root` no longer, and say whether that was new."""
    return _set(root, TRUSTED, wanted=False)


def be_strict(root: str, *, strict: bool) -> bool:
    """Trust only words that somebody let in here, or all again, and say whether that was new."""
    return _set(root, STRICT, wanted=strict)


def watch(root: str) -> bool:
    """Enter from now on what arrives in the book at `root`, and say whether that was new.

    The mark keeps which folder it is: see `is_replaced`.
    """
    path = os.path.join(state_of(root), WATCHED)
    is_new = not os.path.exists(path)
    try:
        write_private(path, f"{os.path.realpath(root)}\n{' '.join(_identity(root))}\n")
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new


def is_replaced(root: str) -> bool:
    """Say whether another folder stands at `root` than the one that is watched.

    Whoever takes a folder away and puts one there has no right to the trust in the first. File systems give the inode
    of one to the other; then the time of its birth tells, where there is one. Nobody need ask for it while something
    in the folder is as old as the mark.
    """
    try:
        with open(os.path.join(state_of(root), WATCHED), encoding="utf-8") as file:
            kept = file.read().split("\n")[1:2]
            marked_ns = os.fstat(file.fileno()).st_mtime_ns
        inode, _, born = "".join(kept).partition(" ")
        if not inode or (inode == str(os.stat(root).st_ino) and _holds_older(root, marked_ns)):
            return False
        now = _identity(root)
    except OSError:
        return False
    return now != (inode, born) if now[1] == "0" or born == "0" else now[1] != born


def _holds_older(folder: str, than_ns: int) -> bool:
    with os.scandir(folder) as entries:
        return any(each.stat(follow_symlinks=False).st_ctime_ns <= than_ns for each in entries)


def _identity(folder: str) -> tuple[str, str]:
    """Return the inode of a folder and when it was made, 0 where that is not known."""
    look = os.stat(folder)
    born = getattr(look, "st_birthtime_ns", 0) or int(getattr(look, "st_birthtime", 0) * 1e9)
    return str(look.st_ino), str(born or _born_on_linux(folder))


def _born_on_linux(folder: str) -> int:
    """Return when a folder was made, which Python does not tell on Linux; 0 where nobody knows."""
    import ctypes  # noqa: PLC0415 - asked when something arrives, and when a book is made
    import struct  # noqa: PLC0415 - as above

    statx = getattr(ctypes.CDLL(None), "statx", None) if sys.platform == "linux" else None
    found = ctypes.create_string_buffer(_STATX_BYTES)
    if statx is None or statx(_AT_FDCWD, os.fsencode(folder), 0, _STATX_BTIME, found):
        return 0
    (said,) = struct.unpack_from("I", found)
    seconds, nanoseconds = struct.unpack_from("qI", found, _STATX_BIRTH_AT)
    return int(seconds * 1_000_000_000 + nanoseconds) if said & _STATX_BTIME else 0


def accepted_authors(root: str) -> frozenset[str]:
    """Return the addresses whose commits are accepted in the book at `root`."""
    try:
        with open(os.path.join(state_of(root), _AUTHORS), encoding="utf-8") as file:
            return frozenset(file.read().casefold().split())
    except OSError:
        return frozenset()


def accept_author(root: str, address: str, *, wanted: bool) -> bool:
    """Accept the commits of an author, or no longer, and say whether that was new."""
    known = accepted_authors(root)
    one = frozenset({address.casefold()})
    path = os.path.join(state_of(root), _AUTHORS)
    kept = sorted(known | one if wanted else known - one)
    try:
        write_private(path, "".join(f"{each}\n" for each in kept))
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return (one <= known) is not wanted


def _set(root: str, mark: str, *, wanted: bool) -> bool:
    path = os.path.join(state_of(root), mark)
    try:
        is_new = os.path.exists(path) is not wanted
        if wanted:
            _mark(path, root)
        else:
            with suppress(FileNotFoundError):
                os.unlink(path)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new


def _mark(path: str, root: str) -> None:
    if not os.path.exists(path):
        write_private(path, os.path.realpath(root) + "\n")


BYTES = 32


def token_path() -> str:
    """Return where the token is kept."""
    return os.path.join(state_home(), "mcp-token")


def read_token() -> str:
    """Return the token of this user, made on first need."""
    try:
        with open(token_path(), encoding="ascii") as file:
            kept = file.read().strip()
    except (FileNotFoundError, ValueError):
        kept = ""
    return kept or renew_token()


def renew_token() -> str:
    """Make a new token, so that the old one opens nothing from now on."""
    import secrets  # noqa: PLC0415 - dear, and for the server's token alone

    from commonplace.storage.publish import staged_name  # noqa: PLC0415 - as above

    token = secrets.token_urlsafe(BYTES)
    disk, path = Disk(), token_path()
    draft = os.path.join(os.path.dirname(path), staged_name())
    try:
        make_private(os.path.dirname(path))
        disk.write_new(draft, f"{token}\n".encode("ascii"))
        disk.rename(draft, path)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return token
