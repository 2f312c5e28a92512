"""What git is asked and told: commit our files, what a file said, since when it is there, where a clone came from.

`call_git` is the one way to git. A repository may be hostile, its settings too: they cannot be switched off,
so each that names a program is overruled, and nothing is fetched from anywhere, not even an object that is missing.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime

from commonplace.core.names import full_folders
from commonplace.errors import WriteFailed
from commonplace.storage.places import main_repository
from commonplace.storage.plain_files import MOST_BYTES
from commonplace.storage.retention import scratch_folder

TIMEOUT_S = 20.0
_GIT = (
    "git", "--no-pager", "--no-replace-objects",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "core.splitIndex=false",
    "-c", "core.quotePath=false",
    "-c", "commit.gpgSign=false",
    "-c", "log.showSignature=false",
    "-c", "diff.submodule=short",
    "-c", "gpg.program=gpg",
    "-c", "gpg.openpgp.program=gpg",
    "-c", "gpg.x509.program=gpgsm",
    "-c", "gpg.ssh.program=ssh-keygen",
)  # fmt: skip
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    # A repository may say that its missing objects are fetched by a program of its own; this list of
    # protocols, which has none, comes before whatever its settings allow.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
LITERAL = {"GIT_LITERAL_PATHSPECS": "1"}
"""A path is a path, whatever it begins with."""
_UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
_REGULAR = "100644"


def call_git(
    root: str,
    *words: str,
    given: bytes = b"",
    own: Mapping[str, str] | None = None,
    settings: Sequence[str] = (),
    timeout_s: float = TIMEOUT_S,
) -> subprocess.CompletedProcess[bytes]:
    """Run git in `root` so that nothing runs or is read which the repository names; what users say comes after `--`.

    Raises `OSError` and `subprocess.SubprocessError`.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environ = {**kept, **_ENVIRONMENT, "PATH": full_folders(kept.get("PATH", os.defpath))}
    return subprocess.run(  # noqa: S603 - no shell
        [*_GIT, *settings, *words],
        cwd=root,
        env={**environ, **(own or {})},
        input=given,
        capture_output=True,
        timeout=timeout_s,
        check=False,
    )


class NotCommittedError(Exception):
    """Git would not take it; the message says why. The files are written all the same."""


def commit_files(root: str, files: Mapping[str, bytes | None], message: str) -> str:
    """Commit `files`, by their paths below `root`, and return the commit; empty when nothing changed.

    None stands for a file that is gone. What git ignores is left out. Raises `NotCommittedError`.
    """
    git = _Repository(root)
    kept = git.not_ignored(tuple(files))
    entries = {path: git.stored(files[path]) for path in kept}
    return git.committed(entries, message) if entries else ""


class _Repository:
    """The repository around a folder, spoken to in plumbing."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._prefix = self._run("rev-parse", "--show-prefix")
        self._folder = os.path.abspath(os.path.join(root, self._run("rev-parse", "--git-dir")))
        if any(os.path.exists(os.path.join(self._folder, name)) for name in _UNDER_WAY):
            raise NotCommittedError("a merge or rebase is under way")

    def not_ignored(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Return those of `paths` that git does not ignore."""
        told = self._run(
            "check-ignore", "-z", "--stdin", given="\0".join(paths).encode(), allows=(0, 1)
        )
        ignored = set(told.split("\0"))
        return tuple(path for path in paths if path not in ignored)

    def stored(self, content: bytes | None) -> str:
        """Put `content` among git's objects as it is, and return its name; empty for none."""
        if content is None:
            return ""
        return self._run("hash-object", "-w", "--no-filters", "--stdin", given=content)

    def committed(self, entries: Mapping[str, str], message: str) -> str:
        """Make a commit of HEAD with `entries`, and let the user's index know of them."""
        head = self._run("rev-parse", "--verify", "-q", "HEAD", allows=(0, 1))
        with _scratch() as folder:
            own = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
            if head:
                self._run("read-tree", head, own=own)
            self._enter(entries, own)
            tree = self._run("write-tree", own=own)
        if head and tree == self._run("rev-parse", f"{head}^{{tree}}"):
            return ""
        parents = ("-p", head) if head else ()
        commit = self._run("commit-tree", tree, *parents, given=message.encode())
        self._run("update-ref", "-m", "commonplace", "HEAD", commit, head or "0" * len(commit))
        self._enter(entries, {})
        return commit

    def _enter(self, entries: Mapping[str, str], own: Mapping[str, str]) -> None:
        lines = (
            f"{_REGULAR} {name}\t{self._prefix}{path}"
            if name
            else f"0 {'0' * 40}\t{self._prefix}{path}"
            for path, name in entries.items()
        )
        given = "\0".join(lines).encode("utf-8", "surrogateescape") + b"\0"
        with _scratch() as nowhere:
            # Git looks again at files staged a moment ago, through the filters that the repository
            # names: in a work tree without files there is nothing to look at.
            away = {"GIT_DIR": self._folder, "GIT_WORK_TREE": nowhere}
            self._run(
                "update-index", "-z", "--index-info", given=given, own={**own, **away}, at=nowhere
            )

    def _run(
        self,
        *words: str,
        given: bytes = b"",
        own: Mapping[str, str] | None = None,
        allows: tuple[int, ...] = (0,),
        at: str = "",
    ) -> str:
        try:
            ran = call_git(at or self._root, *words, given=given, own=own)
        except (OSError, subprocess.SubprocessError) as cause:
            raise NotCommittedError(str(cause)) from cause
        if ran.returncode not in allows:
            told = ran.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NotCommittedError(told[-1][:200] if told else f"git {words[0]} failed")
        return ran.stdout.decode("utf-8", "surrogateescape").rstrip("\n")


