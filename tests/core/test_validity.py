"""The days in an answer are kept as days, beside the answer itself."""

from datetime import date

import pytest

from commonplace.core.answers import validity_of
from commonplace.core.memory import Validity

FIRST, LAST = date(2026, 12, 1), date(2026, 12, 31)


@pytest.mark.parametrize(
    ("answer", "first", "last"),
    [
        ("in staging", None, None),
        ("from 2026-12-01", FIRST, None),
        ("Since 2026/12/1, in staging", FIRST, None),
        ("until 2026-12-31", None, LAST),
        ("before 2027-01-01", None, LAST),
        ("from 2026-12-01 until 2026-12-31", FIRST, LAST),
        ("2026-12-01 to 2026-12-31", FIRST, LAST),
        ("从 2026年12月1日 起", FIRST, None),
        ("2026年12月1日至2026年12月31日", FIRST, LAST),
        ("到2026-12-31为止", None, LAST),
        ("2027-01-01 之前", None, LAST),
        ("until 2026-02-31", None, None),
        ("since the migration of 2026-12-01", None, None),
    ],
)
def test_the_days_of_an_answer(answer: str, first: date | None, last: date | None) -> None:
    assert validity_of(answer) == Validity(valid_from=first, valid_to=last, applies_when=answer)
