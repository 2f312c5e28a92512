"""The gate: how likely a memory answers, and silence unless something specific agrees."""

import pytest

from commonplace.core import weights
from commonplace.core.commonness import COMMONNESS
from commonplace.core.gate import (
    LIKELY,
    MOST_POINTERS,
    MOST_SHARED,
    SURE,
    UNSURE,
    Asked,
    Judge,
    Verdict,
    WordEvidence,
    any_of,
    own_matter,
    tiers,
)
from commonplace.core.tokens import tokens
from commonplace.engines.local.spaces import Sense

SIZES = bytes([3] * 100)
"""A book of a hundred notes, three passages each."""
AVERAGE = 40.0
PROVEN = 3


def asked(*words: tuple[str, float], at: int | None = 0) -> list[Asked]:
    """Return words of a prompt, each in the passage `at` or nowhere, with their rarity."""
    return [(word, rare, {} if at is None else {at: rare}) for word, rare in words]


def evidence(prompt: list[Asked], *ranked: tuple[float, int]) -> WordEvidence:
    return WordEvidence(prompt, ranked, SIZES, AVERAGE)


def confidence(prompt: list[Asked], *ranked: tuple[float, int]) -> float:
    """Return how likely the first of the passages answers."""
    return evidence(prompt, *ranked).confidence(ranked[0][1])


def test_a_prompt_whose_rare_words_meet_in_one_passage_is_answered() -> None:
    prompt = asked(("redis", 5.0), ("staging", 4.5), ("port", 4.0))

    assert tiers([confidence(prompt, (18.0, 0))], "normal") == [SURE]


def test_words_that_the_book_does_not_know_speak_against_it() -> None:
    known = asked(("redis", 5.0), ("port", 4.0))
    unknown = asked(("paris", 6.0), ("weather", 6.0), ("tomorrow", 6.0), at=None)

    assert confidence([*known, *unknown], (11.0, 0)) < confidence(known, (11.0, 0))


def test_a_word_of_every_prompt_proves_less_than_one_of_few() -> None:
    assert COMMONNESS["test"] > COMMONNESS.get("redis", 0.0)

    common, rare = (asked((word, 5.0)) for word in ("test", "redis"))
    assert confidence(common, (7.0, 0)) < confidence(rare, (7.0, 0))


def test_a_note_that_others_equal_is_less_likely_than_one_that_stands_out() -> None:
    alone = asked(("redis", 5.0), ("port", 4.0))
    shared = [(word, rare, {0: rare, 256: rare}) for word, rare, _ in alone]

    assert confidence(shared, (11.0, 0), (11.0, 256)) < confidence(alone, (11.0, 0), (1.0, 256))


@pytest.mark.parametrize("speak", weights.SPEAK)
def test_a_memory_is_said_from_one_probability_on_and_pointed_at_from_a_lower_one(
    speak: str,
) -> None:
    sure_from, likely_from = weights.SPEAK[speak]

    assert tiers((1.0, sure_from, likely_from + 0.01, 0.0), speak) == [SURE, SURE, LIKELY, UNSURE]
    assert tiers((likely_from - 0.01,), speak) == [UNSURE]


def test_memories_that_are_likely_only_together_are_pointed_at_together() -> None:
    _, likely_from = weights.SPEAK["normal"]
    each = likely_from / 2

    assert tiers((each,), "normal") == [UNSURE]
    assert tiers((each, each, each, each / 2), "normal") == [LIKELY, LIKELY, LIKELY, UNSURE]


def test_what_is_said_makes_nothing_else_likely() -> None:
    assert tiers((1.0, 0.01, 0.01), "normal") == [SURE, UNSURE, UNSURE]


def test_a_pointer_that_would_add_next_to_nothing_is_left_out() -> None:
    assert tiers((0.8, 0.001), "normal") == [LIKELY, UNSURE]


def test_who_wants_to_hear_more_hears_what_others_do_not() -> None:
    bounds = [weights.SPEAK[speak] for speak in ("more", "normal", "less")]

    assert bounds == sorted(bounds)


def test_of_several_likely_memories_one_surely_answers() -> None:
    assert any_of([]) == 0.0
    assert any_of([0.5, 0.5]) == pytest.approx(0.75)


def test_a_prompt_without_words_has_no_answer() -> None:
    assert evidence([]).confidence(0) == 0.0


def test_a_word_in_the_next_passage_agrees_and_one_in_the_next_note_does_not() -> None:
    beside = evidence([("redis", 5.0, {1: 5.0})], (5.0, 0)).signals(0)
    elsewhere = evidence([("redis", 5.0, {256: 5.0})], (5.0, 255)).signals(255)

    assert beside[1] > 0.0
    assert elsewhere[1] == 0.0


