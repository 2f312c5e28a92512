"""What git vouches for, and what a repository cannot make it vouch for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from commonplace.core.approvals import Vouched
from commonplace.storage.git_evidence import git_folder, may_be_gits, vouched

NOTE = "note.md"
TEXT = b"Deploys need the VPN.\n"


def git(folder: Path, *words: str) -> None:
    own = ("-c", "user.name=bob", "-c", "user.email=Bob@example.org")
    subprocess.run(["git", *own, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Return a repository in which somebody else will commit."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / NOTE).write_bytes(TEXT)
    git(folder, "add", "-A")
    return folder


def pulled(theirs: Path) -> Path:
    folder = theirs.parent / "ours"
    git(theirs, "clone", "-q", str(theirs), str(folder))
    return folder


def said(folder: Path, content: bytes = TEXT, *authors: str) -> tuple[Vouched, str]:
    return vouched(str(folder), {NOTE: content}, frozenset(authors))[NOTE]


def test_a_commit_made_here_is_told_from_one_that_was_fetched(theirs: Path) -> None:
    git(theirs, "commit", "-qm", "note")

    assert said(theirs) == (Vouched.HERE, "bob@example.org")
    assert said(pulled(theirs)) == (Vouched.STRANGER, "bob@example.org")


def test_an_author_is_known_in_any_case_and_the_line_ends_of_a_checkout_do_not_matter(
    theirs: Path,
) -> None:
    git(theirs, "commit", "-qm", "note")
    ours = pulled(theirs)

    assert said(ours, TEXT, "bob@example.org")[0] is Vouched.AUTHOR
    assert said(ours, TEXT.replace(b"\n", b"\r\n"))[0] is Vouched.STRANGER


def test_what_no_commit_holds_is_not_gits(theirs: Path) -> None:
    assert said(theirs)[0] is Vouched.NOT_GITS  # there is no commit at all yet

    git(theirs, "commit", "-qm", "note")

    ours = pulled(theirs)
    (ours / NOTE).write_bytes(b"Edited by hand.\n")
    assert said(ours, b"Edited by hand.\n")[0] is Vouched.NOT_GITS
    git(ours, "add", NOTE)
    assert said(ours, b"Edited by hand.\n")[0] is Vouched.NOT_GITS  # staged, and in no commit


def test_a_cherry_picked_commit_is_a_strangers_though_it_was_made_here(theirs: Path) -> None:
    git(theirs, "commit", "-qm", "first", "--allow-empty", "--only")
    ours = pulled(theirs)
    git(theirs, "commit", "-qm", "note")
    git(ours, "fetch", "-q", "origin")
    git(ours, "cherry-pick", "origin/main")

    assert said(ours)[0] is Vouched.STRANGER


def test_where_git_cannot_be_asked_nobody_is_vouched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(tmp_path) == (Vouched.STRANGER, "")
    monkeypatch.setenv("PATH", "")
    assert said(tmp_path) == (Vouched.STRANGER, "")


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="signatures need ssh-keygen")
def test_a_signature_counts_by_the_users_keys_and_not_by_what_the_repository_says(
    theirs: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    signers = tmp_path / "signers"
    signers.write_text(f"bob@example.org {key.with_suffix('.pub').read_text('utf-8')}", "utf-8")
    git(
        theirs,
        "-c",
        "gpg.format=ssh",
        "-c",
        f"user.signingKey={key}",
        "commit",
        "-q",
        "-S",
        "-m",
        "note",
    )
    ours = pulled(theirs)
    git(ours, "config", "gpg.ssh.allowedSignersFile", str(signers))

    assert said(ours)[0] is Vouched.STRANGER

    git(ours, "config", "--global", "gpg.ssh.allowedSignersFile", str(signers))
    assert said(ours)[0] is Vouched.SIGNED


def test_what_is_newer_than_the_index_was_not_written_by_git(theirs: Path) -> None:
    folder = git_folder(str(theirs / NOTE))
    index_ns = os.stat(os.path.join(folder, "index")).st_mtime_ns

    assert may_be_gits(folder, index_ns)
    assert not may_be_gits(folder, index_ns + 10**9)
    Path(folder, "index.lock").touch()
    assert may_be_gits(folder, index_ns + 10**9)
    assert not may_be_gits("", index_ns)


@pytest.mark.parametrize("attribute", ["ident", "working-tree-encoding=UTF-16", "filter=none"])
def test_a_file_that_git_converts_on_its_way_is_known_by_what_the_index_has(
    theirs: Path, attribute: str
) -> None:
    text = b"Deploys need the VPN. $Id$\n"
    (theirs / ".gitattributes").write_text(f"*.md {attribute}\n", "utf-8")
    (theirs / NOTE).write_bytes(text.decode().encode("utf-16") if "UTF" in attribute else text)
    git(theirs, "add", "-A")
    git(theirs, "commit", "-qm", "note")
    ours = pulled(theirs)

    assert said(theirs, (theirs / NOTE).read_bytes())[0] is Vouched.HERE
    assert said(ours, (ours / NOTE).read_bytes())[0] is Vouched.STRANGER


@pytest.mark.parametrize("how", ["merge", "cherry-pick", "amend"])
def test_what_a_commit_made_here_takes_over_from_a_strangers_is_the_strangers(
    theirs: Path, how: str
) -> None:
    """A conflict, which a stranger can provoke, ends in a commit by the person who solves it."""
    other = theirs / "other.txt"
    other.write_text("one\n", "utf-8")
    git(theirs, "add", "other.txt")
    git(theirs, "commit", "-qm", "first", "other.txt")
    ours = pulled(theirs)
    other.write_text("theirs\n", "utf-8")
    git(theirs, "add", "-A")
    git(theirs, "commit", "-qm", "note", "--date", "2090-01-01T00:00:00")
    git(ours, "fetch", "-q", "origin")
    if how == "amend":
        git(ours, "merge", "-q", "--ff-only", "origin/main")
        git(ours, "commit", "-q", "--amend", "-m", "reworded")
    else:
        (ours / "other.txt").write_text("ours\n", "utf-8")
        git(ours, "commit", "-qam", "ours")
        with pytest.raises(subprocess.CalledProcessError):
            git(ours, how, "origin/main")
        (ours / "other.txt").write_text("solved\n", "utf-8")
        git(ours, "add", "-A")
        git(ours, "commit", "-qm", "solved")

    assert said(ours)[0] is Vouched.STRANGER

    mine = b"Deploys need no VPN.\n"
    (ours / NOTE).write_bytes(mine)
    git(ours, "commit", "-qam", "mine")
    git(ours, "commit", "-q", "--amend", "-m", "mine, reworded")
    assert said(ours, mine)[0] is Vouched.HERE


@pytest.mark.parametrize("how", ["squashed", "file by file"])
def test_what_a_plain_commit_takes_from_a_strangers_branch_is_the_strangers(
    theirs: Path, how: str
) -> None:
    git(theirs, "commit", "-qm", "first", "--allow-empty", "--only")
    ours = pulled(theirs)
    git(theirs, "commit", "-qm", "note", "--date", "2090-01-01T00:00:00")
    git(ours, "fetch", "-q", "origin")
    if how == "squashed":
        git(ours, "merge", "-q", "--squash", "origin/main")
    else:
        git(ours, "checkout", "-q", "origin/main", "--", NOTE)
    git(ours, "commit", "-qm", "taken")

    assert said(ours)[0] is Vouched.STRANGER


@pytest.mark.parametrize("how", ["rebase", "cherry-pick", "revert", "stash"])
def test_what_was_made_here_first_stays_ours_however_git_carries_it(theirs: Path, how: str) -> None:
    git(theirs, "commit", "-qm", "first", "--allow-empty", "--only")
    ours = pulled(theirs)
    (ours / NOTE).write_bytes(TEXT)
    git(ours, "add", "-A")
    if how == "stash":
        git(ours, "stash")
        git(ours, "stash", "apply")
    git(ours, "commit", "-qm", "mine")
    (theirs / "other.txt").write_text("theirs\n", "utf-8")
    git(theirs, "add", "other.txt")
    git(theirs, "commit", "-qm", "other", "other.txt")
    if how == "rebase":
        git(ours, "pull", "-q", "--rebase", "origin", "main")
    elif how == "revert":
        git(ours, "revert", "--no-edit", "HEAD")
        git(ours, "revert", "--no-edit", "HEAD")
    elif how == "cherry-pick":
        git(ours, "fetch", "-q", "origin")
        git(ours, "checkout", "-q", "-b", "again", "origin/main")
        git(ours, "cherry-pick", "main")
    back = theirs.parent / "third"
    git(ours, "clone", "-q", str(ours), str(back))
    (back / "third.txt").write_text("x\n", "utf-8")
    git(back, "add", "-A")
    git(back, "commit", "-qm", "third")
    git(ours, "pull", "-q", "--ff-only", str(back), "HEAD")

    assert said(ours)[0] is Vouched.HERE


def test_a_strangers_note_stays_theirs_though_a_rebase_begins_at_its_commit(theirs: Path) -> None:
    git(theirs, "commit", "-qm", "first", "--allow-empty", "--only")
    ours = pulled(theirs)
    git(theirs, "commit", "-qm", "note")
    (ours / "mine.txt").write_text("mine\n", "utf-8")
    git(ours, "add", "-A")
    git(ours, "commit", "-qm", "mine")
    git(ours, "pull", "-q", "--rebase", "origin", "main")
    git(ours, "rm", "-q", NOTE)
    git(ours, "commit", "-qm", "away with it")
    git(ours, "checkout", "-q", "HEAD~1", "--", NOTE)
    git(ours, "commit", "-qm", "back")

    assert said(ours)[0] is Vouched.STRANGER


def test_a_file_taken_from_what_was_fetched_is_a_strangers_though_no_branch_holds_it(
    theirs: Path,
) -> None:
    git(theirs, "commit", "-qm", "first", "--allow-empty", "--only")
    ours = pulled(theirs)
    git(theirs, "commit", "-qm", "note")
    git(ours, "fetch", "-q", str(theirs), "main")
    git(ours, "checkout", "-q", "FETCH_HEAD", "--", NOTE)

    assert said(ours)[0] is Vouched.STRANGER
