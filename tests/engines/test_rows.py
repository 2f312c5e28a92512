"""Rows: vectors kept as bytes say the same as the vectors, with and without numpy."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.engines.embedders.arrays import (
    cosine,
    nearest_by_signs,
    pack_row,
    row_size,
    signs_of_rows,
)
from commonplace.engines.embedders.packing import cosines, pack_matrix

pytestmark = pytest.mark.laws

DIMENSION = 16
NUMBERS = st.floats(-1, 1, allow_subnormal=False, width=32).filter(lambda x: abs(x) > 1e-3)
VECTORS = st.tuples(*[NUMBERS] * DIMENSION)


def unit(vector: tuple[float, ...]) -> tuple[float, ...]:
    length = math.sqrt(sum(value * value for value in vector))
    return tuple(value / length for value in vector)


@given(VECTORS, VECTORS)
@settings(max_examples=80, deadline=None)
def test_a_row_keeps_the_cosine(query: tuple[float, ...], stored: tuple[float, ...]) -> None:
    exact = sum(a * b for a, b in zip(unit(query), unit(stored), strict=True))

    assert cosine(unit(query), memoryview(pack_row(stored))) == pytest.approx(exact, abs=0.02)


@given(st.lists(VECTORS, min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_rows_packed_with_and_without_numpy_are_the_same_to_a_rounding(
    vectors: list[tuple[float, ...]],
) -> None:
    slow = b"".join(pack_row(vector) for vector in vectors)
    quick = pack_matrix(np.array(vectors, np.float32))

    assert len(quick) == len(slow) == len(vectors) * row_size(DIMENSION)
    assert cosines(unit(vectors[0]), quick) == pytest.approx(
        [cosine(unit(vectors[0]), part) for part in parts(slow)], abs=0.01
    )


def parts(rows: bytes) -> list[memoryview]:
    size = row_size(DIMENSION)
    return [memoryview(rows)[at : at + size] for at in range(0, len(rows), size)]


def test_a_text_of_which_nothing_is_known_is_near_to_nothing() -> None:
    nothing = pack_row((0.0,) * DIMENSION)

    assert nothing == pack_matrix(np.zeros((1, DIMENSION), np.float32))
    assert cosine(unit((1.0,) * DIMENSION), memoryview(nothing)) == 0.0


def test_no_texts_are_no_rows() -> None:
    assert pack_matrix(np.empty((0, DIMENSION), np.float32)) == b""
    assert nearest_by_signs((1.0,) * DIMENSION, b"", 5) == []


@given(st.lists(VECTORS, min_size=1, max_size=30, unique=True), st.data())
@settings(max_examples=50, deadline=None)
def test_no_row_differs_less_in_signs_than_a_vectors_own(
    vectors: list[tuple[float, ...]], data: st.DataObject
) -> None:
    wanted = data.draw(st.integers(0, len(vectors) - 1))
    rows = pack_matrix(np.array(vectors, np.float32))
    order = nearest_by_signs(vectors[wanted], signs_of_rows(rows, DIMENSION), len(vectors))

    first = [value > 0 for value in vectors[order[0]]]

    assert first == [value > 0 for value in vectors[wanted]]
    assert sorted(order) == list(range(len(vectors)))


def test_among_very_many_rows_the_nearest_are_still_found() -> None:
    dice = np.random.default_rng(3)
    rows = dice.normal(size=(6000, 256)).astype(np.float32)
    query = rows[4321] + dice.normal(scale=0.5, size=256)
    near = rows[:20] = query + dice.normal(scale=0.7, size=(20, 256)).astype(np.float32)

    order = nearest_by_signs(unit(tuple(query.tolist())), signs_of_rows(pack_matrix(rows), 256), 21)

    assert order[0] == 4321
    assert len(near) == len(set(order) & set(range(20)))
