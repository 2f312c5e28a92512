"""Ask git what a file said at a commit; git is run on the user's own repository and changes nothing."""

from __future__ import annotations

import subprocess

from commonplace.storage.plain_reading import MOST_BYTES

TIMEOUT_S = 10
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager")
"""A repository's own settings may name programs: none of them is run for a look at the past."""


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
        ran = subprocess.run(  # noqa: S603 - no shell; what users say comes after fixed words
            [*_GIT, *words], cwd=project, capture_output=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if ran.returncode != 0 or len(ran.stdout) > MOST_BYTES:
        return None
    return ran.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
