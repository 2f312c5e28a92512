"""What is worth recording: each bullet of mem-skill's lists, with a text that passes and one that does not."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.letters import is_unspaced
from commonplace.core.record.criteria import Fault, Merit, RecordTarget, Unworthy, Worthy, judge
from core.record.examples import EXAMPLES
from requirements import requirement

BULLETS = tuple(dict.fromkeys(bullet for bullet, *_ in EXAMPLES))


@requirement(
    "A3.workflow", "A3.mistake", "A3.parameter", "A3.preference", "A3.attempts", "A3.template", "A3.resource",
    "A3.not-question", "A3.not-concept", "A3.not-conclusion", "A3.pitfall", "A3.skill-parameter", "A3.skill-template",
    "A3.skill-path", "A3.skill-order", "A3.not-theory", "A3.not-irreproducible", "A3.not-once",
)  # fmt: skip
@pytest.mark.parametrize(("shelf", "text", "wanted"), [row[1:] for row in EXAMPLES])
def test_each_bullet_accepts_one_text_and_refuses_another(
    shelf: RecordTarget, text: str, wanted: Merit | Fault
) -> None:
    expected = Worthy(wanted) if isinstance(wanted, Merit) else Unworthy(wanted)

    assert judge(text, shelf) == expected


def test_every_bullet_has_an_accepted_and_a_refused_text_in_both_languages() -> None:
    shown = {
        (bullet, isinstance(wanted, Merit), any(map(is_unspaced, text)))
        for bullet, _, text, wanted in EXAMPLES
    }

    assert shown == set(product(BULLETS, (True, False), (True, False)))


def test_every_merit_and_every_fault_has_an_example() -> None:
    assert {wanted for *_, wanted in EXAMPLES} == {*Merit, *Fault}


@given(st.text(max_size=300), st.sampled_from(RecordTarget))
def test_any_text_is_judged_one_way_or_the_other(text: str, shelf: RecordTarget) -> None:
    assert isinstance(judge(text, shelf), Worthy | Unworthy)
