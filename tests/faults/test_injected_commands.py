"""The same strikes on the command line as people run it: `commonplace remember`."""

import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from commonplace.core.ports import Problem
from commonplace.flows.commit import regenerate
from commonplace.layouts.vault import VaultLayout
from commonplace.storage.places import book_id
from commonplace.storage.store import FolderStore
from doors.local_page import fields_of
from faults.injection import (
    EIO,
    ENOSPC,
    KILL,
    Strike,
    calls_on,
    has_strace,
    run_struck,
    strikes,
)
from faults.programs import environment
from requirements import requirement

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not has_strace, reason="strace is not installed"),
]
LAYOUT = VaultLayout()
TODAY = datetime.now(UTC).date()
OLD = "Retry with backoff when the service answers 429"
NEW = "Deployments are frozen on Fridays"


def commonplace(folder: Path, *arguments: str) -> list[str]:
    """Return a command line whose book and private folders are all below `folder`."""
    homes = [f"XDG_{kind}_HOME={folder / kind.lower()}" for kind in ("STATE", "CONFIG", "DATA")]
    chdir = f"--chdir={folder / 'project'}"
    return ["env", chdir, *homes, sys.executable, "-m", "commonplace", *arguments]


def answer(folder: Path, *arguments: str) -> str:
    line = commonplace(folder, *arguments)
    done = subprocess.run(line, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def found_in(folder: Path) -> tuple[list[str], tuple[Problem, ...]]:
    """Open the book as the next command does; return the titles and what is wrong with the files."""
    root = folder / "project" / ".memory"
    store = FolderStore(root, state=str(folder / "state" / "commonplace" / book_id(str(root))))
    with store.locked():
        regenerate(LAYOUT, store, TODAY)
    files = store.read(LAYOUT.reads).files
    return [memory.title for memory in LAYOUT.parse(files).memories], LAYOUT.check(files, TODAY)


def trouble_after(hit: Strike, folder: Path) -> str:
    """Strike one `remember` and return what is wrong with the book, nothing when all is well."""
    done = run_struck(commonplace(folder, "remember", NEW, "--yes", "--json"), hit)
    result = "" if hit.fault == KILL else json.loads(done.stdout)["result"]
    found, problems = found_in(folder)
    allowed = {
        "": ([OLD], [OLD, NEW]),
        "committed": ([OLD, NEW],),
        "committed-pending": ([OLD, NEW],),
        "failed": ([OLD],),
    }[result]
    if sorted(found) not in [sorted(each) for each in allowed]:
        return f"{hit}: {result or 'died'} gave {found}: {done.stderr[-300:]}"
    return f"{hit}: {problems}" if problems else ""


def test_remember_is_done_or_not_done_whatever_call_fails(tmp_path: Path) -> None:
    original = tmp_path / "original"
    (original / "project").mkdir(parents=True)
    answer(original, "init", "--layout", "vault")
    answer(original, "remember", OLD, "--yes")

    def strike(hit: Strike) -> str:
        folder = tmp_path / str(hit).replace(" ", "-")
        shutil.copytree(original, folder)
        return trouble_after(hit, folder)

    rehearsal = tmp_path / "rehearsal"
    shutil.copytree(original, rehearsal)
    line = commonplace(rehearsal, "remember", NEW, "--yes", "--json")
    hits = list(strikes(line, rehearsal, [KILL, EIO, ENOSPC]))

    assert len(hits) > 50
    with ThreadPoolExecutor(max_workers=2) as pool:
        assert [trouble for trouble in pool.map(strike, hits) if trouble] == []


@requirement("C2.budget")
@pytest.mark.parametrize("edited_by_hand", ["", "- Likes walnuts\n"])
def test_a_save_opens_its_target_once_for_reading_and_publishes_it_once(
    edited_by_hand: str, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    answer(tmp_path, "init", "--layout", "profile")
    answer(tmp_path, "save", "--target", "user", "--content", "Likes tea")
    page = tmp_path / "project" / "user.md"
    page.write_text(page.read_text("utf-8") + edited_by_hand, "utf-8")
    line = commonplace(tmp_path, "save", "--target", "user", "--content", "Lives in Lyon")

    calls = calls_on(line, str(page), tmp_path / "calls.log")

    assert sum("O_RDONLY" in call for call in calls) == 1, calls
    published = [call for call in calls if "rename" in call or "link" in call]
    assert len(published) == 1, calls
    assert len(calls) == 2, calls


class Page:
    """The local page, served by the real command, which dies at one call if it makes it."""

    def __init__(self, folder: Path, hit: Strike) -> None:
        inject = f"inject={hit.call}:{hit.fault}:when={hit.number}"
        struck = ["strace", "-f", "-qq", "-e", f"trace={hit.call}", "-e", inject, "-o", "/dev/null"]
        self._server = subprocess.Popen(
            [*struck, *commonplace(folder, "ui", "--port", "0", "--no-open")],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self._server.stdout is not None
        self.address = self._server.stdout.readline().strip()

    def accept(self) -> bool:
        """Accept what waits, and say whether the page answered that it did."""
        place = urlsplit(self.address)
        try:
            with closing(HTTPConnection(place.netloc)) as connection:
                connection.request("GET", f"{place.path}?{place.query}")
                welcome = connection.getresponse()
                welcome.read()
                cookie = {"Cookie": welcome.headers["Set-Cookie"].partition(";")[0]}
                token = welcome.headers["Location"].partition("#token=")[2]
                connection.request("GET", "/review", headers=cookie)
                form = fields_of(connection.getresponse().read().decode(), "/review/accept")
                said = {**cookie, "Content-Type": "application/json", "X-Commonplace-Token": token}
                connection.request("POST", "/review/accept", json.dumps(form), said)
                return connection.getresponse().status == HTTPStatus.OK
        except (OSError, HTTPException):
            return False

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._server.pid, signal.SIGKILL)
        self._server.communicate()


def waiting_in(folder: Path) -> list[str]:
    return [each["id"] for each in json.loads(answer(folder, "review", "--json"))]


def killed_at_the_page(hit: Strike, folder: Path) -> tuple[bool, str]:
    """Strike the server of one decision; say whether it survived, and what is wrong with the book."""
    page = Page(folder, hit)
    is_done = bool(page.address) and page.accept()
    page.end()
    found, problems = found_in(folder)
    waiting = waiting_in(folder)
    wrong = str(problems) if problems else ""
    if sorted(found) not in ([OLD], sorted([OLD, NEW])) or (is_done and waiting):
        wrong = f"{found}, waiting {waiting}"
    elif NEW not in found and not waiting:
        wrong = "neither written nor waiting"
    elif waiting:
        answer(folder, "review", "accept", waiting[0], "--yes")
        if sorted(again := found_in(folder)[0]) != sorted([OLD, NEW]):
            wrong = f"accepted again: {again}"
    return is_done, f"{hit}: {wrong}" if wrong else ""


def test_a_page_whose_server_dies_at_any_call_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    folder, kept = tmp_path / "folder", tmp_path / "kept"
    (folder / "project").mkdir(parents=True)
    answer(folder, "init", "--layout", "vault")
    answer(folder, "remember", OLD, "--yes")
    line = ["env", "COMMONPLACE_AGENT=claude-code", *commonplace(folder, "remember", NEW)]
    subprocess.run(line, env=environment(), capture_output=True, check=False)
    assert len(waiting_in(folder)) == 1
    folder.rename(kept)
    troubles: list[str] = []
    deaths = 0

    for call in ("fsync", "rename", "renameat2", "unlink"):
        for number in count(1):
            # In its own place each time: what waits is kept for a book by its path.
            shutil.copytree(kept, folder)
            is_done, trouble = killed_at_the_page(Strike(call, number, KILL), folder)
            shutil.rmtree(folder)
            troubles += filter(None, [trouble])
            if is_done:
                break
            deaths += 1

    assert troubles == []
    assert deaths > 15
