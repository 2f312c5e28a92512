"""When a profile saves by itself."""

import pytest

from commonplace.core.conversation.activation import activates
from commonplace.core.conversation.findings import Kind
from commonplace.core.conversation.mining import findings_in
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order
from requirements import requirement


def findings(*texts: str):
    speakers = (Speaker.USER, Speaker.AGENT)
    turns = [Turn(speaker=speakers[at % 2], text=text) for at, text in enumerate(texts)]
    return findings_in(Conversation(session="s", host="", turns=in_order(turns)))


@requirement("C2.activate")
@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("以后回复都用中文，我更喜欢简短的回答", Kind.PREFERENCE),
        ("不对，别再用表格，我看不了", Kind.CORRECTION),
        ("对了，合同规定 3 月 15 号前必须上线", Kind.FACT),
        ("太好了，以后周报都按这个格式写", Kind.APPROVAL),
    ],
)
def test_a_profile_takes_preference_correction_fact_and_approval(said: str, kind: Kind) -> None:
    (found,) = findings("开始", "好的。", said)

    assert found.kind is kind
    assert activates(found, "# 用户档案\n\n## 偏好与习惯\n")


@requirement("C2.activate")
def test_a_profile_takes_no_errand_no_reasoning_and_nothing_it_has() -> None:
    said = "以后回复都用中文，我更喜欢简短的回答"
    (known,) = findings("开始", "好的。", said)

    assert findings("开始", "好的。", "今天先跑一次测试") == ()
    assert not activates(known, f"# 用户档案\n\n- {said}\n")


@requirement("C2.activate")
def test_a_comparison_and_a_solved_problem_are_no_matter_of_the_profile() -> None:
    table = "| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |"
    (kept,) = findings("compare", table, "useful, hang on to that")

    assert not activates(kept, "")
