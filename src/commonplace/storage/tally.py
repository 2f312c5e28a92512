"""What the store remembers from one commit to the next; losing it costs a second look at the disk."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from commonplace.storage.codec import Malformed, decode, encode
from commonplace.storage.jotting import jot, read_jotted

ID_MOMENT = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The newest receipt, how many notes there were, and when leftovers were last looked for."""

    last_id: str = ""
    notes: int | None = None
    swept_at: float = 0.0


class TallyFile:
    """Where the tally is kept."""

    def __init__(self, state: str) -> None:
        self._path = os.path.join(state, "tally.json")

    def read(self) -> Tally:
        """Return the tally, an empty one when there is none that can be read."""
        try:
            tally: Tally = decode(Tally, read_jotted(self._path))
        except Malformed:
            return Tally()
        return tally

    def write(self, tally: Tally) -> None:
        """Keep `tally`."""
        jot(self._path, encode(tally))


def next_id(last_id: str, now: datetime, mark: str) -> str:
    """Return an id that sorts after `last_id`, even when the clock was set back."""
    moment = now.astimezone(UTC).strftime(ID_MOMENT)
    last = last_id.partition("-")[0]
    if moment <= last:
        later = datetime.strptime(last, ID_MOMENT).replace(tzinfo=UTC) + timedelta(microseconds=1)
        moment = later.strftime(ID_MOMENT)
    return f"{moment}-{mark}"
