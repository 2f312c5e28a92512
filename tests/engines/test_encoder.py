"""The encoder: a text's vector depends on its own pieces and on nothing else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import PIECES, tiny_weights

from commonplace.engines.embedders.model_files import encoder_weights
from commonplace.engines.embedders.universal import Encoder

TEXTS = st.lists(
    st.lists(st.integers(0, len(PIECES) - 1), min_size=1, max_size=9), min_size=1, max_size=8
)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(encoder_weights(tiny_weights()))


@given(TEXTS)
@settings(max_examples=15, deadline=None)
def test_neighbours_in_a_batch_do_not_touch_each_other(
    encoder: Encoder, texts: list[list[int]]
) -> None:
    together = encoder.encode(texts)
    alone = np.concatenate([encoder.encode([text]) for text in texts])

    assert together == pytest.approx(alone, abs=1e-5)


@given(TEXTS)
@settings(max_examples=15, deadline=None)
def test_every_vector_has_length_one(encoder: Encoder, texts: list[list[int]]) -> None:
    lengths = np.linalg.norm(encoder.encode(texts), axis=1)

    assert lengths == pytest.approx(np.ones(len(texts)), abs=1e-5)


def test_the_order_of_pieces_matters(encoder: Encoder) -> None:
    forward, backward = encoder.encode([[6, 7, 8], [8, 7, 6]])

    assert np.abs(forward - backward).max() > 1e-3


def test_more_texts_than_a_batch_holds_keep_their_order(encoder: Encoder) -> None:
    texts = [[6 + n % 12] * 40 for n in range(40)]

    assert encoder.encode(texts)[27] == pytest.approx(encoder.encode([texts[27]])[0], abs=1e-5)


def test_no_texts_are_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dimension)
