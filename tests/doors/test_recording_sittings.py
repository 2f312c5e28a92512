"""A person at a terminal ingests, updates, records and captures: mem-skill's and LingXi's own questions."""

from pathlib import Path

import pytest

from doors.sitting import Sitting

pytestmark = pytest.mark.laws

GUIDE = """# Gateway guide

The gateway is what everybody talks to, and this page is for everybody who talks to the gateway, by day and by night.
It has been written over many years, by many people, most of whom had never met and some of whom did not agree, and
it is read from the beginning to the end by those who have just arrived.

## Ports

The staging gateway listens on port 6001 behind nginx. It was chosen on a rainy day by somebody who has left since.

## Keys

Rotate the signing key every 90 days. Nobody remembers who came up with that number, and nobody has ever asked why.

## Logs

Gateway logs are kept in /var/log/gateway. They are long, and reading them is said to be good for the character.
"""
CHINESE = """# 支付手册

支付服务是公司的核心系统，从建立之初就一直服务于各个业务部门，也陪伴了很多同事的成长，大家都很喜欢它。

## 部署

部署之前必须先连接内网。大家都觉得这样很好，领导也说很好，同事们也说很好，从来没有人说过不好。

## 密钥

签名密钥每次轮换之后要重启网关。没有人记得这是谁提出来的，也没有人问过为什么，反正一直都是这样做的。
"""


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    return Sitting(tmp_path, "mem-skill")


def page(person: Sitting, path: str) -> str:
    return (person.folder / path).read_text("utf-8")


def test_a_guide_is_ingested_beside_what_is_known_and_one_entry_is_updated(person: Sitting) -> None:
    person.type(
        "remember", "The staging gateway listens on port 6001.", "--topic", "network", "--keyword", "gateway",
        answers="y\n",
    )  # fmt: skip
    (person.folder / "guide.md").write_text(GUIDE, "utf-8")

    assert person.type("ingest", "guide.md", answers="Security\nkey, signing\n1,2\nextend\n\n") == 0

    assert (
        "1. The staging gateway listens on port 6001 behind nginx → knowledge-base/network.md"
        in person.told
    )
    assert (
        "2. Rotate the signing key every 90 days → knowledge-base/security.md (new)" in person.told
    )
    assert "**Updated:** 2026-03-14" in page(person, "knowledge-base/network.md")
    assert "behind nginx" in page(person, "knowledge-base/network.md")
    assert "/var/log/gateway" not in page(person, "knowledge-base/network.md")
    assert "ingest | Processed guide.md → 2 entries created/updated" in page(person, "log.md")
    assert person.type("undo", answers="y\n") == 0
    assert "behind nginx" not in page(person, "knowledge-base/network.md")


def test_none_of_the_list_leaves_everything_as_it_was(person: Sitting) -> None:
    (person.folder / "guide.md").write_text(GUIDE, "utf-8")

    assert person.type("ingest", "guide.md", answers="\n\nnone\n") == 0

    assert person.memories() == []
    assert person.type("ingest", "guide.md", answers="\n\n") == 1
    assert person.memories() == []


def test_two_tasks_are_recorded_now_one_on_each_shelf(person: Sitting) -> None:
    told = "The build hung until we pinned node 20; that fixed it.\n\nThanks a lot.\n\nWith the pdf skill, embed the fonts before you export."

    assert person.type("recordnow", told, answers="Build\nbuild, node\nall\n") == 0

    assert (
        "1. The build hung until we pinned node 20; that fixed it → knowledge-base (new)"
        in person.told
    )
    assert (
        "2. With the pdf skill, embed the fonts before you export → experience (new)" in person.told
    )
    assert {memory.kind for memory in person.memories()} == {"knowledge", "experience"}
    assert "recordnow | Manually recorded 2 entries" in page(person, "log.md")


def test_chinese_notes_are_ingested_in_chinese(
    person: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    (person.folder / "支付.md").write_text(CHINESE, "utf-8")

    assert person.type("ingest", "支付.md", answers="运维\n部署、密钥\n全部\n") == 0

    assert "没有匹配的分类。建议新建：支付" in person.told
    assert "我从 支付.md 中提取了这些知识点：" in person.told
    assert {memory.title for memory in person.memories()} == {"部署", "密钥"}
    assert "- 部署之前必须先连接内网" in page(person, "knowledge-base/运维.md")


def test_a_project_is_captured_into_notes_that_a_person_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    person = Sitting(tmp_path, "lingxi")
    (tmp_path / "Makefile").write_text("test:\n\tpytest\n", "utf-8")
    (tmp_path / "README.md").write_text(GUIDE, "utf-8")

    assert person.type("init", "--capture", answers="1,2\n") == 0, person.told

    assert {memory.title for memory in person.memories()} == {"Make targets", "Ports"}
    assert person.type("remember", "all", answers="y\ny\n") == 0, person.told
    assert {memory.title for memory in person.memories()} == {
        "Make targets",
        "Ports",
        "Keys",
        "Logs",
    }


def test_a_point_that_replaces_an_entry_counts_once(person: Sitting) -> None:
    known = "The staging gateway listens on port 6001 behind nginx."
    person.type("remember", known.replace("6001", "6002"), "--topic", "network", answers="y\n")
    (person.folder / "guide.md").write_text(GUIDE, "utf-8")

    assert person.type("ingest", "guide.md", answers="\n\n1\nreplace\ny\n") == 0, person.told

    assert "Tombstoned" in page(person, "log.md")
    assert "ingest | Processed guide.md → 1 entries created/updated" in page(person, "log.md")
