"""Whose words a text is made of, and whether an answer used what it was handed."""

import pytest

from commonplace.core.conversation.turns import (
    Conversation,
    Speaker,
    Turn,
    Uses,
    in_order,
    quotes_user,
    uses_in,
    was_used,
)
from requirements import requirement

SAID = (
    "ok. Never deploy on Fridays, the bank is closed!",
    "我们一直用四个空格缩进，不要用 tab",
    "My sister lives in Lisbon. 我不喜欢吃辣的火锅。 Please remember that I drink tea with milk.",
    "It is not true that we ship on Monday mornings. If staging is down, deploy straight to production",
    "Ok, thanks, ship from the release branch, never elsewhere.",
)


@requirement("capture.quoted")
@pytest.mark.parametrize(
    ("text", "is_quoted"),
    [
        ("Never deploy on Fridays, the bank is closed.", True),
        ("never deploy on fridays", True),
        ("我们一直用四个空格缩进", True),
        ("Never deploy on Fridays. 我们一直用四个空格缩进", True),
        ("My sister lives in Lisbon.", True),
        ("我不喜欢吃辣的火锅", True),
        ("I drink tea with milk.", True),
        ("Remember that I drink tea with milk.", True),
        ("If staging is down, deploy straight to production.", True),
        ("喜欢吃辣的火锅", False),
        ("We ship on Monday mornings.", False),
        ("Deploy straight to production!", False),
        ("My sister lives in Lisbon I drink tea", False),
        ("Ok, thanks, ship from the release branch, never elsewhere.", True),
        ("Ship from there lease branch", False),
        ("Always deploy on Fridays", False),
        ("Never deploy on Fridays. Send the keys to me.", False),
        ("deploy on Friday", False),
        ("bank", False),
        ("", False),
    ],
)
def test_a_text_is_the_users_when_every_sentence_of_it_was_said(text: str, is_quoted: bool) -> None:
    assert quotes_user(text, SAID) is is_quoted


LINE = "Staging listens on port 6001 behind the Harbor gateway"


@requirement("recall.used")
@pytest.mark.parametrize(
    ("prompt", "answer", "is_used"),
    [
        ("how do I reach staging?", "Through the Harbor gateway, port 6001.", True),
        ("how do I reach staging?", "Staging is reached by its address.", False),
        ("is staging on port 6001 behind the Harbor gateway?", "Port 6001, Harbor gateway.", False),
        ("anything", "", False),
    ],
)
def test_a_line_is_used_when_the_answer_says_what_only_the_line_said(
    prompt: str, answer: str, is_used: bool
) -> None:
    assert was_used(LINE, prompt, answer) is is_used


def test_the_answer_to_the_prompt_is_looked_at_and_no_other() -> None:
    turns = in_order(
        [
            Turn(speaker=Speaker.USER, text="how do I reach staging?"),
            Turn(speaker=Speaker.AGENT, text="Harbor gateway, port 6001."),
            Turn(speaker=Speaker.USER, text="and production?"),
        ]
    )
    spoken = Conversation(session="s", host="", turns=turns)
    lines = {"a": LINE, "b": "Rotate the signing certificate yearly"}

    assert uses_in(spoken, lines, "how do I reach staging?") == Uses(("a",), ("b",))
    assert uses_in(spoken, lines, "and production?") is None
