"""Which files of a list somebody means."""

import pytest

from commonplace.core.answers import chosen
from commonplace.errors import BadInput

NAMES = ("a.md", "b.py", "docs/c.md")


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("all", (0, 1, 2)), ("none", ()), ("", ()), ("1,3", (0, 2)), ("2-3", (1, 2)), ("3, 1", (0, 2)),
        ("*.md", (0, 2)), ("docs/*,b.py", (1, 2)), ("1，2", (0, 1)), ("全部", (0, 1, 2)),
    ],
)  # fmt: skip
def test_numbers_ranges_and_names_choose(said: str, places: tuple[int, ...]) -> None:
    assert chosen(said, NAMES) == places


@pytest.mark.parametrize("said", ["0", "4", "2-9", "3-1", "x.txt"])
def test_what_is_not_in_the_list_is_refused(said: str) -> None:
    with pytest.raises(BadInput):
        chosen(said, NAMES)
