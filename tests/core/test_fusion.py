"""What words say and what meaning says, in one order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core import weights
from commonplace.core.ranking import fused, lifts

pytestmark = pytest.mark.laws

KEYS = st.integers(0, 2000)
SCORES = st.dictionaries(KEYS, st.floats(0, 100), max_size=60)
COSINES = st.dictionaries(KEYS, st.floats(-1, 1), max_size=60)


def ranked(scores: dict[int, float]) -> list[tuple[float, int]]:
    return sorted(((score, key) for key, score in scores.items()), key=lambda e: (-e[0], e[1]))


@given(SCORES)
def test_without_vectors_the_words_decide_alone(scores: dict[int, float]) -> None:
    assert fused(ranked(scores), lifts(scores, {})) == ranked(scores)


@given(SCORES, COSINES)
def test_meaning_only_ever_adds(scores: dict[int, float], cosines: dict[int, float]) -> None:
    found = {key: score for score, key in fused(ranked(scores), lifts(scores, cosines))}

    assert all(found[key] >= score for key, score in scores.items())
    assert found.keys() <= scores.keys() | cosines.keys()


@given(SCORES, COSINES, st.floats(0.1, 1))
def test_an_embedder_whose_cosines_all_lie_higher_gives_the_same_order(
    scores: dict[int, float], cosines: dict[int, float], higher: float
) -> None:
    coarse = {key: round(value, 3) for key, value in cosines.items()}
    raised = {key: value + higher for key, value in coarse.items()}
    plain, lifted = lifts(scores, coarse), lifts(scores, raised)

    assert all(abs(plain.get(k, 0.0) - lifted.get(k, 0.0)) < 1e-6 for k in coarse)


def test_what_meaning_alone_finds_comes_before_what_a_chance_word_finds() -> None:
    words = {0: 2.0}
    cosines = {0: 0.05, 256: 0.6, 512: 0.1, 768: 0.02}

    assert fused(ranked(words), lifts(words, cosines))[0][1] == 256


def test_in_a_book_of_four_the_only_one_that_means_it_beats_a_chance_word() -> None:
    words = {0: 7.0}
    cosines = {0: 0.05, 256: 0.7, 512: 0.05, 768: 0.0}

    assert fused(ranked(words), lifts(words, cosines))[0][1] == 256


def test_what_words_surely_name_stays_first_when_its_meaning_is_average() -> None:
    words = {0: 40.0, 256: 6.0, 512: 5.0, 768: 4.0}
    cosines = {0: 0.2, 256: 0.3, 512: 0.1, 768: 0.2}

    assert fused(ranked(words), lifts(words, cosines))[0][1] == 0


def test_cosines_that_hardly_differ_hardly_count() -> None:
    found = lifts({}, {0: 0.30, 256: 0.31})

    assert found[256] < 0.2 * weights.MEANING * weights.LEAST_WORD_SPREAD


def test_a_passage_is_lifted_by_the_neighbour_that_means_it() -> None:
    beside, alone = 1, 300
    found = lifts({}, {0: 0.7, beside: 0.2, alone: 0.2, 600: 0.0, 900: 0.0})

    assert found[beside] > found.get(alone, 0.0)


def test_the_only_note_of_a_book_is_found_by_meaning() -> None:
    assert fused([], lifts({}, {0: 0.4}))[0][1] == 0


def test_the_only_note_of_a_book_keeps_its_score_where_words_name_it() -> None:
    assert lifts({0: 7.0}, {0: 0.4}) == {}
