"""What a person decided to keep is neither reported nor merged nor asked about, until it says otherwise."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.laws

LAYOUTS = ("vault", "mem-skill", "lingxi", "profile")
OLD, NEW, NEWER = (f"The staging API listens on port {port}." for port in (6001, 6002, 6003))
PAGE = ".commonplace/decided-pairs.md"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")


def result(*words: str):
    return json.loads(command_line([*words, "--json"]).out)


def found(folder: str = ".") -> tuple[int, int, int, int]:
    """Return the duplicates, contradictions and decided pairs of a lint, and what a merge offers."""
    linted = result("lint", "--book", folder)
    offered = result("distill", "--book", folder, "--merge", "--dry-run").get("candidates", [])
    counts = linted["counts"]
    return counts["duplicate"], counts["contradiction"], linted["decided_pairs"], len(offered)


def begun(layout: str = "vault") -> str:
    """Make a book with one memory and leave what contradicts it waiting."""
    command_line(["init", "--layout", layout])
    result("remember", OLD, "--yes")
    return result("remember", NEW, "--separate")["proposal"]


def agents_may_save(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything from here on be an agent's, which the user lets write by itself."""
    settings = Path(os.environ["XDG_CONFIG_HOME"], "commonplace", "config.toml")
    settings.parent.mkdir(parents=True)
    settings.write_text('agents = "save"\n', "utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")


def memory_saying(text: str) -> str:
    return next(each["id"] for each in result("list") if text in each["body"])


@requirement("govern.keep-both")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_kept_pair_is_neither_reported_nor_merged_until_one_of_the_two_changes(
    layout: str,
) -> None:
    ran = command_line(["review", "keep-both", begun(layout), "--yes"])

    assert ran.code == 0
    assert f"Kept beside {memory_saying(OLD)}" in ran.err
    assert found() == (0, 0, 1, 0)
    assert "Pairs decided to be kept: 1." in command_line(["review"]).err
    assert "✓ Decided pairs not reported: 1" in command_line(["lint"]).out.decode()

    command_line(["edit", memory_saying(NEW), "--body", NEWER, "--yes"])
    assert found()[1:3] == (1, 0)
    command_line(["undo", "--yes"])
    assert found() == (0, 0, 1, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_decision_goes_along_into_every_other_layout_and_into_a_clone(
    layout: str, tmp_path: Path
) -> None:
    command_line(["review", "keep-both", begun(layout), "--yes"])
    subprocess.run(
        ["cp", "-r", str(tmp_path), str(tmp_path.parent / f"{layout}-clone")], check=True
    )

    for target in {*LAYOUTS} - {layout}:
        assert command_line(["convert", "--to", target, f"in-{target}", "--yes"]).code == 0
        assert found(f"in-{target}") == (0, 0, 1, 0), target
    assert found(str(tmp_path.parent / f"{layout}-clone")) == (0, 0, 1, 0)


@pytest.mark.parametrize(
    "words",
    [("--separate", "--yes"), ("--as", "create", "--yes"), ("--answers", "answers.json")],
    ids=["separate", "create", "answers"],
)
def test_every_answer_that_keeps_both_decides(words: tuple[str, ...], tmp_path: Path) -> None:
    command_line(["init"])
    result("remember", OLD, "--yes")
    (tmp_path / "answers.json").write_text('[{"do": "create"}]', "utf-8")

    assert command_line(["remember", NEW, *words]).code == 0

    assert found() == (0, 0, 1, 0)


def test_without_an_answer_nothing_is_decided() -> None:
    command_line(["init"])
    result("remember", OLD, "--yes")
    result("remember", "Lunch is at noon.", "--separate", "--yes")

    assert result("lint")["decided_pairs"] == 0
    assert not Path(".memory", PAGE).exists()


def test_an_answer_that_waited_still_holds_when_another_was_quicker() -> None:
    first = begun()
    second = result("remember", NEWER, "--separate")["proposal"]
    assert command_line(["review", "accept", first, "--yes"]).code == 0

    looked_at_anew = result("review", "accept", second, "--yes")
    assert looked_at_anew["result"] == "pending"
    assert command_line(["review", "accept", looked_at_anew["proposal"], "--yes"]).code == 0

    assert result("lint")["decided_pairs"] == 3


def test_an_undo_takes_back_its_own_decision_alone() -> None:
    command_line(["review", "keep-both", begun(), "--yes"])
    kept = result("log")[0]["id"]
    command_line(["remember", NEWER, "--separate", "--yes"])
    assert result("lint")["decided_pairs"] == 3

    # What was written since is linked with it, so that the later one is taken back first.
    command_line(["undo", "--yes"])
    assert command_line(["undo", kept, "--yes"]).code == 0

    assert not Path(".memory", PAGE).exists()


def test_what_an_agent_saves_unseen_decides_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command_line(["init"])
    result("remember", OLD, "--yes")
    agents_may_save(monkeypatch)

    assert command_line(["remember", NEW, "--separate", "--yes"]).code == 4

    assert not Path(".memory", PAGE).exists()


def test_a_person_keeps_what_an_agent_proposed_and_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command_line(["init"])
    result("remember", OLD, "--yes")
    monkeypatch.setenv("CLAUDECODE", "1")
    pending = result("remember", NEW, "--separate", "--yes")["proposal"]
    monkeypatch.delenv("CLAUDECODE")

    assert command_line(["review", "keep-both", pending, "--yes"]).code == 0

    assert result("review") == []
    assert found() == (0, 0, 1, 0)


def test_a_changed_decision_in_a_waiting_proposal_is_not_written() -> None:
    pending = begun()
    (kept,) = Path.home().rglob(f"{pending}.json")
    content = kept.read_text("utf-8")
    said = json.loads(content)["kept_pairs"][0]["other_says"]
    kept.write_text(content.replace(said, "0" * 16), "utf-8")

    assert command_line(["review", "accept", pending, "--yes"]).code == 1


def test_a_pair_that_a_lint_reports_can_be_kept_by_its_number() -> None:
    command_line(["init"])
    result("remember", OLD, "--yes")
    note = Path(".memory/10-Memories/MEM-staging-api-listens.md")
    other = note.with_name("MEM-other.md")
    other.write_text(note.read_text("utf-8").replace("6001", "6002"), "utf-8")
    assert found()[:3] == (1, 1, 0)

    assert command_line(["lint", "--keep", "contradiction"]).code == 4
    assert found()[:3] == (1, 1, 0)
    assert command_line(["lint", "--keep", "contradiction", "--yes"]).code == 0

    assert found()[:3] == (0, 0, 1)
    assert result("review") == []
    assert command_line(["check", "--ci"]).code == 0


def test_an_agent_that_may_save_cannot_decide_about_a_pair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command_line(["review", "keep-both", begun(), "--yes"])
    command_line(["edit", memory_saying(NEW), "--body", NEWER, "--yes"])
    agents_may_save(monkeypatch)

    ran = command_line(["lint", "--keep", "contradiction", "--yes"])
    monkeypatch.delenv("CLAUDECODE")

    assert ran.code == 4
    assert found()[2] == 0
    (pending,) = result("review")
    assert command_line(["review", "accept", pending["id"], "--yes"]).code == 0
    assert found()[:3] == (0, 0, 1)


def test_only_pairs_can_be_kept() -> None:
    command_line(["init"])
    result("remember", OLD, "--yes")

    ran = command_line(["lint", "--keep", "gap", "--yes"])

    assert ran.code == 1
    assert "is not about two memories" in ran.err
    assert not Path(".memory", PAGE).exists()
