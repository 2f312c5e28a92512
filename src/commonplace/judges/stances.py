"""What one text takes for granted as a whole and the other breaks.

A denial need not stand in the clause that names its subject, so these signs are of whole texts.
"""

from __future__ import annotations

from commonplace.core.claims.qualifiers import speaks_of
from commonplace.judges.meetings import Pair


def stance_features(pair: Pair) -> dict[str, float]:
    """Return where the candidate breaks what the memory takes for granted, or says that it is past."""
    new, old = pair.new.account.text, pair.old.account.text
    found = {
        "permit_then_forbid": speaks_of("permission", old) and _begins("prohibition", new, old),
        "permit_then_harm": speaks_of("permission", old) and _begins("harm", new, old),
        "universal_bounded": speaks_of("everything", old) and speaks_of("limit", new),
        "universal_denied": speaks_of("everything", old) and _begins("prohibition", new, old),
        "exclusive": speaks_of("nothing else", new),
        "takes_back": speaks_of("taken back", new),
        "takes_back_in_title": any(
            speaks_of("taken back", one.text.lower()) for one in pair.new.headings
        ),
        "gone": speaks_of("gone", new),
    }
    return {name: float(value) for name, value in found.items()}


def _begins(what: str, new: str, old: str) -> bool:
    """Say whether the candidate speaks of something that the memory does not."""
    return speaks_of(what, new) and not speaks_of(what, old)
