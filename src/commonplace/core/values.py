"""Frozen values: what the standard `dataclass` makes of a class, for a tenth of the time.

The standard one writes and compiles six functions for each class, 0.7 ms on Python 3.11, and a command
loads up to 250 classes of which it makes a few: that was two fifths of its start. Loading it takes more than
a bare interpreter does, for what it needs to write them. Here `__init__` is compiled when the first value is
made, the other methods are closures, and the standard fields are made when somebody looks at them: so
the standard `replace`, `fields`, `match` and type checkers see no difference.
"""

from __future__ import annotations

from operator import attrgetter
from reprlib import recursive_repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import asdict as asdict  # noqa: PLC0414 - for those who make values
    from dataclasses import dataclass as dataclass  # noqa: PLC0414
    from dataclasses import field as field  # noqa: PLC0414
    from dataclasses import fields as fields  # noqa: PLC0414
    from dataclasses import is_dataclass as is_dataclass  # noqa: PLC0414
    from dataclasses import replace as replace  # noqa: PLC0414
    from typing import Any
else:

    def dataclass(*, frozen: bool, slots: bool, kw_only: bool = False) -> Callable[[type], type]:
        """Return the decorator that makes a class a frozen value with slots; other ones the standard makes."""
        if not (frozen and slots):
            raise TypeError("only frozen values with slots are made here")
        return lambda cls: _value(cls, kw_only=kw_only)

    def field(**given: object) -> _Field:
        """Declare a field that has more than a type and a plain default."""
        return _Field(**given)

    def fields(of: object) -> tuple[_Field, ...]:
        """Return the fields of a value or its class, in order; of what the standard made, its own."""
        known = getattr(of, _KNOWN, None)
        return tuple(known.values()) if known is not None else _standard().fields(of)

    def is_dataclass(of: object) -> bool:
        """Say whether this is a value, or a class of values, whoever made it."""
        return hasattr(of, _KNOWN) or hasattr(of, "__dataclass_fields__")

    def replace(value: object, /, **changes: object) -> object:
        """Return `value` with other fields."""
        known = getattr(value, _KNOWN, None)
        if known is None:
            return _standard().replace(value, **changes)
        for name, each in known.items():
            if each.init and name not in changes:
                changes[name] = getattr(value, name)
        return type(value)(**changes)

    def asdict(value: object) -> dict[str, object]:
        """Return the fields of a value, and of those in it, by their names."""
        return _standard().asdict(value)


_KNOWN = "__commonplace_fields__"
_MISSING: Any = object()


class _Field:
    """One field of a class, under the names that the standard one has."""

    __slots__ = (
        "compare",
        "default",
        "default_factory",
        "hash",
        "init",
        "kw_only",
        "metadata",
        "name",
        "repr",
        "type",
    )

    def __init__(
        self,
        *,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the standard's own names
        hash: bool | None = None,  # noqa: A002
        compare: bool = True,
        metadata: Mapping[str, Any] | None = None,
        kw_only: bool | None = None,
    ) -> None:
        self.name = ""
        self.type: Any = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata: Mapping[str, Any] = metadata or {}
        self.kw_only = kw_only


def _standard() -> Any:
    import dataclasses  # noqa: PLC0415 - see above

    return dataclasses


class _StandardFields:
    """What the standard library asks a class for: made when it asks, and kept there."""

    def __get__(self, value: object, cls: type) -> dict[str, Any]:
        standard = _standard()
        made: dict[str, Any] = {}
        for name, each in getattr(cls, _KNOWN).items():
            default = {
                kind: getattr(each, kind)
                for kind in ("default", "default_factory")
                if getattr(each, kind) is not _MISSING
            }
            made[name] = found = standard.field(
                **default,
                init=each.init,
                repr=each.repr,
                hash=each.hash,
                compare=each.compare,
                metadata=each.metadata,
                kw_only=each.kw_only,
            )
            found.name, found.type = name, each.type
            found._field_type = standard._FIELD  # noqa: SLF001 - what `fields` looks for
        cls.__dataclass_fields__ = made  # type: ignore[attr-defined]
        return made


class _StandardParameters:
    """As `_StandardFields`: what the standard library asks of a class that another one is built on."""

    def __get__(self, value: object, cls: type) -> Any:
        sample = _standard().dataclass(frozen=True)(type("Sample", (), {"__doc__": ""}))
        return sample.__dataclass_params__


