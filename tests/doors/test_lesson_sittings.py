"""A developer learns a folder, a task and Chinese notes at a terminal, page by page and question by question."""

from pathlib import Path

import pytest

from doors.sitting import Sitting
from requirements import requirement

pytestmark = pytest.mark.laws

FACTS = (
    "Invoices are printed on Mondays.", "The printer jams below 5 degrees.", "Ada owns the billing code.",
    "Backups leave the building at noon.", "The VPN closes at midnight.", "Lunch is at half past twelve.",
    "Kafka keeps three replicas.", "Docs are written in AsciiDoc.", "Tickets begin with OPS.",
    "The cat is called Postgres.", "Windows are washed in spring.", "Keys hang behind the door.",
)  # fmt: skip


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    return Sitting(tmp_path, "vault")


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_a_folder_is_chosen_page_by_page_and_each_segment_is_asked_about(person: Sitting) -> None:
    for number, fact in enumerate(FACTS):
        put(person.folder / f"docs/{number:02}.md", fact)

    assert person.type("learn", "docs", answers="1-10,11\nnone\n" + "n\n" * 10) == 0
    assert person.memories() == []
    assert person.type("learn", "docs", answers="all\nr\n") == 0

    assert set(person.texts()) >= set(FACTS)
    assert "Comparing with the book" in person.told
    assert person.type("undo", answers="y\n") == 0
    assert person.memories() == []


def test_a_segment_near_a_memory_is_asked_about_and_nothing_is_written_before(
    person: Sitting,
) -> None:
    person.type("remember", "The staging API listens on port 6001.", answers="y\n")
    put(
        person.folder / "api.md",
        "The staging API listens on port 6001, behind nginx, see /etc/nginx/api.conf.",
    )

    assert person.type("learn", "api.md", answers="skip\n") == 0
    assert "No memories created (all content skipped)" in person.told
    assert len(person.memories()) == 1
    assert person.type("learn", "api.md", answers="create\nyes\ny\n") == 0

    assert len(person.memories()) == 2


@requirement("B2.question.topic")
def test_every_segment_is_asked_about_with_its_topic_which_can_be_changed(person: Sitting) -> None:
    sections = "".join(
        f"## Part {name}\n\n"
        + "".join(f"{name} {n} is kept by {name}. " for n in range(60))
        + "\n\n"
        for name in ("Alpha", "Beta", "Gamma")
    )
    put(person.folder / "guide.md", f"# Guide\n\n{sections}")

    assert person.type("learn", "guide.md", answers="t\nops/alpha\ny\nn\ny\ny\n") == 0

    assert [f"[{n}/3] Text:" in person.told for n in (1, 2, 3)] == [True] * 3
    assert person.told.count("Topic: -") == 3
    assert "Topic: ops/alpha" in person.told
    assert sorted(memory.topic for memory in person.memories()) == ["", "ops/alpha"]


def test_a_task_is_classified_segment_by_segment(person: Sitting) -> None:
    put(person.folder / "specs/012_cache/reports/r.md", f"# Printing\n\n{FACTS[0]}\n")
    put(person.folder / "specs/012_cache/summaries/s.md", f"# Cats\n\n{FACTS[9]}\n")

    assert person.type("learn", "--task", "12", answers="1,2\n4\n6\ny\n") == 0

    (memory,) = person.memories()
    assert (memory.kind, memory.title) == ("WORKFLOW", "Printing")
    assert memory.source == "Task 12: specs/012_cache/reports/r.md:1-3"


def test_chinese_notes_are_learnt_in_chinese(
    person: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    put(person.folder / "笔记/发票.md", "# 发票\n\n发票在每周一打印。\n")
    put(person.folder / "笔记/网关.md", "# 网关\n\n测试环境的网关端口是 6001。\n")

    assert person.type("learn", "笔记/", answers="全部\ny\ny\n") == 0

    assert "目录扫描：笔记/" in person.told
    assert {memory.title for memory in person.memories()} == {"发票", "网关"}
    assert person.type("learn", "笔记/", answers="全部\n") == 0
    assert "已知" in person.told
