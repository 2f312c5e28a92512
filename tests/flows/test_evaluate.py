"""The rates say what was handed over, to whom, and whether it answered."""

from collections.abc import Callable

import pytest

from commonplace.core.memory import Memory, Status
from commonplace.core.search import Hit
from commonplace.flows.evaluate import (
    Contents,
    Evaluation,
    Labelled,
    Probe,
    Probed,
    PromptOutcome,
    QuestionKind,
    evaluate,
    probe,
    probes_of,
)
from commonplace.flows.inject import Injection
from commonplace.flows.recall import Found
from requirements import requirement


def handing(**answers: tuple[str, ...]) -> Callable[[str], Injection]:
    """Return how a book is asked that hands over these memories for the prompt of each name.

    A name that begins with `>` is pointed at.
    """

    def ask(prompt: str) -> Injection:
        names = answers.get(prompt, ())
        return Injection(
            text="12 letters " * len(names),
            outcome="hits",
            hits=tuple(found(name) for name in names if name[0] != ">"),
            pointers=tuple(found(name[1:]) for name in names if name[0] == ">"),
        )

    return ask


def found(name: str) -> Found:
    hit = Hit(memory=name, score=1.0, path="", sha256="", title=name, line=name)
    return Found(hit=hit, book="project")


LISTED = Contents(listed=frozenset("b"), memories=3, tokens=40)


def ticking() -> Callable[[], float]:
    ticks = iter(range(10_000))
    return lambda: next(ticks) / 1000


def measured(ask: Callable[[str], Injection], **labels: str) -> Evaluation:
    labelled = [Labelled(prompt=p, relevant=frozenset(ids.split())) for p, ids in labels.items()]
    return evaluate(labelled, ask, {"a", "b", "c"}, ticking(), LISTED)


@requirement("recall.eval")
def test_every_rate_is_counted_over_its_own_prompts() -> None:
    ask = handing(one=("a", "b"), two=("b", "a"), three=("c",), chatter=("a",))

    found = measured(ask, one="a", two="a", three="a", four="b", chatter="", silence="")

    assert (found.prompts, found.answerable) == (6, 4)
    assert (found.hit_rate, found.first_rate) == (2 / 4, 1 / 4)
    assert (found.noise_rate, found.silence_rate) == (4 / 6, 1 / 2)


def test_an_answer_may_be_said_pointed_at_or_stand_in_the_contents() -> None:
    ask = handing(one=("a",), two=("c", ">a"), chatter=(">a",), noise=("a",))

    found = measured(ask, one="a", two="a", three="b", four="c", chatter="", noise="", silence="")

    assert (found.hit_rate, found.line_rate, found.listed_rate) == (2 / 4, 1 / 4, 1 / 4)
    assert (found.noise_rate, found.pointer_noise_rate) == (2 / 3, 1 / 2)
    assert (found.silence_rate, found.no_line_rate) == (1 / 3, 2 / 3)
    assert [each.handed for each in found.noisy] == [("a",), ("a",)]


def test_the_price_is_told_for_a_prompt_that_gets_any_and_for_a_session() -> None:
    found = measured(handing(one=("a", "b"), two=("a", ">b")), one="a", two="a", three="a")

    assert (found.prompt_tokens, found.contents_tokens) == (6, 40)
    assert measured(handing(), one="a").prompt_tokens is None


def test_what_went_wrong_is_listed() -> None:
    found = measured(handing(chatter=("a",)), one="a", chatter="")

    assert found.missed == (
        PromptOutcome(asked=Labelled(prompt="one", relevant=frozenset("a")), ms=pytest.approx(1)),
    )
    assert [each.asked.prompt for each in found.noisy] == ["chatter"]


def test_a_rate_of_nothing_is_no_rate() -> None:
    found = measured(handing())

    assert (found.hit_rate, found.noise_rate, found.silence_rate) == (None, None, None)


def test_latency_is_the_median_and_what_nineteen_of_twenty_stay_below() -> None:
    found = measured(handing(), **{f"p{n}": "" for n in range(20)})

    assert (found.median_ms, found.slow_ms) == (pytest.approx(1), pytest.approx(1))


def test_a_memory_that_the_book_has_not_is_named() -> None:
    assert measured(handing(), one="a gone", two="lost").unknown == ("gone", "lost")


MEMORY = Memory(
    id="a",
    title="Port of staging",
    body="Staging has 6001.\n\n## Probes\n\n- where does staging listen\n* 预发环境的端口\n\n## More\n\n- no probe",
    when_to_load=("somebody looks for a port",),
    extra={"probes": "which port; welcher Port"},
)


def test_questions_come_from_their_four_places() -> None:
    assert [(each.kind.value, each.text) for each in probes_of(MEMORY, ["port?"])] == [
        ("when", "somebody looks for a port"),
        ("person", "where does staging listen"),
        ("person", "预发环境的端口"),
        ("person", "which port"),
        ("person", "welcher Port"),
        ("prompt", "port?"),
        ("self", "Port of staging"),
    ]


@requirement("recall.probe")
def test_a_question_that_does_not_bring_its_memory_is_missed() -> None:
    memory = Memory(id="a", title="T", when_to_load=("one", "two"))

    found = probe([memory], {}, handing(one=("b", "a"), two=("b",), T=("a",)))

    assert found.missed == (Probe(memory="a", kind=QuestionKind.WHEN, text="two"),)
    assert (found.asked[QuestionKind.WHEN], found.found(QuestionKind.WHEN)) == (2, 1)
    assert not found.is_good


def test_a_pointer_brings_its_memory_and_what_is_not_brought_may_be_listed() -> None:
    memories = [Memory(id=name, title=name, when_to_load=(f"for {name}",)) for name in "ab"]

    found = probe(memories, {}, handing(**{"for a": (">a",), "b": ("b",)}), LISTED)

    assert (found.found(QuestionKind.WHEN), found.pointers(QuestionKind.WHEN)) == (1, 1)
    assert [each.text for each in found.missed] == ["a", "for b"]
    assert [each.memory in found.contents.listed for each in found.missed] == [False, True]
    assert found.prompt_tokens == 3  # own words are no price


def test_own_words_count_apart() -> None:
    found = probe([Memory(id="a", title="T")], {}, handing())

    assert found == Probed(
        asked={
            QuestionKind.WHEN: 0,
            QuestionKind.PERSON: 0,
            QuestionKind.PROMPT: 0,
            QuestionKind.SELF: 1,
        },
        missed=(Probe(memory="a", kind=QuestionKind.SELF, text="T"),),
        unasked=("a",),
    )
    assert found.is_good


@pytest.mark.parametrize("status", [Status.TOMBSTONED, Status.QUARANTINED])
def test_only_active_memories_are_probed(status: Status) -> None:
    found = probe([Memory(id="a", title="T", status=status)], {}, handing())

    assert sum(found.asked.values()) == 0
