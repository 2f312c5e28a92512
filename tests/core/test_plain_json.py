"""JSON for the hook says what the standard module says."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.plain_json import dumps, loads

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_read_back_here_and_by_the_standard_module(value: object) -> None:
    assert loads(dumps(value)) == value
    assert json.loads(dumps(value)) == value


@given(VALUES)
def test_what_the_standard_module_writes_is_read(value: object) -> None:
    assert loads(json.dumps(value, indent=2)) == value
    assert loads(" \n" + json.dumps(value, ensure_ascii=False) + "\n") == value


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[1,", '"a', "{} {}", "nul", "{'a': 1}", "[" * 100_000, '"\x01"']
)
def test_what_is_not_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are the scanner's own
        loads(text)


def test_the_words_of_javascript_for_no_number_are_read_like_the_standard_module_does() -> None:
    assert math.isnan(loads("NaN"))  # type: ignore[arg-type]