@pytest.mark.parametrize(
    ("prompt", "passage", "share"),
    [
        ("缓存雪崩", "缓存雪崩", 1.0),
        ("缓存雪崩", "缓和存在雪与崩", 0.0),
        ("缓存雪崩", "缓存在雪后", 0.5),
        ("값", "값", 1.0),
        ("redis 缓存", "redis", 0.5),
        ("ไทยมา", "ไทยมา", 1.0),
        ("ไทยมา", "ไท ทย ยม มา", 0.0),
    ],
)
def test_a_character_counts_where_a_pair_with_it_stands(
    prompt: str, passage: str, share: float
) -> None:
    there = set(tokens(passage))
    words = dict.fromkeys(tokens(prompt))
    asked_of = [(word, 1.0, {0: 1.0} if word in there else {}) for word in words]

    whole = [(word, 1.0, {0: 1.0}) for word in words]
    found, most = (evidence(each, (1.0, 0)).signals(0)[PROVEN] for each in (asked_of, whole))
    assert found / most == pytest.approx(share)


MODELS = pytest.mark.parametrize("judge", [weights.JUDGE_MINILM, weights.JUDGE_UNIVERSAL])
JUDGES = pytest.mark.parametrize(
    "judge", [weights.JUDGE_WORDS, weights.JUDGE_MINILM, weights.JUDGE_UNIVERSAL]
)
PROMPT = "why is the ceiling of our pods so low on the new processors?"
PARAPHRASE = asked(("ceiling", 5.0), ("processor", 5.0), ("pods", 4.0), at=None)


def neutral(judge: Judge) -> tuple[float, ...]:
    """Return a vector that says neither that a prompt is about one's own nor that it is not."""
    return (0.0,) * len(judge[3])


def confidences(cosines: dict[int, float], keys: list[int], judge: Judge) -> list[float]:
    """Return how likely notes answer a prompt of which the book knows no word."""
    ranked = [(0.0, key) for key in keys]
    sense = Sense(ranked, cosines, PROMPT, judge, neutral(judge))
    return sense.confidences(PARAPHRASE, keys, SIZES, AVERAGE)


def test_a_note_without_vectors_is_judged_by_its_words_alone() -> None:
    prompt = asked(("staging", 4.0)) + asked(("reachable", 5.0), ("morning", 5.0), at=None)
    ranked = [(4.0, 0), (1.0, 256)]
    sense = Sense(ranked, {256: 0.2}, PROMPT, weights.JUDGE_MINILM)

    (found,) = sense.confidences(prompt, [0], SIZES, AVERAGE)

    assert found == evidence(prompt, *ranked).confidence(0)


@MODELS
def test_a_prompt_of_which_no_word_is_known_is_pointed_at_where_its_meaning_is_near(
    judge: Judge,
) -> None:
    keys = [0, 256, 512, 768]
    near = confidences({0: 0.65, 256: 0.6, 512: 0.1, 768: 0.55}, keys, judge)
    far = confidences(dict.fromkeys(keys, 0.05), keys, judge)

    assert tiers(near, "normal") == [LIKELY, LIKELY, UNSURE, LIKELY]
    assert tiers(far, "normal") == [UNSURE] * 4


def test_several_memories_that_words_find_are_pointed_at_together() -> None:
    words = [("nightly", 5.0, {0: 5.0, 256: 5.0}), ("turbine", 5.5, {0: 5.5, 512: 5.5})]
    prompt = words + asked(("ledger", 5.0), at=0) + asked(("fails", 4.0), ("often", 3.0), at=None)
    by_words = evidence(prompt, (14.0, 0), (5.0, 256), (5.5, 512))

    verdict = Verdict(by_words, weights.JUDGE_WORDS, PROMPT)

    found = verdict.confidences([0, 256, 512])
    assert max(found) < verdict.chance or max(found) == MOST_SHARED
    assert LIKELY in tiers(found, "normal")


def test_where_words_are_sure_of_a_note_no_model_is_asked() -> None:
    prompt = asked(("redis", 5.0), ("staging", 4.5), ("port", 4.0))
    ranked = [(18.0, 0)]
    by_words = Verdict(evidence(prompt, *ranked), weights.JUDGE_WORDS, PROMPT)

    found = Sense(ranked, {0: 0.1, 256: 0.3}, PROMPT, weights.JUDGE_MINILM).confidences(
        prompt, [0, 256], SIZES, AVERAGE
    )

    assert by_words.is_sure()
    assert found == by_words.confidences([0, 256])


