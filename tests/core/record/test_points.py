"""Which points of a text are taken: those that pass, few, short, and never a whole paragraph."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from commonplace.core.record.criteria import Worthy, judge
from commonplace.core.record.points import (
    MOST_POINTS,
    MOST_WORDS,
    condensed,
    points_of,
    sentences_of,
)
from requirements import requirement

GUIDE = """---
title: must never be read
---
# Payment guide

Payments are what the company lives from. Everybody is fond of them, and of the people who look after them day and
night, in every season and in all the weathers that this coast has to offer to those who live by the sea.

## Retries

Call the billing API again at most 3 times. The pause must grow after each failure. We were proud of it.

```python
never run this line
```

## Keys

- Rotate the signing key every 90 days.
- It must be kept in the vault.
- Idempotence is a property of operations, and refers to doing a thing twice.
- Please note that the sandbox listens on port 6001 (which nobody remembers).

| must | never |
|---|---|
"""
CHINESE = """# 运维手册

支付服务是公司的核心系统，从建立之初就一直服务于各个业务部门，也陪伴了很多同事的成长。所谓幂等，是指重复请求不会重复扣款。

## 部署

部署之前必须先连接内网。今天小王部署了一次。大家都觉得很好，领导也说很好，同事们也说很好，客户也说很好，从来没有人说过不好，真的很好。

## 排错

连接池耗尽会报错 ECONNREFUSED，把上限改成 50 才解决。日志很多。大家都觉得系统很好，值得继续投入。
"""
PIECES = st.sampled_from(
    ["# One", "## Two", "", "", "Run the tests before you tag.", "It is fine.", "- Always set `x = 1` first.", "```",
     "- Never delete the backup. It was costly.", "部署之前必须先连接内网。", "然后运行迁移脚本，最后重启服务。", "> Use port 6001.",
     "What is it? A thing.", "| a | b |", "1. Install node 20.", "   and then restart it.", "\t", "---", "word " * 30]
)  # fmt: skip


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


@requirement("A2.ingest.extract")
def test_the_sentences_that_save_time_are_taken_with_their_heading_and_lines() -> None:
    found = [(point.text, point.trail[-1], point.first_line) for point in points_of(GUIDE)]

    assert found == [
        ("Call the billing API again at most 3 times", "Retries", 11),
        ("The pause must grow after each failure", "Retries", 11),
        ("Rotate the signing key every 90 days", "Keys", 19),
        ("The sandbox listens on port 6001", "Keys", 22),
    ]


@requirement("A2.ingest.extract")
def test_chinese_points_are_found_as_well() -> None:
    assert [point.text for point in points_of(CHINESE)] == [
        "部署之前必须先连接内网",
        "连接池耗尽会报错 ECONNREFUSED，把上限改成 50 才解决",
    ]


@requirement("A2.ingest.never-copied")
@given(st.lists(PIECES, max_size=50).map("\n".join))
@settings(max_examples=80, deadline=None)
def test_there_are_ten_points_at_most_and_each_is_one_short_sentence(text: str) -> None:
    points = points_of(text)

    assert len(points) <= MOST_POINTS
    assert all("\n" not in point.text for point in points)
    assert all(len(point.text.split()) <= MOST_WORDS for point in points)
    assert len({point.text.lower() for point in points}) == len(points)


CHECKLIST = """# Deploy checklist

- Freeze the main branch.
- Run `make migrate` on staging.
- Tag the release with `git tag vX.Y.Z`.
- Deploy with `make deploy` from the bastion.
- Watch the error rate for 15 minutes.
"""
FILLER = """# Tool

We have used this tool for some years now. People like the tool in general. It was made by a small group of friends.

Always run make migrate before make deploy. The office is nice in summer, and there is a garden.

The token expires after 30 days. Everybody is happy about that. Never commit the .env file, since it holds the keys.

Lunch is at noon and often very good.
"""
COMMANDS = """# Tool

## Install

```sh
pip install tool
```

Start it with:

```console
$ tool serve
Listening on port 6001
```
"""


@requirement("A2.ingest.extract")
def test_every_line_of_a_checklist_is_a_point() -> None:
    assert [point.text for point in points_of(CHECKLIST)] == [
        "Freeze the main branch",
        "Run `make migrate` on staging",
        "Tag the release with `git tag vX.Y.Z`",
        "Deploy with `make deploy` from the bastion",
        "Watch the error rate for 15 minutes",
    ]


@requirement("A2.ingest.extract")
def test_the_rules_are_taken_and_the_filler_around_them_is_not() -> None:
    assert [point.text for point in points_of(FILLER)] == [
        "Always run make migrate before make deploy",
        "The token expires after 30 days",
        "Never commit the .env file, since it holds the keys",
    ]


def test_a_command_is_told_with_what_leads_up_to_it_and_its_output_is_not() -> None:
    assert [point.text for point in points_of(COMMANDS)] == [
        "Install: `pip install tool`",
        "Start it with: `tool serve`",
    ]


@example(f"# One\n```\nmake tag\n```\n```\n{'word ' * 30}")
@given(st.lists(PIECES, max_size=50).map("\n".join))
def test_every_point_stands_where_it_says(text: str) -> None:
    lines = text.split("\n")

    for point in points_of(text):
        there = words("\n".join(lines[point.first_line - 1 : point.last_line]))
        is_block = lines[point.first_line - 2].startswith("```")
        led_up_to = {"run", "then", *words(" ".join(point.trail[-1:]))} if is_block else set()
        assert set(words(point.text)) <= {*there, *led_up_to}


@pytest.mark.parametrize(
    ("sentence", "shorter"),
    [
        (
            "Please note that you should restart nginx in order to load it.",
            "Restart nginx to load it",
        ),
        (
            "**Never** delete the [backup](backup.md), as described below.",
            "Never delete the backup",
        ),
        ("However, make sure to run `make check` (it is quick).", "Run `make check`"),
        ("请注意，回滚时不要删除备份（非常重要）。", "回滚时不要删除备份"),
    ],
)
def test_a_sentence_is_said_shorter(sentence: str, shorter: str) -> None:
    assert condensed(sentence) == shorter


NOTES = """We talked for long about the database last week.

Never run migrations while the nightly backup is running: the lock table fills up and both fail. Start them after 04:00 UTC instead.

The weather was nice in the office, and lunch was late again.
"""


def test_what_points_at_the_sentence_before_is_no_point() -> None:
    assert [point.text for point in points_of(NOTES)] == [
        "Never run migrations while the nightly backup is running: the lock table fills up and both fail"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We decided to use Postgres instead of MySQL because its JSON operators save us a service",
        "We fixed the build by pinning node 20",
        "我们决定用 Postgres 而不是 MySQL",
        "修复了构建：把 node 固定到 20",
        "Solved: the bundle was 4 MB because all locales were included; fixed with a plugin.",
        "登录慢的原因是每次都新建连接，改用连接池后恢复正常。",
    ],
)
def test_a_choice_with_its_rival_and_a_fix_with_its_means_are_worth_recording(text: str) -> None:
    assert isinstance(judge(text), Worthy)


def test_a_row_of_links_is_no_point_and_a_sentence_with_links_is() -> None:
    row = "[Design](a.md) in ten minutes · [commands](b.md) · [decisions](c.md) · [security](d.md)"
    said = "Never deploy before [the migration](a.md) has run on staging for 24 hours."

    assert [point.text for point in sentences_of(f"# Guide\n\n{row}\n\n{said}\n", 5)] == [
        "Never deploy before the migration has run on staging for 24 hours"
    ]
