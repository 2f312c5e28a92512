"""What git knows about a file that nobody let in: whether a commit brought it, and who vouches for that commit.

`may_be_gits` is a look at two times, for a hook. `vouched` asks git, through plumbing and reading alone:
no hook, filter, pager or monitor of a clone is run, and signatures are checked by the user's own programs
against the user's own keys, whatever the repository's configuration names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from commonplace.core import lazy_re as re
from commonplace.core.approvals import Vouched
from commonplace.core.values import dataclass

MOST_ASKED = 500
"""Of more files than this git is not asked: they wait."""
_TICK_NS = 10_000_000
_GOOD = "G"
_MADE_HERE = ("commit:", "commit (initial):")
"""How the reflog's word begins for a commit that was made in this working copy; a pull or a pick has others."""
_TAKES_OVER = "commit ("
"""As it begins where a commit was made here that takes over what others hold: a solved conflict, an amended one."""
_MADE_AGAIN = re.compile(r"(?:rebase|cherry-pick|revert|am)\b|pull\b[^:]*\(\w+\):")
"""How it begins where git made a commit here out of another: the other one decides."""
_TAKEN_UP = re.compile(r"[^:]*\((?:start|finish)\):|rebase finished\b|rebase: checkout\b")
"""How it begins where a rebase only went to a commit that was there: nobody made that one again."""
MOST_COMPARED = 20
"""Of a text in more commits of others than this nobody asks who had it first: it waits."""
_NAME = re.compile(r"[0-9a-f]{40,64}")
_ENTRY = re.compile(
    r"\d+ (?P<blob>[0-9a-f]+) 0\t(?P<path>[^\0]+)\0\s+ctime: \S+\s+mtime: (?P<s>\d+):(?P<ns>\d+)\s[^\0]*?\ssize: (?P<size>\d+)"
)
"""A file as git's index knows it."""


@dataclass(frozen=True, slots=True)
class _Commit:
    name: str
    author: str


def git_folder(path: str) -> str:
    """Return the git folder of the working copy that `path` stands in, empty without one."""
    folder = os.path.dirname(os.path.abspath(path))
    while True:
        found = os.path.join(folder, ".git")
        if os.path.isdir(found):
            return found
        if os.path.isfile(found):
            with open(found, encoding="utf-8", errors="surrogateescape") as file:
                named = file.read(4096).removeprefix("gitdir:").strip()
            return os.path.normpath(os.path.join(folder, named))
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def may_be_gits(folder: str, mtime_ns: int) -> bool:
    """Say whether git may have written a file: it writes files first and its index after them."""
    if not folder:
        return False
    if os.path.exists(os.path.join(folder, "index.lock")):
        return True
    try:
        return mtime_ns <= os.stat(os.path.join(folder, "index")).st_mtime_ns + _TICK_NS
    except FileNotFoundError:
        return False


def vouched(
    root: str, files: Mapping[str, bytes], authors: frozenset[str]
) -> dict[str, tuple[Vouched, str]]:
    """Return what git says about each of `files`, by path below `root`, and who made the commit.

    What git cannot be asked about is a stranger's: it waits.
    """
    if len(files) > MOST_ASKED:
        return dict.fromkeys(files, (Vouched.STRANGER, ""))
    import subprocess  # noqa: PLC0415 - a hook asks no git

    try:
        return _vouched(root, files, authors)
    except (OSError, subprocess.SubprocessError, ValueError):
        return dict.fromkeys(files, (Vouched.STRANGER, ""))


def _vouched(
    root: str, files: Mapping[str, bytes], authors: frozenset[str]
) -> dict[str, tuple[Vouched, str]]:
    kind = _git(root, "rev-parse", "--show-object-format").strip()
    brought = _commits(root, files, kind)
    here, taken_over, again = _made_here(root)
    found: dict[str, tuple[Vouched, str]] = {}
    for path, commits in brought.items():
        author = commits[0].author if commits else ""
        if not commits:
            found[path] = Vouched.NOT_GITS, ""
        elif all(each.name in taken_over for each in commits) or _is_made_first(
            root, {each.name for each in commits}, here, again
        ):
            found[path] = Vouched.HERE, author
        elif any(each.author in authors for each in commits):
            found[path] = Vouched.AUTHOR, author
        elif _is_signed(root, commits):
            found[path] = Vouched.SIGNED, author
        else:
            found[path] = Vouched.STRANGER, author
    return found


