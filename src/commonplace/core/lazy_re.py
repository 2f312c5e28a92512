"""The standard `re`, except that a pattern is compiled when it is first used.

For modules with many patterns: a command loads hundreds of them and uses a few, and compiling those of
claims and conversations alone took more than ten bare interpreters. Imported under the name of `re`.
"""

from __future__ import annotations

import re
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

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


def compile(pattern: str, flags: int | RegexFlag = 0) -> Pattern[str]:  # noqa: A001 - as `re` calls it
    """Return what behaves as the compiled `pattern`; a mistake in it shows at its first use."""
    return cast("Pattern[str]", LazyPattern(pattern, flags))


class LazyPattern:
    """A pattern that knows its text, and is compiled when anything else is asked of it."""

    def __init__(self, pattern: str, flags: int | RegexFlag) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern, and keep its methods here: the second call is as quick as any."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return getattr(compiled, name)
