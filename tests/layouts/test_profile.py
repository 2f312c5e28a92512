"""Profiles: sections and subjects as memories, in the original's files."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Files, Restore
from commonplace.core.memory import Candidate, Memory, Status, Tombstone
from commonplace.core.ports import Place, Problem
from commonplace.errors import BadInput, NoSuchMemory
from commonplace.layouts.profile import ProfileLayout
from requirements import requirement

TODAY = date(2026, 3, 1)
LAYOUT = ProfileLayout()
STONE = Tombstone(at=TODAY, reason="moved")
USER = "# U\n\n## A\n\none\n\n## Empty\n\n## B\ntwo\n"
TOPIC = "# Deploys\n\nThrough the VPN.\n"


def after(files: Files, *changes: Change) -> dict[str, bytes]:
    result = dict(files)
    for edit in LAYOUT.render(changes, files, TODAY):
        if edit.after is None:
            del result[edit.path]
        else:
            result[edit.path] = edit.after
    return result


def files_of(**files: str) -> dict[str, bytes]:
    return {f"{name}.md": text.encode() for name, text in files.items()}


def memories(files: Files) -> dict[str, Memory]:
    return {memory.id: memory for memory in LAYOUT.parse(files).memories}


@requirement("C1.templates")
def test_a_new_profile_has_the_originals_files_and_headings() -> None:
    files = {path: content.decode() for path, content in LAYOUT.skeleton(TODAY).items()}

    headings = {
        path: [line for line in text.split("\n") if line.startswith("#")]
        for path, text in files.items()
    }
    assert headings == {
        "soul.md": [
            "# XiaoPaw 灵魂文件",
            "## 名字",
            "## 身份定位",
            "## 性格特质",
            "## 工作原则",
            "## 回复风格",
        ],
        "user.md": ["# 用户档案", "## 基本信息", "## 工作背景", "## 偏好与习惯", "## 重要记忆"],
        "agent.md": ["# Agent 配置", "## 初始引导 SOP（首次配置专用）", "## 记忆规则"],
        "memory.md": ["# 长期记忆索引", "## 项目", "## 主题", "## 其他"],
    }
    assert files["soul.md"].count("XiaoPaw") == 3
    assert files["agent.md"].count("- [ ] ") == 6


@requirement("profile.sections")
def test_sections_that_say_something_and_subjects_are_memories() -> None:
    reading = LAYOUT.parse(files_of(user=USER, memory_deploys=TOPIC, memory="- x → memory_x.md\n"))

    assert reading.memories == (
        Memory(id="user#A", title="A", body="one", kind="user"),
        Memory(id="user#B", title="B", body="two", kind="user"),
        Memory(id="memory_deploys", title="Deploys", body="Through the VPN.", kind="topic"),
    )
    assert reading.places == {
        "user#A": Place("user.md", 3, 6),
        "user#B": Place("user.md", 9, 10),
        "memory_deploys": Place("memory_deploys.md", 1, 3),
    }


@requirement("profile.sections")
def test_a_section_that_still_says_what_a_new_profile_says_is_no_memory_yet() -> None:
    files = dict(LAYOUT.skeleton(TODAY))
    files["soul.md"] = files["soul.md"].replace(b"XiaoPaw\n", "小白\n".encode())

    assert list(memories(files)) == ["soul#名字"]


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        ({"soul.md"}, True),
        ({"agent.md"}, True),
        ({"user.md", "memory.md"}, True),
        ({"user.md"}, False),
        ({"memory.md"}, False),
        ({"README.md"}, False),
    ],
)
def test_a_profile_is_recognised_by_its_files(present: set[str], expected: bool) -> None:
    assert LAYOUT.recognises(present.__contains__) is expected


def test_headings_that_repeat_are_told_apart_and_each_can_be_buried_and_restored() -> None:
    files = files_of(user="## A\none\n## A\ntwo\n")
    both = memories(files)

    for memory in both.values():
        buried = after(files, Bury(memory, STONE))
        (grave,) = [one for one in memories(buried).values() if one.tombstone]
        assert after(buried, Restore(grave)) == files

    assert {name: memory.body for name, memory in both.items()} == {
        "user#A": "one",
        "user#A (2)": "two",
    }


def test_a_section_returns_to_its_place_among_sections_that_came_later() -> None:
    files = files_of(user=USER)
    buried = after(files, Bury(memories(files)["user#A"], STONE))
    grown = {
        **buried,
        "user.md": buried["user.md"].replace(b"# U\n", b"# U\n\nintro\n\n## New\nx\n"),
    }

    restored = after(grown, Restore(memories(grown)["user#A"]))

    assert restored["user.md"].decode() == (
        "# U\n\nintro\n\n## A\n\none\n\n## New\nx\n\n## Empty\n\n## B\ntwo\n"
    )


@requirement("C2.activate")
@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("I prefer tabs over spaces.", "user#T"),
        ("User prefers tabs over spaces", "user#T"),
        ("用户喜欢简短的回答。", "user#T"),
        ("Deploys need the VPN.", "memory_t"),
        ("Never deploy on Fridays without asking.", "memory_t"),
        ("The user table has an index on email.", "memory_t"),
        ("I prefer tabs.\nDeploys need the VPN.", "memory_t"),
    ],
)
def test_a_preference_stands_with_the_user_and_a_subject_by_itself(text: str, home: str) -> None:
    assert LAYOUT.draft(Candidate(title="T", body=text), LAYOUT.skeleton(TODAY), TODAY).id == home


def test_a_new_subject_is_a_file_and_something_of_the_user_is_a_section() -> None:
    files = dict(LAYOUT.skeleton(TODAY))
    subject = LAYOUT.draft(Candidate(title="Deploys: the VPN!", body="x"), files, TODAY)
    trait = LAYOUT.draft(Candidate(title="重要记忆", body="y", kind="user"), files, TODAY)

    now = after(files, Create(subject), Create(trait))

    assert (subject.id, trait.id) == ("memory_deploys_the_vpn", "user#重要记忆")
    assert now["memory_deploys_the_vpn.md"] == b"# Deploys: the VPN!\n\nx\n"
    assert now["user.md"].decode().endswith("## 重要记忆\n\ny\n")
    again = LAYOUT.draft(Candidate(title="重要记忆", body="z", topic="user"), now, TODAY)
    assert after(now, Create(again))["user.md"].decode().endswith("\n\n## 重要记忆 2\n\nz\n")


def test_renaming_a_section_changes_its_heading_alone() -> None:
    files = files_of(user=USER)
    memory = memories(files)["user#A"]

    now = after(files, Edit(memory, replace(memory, title="Other #")))

    assert now["user.md"].decode() == USER.replace("## A", "## Other # #")
    assert "user#Other #" in memories(now)


def test_quarantine_is_one_mark_below_the_heading() -> None:
    files = files_of(user=USER, memory_deploys=TOPIC)
    for name in ("user#A", "memory_deploys"):
        memory = memories(files)[name]
        marked = replace(memory, status=Status.QUARANTINED)

        now = after(files, Edit(memory, marked))

        assert memories(now)[name] == marked
        assert b"".join(now.values()).count(b"<!-- trust: quarantined -->\n") == 1
        assert memories(after(now, Edit(marked, memory))) == memories(files)


@requirement("C1.index")
def test_a_line_of_the_index_must_lead_somewhere_and_a_topic_needs_no_line() -> None:
    files = files_of(
        memory="- a → memory_a.md\n- gone → `memory_gone.md`\n", memory_a="x", memory_b="y"
    )

    assert LAYOUT.check(files, TODAY) == (
        Problem(path="memory.md", code="index-line-dead", detail="memory_gone.md", is_error=False),
    )


def test_what_is_not_there_or_in_the_way_is_refused() -> None:
    files = files_of(user=USER, memory_deploys=TOPIC)
    topic, section = memories(files)["memory_deploys"], memories(files)["user#A"]
    buried = after(files, Bury(topic, STONE))

    for change in (
        Create(topic),
        Create(replace(topic, id="../up")),
        Create(replace(topic, id="x")),
    ):
        with pytest.raises(BadInput):
            LAYOUT.render([change], files, TODAY)
    for change in (Erase(section), Restore(section), Bury(replace(section, id="user#no"), STONE)):
        with pytest.raises(NoSuchMemory):
            LAYOUT.render([change], files, TODAY)
    grave = memories(buried)["memory_deploys"]
    with pytest.raises(BadInput):
        LAYOUT.render([Edit(grave, replace(grave, body="x"))], buried, TODAY)
    taken = {**buried, "memory_deploys.md": b"taken"}
    with pytest.raises(BadInput):
        LAYOUT.render([Restore(memories(taken)["memory_deploys (2)"])], taken, TODAY)


def test_a_grave_that_nobody_dug_is_a_problem() -> None:
    reading = LAYOUT.parse({".commonplace/tombstones/x.md": b"hello"})

    assert [problem.code for problem in reading.problems] == ["not-a-tombstone"]


LINES = st.lists(
    st.sampled_from(
        [
            "",
            "a",
            "# h",
            "## h",
            "### h",
            "\\## x",
            "\\\\# y",
            "```",
            "~~~",
            "<!--",
            "-->",
            "- [ ] x",
        ]
    ),
    max_size=8,
).map(lambda lines: "\n".join(lines).strip("\n"))


@given(LINES.filter(bool), LINES.filter(bool))
def test_no_body_can_end_its_section_or_hide_the_next(first: str, second: str) -> None:
    files = files_of(user="## A\n\none\n\n## B\n\ntwo\n")
    before = memories(files)
    one = replace(before["user#A"], body=first)
    two = replace(before["user#B"], body=second)

    now = after(files, Edit(before["user#A"], one), Edit(before["user#B"], two))

    assert memories(now) == {"user#A": one, "user#B": two}


@requirement("profile.sections")
@pytest.mark.parametrize(
    ("kind", "name", "path"),
    [
        ("soul", "soul#Tea", "soul.md"),
        ("agent", "agent#Tea", "agent.md"),
        ("topic", "memory_tea", "memory_tea.md"),
    ],
)
def test_another_kind_is_another_place(kind: str, name: str, path: str) -> None:
    files = {**LAYOUT.skeleton(TODAY), "user.md": "# 用户档案\n\n## Tea\n\nGreen.\n".encode()}
    (tea,) = LAYOUT.parse(files).memories

    edits = LAYOUT.render([Edit(tea, replace(tea, kind=kind))], files, TODAY)

    now = {**files, **{edit.path: edit.after or b"" for edit in edits}}
    (found,) = LAYOUT.parse(now).memories
    assert (found.id, found.title, found.body, found.kind) == (name, "Tea", "Green.", kind)
    assert {edit.path for edit in edits} == {"user.md", path}
    assert now["user.md"].decode() == "# 用户档案\n\n"


def test_a_subject_becomes_a_section_and_a_kind_that_has_no_file_is_refused() -> None:
    files = {**LAYOUT.skeleton(TODAY), "memory_tea.md": b"# Tea\n\nGreen.\n"}
    (tea,) = LAYOUT.parse(files).memories

    edits = LAYOUT.render([Edit(tea, replace(tea, kind="user"))], files, TODAY)

    assert {edit.path: edit.after is None for edit in edits} == {
        "memory_tea.md": True,
        "user.md": False,
    }
    with pytest.raises(BadInput, match="no place for kind PATTERN"):
        LAYOUT.render([Edit(tea, replace(tea, kind="PATTERN"))], files, TODAY)
