"""Every system call may fail, and the writer may die at every one of them."""

import errno
import os
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faults.injection import (
    EIO,
    ENOSPC,
    KILL,
    Strike,
    has_strace,
    paths_written,
    run_struck,
    strikes,
)
from faults.merging import (
    advance,
    generation_of,
    leftovers,
    make_book,
    recovered_generation,
)
from faults.programs import command
from faults.sizes import IS_LARGE

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not has_strace, reason="strace is not installed"),
]
CAUSES = {EIO: os.strerror(errno.EIO), ENOSPC: os.strerror(errno.ENOSPC)}


@pytest.mark.parametrize("generation", [1, 2], ids=["with a removal", "with a creation"])
def test_a_change_of_five_files_is_whole_or_not_at_all(tmp_path: Path, generation: int) -> None:
    original = tmp_path / "original"
    store = make_book(original)
    for _ in range(1, generation):
        advance(store)

    def strike(hit: Strike) -> str:
        folder = tmp_path / str(hit).replace(" ", "-")
        shutil.copytree(original, folder)
        return trouble_after(hit, folder, generation)

    rehearsal = tmp_path / "rehearsal"
    shutil.copytree(original, rehearsal)
    hits = list(strikes(command("advance.py", rehearsal), rehearsal, [KILL, EIO, ENOSPC]))
    if IS_LARGE:
        hits += [Strike(hit.call, hit.number, hit.fault, is_lasting=True) for hit in hits]

    assert len(hits) > 90  # three faults at each of some thirty calls
    assert strike_all(strike, hits) == []


def trouble_after(hit: Strike, folder: Path, old: int) -> str:
    """Strike one advance and return what is wrong with the result, nothing when all is well."""
    done = run_struck(command("advance.py", folder), hit)
    outcome = done.stdout.split(" ", 1)[0].strip()
    standing = _generation_if_failed(outcome, folder)
    found = recovered_generation(folder)
    if found not in allowed_after(hit, outcome, old) or standing not in (None, old):
        return f"{hit}: {outcome or 'died'} gave {standing} then {found}: {done.stderr[-500:]}"
    if outcome == "failed" and not is_clear(done.stdout, folder, hit):
        return f"{hit}: the message names no path or cause: {done.stdout}"
    if outcome == "failed" and hit.call != "unlink" and leftovers(folder):
        return f"{hit}: left {leftovers(folder)}"
    return ""


def allowed_after(hit: Strike, outcome: str, old: int) -> set[int]:
    """Return the generations that may be found after a recovery; none when the outcome is wrong.

    Only a killed writer, or one that could not even print any more, may say nothing.
    """
    is_mute = hit.fault == KILL or (hit.is_lasting and hit.call == "write")
    if outcome == "":
        return {old, old + 1} if is_mute else set()
    if hit.fault == KILL:
        return set()
    return {old} if outcome == "failed" else {old + 1}


def is_clear(message: str, folder: Path, hit: Strike) -> bool:
    """Say whether a refusal names where and why."""
    return str(folder) in message and CAUSES[hit.fault] in message


def _generation_if_failed(outcome: str, folder: Path) -> int | None:
    """What failed has changed nothing even before anybody recovers."""
    return generation_of(folder) if outcome == "failed" else None


def strike_all(strike: Callable[[Strike], str], hits: Sequence[Strike]) -> list[str]:
    """Try every hit, two at a time, and return what went wrong."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        return [trouble for trouble in pool.map(strike, hits) if trouble]


@pytest.mark.parametrize("is_refused", [False, True])
def test_nothing_is_written_outside_the_book_and_its_state(
    tmp_path: Path, *, is_refused: bool
) -> None:
    folder = tmp_path / "here"
    make_book(folder)
    if is_refused:
        shutil.rmtree(folder / "state" / "journal")
        (folder / "state" / "journal").write_text("a file where a folder should be")

    written = paths_written(command("advance.py", folder), tmp_path / "calls.log")

    assert written
    assert {path for path in written if not path.startswith(str(folder))} <= {"/dev/null"}
    assert generation_of(folder) == (1 if is_refused else 2)
