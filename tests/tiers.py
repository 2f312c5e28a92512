"""Which of many like cases the quick tests try; the others are tried among the laws."""

from collections.abc import Iterable

import pytest


def one_in(step: int, cases: Iterable[object]) -> list[object]:
    """Return `cases` for `parametrize`: each `step`-th in the quick tests, the rest among the laws."""
    return [
        each if number % step == 0 else _among_the_laws(each) for number, each in enumerate(cases)
    ]


def _among_the_laws(case: object) -> object:
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.laws])
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.laws)
