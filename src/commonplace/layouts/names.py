"""Names for new memories: each is free in its book, and no two of one batch are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from commonplace.core.memory import MemoryId
from commonplace.core.names import collision_key


class FreeNames:
    """The names that are taken, and for each that was wanted the number to try next.

    The number is remembered because many memories of one name would otherwise count from the start.
    """

    def __init__(
        self,
        taken: Iterable[MemoryId] = (),
        *,
        form: str = "{}-{}",
        key: Callable[[str], str] = collision_key,
        is_held: Callable[[MemoryId], bool] = lambda _: False,
    ) -> None:
        self._form = form
        self._key = key
        self._is_held = is_held
        self._taken = {key(name) for name in taken}
        self._last: dict[MemoryId, int] = {}

    def claim(self, wanted: MemoryId) -> MemoryId:
        """Return `wanted`, numbered when it is taken, and take it."""
        number = self._last.get(wanted, 1)
        name = self._numbered(wanted, number)
        while self._key(name) in self._taken or self._is_held(name):
            number += 1
            name = self._numbered(wanted, number)
        self._last[wanted] = number
        self._taken.add(self._key(name))
        return name

    def _numbered(self, wanted: MemoryId, number: int) -> MemoryId:
        return wanted if number == 1 else self._form.format(wanted, number)
