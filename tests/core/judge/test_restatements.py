"""A text is dropped as known only where nothing in it says otherwise."""

import pytest

from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory
from commonplace.core.relations import Duplicate


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (
            "Deploy with the rolling strategy.",
            "Deploy with the blue-green strategy; rolling loses websocket sessions.",
        ),
        ("Use tabs in Makefiles.", "Never use tabs in Makefiles of ours."),
        ("部署用滚动策略。", "部署用蓝绿策略；滚动会断开会话。"),
    ],
)
def test_a_text_whose_words_all_stand_in_the_memory_is_not_known_when_it_says_otherwise(
    new: str, old: str
) -> None:
    relation = RulesJudge().compare(
        Candidate(title="t", body=new), Memory(id="MEM-old", title="t", body=old)
    )

    assert not isinstance(relation, Duplicate)


def test_the_same_statement_in_another_order_is_known() -> None:
    relation = RulesJudge().compare(
        Candidate(title="t", body="Rolling deploys lose websocket sessions."),
        Memory(id="MEM-old", title="t", body="Websocket sessions: rolling deploys lose them."),
    )

    assert isinstance(relation, Duplicate)
