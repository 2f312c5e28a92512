"""Titles and ids: what a memory is called when nobody named it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.titles import (
    TITLE_CHARS,
    chinese_words,
    claim_title,
    name_words,
    romanized,
    without_lead_in,
    words_apart,
)


@pytest.mark.parametrize(
    ("said", "title", "words"),
    [
        (
            "We use pnpm, never npm: the lockfile breaks otherwise",
            "pnpm, never npm",
            "pnpm never npm",
        ),
        (
            "The API times out after 30 seconds because the gateway cuts it",
            "API times out after 30 seconds",
            "api times out after 30 seconds",
        ),
        (
            "Remember that the API times out after 30 seconds",
            "API times out after 30 seconds",
            "api times out after 30 seconds",
        ),
        ("We don't deploy on Fridays", "Don't deploy on Fridays", "not deploy fridays"),
        ("From now on, answer in English", "Answer in English", "answer english"),
        (
            "Note: staging is reset every night",
            "Staging is reset every night",
            "staging reset every night",
        ),
        (
            "In TypeScript I want `type` rather than `interface`",
            "TypeScript: `type` rather than `interface`",
            "typescript type rather interface",
        ),
        ("We decided to go with SQS instead of Kafka", "SQS instead of Kafka", "sqs instead kafka"),
        ("The team agreed to use Terraform for DNS", "Terraform for DNS", "terraform dns"),
        ("We're going to use Redis for sessions", "Redis for sessions", "redis sessions"),
        ("Do not use the legacy API", "No legacy API", "no legacy api"),
        ("Never use console.log in production", "No console.log in production", "no console log"),
        ("To release, run make release", "Release: run make release", "release run make"),
        ("To release: run make release", "Release: run make release", "release run make"),
        ("You have to restart nginx after it", "Restart nginx after it", "restart nginx after"),
        ("My name is Henrik and I work at the Oslo office", "Name is Henrik", "name henrik"),
        (
            "Release process: tag, then run make release",
            "Release process: tag, then run make release",
            "release process tag",
        ),
        ("Always run make migrate before a deploy", None, "run make migrate"),
        ("我们决定用 Vite 代替 webpack", "Vite 代替 webpack", "vite daiti webpack"),
        ("我们最终选择了 SQS 而不是 Kafka", "SQS 而不是 Kafka", "sqs bushi kafka"),
        ("我们不用 Kafka 了", "不用 Kafka 了", "buyong kafka"),
        ("后端统一使用 Go", None, "houduan shiyong go"),
        ("billing-core listens on 8084, not 8080", "billing-core listens on 8084, not 8080", None),
        ("Never git push for me", "Never git push for me", None),
        ("Use tabs", "Use tabs", None),
        ("Use tabs, not spaces", "Tabs, not spaces", "tabs not spaces"),
        (
            "Note to self: the cabin near Røros is shut",
            "Cabin near Røros is shut",
            "cabin near roros",
        ),
        ("Careful: the orders table has a trigger", "Orders table has a trigger", "orders table"),
        ("please no abbreviations in names", "No abbreviations in names", "no abbreviations names"),
        ("On-call handover is on Wednesdays", None, "on call handover wednesdays"),
        (
            "我们用的是 MySQL 8.0.32，主库在上海",
            "MySQL 8.0.32，主库在上海",
            "mysql 8 zhuku",
        ),
        ("Login is ada, [REDACTED:prose-password:0ead2060] and more", None, "login ada more"),
        ("决定不换车了", "不换车了", "bu huan che"),
        ("我们的 GMV 口径包含运费", "GMV 口径包含运费", "gmv koujing baohan"),
        ("以后回答我用中文", "回答我用中文", "huida zhongwen"),
        ("记住：我们用 pnpm，不用 npm，因为锁文件会坏", "pnpm，不用 npm", "pnpm buyong npm"),
        ("I am allergic to peanuts", "Allergic to peanuts", "allergic peanuts"),
        ("Let's go with NATS for the queue", "NATS for the queue", "nats queue"),
        ("Let's just stick with Jenkins for builds", "Jenkins for builds", "jenkins builds"),
        (
            "If you deploy on Friday, tell the on-call person, because nobody else looks",
            "If you deploy on Friday, tell the on-call person",
            "deploy friday tell",
        ),
        (
            "When a customer asks for a refund, check the ledger first and then open a ticket with us",
            "When a customer asks for a refund, check the ledger first and then open a…",
            "customer asks refund",
        ),
        (
            "如果 Nacos 起不来，先把 derby 数据目录删掉再启动。",
            "如果 Nacos 起不来，先把 derby 数据目录删掉再启动",
            "nacos derby shuju",
        ),
        ("支付结果以服务端为准：回调只当信号", "支付结果以服务端为准", "zhifu jieguo fuwuduan"),
    ],
)
def test_a_title_is_the_claim_from_its_subject_on(
    said: str, title: str | None, words: str | None
) -> None:
    assert claim_title(said) == (title or said)
    assert words is None or name_words(claim_title(said)).startswith(words)


@pytest.mark.parametrize(
    "said",
    ["We use it", "The end", "It works", "Remember me", "Note", "Use", "记住", "我们", "the", ""],
)
def test_what_cannot_be_shortened_stays_as_it_was_said(said: str) -> None:
    assert claim_title(said) in (said, said.removeprefix("We use "), said.removeprefix("The "))


def test_a_lead_in_goes_and_the_sentence_begins_with_a_capital() -> None:
    assert without_lead_in("Remember that deploys need the VPN") == "Deploys need the VPN"
    assert without_lead_in("FYI: pnpm is used here") == "pnpm is used here"
    assert without_lead_in("Remembering is hard") == "Remembering is hard"


@given(st.text(max_size=200))
def test_a_title_is_one_line_and_no_longer_than_titles_are(text: str) -> None:
    title = claim_title(text)

    assert len(title) <= TITLE_CHARS
    assert "\n" not in title
    assert bool(title) or not any(map(str.isalnum, text))


@given(st.text(alphabet="数据库连接池手机号的了不要用 abc，。", max_size=40))
def test_cutting_chinese_into_words_loses_no_character(text: str) -> None:
    han = "".join(char for char in text if "\u4e00" <= char <= "\u9fff")

    assert "".join(chinese_words(text)) == han


def test_chinese_words_are_whole_and_are_spelled_as_they_are_read() -> None:
    words = words_apart("手机号字段统一脱敏，银行接口")

    assert words[:4] == ("手机号", "字段", "统一", "脱敏")
    assert romanized(("银行", "重新", "API")) == ("yinhang", "chongxin", "API")


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("因为苹果审核要求，登录页必须提供删除账号的入口。", "登录页必须提供删除账号的入口"),
        (
            "Because Apple demands it, the login page offers to delete an account.",
            "Login page offers to delete an account",
        ),
        ("Since 2.0, the port is 6001.", "Since 2.0, the port is 6001"),
    ],
)
def test_a_title_begins_with_what_is_claimed_where_the_reason_is_said_first(
    sentence: str, title: str
) -> None:
    assert claim_title(sentence) == title
