"""A person's editor saves the very file that a command writes, at every moment: nothing of either is lost."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.hook.events import respond
from commonplace.storage import publish, store
from commonplace.storage.store import FolderStore
from faults.editor_races import DISKS, STYLES
from transcript import Ran, command_line

pytestmark = pytest.mark.faults

NOW = datetime.now(UTC)
TYPED = b"Typed by the person at that very moment.\n"
VPN = ".memory/10-Memories/MEM-deploys-need-vpn.md"
NEW = ".memory/10-Memories/MEM-invoices-go-out.md"
LEARNT = ".memory/10-Memories/MEM-release.md"
REFUSED = ".memory/.commonplace/rejections.md"
AGES = timedelta(days=400)


def run(*words: str) -> Ran:
    return command_line(list(words), clock=lambda: NOW)


def vault() -> None:
    run("init")
    run("remember", "Deploys need the VPN. Ask Ada for access.", "--yes")
    run("remember", "The cache lives in Redis on port 6379.", "--yes")


def buried() -> None:
    vault()
    run("forget", "MEM-deploys-need-vpn", "--yes")


def waiting() -> None:
    vault()
    run("edit", "MEM-deploys-need-vpn", "--title", "Deploys want the VPN")


def with_a_source() -> None:
    vault()
    Path("notes.txt").write_text(
        "# Release\n\nReleases happen on Tuesdays after the freeze because support is fully staffed then.\n"
    )


def refused() -> None:
    vault()
    run("reject", "The cache lives in Memcached.", "--yes")


def run_at(later: timedelta, *words: str) -> Ran:
    return command_line(list(words), clock=lambda: NOW + later)


def other(layout: str) -> Callable[[], None]:
    def made() -> None:
        run("init", "--layout", layout)
        run("remember", "Deploys need the VPN. Ask Ada for access.", "--yes")

    return made


def accept() -> Ran:
    (proposal,) = open_book(Path.cwd()).proposals.list(NOW)
    return run("review", "accept", proposal.id, "--yes")


def edit() -> Ran:
    return run("edit", "MEM-deploys-need-vpn", "--title", "Deploys want the VPN", "--yes")


BESIDE = ("other", "source")
"""Books beside the project's."""
OTHER = "other/.memory/10-Memories/MEM-deploys-need-vpn.md"
LINGXI_NOTE = ".cursor/.lingxi/memory/notes/MEM-deploys-need-vpn.md"


def two_books() -> None:
    run("init", "other")
    vault()


def a_pack() -> None:
    """Leave a pack beside a book that has an older text of its memory."""
    run("init", "source", "--layout", "lingxi")
    run("init", "--layout", "lingxi")
    for book, text in (
        ("source", "Deploys need the VPN. Ask Ada for access."),
        (".", "Deploys need the VPN."),
    ):
        run("remember", text, "--book", book, "--audience", "team", "--portability", "cross-project", "--strength", "validated", "--yes")  # fmt: skip
    run("pack", "export", "team", "--book", "source", "--yes")


def quoting() -> None:
    run("init")
    code = Path("client.py")
    code.write_text(
        "import os\n\n\ndef retry(times):\n    for _ in range(times):\n        call()\n"
    )
    run(
        "remember",
        "The client retries every call three times.",
        "--anchor",
        "client.py:4-6",
        "--yes",
    )
    code.write_text("import sys\n" + code.read_text())


def an_older_workspace() -> None:
    run("init", "--layout", "mem-skill")
    Path(".mem-skill.config.json").write_text(
        '{\n  "engine": "default",\n  "version": "1.0.0"\n}\n'
    )
    Path("knowledge-base/workflow.md").write_text(
        "# Old\n\n## First\n**Date:** 2025-01-01\n**Keywords:** a\n"
    )


def a_source_for_points() -> None:
    run("init", "--layout", "mem-skill")
    Path("guide.md").write_text(
        "# API guide\n\n## Retries\n\nCall the billing API again at most 3 times. The weather was fine that day.\n"
    )


def injected() -> None:
    vault()
    asked = {
        "prompt": "Which port does the cache in Redis live on?",
        "session_id": "one",
        "cwd": str(Path.cwd()),
    }
    respond(["generic", "prompt"], json.dumps(asked), len)


def said_twice() -> None:
    vault()
    for name, port in (("one", 5000), ("two", 5000)):
        Path(f".memory/10-Memories/MEM-{name}.md").write_text(
            f"---\ntitle: Registry\ncreated: 2026-01-01\nkeywords: [registry, port]\n---\n\n# Registry\n\nThe registry of images listens on port {port}.\n"
        )


