"""What the original mem-skill checks about a project of its own holds for one of ours, from init to a switch of topic."""

import json
from pathlib import Path

import pytest

from commonplace.core.core_loop import is_switch
from transcript import CLOCK, command_line

TODAY = CLOCK.date().isoformat()
EXPERIENCE = """## {title}
**Date:** 2026-03-14
**Skill:** video-render
**Context:** {title}, seen after ten seconds
**Solution:**
- Render at sixty frames
**Key Files/Paths:**
- src/main.tsx
**Keywords:** render, {keyword}
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init", "--layout", "mem-skill"]).code == 0
    return tmp_path


def index(project: Path, part: str) -> dict:
    return json.loads((project / part / "_index.json").read_text("utf-8"))


def test_a_fresh_project_has_both_indices_the_default_engine_and_todays_date(project: Path) -> None:
    knowledge, experience = index(project, "knowledge-base"), index(project, "experience")
    config = json.loads((project / ".mem-skill.config.json").read_text("utf-8"))

    assert {"lastUpdated", "version", "totalEntries", "categories"} <= knowledge.keys()
    assert {"lastUpdated", "version", "skills"} <= experience.keys()
    assert (knowledge["categories"], experience["skills"]) == ([], [])
    assert (knowledge["lastUpdated"], config["engine"]) == (TODAY, "default")


def test_a_second_init_keeps_what_somebody_wrote(project: Path) -> None:
    mine = project / "knowledge-base" / "mine.md"
    mine.write_text("## My own entry\n", "utf-8")
    before = index(project, "knowledge-base")["lastUpdated"]

    assert command_line(["init", "--layout", "mem-skill"]).code == 0
    assert mine.read_text("utf-8") == "## My own entry\n"
    assert index(project, "knowledge-base")["lastUpdated"] == before


def test_a_written_entry_has_its_fields_and_the_index_counts_it(project: Path) -> None:
    text = "Use multi-stage builds to keep compilers out of Docker images."
    ran = command_line(["remember", text, "--topic", "devops", "--keyword", "docker", "--yes"])
    assert ran.code == 0, ran.err

    entry = (project / "knowledge-base" / "devops.md").read_text("utf-8")
    found = index(project, "knowledge-base")
    (category,) = found["categories"]
    assert [
        f for f in ("Date", "Context", "Best Practice", "Keywords") if f"**{f}:**" not in entry
    ] == []
    assert {"id", "name", "keywords", "file", "count"} <= category.keys()
    assert (category["id"], category["file"], category["count"]) == ("devops", "devops.md", 1)
    assert (found["totalEntries"], found["lastUpdated"]) == (1, TODAY)
    assert category["keywords"]


def test_two_experiences_in_one_file_by_hand_are_two_memories(project: Path) -> None:
    entries = [
        EXPERIENCE.format(title=t, keyword=k)
        for t, k in (("Audio drifts", "audio"), ("Fonts time out", "font"))
    ]
    (project / "experience" / "skill-video-render.md").write_text("\n".join(entries), "utf-8")

    listed = json.loads(command_line(["list", "--json"]).out)

    assert {each["title"] for each in listed} == {"Audio drifts", "Fonts time out"}
    (skill,) = index(project, "experience")["skills"]
    assert (skill["skillId"], skill["file"], skill["count"]) == (
        "video-render",
        "skill-video-render.md",
        2,
    )


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("react hooks state", "react hooks state", False),
        ("react hooks state", "docker kubernetes deploy", True),
        ("a b c d e", "a b c x y", True),
        ("a b c d e f g h i j", "a b c d e f g x y z", False),
        ("", "react hooks", True),
    ],
)
def test_a_topic_switches_where_four_tenths_of_its_words_changed(
    before: str, now: str, expected: bool
) -> None:
    assert is_switch(tuple(before.split()), tuple(now.split()), "") is expected


def test_no_secret_of_a_text_is_written(project: Path) -> None:
    command_line(
        ["remember", "The key is AKIAIOSFODNN7EXAMPLE for deploys.", "--topic", "ops", "--yes"]
    )

    written = "".join(p.read_text("utf-8") for p in project.rglob("*") if p.is_file())
    assert "AKIAIOSFODNN7EXAMPLE" not in written