def _commits(root: str, files: Mapping[str, bytes], kind: str) -> dict[str, list[_Commit]]:
    """Return the commits that hold each file just as it stands, the newest first."""
    staged = _staged(root, files)
    wanted = {
        path: {*_blobs(content, kind), staged.get(path, "")} for path, content in files.items()
    }
    prefix = _git(root, "rev-parse", "--show-prefix").rstrip("\n")
    told = _git(
        root, "log", "--all", "--reflog", "--raw", "--no-abbrev", "--no-renames", "-m", "--root", "-z",
        "--format=%x01%H %ae", "--ignore-missing", *_fetched(root), "--", *files,
    )  # fmt: skip
    found: dict[str, list[_Commit]] = {path: [] for path in files}
    for part in told.split("\x01")[1:]:
        head, *rows = part.split("\0")
        name, _, author = head.strip("\n").partition(" ")
        for row, path in zip(rows[::2], rows[1::2], strict=False):
            blob = row.strip("\n").split(" ")[3:4]
            own = path.removeprefix(prefix)
            if own in wanted and blob and blob[0] in wanted[own]:
                found[own].append(_Commit(name, author.casefold()))
    return found


def _staged(root: str, paths: Iterable[str]) -> dict[str, str]:
    """Return what the index keeps of each file that stands as git last saw it: git may convert a file on its way."""
    told = _git(root, "ls-files", "--stage", "--debug", "-z", "--", *paths)
    found: dict[str, str] = {}
    for entry in _ENTRY.finditer(told):
        look = os.stat(os.path.join(root, entry["path"]), follow_symlinks=False)
        saved_ns = int(entry["s"]) * 1_000_000_000 + int(entry["ns"])
        if (look.st_mtime_ns, look.st_size) == (saved_ns, int(entry["size"])):
            found[entry["path"]] = entry["blob"]
    return found


def _fetched(root: str) -> list[str]:
    """Return the commits that were fetched last: a file can be taken from them though no branch holds it."""
    path = _git(root, "rev-parse", "--git-path", "FETCH_HEAD").rstrip("\n")
    try:
        with open(os.path.join(root, path), encoding="ascii", errors="replace") as file:
            names = [line.partition("\t")[0] for line in file]
    except FileNotFoundError:
        return []
    return [name for name in names if _NAME.fullmatch(name)]


def _blobs(content: bytes, kind: str) -> tuple[str, ...]:
    """Return the names under which git may keep `content`: as it is, and with the line ends of a checkout undone."""
    import hashlib  # noqa: PLC0415 - loads OpenSSL, and most commands ask git nothing

    texts = {content, content.replace(b"\r\n", b"\n")}
    return tuple(
        hashlib.new(kind, b"blob %d\0" % len(text) + text, usedforsecurity=False).hexdigest()
        for text in texts
    )


def _is_made_first(
    root: str, commits: set[str], here: frozenset[str], again: frozenset[str]
) -> bool:
    """Say whether a commit made here brought a text: whoever else has it had it from there.

    What is taken from a stranger's branch, squashed or file by file, can be committed here, too. Dates tell nothing.
    """
    ours, theirs = commits & here, commits - here - again
    return (
        bool(ours)
        and len(theirs) <= MOST_COMPARED
        and all(
            any(_git(root, "merge-base", own, other, fails=True).strip() == own for own in ours)
            for other in theirs
        )
    )


def _made_here(root: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the commits that were made in this working copy, as its reflog says, all that a person ended here, and those made of others."""
    path = _git(root, "rev-parse", "--git-path", "logs/HEAD").rstrip("\n")
    try:
        with open(os.path.join(root, path), encoding="utf-8", errors="surrogateescape") as file:
            rows = [
                (row.split(" "), said) for row, _, said in (line.partition("\t") for line in file)
            ]
    except FileNotFoundError:
        return frozenset(), frozenset(), frozenset()
    made = frozenset(row[1] for row, said in rows if said.startswith(_MADE_HERE) and row[1:])
    ended = frozenset(row[1] for row, said in rows if said.startswith(_TAKES_OVER) and row[1:])
    again = frozenset(
        row[1]
        for row, said in rows
        if row[1:] and _MADE_AGAIN.match(said) and not _TAKEN_UP.match(said)
    )
    told = _git(root, "log", "-g", "--format=%H %P", "refs/stash", fails=True)
    stashes = (row.split(" ") for row in told.splitlines())
    put_aside = {name for own, _, *parts in stashes for name in (own, *parts)}
    return made, made | ended, again | ended | put_aside


def _is_signed(root: str, commits: list[_Commit]) -> bool:
    signers = _git(root, "config", "--global", "gpg.ssh.allowedSignersFile", fails=True).strip()
    own = ("-c", f"gpg.ssh.allowedSignersFile={os.path.expanduser(signers) or os.devnull}")
    names = [each.name for each in commits]
    told = _git(root, "log", "--no-walk", "--format=%G?", *names, own=own)
    return _GOOD in told.split("\n")


def _git(root: str, *words: str, own: tuple[str, ...] = (), fails: bool = False) -> str:
    from commonplace.storage.git import LITERAL, call_git  # noqa: PLC0415 - a hook asks no git

    ran = call_git(root, *words, settings=own, own=LITERAL)
    if ran.returncode and not fails:
        raise ValueError(ran.stderr.decode("utf-8", "replace")[:200])
    return ran.stdout.decode("utf-8", "surrogateescape")
