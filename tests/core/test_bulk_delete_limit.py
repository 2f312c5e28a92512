"""The mass-delete brake."""

from datetime import date

import pytest

from commonplace.core.answers import check_bulk_delete, has_vanished
from commonplace.core.changes import Bury, Change, Create, Erase
from commonplace.core.memory import Memory, Tombstone
from commonplace.errors import TooManyAtOnce

MEMORY = Memory(id="m", title="m")
BURY = Bury(MEMORY, Tombstone(at=date(2026, 5, 1), reason="old"))


@pytest.mark.parametrize(("count", "total"), [(5, 5), (5, 10), (10, 100), (100, 1000), (0, 0)])
def test_five_or_ten_per_cent_pass_unasked(count: int, total: int) -> None:
    check_bulk_delete([BURY] * count, total)


@pytest.mark.parametrize(("count", "total"), [(6, 6), (6, 59), (11, 100), (101, 1000)])
def test_more_than_that_is_refused(count: int, total: int) -> None:
    with pytest.raises(TooManyAtOnce, match=f"{count} of {total}"):
        check_bulk_delete([BURY] * count, total)


def test_burials_and_erasures_count_together_and_nothing_else_does() -> None:
    harmless: list[Change] = [Create(MEMORY)] * 50
    check_bulk_delete(harmless, 10)

    with pytest.raises(TooManyAtOnce):
        check_bulk_delete([*harmless, *[BURY] * 3, *[Erase(MEMORY)] * 3], 10)


def test_only_a_book_of_some_size_can_vanish() -> None:
    assert has_vanished(11, 0)
    assert not has_vanished(10, 0)
    assert not has_vanished(11, 1)
