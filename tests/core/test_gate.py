"""The gate: silence unless something specific agrees."""

import pytest

from commonplace.core import weights
from commonplace.core.gate import (
    LIKELY,
    SURE,
    THRESHOLD,
    UNSURE,
    Asked,
    Gates,
    confidence,
    sensed_probability,
    sensed_signals,
    signals,
    specific_words,
    tier,
)
from commonplace.core.ranking import rarity
from commonplace.core.stopwords import CHATTER, STOP_WORDS
from commonplace.core.tokens import tokens

SIZES = bytes([3] * 100)
"""A book of a hundred notes, three passages each."""


def asked(*words: tuple[str, float], at: int | None = 0) -> list[Asked]:
    """Return words of a prompt, each in the passage `at` or nowhere, with their rarity."""
    return [(word, rare, {} if at is None else {at: rare}) for word, rare in words]


def test_a_prompt_whose_rare_words_meet_in_one_passage_is_answered() -> None:
    prompt = asked(("redis", 5.0), ("staging", 4.5), ("port", 4.0))

    assert confidence(prompt, (18.0, 0), SIZES) >= THRESHOLD


def test_words_that_the_book_does_not_know_speak_against_it() -> None:
    known = asked(("redis", 5.0), ("port", 4.0))
    unknown = asked(("paris", 6.0), ("weather", 6.0), ("tomorrow", 6.0), at=None)

    assert confidence([*known, *unknown], (11.0, 0), SIZES) < confidence(known, (11.0, 0), SIZES)


@pytest.mark.parametrize("speak", weights.SPEAK)
def test_a_memory_is_said_from_one_probability_on_and_pointed_at_from_a_lower_one(
    speak: str,
) -> None:
    sure_from, likely_from = weights.SPEAK[speak]

    assert [tier(at, speak) for at in (1.0, sure_from, likely_from, 0.0)] == [
        SURE,
        SURE,
        LIKELY,
        UNSURE,
    ]


def test_who_wants_to_hear_more_hears_what_others_do_not() -> None:
    bounds = [weights.SPEAK[speak] for speak in ("more", "normal", "less")]

    assert bounds == sorted(bounds)


def test_where_nothing_was_found_there_is_no_confidence() -> None:
    assert confidence(asked(("redis", 5.0), ("port", 4.0)), None, SIZES) == 0.0


@pytest.mark.parametrize(
    "prompt",
    ["continue", "yes, do it", "fix the failing tests please", "redis", "继续", "好的，修复报错"],
)
def test_a_prompt_that_says_nothing_specific_is_refused_by_rule(prompt: str) -> None:
    words = asked(*((word, 5.0) for word in tokens(prompt) if word not in STOP_WORDS))

    assert confidence(words, (50.0, 0), SIZES) == 0.0


def test_two_characters_of_an_unspaced_script_count_as_one_word() -> None:
    assert specific_words(asked(*((gram, 1.0) for gram in tokens("缓存雪崩")))) == 1.5


def test_a_word_in_the_next_passage_agrees_and_one_in_the_next_note_does_not() -> None:
    beside = signals([("redis", 5.0, {1: 5.0})], (5.0, 0), SIZES)
    elsewhere = signals([("redis", 5.0, {256: 5.0})], (5.0, 255), SIZES)

    assert beside[1] == 1.0
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

    assert signals(asked_of, (1.0, 0), SIZES)[4] == pytest.approx(share)


def test_a_gate_that_hears_cosines_knows_the_second_rarest_word_and_the_chatter() -> None:
    prompt = asked(("redis", 5.0), ("port", 3.0), ("fix", 2.0), ("test", 9.0))
    by_words = signals(prompt, (9.0, 0), SIZES)

    found = sensed_signals(prompt, (9.0, 0), SIZES, (0.3, 0.4))

    assert found[:8] == by_words[:-1]
    assert found[8:] == (pytest.approx(3.0 / rarity(0, 300)), 0.5, by_words[-1], 0.3, 0.4)


def test_chatter_is_written_as_the_tokenizer_writes_it() -> None:
    assert not CHATTER & STOP_WORDS
    assert [word for word in CHATTER if word.isascii() and tokens(word) != (word,)] == []


@pytest.mark.parametrize("gates", [weights.GATE_STATIC, weights.GATE_UNIVERSAL])
def test_a_near_meaning_speaks_for_a_hit_whether_its_words_met_or_not(gates: Gates) -> None:
    met = (1.5, 0.4, 0.6, 1.4, 0.4, 0.6, 0.4, 0.0, 0.8, 0.0, 6.0)
    apart = (*[0.0] * 10, 6.0)

    for words in (met, apart):
        far, near = ((*words, cosine, cosine) for cosine in (0.1, 0.6))
        assert sensed_probability(far, gates) < THRESHOLD < sensed_probability(near, gates)


def test_words_that_the_book_does_not_know_say_nothing_about_another_language() -> None:
    few = (0.5, 0.1, 0.1, 0.7, 0.1, 0.1, 0.1, 0.0, 0.5, 0.2, 6.0, 0.5, 0.5)
    none = (*[0.0] * 9, 0.2, 6.0, 0.5, 0.5)

    assert sensed_probability(few, weights.GATE_STATIC) == sensed_probability(
        none, weights.GATE_STATIC
    )