COMMANDS: dict[str, tuple[Callable[[], None], Callable[[], Ran], str, bytes]] = {
    "remember": (vault, lambda: run("remember", "Invoices go out on Friday.", "--yes"), NEW, b"Invoices go out on Friday"),
    "edit": (vault, edit, VPN, b"Deploys want the VPN"),
    "forget": (vault, lambda: run("forget", "MEM-deploys-need-vpn", "--yes"), VPN, b"tombstoned"),
    "restore": (buried, lambda: run("restore", "MEM-deploys-need-vpn", "--yes"), VPN, b""),
    "undo": (buried, lambda: run("undo"), VPN, b""),
    "review": (waiting, accept, VPN, b"Deploys want the VPN"),
    "save": (other("profile"), lambda: run("save", "--target", "user", "--field", "称呼", "--value", "Bob"), "user.md", b"Bob"),
    "learn": (with_a_source, lambda: run("learn", "notes.txt", "--yes"), LEARNT, b"Releases happen on Tuesdays"),
    "reject": (refused, lambda: run("reject", "Backups run on Mondays.", "--yes"), REFUSED, b"Backups run on Mondays"),
    "distill": (buried, lambda: run_at(AGES, "distill", "--gc", "--select", "all", "--many", "--yes"), VPN, b""),
    "lint": (vault, lambda: run_at(AGES, "lint", "--fix", "--select", "all", "--stale", "archive", "--many", "--yes"), VPN, b""),
    "move, where it was": (two_books, lambda: run("move", "MEM-deploys-need-vpn", "--to", "other", "--yes"), VPN, b"tombstoned"),
    "move, where it goes": (two_books, lambda: run("move", "MEM-deploys-need-vpn", "--to", "other", "--yes"), OTHER, b"Ask Ada for access"),
    "convert": (vault, lambda: run("convert", "--to", "vault", "other", "--yes"), OTHER, b"Ask Ada for access"),
    "pack-export": (a_pack, lambda: run("pack", "export", "more", "--book", "source", "--yes"), "more/memory/notes/MEM-deploys-need-vpn.md", b"Ask Ada for access"),
    "pack-import": (a_pack, lambda: run("pack", "import", "team", "--apply", "--strategy", "replaceTeam", "--yes"), LINGXI_NOTE, b"Ask Ada for access"),
    "verify": (quoting, lambda: run("verify", "MEM-client", "--yes"), ".memory/10-Memories/MEM-client-retries-every.md", b"client.py"),
    "upgrade": (an_older_workspace, lambda: run("upgrade", "--yes"), "knowledge-base/workflow.md", b"**Source:** conversation"),
    "ingest": (a_source_for_points, lambda: run("ingest", "guide.md", "--yes"), "knowledge-base/guide.md", b"at most 3 times"),
    "record": (a_source_for_points, lambda: run("record", "guide.md", "--yes"), "knowledge-base/guide.md", b""),
    "last": (injected, lambda: run("last", "--wrong", "1", "--correct", "The cache lives in Redis on port 6380.", "--yes"), ".memory/10-Memories/MEM-cache-lives-redis.md", b"port 6380"),
    "merge": (said_twice, lambda: run("distill", "--merge", "--select", "all", "--yes"), ".memory/10-Memories/MEM-one.md", b""),
    "lingxi-forget": (other("lingxi"), lambda: run("forget", "MEM-deploys-need-vpn", "--yes"), LINGXI_NOTE, b"forgotten"),
    "mem-skill-remember": (other("mem-skill"), lambda: run("remember", "Lint runs before every push.", "--yes"), "knowledge-base/general.md", b"Lint runs before every push"),
    "mem-skill-log": (other("mem-skill"), lambda: run("remember", "Lint runs before every push.", "--yes"), "log.md", b"Lint runs before every push"),
}  # fmt: skip
"""How the book is, what is run, the file that a person saves meanwhile, and what the command writes."""


@pytest.mark.parametrize("disk", DISKS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_save_at_any_moment_of_a_write_is_kept_and_so_is_the_write(
    name: str, style: str, disk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared, command, path, ours = COMMANDS[name]
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    prepared()
    kept = snapshot(project)
    before = content_of(path)
    assert command().code == 0
    assert content_of(path) != before, "the command writes another file"

    for first in count():
        restore(kept)
        monkeypatch.chdir(project)
        save = in_a_folder(project / path, STYLES[style](project / path, before + TYPED))
        contested = DISKS[disk](save, first)
        monkeypatch.setattr(store, "Disk", lambda: contested)  # noqa: B023 - used in this round alone
        ran = command()
        contested.finish()
        monkeypatch.undo()

        texts, known = settled(project)
        assert any(TYPED in text for text in texts), (first, ran.err)
        assert ran.code or any(ours in text for text in known), (first, ran.err)
        if contested.done <= first:
            break

    assert first > 5


def in_a_folder(path: Path, save: Iterator[None]) -> Iterator[None]:
    """Make the folder that the person saves into, where the command has not made it yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    yield from save


def content_of(path: str) -> bytes:
    return Path(path).read_bytes() if Path(path).exists() else b""


def settled(project: Path) -> tuple[list[bytes], list[bytes]]:
    """Return every text of the book, after what was displaced was looked at for the last time; and those with the receipts'.

    An editor that saves after us what it read before us overwrites our text: that is in its receipt.
    """
    shelves = []
    for name in (".", *BESIDE):
        if not (project / name).is_dir():
            continue
        book = open_book(project / name)
        shelf = FolderStore(book.root, state=book.store.state)
        shelves.append(shelf)
        with shelf.locked():
            for _ in range(2):
                list(publish.settle(shelf._displaced, NOW + timedelta(hours=49)))
        assert not any(Path(shelf.state, "displaced").glob("*"))
    texts = [each.read_bytes() for each in project.rglob("*") if each.is_file()]
    written = [
        image.after for shelf in shelves for receipt in shelf.receipts() for image in receipt.images
    ]
    return texts, [*texts, *filter(None, written)]


def snapshot(project: Path) -> dict[Path, Path]:
    """Copy the project and the private folders aside; return where each belongs."""
    homes = [Path(os.environ[f"XDG_{kind}_HOME"]) for kind in ("STATE", "CACHE", "DATA")]
    kept = {}
    for place in (project, *filter(Path.is_dir, homes)):
        kept[place] = project.parent / f"kept-{len(kept)}"
        shutil.copytree(place, kept[place])
    return kept


def restore(kept: dict[Path, Path]) -> None:
    """Put everything back as it was."""
    os.chdir("/")
    for place, copy in kept.items():
        shutil.rmtree(place)
        shutil.copytree(copy, place)
