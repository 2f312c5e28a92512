"""A hash is the same whichever implementation has made it."""

import hashlib

import pytest

from commonplace.core.hashing import WORTH_LOADING, digest


@pytest.mark.parametrize("size", [0, 1, WORTH_LOADING, WORTH_LOADING + 1])
def test_a_large_text_has_the_hash_that_a_small_one_would_have(size: int) -> None:
    assert digest(b"x" * size) == hashlib.sha256(b"x" * size).hexdigest()
