"""Burying and digging up: the bytes come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.memory import Tombstone
from commonplace.layouts.markdown import Grave, bury, exhume

STONES = st.builds(
    Tombstone, at=st.dates(), reason=st.text(), superseded_by=st.none() | st.text(min_size=1)
)


@pytest.mark.laws
@given(st.binary(), st.text(), STONES)
def test_a_grave_gives_back_what_was_put_into_it(
    content: bytes, origin: str, stone: Tombstone
) -> None:
    grave = Grave(content=content, origin=origin, tombstone=stone)

    assert exhume(bury(grave)) == grave


@given(STONES)
def test_the_mark_is_one_comment_whatever_the_reason_says(stone: Tombstone) -> None:
    mark = bury(Grave(content=b"", origin="a.md", tombstone=stone))

    assert (mark.count(b"-->"), mark.count(b"\n")) == (1, 2)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"# T\n",
        b"\n<!-- buried: {} -->\n",
        b'\n<!-- buried: {"at": 3} -->\n',
        b"\n<!-- buried: {x} -->\n",
    ],
)
def test_what_we_did_not_bury_is_no_grave(content: bytes) -> None:
    assert exhume(content) is None
