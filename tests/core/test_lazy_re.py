"""A pattern that is compiled late behaves as one that is compiled at once."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import commonplace.core
from commonplace.core import lazy_re


def late_patterns() -> Iterator[lazy_re.LazyPattern]:
    """Yield the patterns that stand by themselves, in tuples or in tables of the core's modules."""
    for found in pkgutil.walk_packages(commonplace.core.__path__, "commonplace.core."):
        for value in vars(importlib.import_module(found.name)).values():
            several = tuple(value.values()) if isinstance(value, dict) else value
            for each in several if isinstance(several, tuple) else (several,):
                if isinstance(each, lazy_re.LazyPattern):
                    yield each


def test_every_pattern_of_the_core_can_be_compiled() -> None:
    patterns = list(late_patterns())

    assert len(patterns) > 100
    assert [each.pattern for each in patterns if re.compile(each.pattern).groups < 0] == []


def test_it_is_compiled_once_and_with_its_flags() -> None:
    late = lazy_re.compile(r"port (\d+)", lazy_re.IGNORECASE)

    assert "search" not in vars(late)
    found = late.search("PORT 6001")
    assert found is not None
    assert found[1] == "6001"
    assert vars(late)["search"] == late.search
    assert late.sub("-", "Port 1, port 2") == "-, -"
    assert late.groups == 1


def test_its_text_is_known_before_it_is_compiled() -> None:
    late = lazy_re.compile("a|b")

    assert late.pattern == "a|b"
    assert "search" not in vars(late)


def test_a_mistake_shows_when_it_is_used() -> None:
    with pytest.raises(re.error):
        lazy_re.compile("(").search("x")


@pytest.mark.laws
def test_what_came_compiled_is_what_this_interpreter_compiles() -> None:
    kept = lazy_re._kept()

    for pattern, flags in kept:
        late, made = lazy_re._compiled(pattern, flags), re.compile(pattern, flags)

        assert late == made  # flags, code and text
        assert (late.groups, late.groupindex) == (made.groups, made.groupindex)


def test_no_code_of_another_interpreter_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_sre.MAGIC", 1)

    assert lazy_re._kept.__wrapped__() == {}