@contextmanager
def _scratch() -> Iterator[str]:
    try:
        with scratch_folder() as folder:
            yield folder
    except WriteFailed as trouble:
        raise NotCommittedError(str(trouble)) from trouble


SHOW_TIMEOUT_S = 10.0


def read_committed(project: str, path: str, commit: str) -> str | None:
    """Return the text of `path` as it was at `commit`, None when git knows no such thing."""
    return _git(project, "show", "--no-textconv", f"{commit}:./{path}")


def lines_added(project: str, path: str, commit: str) -> str | None:
    """Return the lines that `commit` added to `path`, None when git knows no such thing."""
    told = _git(
        project, "show", "--no-ext-diff", "--no-textconv", "--no-color", "--format=",
        "--unified=0", commit, "--", path,
    )  # fmt: skip
    if told is None:
        return None
    lines = [line for line in told.split("\n") if line.startswith("+") and line[:4] != "+++ "]
    return "\n".join(line[1:] for line in lines)


def _git(project: str, *words: str) -> str | None:
    try:
        ran = call_git(project, *words, own=LITERAL, timeout_s=SHOW_TIMEOUT_S)
    except (OSError, subprocess.SubprocessError):
        return None
    if ran.returncode != 0 or len(ran.stdout) > MOST_BYTES:
        return None
    return ran.stdout.decode("utf-8", "replace").replace("\r\n", "\n")


_MARK = "\x01"


def first_commits(root: str) -> Mapping[str, date]:
    """Return the day of each file's first commit, by path below `root`; empty outside a repository."""
    words = ("log", "--relative", "--diff-filter=A", "--no-renames", "--name-only")
    try:
        ran = call_git(root, *words, f"--format={_MARK}%as", "--", ".")
        told = ran.stdout.decode("utf-8")
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return {}
    found: dict[str, date] = {}
    day: date | None = None
    for line in told.splitlines():
        if line.startswith(_MARK):
            day = date.fromisoformat(line[1:])
        elif line and day:
            found[line] = day  # newest first: the last one that is told is the first
    return found


def file_days(root: str, paths: Iterable[str]) -> Mapping[str, date]:
    """Return the day on which each file was last written, for those that are there."""
    found: dict[str, date] = {}
    for path in paths:
        try:
            saved = os.stat(os.path.join(root, path)).st_mtime
        except OSError:
            continue
        found[path] = datetime.fromtimestamp(saved).astimezone().date()
    return found


_ADDRESS = re.compile(
    r"(?:[a-z+]+://)?(?:[^@/\s]*@)?(?P<host>[^:/\s]+)(?::\d+(?=/))?[:/](?P<path>\S+)",
    re.IGNORECASE,
)
_LONGEST = 1 << 20


def shared_name(root: str) -> str:
    """Return the name under which all clones of the book at `root` are one book."""
    folder = os.path.realpath(root)
    top = _repository(folder)
    origin = _origin(top) if top else ""
    if not origin:
        return f"{socket.gethostname()}:{folder}"
    return f"{origin}#{os.path.relpath(folder, top)}".replace(os.sep, "/")


def _repository(folder: str) -> str:
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return folder


def _origin(top: str) -> str:
    """Return the host and path that `origin` points to, alike for all ways of writing it."""
    home = os.path.join(main_repository(top) or top, ".git")
    try:
        with open(os.path.join(home, "config"), encoding="utf-8", errors="replace") as file:
            text = file.read(_LONGEST)
    except OSError:
        return ""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line
        key, _, value = line.partition("=")
        if section == '[remote "origin"]' and key.strip() == "url":
            return _address(value.strip())
    return ""


def _address(url: str) -> str:
    found = None if url.startswith(("/", ".", "file:")) else _ADDRESS.fullmatch(url)
    if found is None:
        return ""
    path = found["path"].strip("/").removesuffix(".git")
    return f"{found['host'].lower()}/{path}"
