"""Commit files to the git repository they stand in: exactly those, and nothing of the repository is run.

Only plumbing is used. Contents are handed over by us, so no filter sees them; the commit is made from
an index of its own, so what the user has staged is not swept in; no hook, editor, pager, monitor or
signature is started, whatever the configuration of a clone asks for.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence

TIMEOUT_S = 20
_GIT = (
    "git",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "core.pager=cat",
    "-c", "core.splitIndex=false",
    "-c", "commit.gpgSign=false",
    "-c", "protocol.ext.allow=never",
)  # fmt: skip
_UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
_REGULAR = "100644"


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
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "LC_ALL": "C",
        }
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
        with tempfile.TemporaryDirectory() as folder:
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
        with tempfile.TemporaryDirectory() as nowhere:
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
            ran = subprocess.run(  # noqa: S603 - no shell, and no word of it comes from a memory
                [*_GIT, *words],
                cwd=at or self._root,
                env={**self._environ, **(own or {})},
                input=given,
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as cause:
            raise NotCommittedError(str(cause)) from cause
        if ran.returncode not in allows:
            told = ran.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NotCommittedError(told[-1][:200] if told else f"git {words[0]} failed")
        return ran.stdout.decode("utf-8", "surrogateescape").rstrip("\n")