def _value(cls: type, *, kw_only: bool) -> type:
    known = _fields_of(cls, kw_only=kw_only)
    own = list(known.values())
    made = _with_slots(cls, list(known))
    compared = _getter(each.name for each in own if each.compare)
    hashed = _getter(
        each.name for each in own if (each.compare if each.hash is None else each.hash)
    )
    given: dict[str, object] = {
        _KNOWN: known,
        "__dataclass_fields__": _StandardFields(),
        "__dataclass_params__": _StandardParameters(),
        "__match_args__": tuple(each.name for each in own if each.init and not each.kw_only),
    }
    methods: dict[str, Callable[..., object]] = {
        "__init__": _init_when_called(made, own),
        "__repr__": _repr_of([each.name for each in own if each.repr]),
        "__eq__": _eq_of(compared),
        "__hash__": lambda self: hash(hashed(self)),
        "__setattr__": _refuse_to_assign,
        "__delattr__": _refuse_to_delete,
        "__getstate__": _getstate,
        "__setstate__": _setstate,
    }
    for name, what in given.items():
        setattr(made, name, what)
    for name, method in methods.items():
        if cls.__dict__.get(name) is None:  # a class with its own `__eq__` has None for `__hash__`
            setattr(made, name, method)
    return made


def _fields_of(cls: type, *, kw_only: bool) -> dict[str, _Field]:
    """Return the fields of a class by their names: those of its bases first, then its own."""
    known: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        known |= base.__dict__.get(_KNOWN, {})
    for name, kind in cls.__annotations__.items():
        if "ClassVar" in (kind if isinstance(kind, str) else repr(kind)).partition("[")[0]:
            continue
        default = cls.__dict__.get(name, _MISSING)
        found = default if isinstance(default, _Field) else _Field(default=default)
        if type(found.default).__hash__ is None:
            raise ValueError(f"mutable default for field {name}: use default_factory")
        found.name, found.type = name, kind
        found.kw_only = kw_only if found.kw_only is None else found.kw_only
        known[name] = found
    return known


def _with_slots(cls: type, names: list[str]) -> type:
    """Return `cls` made again: slots cannot be given to a class that exists."""
    inherited = {name for base in cls.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
    left_out = {*names, "__dict__", "__weakref__"}
    body = {key: what for key, what in cls.__dict__.items() if key not in left_out}
    body["__slots__"] = tuple(name for name in names if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _getter(names: Iterable[str]) -> Callable[[object], object]:
    wanted = tuple(names)
    return attrgetter(*wanted) if wanted else lambda _: ()


def _init_when_called(cls: type, known: list[_Field]) -> Callable[..., None]:
    def __init__(self: object, *args: object, **kwargs: object) -> None:  # noqa: N807 - the method itself
        compiled = _compiled_init(cls, known)
        cls.__init__ = compiled  # type: ignore[misc]
        compiled(self, *args, **kwargs)

    return __init__


def _compiled_init(cls: type, known: list[_Field]) -> Callable[..., None]:
    scope: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": _MISSING}
    asked = [each for each in known if each.init]
    first = [_parameter(each, scope) for each in asked if not each.kw_only]
    named = [_parameter(each, scope) for each in asked if each.kw_only]
    head = ", ".join(["self", *first, *(["*", *named] if named else [])])
    lines = [f"_set(self, {each.name!r}, {_given(each, scope)})" for each in known]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({head}):\n " + "\n ".join(lines or ["pass"]), scope)  # noqa: S102 - our own field names
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _parameter(each: _Field, scope: dict[str, Any]) -> str:
    if each.default is not _MISSING:
        scope[f"_default_{each.name}"] = each.default
        return f"{each.name}=_default_{each.name}"
    is_made = each.default_factory is not _MISSING
    return f"{each.name}=_MISSING" if is_made else each.name


def _given(each: _Field, scope: dict[str, Any]) -> str:
    if each.default_factory is _MISSING:
        return each.name
    scope[f"_made_{each.name}"] = each.default_factory
    return f"_made_{each.name}() if {each.name} is _MISSING else {each.name}"


def _repr_of(names: list[str]) -> Callable[[object], str]:
    @recursive_repr()
    def __repr__(self: object) -> str:  # noqa: N807
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    return __repr__


def _eq_of(compared: Callable[[object], object]) -> Callable[[object, object], bool]:
    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    return __eq__


def _refuse_to_assign(self: object, name: str, value: object) -> None:  # noqa: ARG001 - Python's signature
    raise _standard().FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:  # noqa: ARG001
    raise _standard().FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: object) -> list[object]:
    return [getattr(self, name) for name in getattr(self, _KNOWN)]


def _setstate(self: object, state: list[object]) -> None:
    for name, value in zip(getattr(self, _KNOWN), state, strict=True):
        object.__setattr__(self, name, value)
