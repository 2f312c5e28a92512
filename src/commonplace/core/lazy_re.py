"""The standard `re`, except that a pattern is compiled when it is first used, and a large one not even then.

For modules with many patterns: a command loads hundreds of them and uses a few, and compiling those of
claims and conversations alone took more than ten bare interpreters. Imported under the name of `re`.

What a large pattern compiles to comes with the package (`scripts/pattern_codes.py` writes it), for the
interpreters that share one form of that code; elsewhere, and for a pattern that is not there, `re` compiles.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from re import ASCII as ASCII  # noqa: PLC0414 - the names that the modules use
from re import DOTALL as DOTALL  # noqa: PLC0414
from re import IGNORECASE as IGNORECASE  # noqa: PLC0414
from re import MULTILINE as MULTILINE  # noqa: PLC0414
from re import NOFLAG as NOFLAG  # noqa: PLC0414
from re import VERBOSE as VERBOSE  # noqa: PLC0414
from re import Match as Match  # noqa: PLC0414
from re import Pattern as Pattern  # noqa: PLC0414
from re import RegexFlag as RegexFlag  # noqa: PLC0414
from re import escape as escape  # noqa: PLC0414
from re import findall as findall  # noqa: PLC0414
from re import sub as sub  # noqa: PLC0414
from typing import Any, cast

from commonplace.data import read_packed

WORTH_KEEPING = 12
"""A pattern of so many characters takes longer to compile than to look up, in a table that is loaded already."""
WORTH_LOADING = 80
"""For one of so many characters the table is loaded."""
CODE_BYTES = 4
_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


def compile(pattern: str, flags: int | RegexFlag = 0) -> Pattern[str]:  # noqa: A001 - as `re` calls it
    """Return what behaves as the compiled `pattern`; a mistake in it shows at its first use."""
    return cast("Pattern[str]", LazyPattern(pattern, flags))


class LazyPattern:
    """A pattern that knows its text, and is compiled when anything else is asked of it."""

    def __init__(self, pattern: str, flags: int | RegexFlag) -> None:
        self.pattern = pattern
        self.asked_flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern, and keep its methods here: the second call is as quick as any."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = _compiled(self.pattern, int(self.asked_flags))
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return getattr(compiled, name)


Kept = tuple[int, int, dict[str, int], memoryview]
"""The flags, the number of groups, the groups by name, and the code of a pattern."""


def _compiled(pattern: str, flags: int) -> Pattern[str]:
    is_loaded = _kept.cache_info().currsize > 0
    is_asked = len(pattern) >= (WORTH_KEEPING if is_loaded else WORTH_LOADING)
    kept = _kept().get((pattern, flags)) if is_asked else None
    if kept is None:
        return re.compile(pattern, flags)
    import _sre  # type: ignore[import-not-found]  # noqa: PLC0415 - what `re` itself hands the code to, which checks it

    whole, groups, names, code = kept
    by_number: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        by_number[number] = name
    made: Pattern[str] = _sre.compile(
        pattern, whole, code.tolist(), groups, names, tuple(by_number)
    )
    return made


@cache
def _kept() -> dict[tuple[str, int], Kept]:
    """Return the patterns that came compiled for this interpreter, by text and flags."""
    import _sre  # noqa: PLC0415
    import json  # noqa: PLC0415 - most commands use no large pattern

    packed = read_packed("patterns")
    head = 4 + int.from_bytes(packed[:4], "little")
    magics, rows = json.loads(packed[4:head])
    if _sre.MAGIC not in magics or _sre.CODESIZE != CODE_BYTES or sys.byteorder != "little":
        return {}
    codes = memoryview(packed[head:]).cast("I")
    found: dict[tuple[str, int], Kept] = {}
    start = 0
    for text, flags, whole, groups, names, size in rows:
        found[text, flags] = whole, groups, names, codes[start : start + size]
        start += size
    return found
