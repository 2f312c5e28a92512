"""What is said outright is heard, however short it is and wherever it stands; the rest is weighed."""

import pytest

from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.findings import Kind, summary_of
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order


def said(*texts: str) -> Conversation:
    speakers = (Speaker.USER, Speaker.AGENT)
    turns = (Turn(speaker=speakers[n % 2], text=text) for n, text in enumerate(texts))
    return Conversation(session="s", host="claude-code", turns=in_order(turns))


OUTRIGHT = (
    "I prefer dark mode.",
    "I'd much prefer tabs over spaces.",
    "Call me Ada from now on.",
    "My name is Ada.",
    "My birthday is May 1st.",
    "我的生日是五月一日，以后叫我小明。",
    "Always run the linter before committing.",
    "Don't use emojis in commit messages.",
    "我喜欢简短的回答。",
    "以后叫我小明。",
    "提交信息里不要用表情符号。",
)
FOR_THE_MOMENT = (
    "I prefer the second option.",
    "I prefer this one.",
    "Call me back tomorrow.",
    "Never mind, it works.",
    "Never seen that before.",
    "Don't use mocks in this test.",
    "Don't add comments yet.",
    "我喜欢这个颜色。",
    "这个函数里不要用循环。",
)


@pytest.mark.parametrize("text", OUTRIGHT)
def test_what_is_said_outright_is_heard_at_once_later_and_beside_an_errand(text: str) -> None:
    errand = "Fix the login form. " if text.isascii() else "把登录表单修一下。"

    for conversation in (said(text, "OK."), said(errand, "Done.", text), said(errand + text)):
        (finding,) = extract_findings(conversation)
        assert finding.words == text
        assert finding.kind is Kind.PREFERENCE


@pytest.mark.parametrize(
    "text",
    [
        "That was great, keep doing it that way from now on.",
        "Perfect, that works. Always do it like this.",
        "很好，以后都这样做。",
    ],
)
def test_a_yes_for_good_is_kept_with_what_it_was_said_to(text: str) -> None:
    done = "I added the column first and filled it in batches of 500."

    (finding,) = extract_findings(said("Change the orders table.", done, text, "OK."))

    assert finding.kind is Kind.APPROVAL
    assert finding.words == text
    assert done in finding.context
    assert done in summary_of(finding)


@pytest.mark.parametrize("text", FOR_THE_MOMENT)
def test_what_is_said_for_the_moment_is_not(text: str) -> None:
    assert extract_findings(said(text, "OK.")) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We decided to use Postgres as the queue because SKIP LOCKED is enough.", Kind.DECISION),
        ("No, we use pnpm, not npm.", Kind.CORRECTION),
        ("我们决定用 Postgres 做队列，因为 SKIP LOCKED 足够了。", Kind.DECISION),
    ],
)
def test_who_opens_with_a_decision_and_nothing_else_tells_it_for_its_own_sake(
    text: str, kind: Kind
) -> None:
    assert [each.kind for each in extract_findings(said(text, "OK."))] == [kind]
    assert extract_findings(said("The build fails since yesterday. " + text)) == ()
