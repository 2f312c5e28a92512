"""Ranking: what a word gives, and what a passage gets from around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core import weights
from commonplace.core.ranking import (
    best_of_notes,
    bm25,
    code_of,
    code_weights,
    help_by_links,
    in_context,
    length_class,
    note_of,
    passage_key,
    rarity,
    reached,
    supported,
)

GIVEN = st.lists(st.one_of(st.just(0.0), st.floats(0.1, 10.0)), min_size=1, max_size=12)


@given(st.integers(0, 2**20), st.integers(0, 255))
def test_a_passage_key_names_its_note(note: int, place: int) -> None:
    assert note_of(passage_key(note, place)) == note


@given(st.integers(1, 100), st.integers(0, 2000))
def test_every_count_and_length_has_a_code_of_one_byte(count: int, length: int) -> None:
    code = code_of(count, length_class(length))

    assert 0 <= code < len(code_weights(20.0)) <= 256


@pytest.mark.parametrize("length", [3, 10, 40, 150])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_code_weighs_what_bm25_gives(count: int, length: int) -> None:
    norm = weights.K1 * (1 - weights.B + weights.B * length / 20)
    exact = count * (weights.K1 + 1) / (count + norm)

    assert code_weights(20.0)[code_of(count, length_class(length))] == pytest.approx(
        exact, rel=0.05
    )


@given(st.integers(1, 10_000), st.data())
def test_a_rarer_word_says_more(passages: int, data: st.DataObject) -> None:
    found = data.draw(st.integers(0, passages))

    assert rarity(found, passages) > 0
    assert found == 0 or rarity(found - 1, passages) > rarity(found, passages)


def test_a_word_gives_to_each_passage_that_holds_it() -> None:
    once, thrice = code_of(1, length_class(20)), code_of(3, length_class(20))
    by_code = code_weights(20.0)

    assert bm25(2.0, [([5, 9], bytes([once, thrice])), ([700], bytes([once]))], by_code) == {
        5: 2.0 * by_code[once],
        9: 2.0 * by_code[thrice],
        700: 2.0 * by_code[once],
    }


def test_a_word_reaches_its_neighbours_weaker_and_counts_once() -> None:
    near, far = weights.NEIGHBOURS

    assert reached([0, 0, 0, 8.0, 8.0, 0]) == [
        weights.SAME_NOTE * 8,
        far * 8,
        near * 8,
        8.0,
        8.0,
        near * 8,
    ]


@given(GIVEN)
def test_no_passage_gets_more_than_the_best_and_none_loses_its_own(own: list[float]) -> None:
    found = reached(own)

    assert all(have <= got <= max(own) for have, got in zip(own, found, strict=True))


@given(st.lists(GIVEN, min_size=1, max_size=4).map(lambda rows: [r[:1] * 5 for r in rows]))
def test_passages_that_say_the_same_score_the_same(rows: list[list[float]]) -> None:
    assert len(set(in_context(rows))) == 1


def test_a_short_note_that_answers_beats_a_long_one_that_repeats_a_word() -> None:
    short, long = 0, 1
    rare = {passage_key(short, 0): 5.0}
    common = {passage_key(short, 0): 2.0} | {passage_key(long, place): 3.0 for place in range(20)}

    ranked = supported([rare, common], bytes([1, 20]))

    assert note_of(ranked[0][1]) == short


def test_an_answer_beside_the_question_is_found_without_a_word_of_its_own() -> None:
    ranked = supported([{passage_key(0, 3): 4.0}], bytes([9]))

    assert [key for _, key in ranked[:3]] == [3, 2, 4]


def test_notes_of_no_size_are_left_out() -> None:
    word = {passage_key(0, 0): 9.0, passage_key(1, 0): 1.0}

    assert [key for _, key in supported([word], bytes([0, 1]))] == [passage_key(1, 0)]


def test_a_note_is_as_good_as_its_best_passage() -> None:
    assert best_of_notes([(3.0, 256), (2.0, 5), (1.0, 257)]) == [(3.0, 256), (2.0, 5)]


def test_links_help_what_was_found_and_bring_in_nothing_else() -> None:
    helped = help_by_links({"a": 10.0, "b": 5.0}, {"a": ["b", "a", "gone"]})

    assert helped == {"a": 0.0, "b": weights.LINK_SUPPORT * 10.0}
