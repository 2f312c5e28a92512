"""Find the `qmd` command and the Node that can run it, and start it within a time limit.

Arguments are a list, never a shell's line. Only folders of the PATH that are named in full are
searched: a project must not bring its own `qmd`. Under an older Node qmd dies without a word, so the
version is looked at first.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from commonplace.engines.qmd.troubles import FAILED, MISSING, NO_NODE, OLD_NODE, TIMEOUT, QmdTrouble

OLDEST_NODE = 22
NODE_TIMEOUT_S = 10.0
_NODE_SCRIPT = re.compile(rb"#!.*\bnode\b")
_VERSION = re.compile(r"v(\d+)\.")


@dataclass(frozen=True, slots=True)
class Program:
    """How qmd is started: the words before its own arguments."""

    words: tuple[str, ...]


def find_program(environ: Mapping[str, str]) -> Program:
    """Return the qmd on the user's PATH, with a Node that can run it; raise `QmdTrouble` if none can."""
    path = full_folders(environ.get("PATH", ""))
    command = shutil.which("qmd", path=path)
    if command is None:
        raise QmdTrouble(MISSING)
    script = os.path.realpath(command)
    if not _runs_on_node(script):
        return Program((script,))
    # An installation of one's own has its Node beside it, whatever the rest of the machine uses.
    beside = shutil.which("node", path=os.path.dirname(command))
    node = beside or shutil.which("node", path=path)
    if node is None:
        raise QmdTrouble(NO_NODE)
    version = _node_version(os.path.realpath(node))
    if version < OLDEST_NODE:
        raise QmdTrouble(OLD_NODE, str(version))
    return Program((node, script))


def run(
    words: Sequence[str], environ: Mapping[str, str], folder: str, timeout_s: float
) -> tuple[int, str, str]:
    """Run `words` in `folder` and return exit code and both outputs; no process outlives the time."""
    try:
        process = subprocess.Popen(  # noqa: S603 - a list, no shell
            words,
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as cause:
        raise QmdTrouble(FAILED, cause.strerror or str(cause)) from cause
    with process:
        try:
            out, err = process.communicate(timeout=timeout_s)
        except subprocess.TimeoutExpired as cause:
            _end(process)
            raise QmdTrouble(TIMEOUT, f"{timeout_s:.0f} s") from cause
    return process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def full_folders(path: str) -> str:
    """Return those folders of a PATH that are named in full."""
    return os.pathsep.join(folder for folder in path.split(os.pathsep) if os.path.isabs(folder))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End qmd and the second Node that it starts: the pipe would stay open with that one."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError):  # another system, or over already
        process.kill()
    process.communicate()


def _runs_on_node(script: str) -> bool:
    try:
        with open(script, "rb") as file:
            return _NODE_SCRIPT.match(file.readline(200)) is not None
    except OSError:
        return False


@cache
def _node_version(node: str) -> int:
    """Return the major version of `node`, 0 when it does not say; one that could not be asked is asked again."""
    _, out, _ = run([node, "--version"], {}, os.sep, NODE_TIMEOUT_S)
    found = _VERSION.match(out)
    return int(found[1]) if found else 0
