"""The completed tasks in what somebody tells, and the shelf of each."""

import pytest

from commonplace.core.record.criteria import RecordTarget
from commonplace.core.record.tasks import skill_in, tasks_in
from requirements import requirement

TOLD = """- The build hung until we pinned node 20; that fixed it.
- Thanks, that was nice.
- With the pdf skill, embed the fonts before you export.

部署之前必须先连接内网。

Renamed three files today."""


@requirement("A2.recordnow.list")
def test_each_item_and_paragraph_worth_it_is_a_task_with_its_shelf() -> None:
    found = [(task.text.split()[0], task.target, task.skill) for task in tasks_in(TOLD)]

    assert found == [
        ("The", RecordTarget.KNOWLEDGE, ""),
        ("With", RecordTarget.EXPERIENCE, "pdf"),
        ("部署之前必须先连接内网。", RecordTarget.KNOWLEDGE, ""),
    ]


@pytest.mark.parametrize(
    ("text", "skill"),
    [
        ("We used the web-search skill.", "web-search"),
        ("用 pdf 技能导出。", "pdf"),
        ("This skill is new.", ""),
        ("Skill matters.", ""),
    ],
)
def test_a_skill_is_known_by_its_name(text: str, skill: str) -> None:
    assert skill_in(text) == skill


def test_a_skill_given_for_all_makes_experience_of_all() -> None:
    (task,) = tasks_in("Set --dpi 300 for print.", skill="image")

    assert (task.target, task.skill) == (RecordTarget.EXPERIENCE, "image")