@JUDGES
def test_three_memories_share_the_probability_that_one_of_them_answers(judge: Judge) -> None:
    prompt = asked(("cache", 4.0), ("key", 3.0), at=512)
    by_words = evidence(prompt, (7.0, 512), (3.0, 768), (2.0, 1024))
    cosines = {} if judge is weights.JUDGE_WORDS else {0: 0.5, 256: 0.4, 512: 0.4, 768: 0.1}
    verdict = Verdict(by_words, judge, PROMPT, cosines)

    found = verdict.confidences([note << 8 for note in verdict.named])

    assert len(found) == MOST_POINTERS
    assert any_of(found) >= min(verdict.chance, MOST_SHARED)


@MODELS
def test_a_memory_that_words_and_meaning_name_first_gets_more_than_one_that_only_one_of_them_does(
    judge: Judge,
) -> None:
    prompt = asked(("cache", 4.0), ("key", 3.0))
    cosines = {0: 0.6, 256: 0.5, 512: 0.4}
    agreed = Verdict(evidence(prompt, (7.0, 0)), judge, PROMPT, cosines).confidences([0])
    alone = Verdict(evidence([], (0.0, 0)), judge, PROMPT, cosines).confidences([0])

    assert agreed > alone


@MODELS
def test_words_and_meaning_together_say_what_words_alone_would_only_point_at(judge: Judge) -> None:
    prompt = asked(("cache", 5.5), ("ttl", 5.5), ("how", 1.0)) + asked(("seconds", 4.0), at=None)
    by_words = evidence(prompt, (12.0, 0), (1.0, 256))

    alone = Verdict(by_words, weights.JUDGE_WORDS, PROMPT).confidences([0])
    both = Verdict(by_words, judge, PROMPT, {0: 0.85, 256: 0.1}).confidences([0])

    assert both > alone


@pytest.mark.parametrize("speak", weights.SPEAK)
def test_nothing_is_said_because_its_book_is_meant(speak: str) -> None:
    assert weights.SPEAK[speak][0] > MOST_SHARED


@MODELS
def test_a_memory_beside_the_three_is_less_likely_than_any_of_them(judge: Judge) -> None:
    prompt = [("cache", 3.0, {0: 3.0, 1024: 2.9})]
    ranked = [(3.0, 0), (2.9, 1024)]
    cosines = {0: 0.2, 256: 0.5, 512: 0.4, 1024: 0.1}
    sense = Sense(ranked, cosines, PROMPT, judge)

    found = sense.confidences(prompt, [0, 256, 512, 1024], SIZES, AVERAGE)

    *three, beside = sorted(found, reverse=True)
    assert beside < min(three)


@MODELS
def test_a_near_note_proves_less_in_a_larger_book(judge: Judge) -> None:
    chances = [
        Verdict(
            WordEvidence(PARAPHRASE, [], bytes([1] * notes), AVERAGE), judge, PROMPT, {0: 0.4}
        ).chance
        for notes in (20, 100, 250)
    ]

    assert chances == sorted(chances, reverse=True)


@JUDGES
def test_a_long_prompt_is_not_judged_beyond_what_was_measured(judge: Judge) -> None:
    words = WordEvidence(PARAPHRASE, [(0.0, 0)], SIZES, AVERAGE)
    texts = (("pods " * 800)[:length] for length in (240, 4_000))
    far, farther = (Verdict(words, judge, text, {0: 0.4}).chance for text in texts)

    assert far == farther


def test_what_anybody_asks_is_less_of_ones_own_than_what_a_team_does() -> None:
    own = [
        "our staging deploy fails since the new release",
        "which port should we use for the proxy",
    ]
    anybodys = [
        "explain the difference between a mutex and a semaphore",
        "thanks, go on",
        "翻译成英文",
    ]

    assert min(map(own_matter, own)) > max(map(own_matter, anybodys))


@MODELS
def test_the_direction_of_ones_own_matter_speaks_for_a_prompt(judge: Judge) -> None:
    steps = memoryview(judge[3]).cast("b").tolist()
    toward = tuple(step / 400 for step in steps)
    words = WordEvidence(PARAPHRASE, [(0.0, 0)], SIZES, AVERAGE)
    near, away = (
        Verdict(words, judge, PROMPT, {0: 0.4}, tuple(sign * each for each in toward)).chance
        for sign in (1, -1)
    )

    assert near > away
