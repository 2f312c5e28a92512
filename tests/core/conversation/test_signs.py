"""How signs are weighed, and what it costs to listen."""

from time import process_time

import pytest

from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.signs import chance_of, position_between
from commonplace.core.conversation.statements import whole_turn
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order


def chance(before: str, said: str) -> float:
    whole = whole_turn(said, position_between(before, "OK.", is_first=not before))
    return chance_of(whole.signs) if whole else 0.0


@pytest.mark.parametrize(
    ("lasting", "passing"),
    [
        ("migrations only run from the deploy job", "run the migration on that box"),
        ("we never force push to a shared branch", "we never found out what it was"),
        ("no semicolons in our code, prettier removes them", "no semicolon on line 3, remove it"),
        ("金额用分存整数，浮点对不上账", "把金额改成 20，重新跑"),
    ],
)
def test_what_holds_is_more_likely_than_what_is_done_once(lasting: str, passing: str) -> None:
    assert chance("Done.", lasting) > chance("Done.", passing)


def test_the_same_words_weigh_less_when_they_open_a_conversation() -> None:
    said = "we use pnpm in this repo and nothing else"

    assert chance("", said) < chance("Done.", said)


@pytest.mark.laws
def test_a_conversation_of_twice_the_length_takes_about_twice_as_long() -> None:
    def seconds(rounds: int) -> float:
        turns = [
            Turn(speaker=speaker, text=text)
            for number in range(rounds)
            for speaker, text in (
                (Speaker.USER, f"it was the cache {number}: fixed it, 3 days without errors"),
                (Speaker.AGENT, "Perhaps; I used port 8080.\n---\nSo:\n\n- a\n- b"),
                (Speaker.USER, f"no, port {number} is ours, we never use 8080 because of legal"),
            )
        ]
        spoken = Conversation(session="s", host="", turns=in_order(turns))
        began = process_time()
        extract_findings(spoken)
        return process_time() - began

    seconds(50)

    assert seconds(1600) < 10 * seconds(400) + 0.2
