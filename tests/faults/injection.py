"""Strike any command line with a fault at its n-th system call, for every n.

The loop is SQLite's: fail at the first call, look, fail at the second, until nothing is left to
fail. strace does the striking, so the program under test is the real one.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from faults.programs import environment

CALLS = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,fchmod,mkdir"
_CALL = re.compile(r"^\d+ +(\w+)\(([^,)]*)", re.MULTILINE)
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
KILL = "signal=KILL"
EIO = "error=EIO"
ENOSPC = "error=ENOSPC"

has_strace = shutil.which("strace") is not None


@dataclass(frozen=True)
class Strike:
    """One fault at one call of one kind."""

    call: str
    number: int
    fault: str
    is_lasting: bool = False

    def __str__(self) -> str:
        return f"{self.fault} at {self.call} {self.number}{'+' if self.is_lasting else ''}"


def strikes(command: Sequence[str], folder: Path, faults: Sequence[str]) -> Iterator[Strike]:
    """Yield every strike that can hit `command`, run once unharmed on the files in `folder`.

    What it prints is left alone: a message that cannot be shown is not a write of the book.
    """
    log = folder.parent / "calls.log"
    _trace(command, ["-e", f"trace={CALLS}", "-o", str(log)])
    counts: dict[str, int] = {}
    for call, first in _CALL.findall(log.read_text("utf-8", "replace")):
        counts[call] = counts.get(call, 0) + 1
        if not (call == "write" and first in {"1", "2"}):
            for fault in faults:
                yield Strike(call, counts[call], fault)


def run_struck(command: Sequence[str], strike: Strike) -> subprocess.CompletedProcess[str]:
    """Run `command` under the strike."""
    when = f"{strike.number}{'+' if strike.is_lasting else ''}"
    inject = f"inject={strike.call}:{strike.fault}:when={when}"
    options = ["-e", f"trace={strike.call}", "-e", inject, "-o", "/dev/null"]
    # The fast filter swallows injected signals (strace 6.1), so a kill goes the slow way.
    return _trace(command, options if strike.fault == KILL else ["--seccomp-bpf", *options])


def paths_written(command: Sequence[str], log: Path) -> set[str]:
    """Return every path that `command` opens for writing or changes by name."""
    calls = "open,openat,creat,mkdir,rename,renameat,renameat2,link,linkat,unlink,unlinkat,truncate"
    _trace(command, ["-e", f"trace={calls}", "-o", str(log)])
    lines = log.read_text("utf-8", "replace").splitlines()
    changing = (line for line in lines if " open" not in line or _WRITES.search(line))
    return {path for line in changing for path in re.findall(r'"(/[^"]*)"', line)}


def calls_on(command: Sequence[str], path: str, log: Path) -> list[str]:
    """Return the calls of `command` that open the file at `path` or change what stands there."""
    calls = "open,openat,creat,rename,renameat,renameat2,link,linkat,unlink,unlinkat,truncate"
    _trace(command, ["-e", f"trace={calls}", "-o", str(log)])
    return [line for line in log.read_text("utf-8", "replace").splitlines() if f'"{path}"' in line]


def _trace(command: Sequence[str], options: list[str]) -> subprocess.CompletedProcess[str]:
    line = ["strace", "-f", "-qq", "-e", "signal=none", *options, *command]
    return subprocess.run(
        line, env=environment(), capture_output=True, text=True, check=False, timeout=120
    )
