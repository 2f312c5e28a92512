"""A book can be committed to git after each write: its own files, and nothing of the repository is run."""

import subprocess
from pathlib import Path

import pytest

from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

LAYOUTS = ("vault", "lingxi", "mem-skill", "profile")
FACT = "Deploys need the VPN."


def git(*words: str) -> str:
    ran = subprocess.run(["git", *words], capture_output=True, check=True, text=True)
    return ran.stdout


def run(*words: str) -> Ran:
    return command_line(list(words))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository whose own settings and hooks would run programs, with something staged."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")
    git("init", "-q", "-b", "main")
    bait = tmp_path / ".git" / "bait"
    bait.write_text(
        f"#!/bin/sh\ntr '\\0' ' ' < /proc/$PPID/cmdline >> {tmp_path}/pwned\ncat\n", "utf-8"
    )
    bait.chmod(0o755)
    for hook in (
        "pre-commit",
        "post-commit",
        "commit-msg",
        "reference-transaction",
        "post-index-change",
    ):
        (tmp_path / ".git" / "hooks" / hook).symlink_to(bait)
    for key in (
        "core.fsmonitor",
        "gpg.program",
        "core.editor",
        "core.pager",
        "filter.x.clean",
        "core.sshCommand",
    ):
        git("config", key, str(bait))  # fmt: skip
    git("config", "commit.gpgSign", "true")
    git("config", "user.name", "Ada")
    git("config", "user.email", "ada@example.org")
    (tmp_path / ".gitattributes").write_text("* filter=x\n", "utf-8")
    (tmp_path / "mine.txt").write_text("staged by the user", "utf-8")
    subprocess.run(
        ["git", "-c", "core.fsmonitor=false", "-c", "filter.x.clean=cat", "-c", "core.hooksPath=/dev/null",
         "add", "mine.txt"], check=True,
    )  # fmt: skip
    (tmp_path / "pwned").unlink(missing_ok=True)
    return tmp_path


@requirement("B2.postflight")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_write_is_committed_with_the_seeds_message_and_nothing_else_is(
    repository: Path, layout: str
) -> None:
    run("init", "--layout", layout)

    ran = run("remember", FACT, "--yes")

    assert (ran.code, "git" in ran.err) == (0, False)
    assert not (repository / "pwned").exists(), (repository / "pwned").read_text()
    assert git("-c", "core.fsmonitor=false", "log", "-1", "--format=%s%n%b").startswith(
        "memory: add/update 1 memories\nSession: "
    )
    changed = git("show", "--name-only", "--format=", "HEAD").split("\n")
    assert "mine.txt" not in changed
    assert any(path.endswith(".md") for path in changed)
    assert git("diff", "--cached", "--name-only", "--no-ext-diff") == "mine.txt\n"
    (repository / "pwned").unlink(missing_ok=True)
    run("undo", "--yes")
    subjects = git("log", "--format=%s").splitlines()
    assert subjects == ["memory: add/update 1 memories"] * 2 + ["memory: begin a book"]
    assert not (repository / "pwned").exists(), (repository / "pwned").read_text()


def test_nothing_is_committed_unless_the_user_asks_for_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMMONPLACE_GIT_COMMIT")
    (repository / ".commonplace.toml").write_text('git_commit = "yes"\n', "utf-8")
    run("init")

    run("remember", FACT, "--yes")

    assert (
        subprocess.run(["git", "rev-parse", "-q", "--verify", "HEAD"], check=False).returncode == 1
    )


@pytest.mark.parametrize("trouble", ["ignored", "merging", "no repository"])
def test_what_git_cannot_take_is_written_all_the_same(
    repository: Path, trouble: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory
) -> None:
    run("init")
    if trouble == "ignored":
        (repository / ".gitignore").write_text(".memory/\n", "utf-8")
    elif trouble == "merging":
        (repository / ".git" / "MERGE_HEAD").write_text("0" * 40 + "\n", "utf-8")
    else:
        monkeypatch.chdir(tmp_path_factory.mktemp("bare"))
        run("init")

    ran = run("remember", FACT, "--yes")

    assert ran.code == 0
    assert ("not committed to git" in ran.err) is (trouble != "ignored")
