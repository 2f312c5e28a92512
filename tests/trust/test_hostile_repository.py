"""A repository may name programs in every setting that git knows: none of them is run, whatever we ask of git."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from commonplace.storage.git import (
    NotCommittedError,
    commit_files,
    first_commits,
    lines_added,
    read_committed,
)
from commonplace.storage.git_evidence import vouched

NOTE = "note.md"
TEXT = "Deploys need the VPN.\n"
PROGRAMS = (
    "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.alternateRefsCommand",
    "gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program", "credential.helper", "pager.log", "pager.show",
    "diff.external", "diff.x.command", "diff.x.textconv", "filter.x.clean", "filter.x.smudge", "filter.x.process",
    "uploadpack.packObjectsHook", "remote.origin.uploadpack",
)  # fmt: skip
HOOKS = ("pre-commit", "post-commit", "commit-msg", "reference-transaction", "post-index-change")
SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----\n"


def git(folder: Path, *words: str, given: str | None = None) -> str:
    safe = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
    own = ("-c", "user.name=bob", "-c", "user.email=bob@example.org")
    ran = subprocess.run(
        ["git", *safe, *own, *words], cwd=folder, input=given, check=True, capture_output=True, text=True
    )  # fmt: skip
    return ran.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a signed commit, in which each program that git may run is a bait."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / NOTE).write_text(TEXT, "utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "note")
    head, _, message = git(folder, "cat-file", "commit", "HEAD").partition("\n\n")
    signed = f"{head}\n{SIGNATURE}\n{message}\n"
    commit = git(folder, "hash-object", "-t", "commit", "-w", "--stdin", given=signed)
    git(folder, "update-ref", "HEAD", commit)
    bait = folder / ".git" / "bait"
    bait.write_text(f"#!/bin/sh\necho $0 >> {tmp_path}/pwned\ncat\n", "utf-8")
    bait.chmod(0o755)
    for hook in HOOKS:
        (folder / ".git" / "hooks" / hook).symlink_to(bait)
    for key in PROGRAMS:
        git(folder, "config", key, str(bait))
    settings = {
        "log.showSignature": "true", "remote.origin.url": str(tmp_path / "nowhere"), "remote.origin.promisor": "true",
        "extensions.partialClone": "origin", "core.repositoryFormatVersion": "1", "commit.gpgSign": "true",
        "protocol.allow": "always", "protocol.file.allow": "always", "protocol.ext.allow": "always",
        "user.name": "bob", "user.email": "bob@example.org",
    }  # fmt: skip
    for key, value in settings.items():
        git(folder, "config", key, value)
    (folder / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n", "utf-8")
    return folder


def commits(folder: Path) -> str:
    try:
        return commit_files(str(folder), {"new.md": b"A new one.\n"}, "memory")
    except NotCommittedError:
        return ""


ASKED: dict[str, Callable[[Path], object]] = {
    "commit": commits,
    "show": lambda folder: read_committed(str(folder), NOTE, git(folder, "rev-parse", "HEAD")),
    "added": lambda folder: lines_added(str(folder), NOTE, git(folder, "rev-parse", "HEAD")),
    "first": lambda folder: first_commits(str(folder)),
    "vouched": lambda folder: vouched(str(folder), {NOTE: TEXT.encode()}, frozenset()),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_nothing_that_a_repository_names_is_run(repository: Path, asked) -> None:
    assert asked(repository)  # git answers all the same

    assert not (repository.parent / "pwned").exists()


@pytest.mark.parametrize("missing", ["HEAD^{tree}", f"HEAD:{NOTE}"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_no_program_is_sent_for_an_object_that_is_missing(
    repository: Path, asked, missing: str
) -> None:
    name = git(repository, "rev-parse", missing)
    (repository / ".git" / "objects" / name[:2] / name[2:]).unlink()

    asked(repository)

    assert not (repository.parent / "pwned").exists()


@pytest.mark.parametrize("path", [".", "", "bin"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_a_git_that_a_clone_brings_is_not_run_though_path_leads_to_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch, asked, path: str
) -> None:
    folder = repository / path
    folder.mkdir(exist_ok=True)
    (folder / "git").symlink_to(repository / ".git" / "bait")
    head = git(repository, "rev-parse", "HEAD")
    monkeypatch.setattr(f"{__name__}.git", lambda *_: head)
    monkeypatch.setenv("PATH", os.pathsep.join([path, os.environ["PATH"]]))

    asked(repository)

    assert not (repository.parent / "pwned").exists()
