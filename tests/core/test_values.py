"""A value is what the standard `dataclass` would have made of its class."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from typing import ClassVar

import pytest

from commonplace.core.values import dataclass, field, fields, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    """A value of ours."""

    kinds: ClassVar[int] = 3
    name: str
    tags: tuple[str, ...] = ()
    extra: dict[str, str] = field(default_factory=dict, compare=False)
    secret: str = field(default="", repr=False)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """The same, made by the standard library."""

    kinds: ClassVar[int] = 3
    name: str
    tags: tuple[str, ...] = ()
    extra: dict[str, str] = dataclasses.field(default_factory=dict, compare=False)
    secret: str = dataclasses.field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """A value whose fields have an order."""

    left: int
    right: int = 2


@dataclass(frozen=True, slots=True)
class Triple(Pair):  # noqa: PLW1641 - it is given one
    """A value that is built on another."""

    third: int = 3

    def __eq__(self, other: object) -> bool:
        """Compare by the last field alone."""
        return isinstance(other, Triple) and other.third == self.third


@pytest.mark.parametrize("kind", [Quick, Standard])
def test_a_value_behaves_as_the_standard_one(kind: type) -> None:
    one = kind(name="a", extra={"k": "v"}, secret="s")

    assert repr(one).removeprefix(kind.__name__) == "(name='a', tags=(), extra={'k': 'v'})"
    assert one == kind(name="a", secret="s")
    assert hash(one) == hash(kind(name="a", secret="s"))
    assert one != kind(name="b")
    assert one != ("a", (), "s")
    assert replace(one, name="b").name == "b"
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    assert kind(name="x").extra is not kind(name="x").extra
    assert kind.__slots__ == ("name", "tags", "extra", "secret")
    assert [each.name for each in fields(kind)] == ["name", "tags", "extra", "secret"]
    assert kind.__match_args__ == ()


@pytest.mark.parametrize("kind", [Quick, Standard])
def test_a_value_refuses_what_the_standard_one_refuses(kind: type) -> None:
    one = kind(name="a")

    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
        one.name = "b"
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'name'"):
        del one.name
    with pytest.raises(TypeError, match=r"__init__\(\) missing 1 required keyword-only argument"):
        kind()
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        kind(name="a", other=1)


def test_a_value_with_ordered_fields_is_taken_apart_by_match() -> None:
    match Pair(1):
        case Pair(left, right):
            assert (left, right) == (1, 2)


def test_a_value_inherits_fields_and_keeps_the_methods_of_its_class() -> None:
    one = Triple(1, 5, 7)

    assert repr(one) == "Triple(left=1, right=5, third=7)"
    assert one == Triple(2, 6, 7)
    assert isinstance(hash(one), int)
    assert Triple.__slots__ == ("third",)


def test_only_frozen_values_with_slots_are_made() -> None:
    with pytest.raises(TypeError, match="only frozen values"):
        dataclass(frozen=True, slots=False)


def test_the_standard_library_sees_a_value_as_its_own() -> None:
    one = Quick(name="a", extra={"k": "v"})
    ours, theirs = dataclasses.fields(Quick), dataclasses.fields(Standard)

    assert dataclasses.is_dataclass(Quick)
    assert dataclasses.replace(one, name="b") == Quick(name="b")
    assert dataclasses.asdict(one) == {"name": "a", "tags": (), "extra": {"k": "v"}, "secret": ""}
    for kind in (
        "name",
        "type",
        "default",
        "default_factory",
        "init",
        "repr",
        "compare",
        "kw_only",
    ):
        assert [getattr(each, kind) for each in ours] == [getattr(each, kind) for each in theirs]


def test_a_value_of_the_standard_library_may_be_built_on_one_of_ours() -> None:
    @dataclasses.dataclass(frozen=True)
    class Longer(Pair):
        more: int = 4

    assert Longer(1) == Longer(1, 2, 4)


def test_a_default_that_values_would_share_is_refused() -> None:
    with pytest.raises(ValueError, match="mutable default for field tags"):

        @dataclass(frozen=True, slots=True)
        class Shared:
            tags: list[str] = []  # noqa: RUF012 - what is refused


def test_values_and_hashes_load_neither_what_compiles_classes_nor_what_encrypts() -> None:
    program = "import commonplace.core.memory, commonplace.core.changes, commonplace.storage.trust, sys; print(*sorted({'dataclasses', 'inspect', 'hashlib'} & {*sys.modules}))"
    ran = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, check=True)

    assert ran.stdout.split() == []
