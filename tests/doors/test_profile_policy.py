"""Who is asked before a profile is written, and who is not."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from commonplace.hosts.install.rows import skill
from commonplace.storage import swap
from requirements import requirement
from transcript import command_line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@requirement("profile.policy")
@pytest.mark.parametrize(
    ("layout", "code"), [("profile", 0), ("vault", 4), ("mem-skill", 4), ("lingxi", 4)]
)
@pytest.mark.usefixtures("folder")
def test_only_a_profile_is_written_without_being_asked(layout: str, code: int) -> None:
    command_line(["init", "--layout", layout])

    assert command_line(["remember", "Deploys need the VPN."]).code == code


@requirement("profile.policy")
@pytest.mark.usefixtures("folder")
def test_the_users_own_policy_wins_over_the_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    command_line(["init", "--layout", "profile"])

    assert command_line(["remember", "Deploys need the VPN."]).code == 4
    assert command_line(["save", "--target", "user", "--content", "x"]).code == 1


@requirement("profile.policy")
def test_what_an_agent_saves_waits_for_a_person(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["init", "--layout", "profile"])
    before = (folder / "user.md").read_text("utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")

    ran = command_line(["save", "--target", "user", "--content", "Likes tea", "--yes"])

    answer = json.loads(ran.out)
    assert (ran.code, answer["errcode"], answer["files"]) == (1, 1003, [])
    assert (folder / "user.md").read_text("utf-8") == before
    monkeypatch.delenv("CLAUDECODE")
    waits = answer["message"].rpartition("：")[2]
    assert command_line(["review", "accept", waits, "--yes"]).code == 0
    assert "- Likes tea\n" in (folder / "user.md").read_text("utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")
    again = command_line(["save", "--target", "user", "--content", "Likes tea"])
    assert (again.code, json.loads(again.out)["message"]) == (0, "无需写入：内容已存在")


def let_agents_save(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    (folder / "config" / "commonplace").mkdir(parents=True)
    (folder / "config" / "commonplace" / "config.toml").write_text('agents = "save"\n')


@requirement("profile.policy", "C2.shown")
def test_what_an_agent_saves_unasked_waits_and_hides_nothing_of_what_stands_beside_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["init", "--layout", "profile"])
    let_agents_save(folder, monkeypatch)
    command_line(["save", "--target", "user", "--content", "用户对花生过敏"])
    before = (folder / "user.md").read_text("utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")

    ran = command_line(["save", "--target", "user", "--content", "用户喜欢爵士乐"])

    answer = json.loads(ran.out)
    assert (ran.code, answer["errcode"], answer["files"]) == (1, 1003, [])
    assert (folder / "user.md").read_text("utf-8") == before
    assert "用户对花生过敏" in command_line(["bootstrap"]).out.decode()
    monkeypatch.delenv("CLAUDECODE")
    command_line(["save", "--target", "user", "--content", "用户住在里昂"])
    difference = command_line(["review", "show", answer["waiting"]]).out.decode()
    assert ("\n+- 用户喜欢爵士乐" in difference, "\n-" in difference.split("@@")[-1]) == (
        True,
        False,
    )
    assert command_line(["review", "accept", answer["waiting"], "--yes"]).code == 0
    shown = command_line(["bootstrap"]).out.decode()
    assert all(fact in shown for fact in ("用户对花生过敏", "用户喜欢爵士乐", "用户住在里昂"))


@requirement("C2.shown")
@pytest.mark.parametrize("index", [[], ["--index"]])
def test_a_subject_that_an_agent_saves_unasked_waits_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch, index: list[str]
) -> None:
    command_line(["init", "--layout", "profile"])
    let_agents_save(folder, monkeypatch)
    monkeypatch.setenv("CLAUDECODE", "1")
    words = ["save", "--target", "topic", "--name", "tea", "--content", "Green", *index]

    answer = json.loads(command_line(words).out)

    assert not (folder / "memory_tea.md").exists()
    monkeypatch.delenv("CLAUDECODE")
    assert command_line(["review", "accept", answer["waiting"], "--yes"]).code == 0
    assert (folder / "memory_tea.md").read_text("utf-8") == "Green\n"


@requirement("C2.never-later")
@pytest.mark.parametrize("stuck", ["user.md", "memory.md"])
def test_a_save_that_the_disk_refused_is_not_written_by_the_next_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, stuck: str
) -> None:
    def refuse(new: str, target: str, swap: Callable[[str, str], None] = swap.swap) -> None:
        if target.endswith(stuck):
            raise OSError(1, "Operation not permitted", target)
        swap(new, target)

    command_line(["init", "--layout", "profile"])
    words = {
        "user.md": ["--target", "user", "--content", "Likes tea"],
        "memory.md": ["--target", "topic", "--name", "tea", "--content", "Green", "--index"],
    }[stuck]
    before = {path.name: path.read_bytes() for path in folder.glob("*.md")}
    with monkeypatch.context() as patched:
        patched.setattr(swap, "swap", refuse)
        ran = command_line(["save", *words])

    assert (ran.code, json.loads(ran.out)["errcode"]) == (1, 1003)
    assert "Operation not permitted" in json.loads(ran.out)["message"]
    assert command_line(["list"]).code == 0
    assert {path.name: path.read_bytes() for path in folder.glob("*.md")} == before


@requirement("C5.7")
def test_a_target_that_is_a_link_out_of_the_book_is_not_followed(folder: Path) -> None:
    book = folder / "book"
    book.mkdir()
    command_line(["init", "book", "--layout", "profile"])
    outside = folder / "outside.md"
    outside.write_text("# 用户档案\n", encoding="utf-8")
    (book / "user.md").unlink()
    (book / "user.md").symlink_to(outside)

    ran = command_line(["save", "--target", "user", "--content", "x", "--book", "book"])

    assert (ran.code, b'"errcode": 1003' in ran.out) == (1, True)
    assert outside.read_text(encoding="utf-8") == "# 用户档案\n"


@pytest.mark.usefixtures("folder")
def test_without_a_book_the_answer_is_json_all_the_same() -> None:
    ran = command_line(["save", "--target", "user", "--content", "x"])

    assert (ran.code, ran.out[:16]) == (1, b'{"errcode": 1003')


def test_options_that_a_profile_has_no_place_for_are_named_and_the_text_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", "profile"])

    ran = command_line(
        ["remember", "Makefiles need tabs.", "--keyword", "make", "--summary", "Tabs.", "--yes"]
    )

    assert (ran.code, "no place for keywords, summary; the text" in ran.err) == (0, True)
    assert "no place" not in command_line(["remember", "Tea is at four.", "--yes"]).err


CALLS = {
    "user": ("--content", "--field", "--value"),
    "soul": ("--field", "--value"),
    "agent": ("--check", "--remove-section"),
    "topic": ("--name", "--content"),
}
"""The options of the call of each target."""


@requirement("C2.calls")
@pytest.mark.parametrize("target", CALLS)
def test_the_skill_and_the_help_show_the_call_of_each_target(target: str) -> None:
    row = next(line for line in skill("memory-save").splitlines() if f"| `{target}` |" in line)
    told = command_line(["save", "--help"]).out.decode()
    help_ = " ".join(told.partition("\nExample")[0].replace("-\n", "-").split()).replace("- ", "-")
    (said,) = re.findall(rf"[:;] {target} ([^;.]+)", help_)

    assert f"--target {target} " in row
    assert [option for option in CALLS[target] if option not in row] == []
    assert [option for option in CALLS[target] if option not in said] == []
    others = {option for options in CALLS.values() for option in options} - {*CALLS[target]}
    assert [option for option in others if f"{option} " in f"{row} {said} "] == []


@requirement("C2.proactive")
def test_the_skill_has_the_users_own_words_saved_without_being_asked() -> None:
    told = " ".join(skill("memory-save").split())

    assert "Save without being asked, and copy the user's own words, whole and unchanged" in told
