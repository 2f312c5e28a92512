"""A tombstone in the front matter, and its removal, byte for byte."""

from __future__ import annotations

import re

from commonplace.core.memory import Tombstone
from commonplace.layouts.frontmatter import read_front_matter
from commonplace.layouts.frontmatter_edits import Splice, apply_splices, change_keys
from commonplace.layouts.vault.keys import RULES, tombstone_keys

_STATUS = r"""[ \t]*["']?[\w-]*["']?"""
_OWN = re.compile(_STATUS)
_WAS = re.compile(f" tombstoned # was:({_STATUS})")
"""Who had a `status` of their own finds it beside ours, and gets it back when the memory is restored."""


def buried(text: str, tombstone: Tombstone) -> str:
    """Return `text` with the keys of `tombstone`."""
    front = read_front_matter(text)
    wanted = tombstone_keys(tombstone)
    splices: list[Splice] = []
    own = front.entries.get("status")
    if own and own.value != "tombstoned":
        colon = text.index(":", own.start) + 1
        if _OWN.fullmatch(text, colon, own.until):
            was = text[colon : own.until]
            splices.append(Splice(colon, own.until, f" tombstoned # was:{was}"))
            del wanted["status"]
    return apply_splices(text, splices + change_keys(text, front, wanted, RULES))


def restored(text: str) -> str:
    """Return `text` without its tombstone: the bytes from before the burial."""
    front = read_front_matter(text)
    wanted = tombstone_keys(None)
    splices: list[Splice] = []
    own = front.entries.get("status")
    if own and (was := _WAS.match(text, text.index(":", own.start) + 1, own.end)):
        splices.append(Splice(*was.span(), was[1]))
        del wanted["status"]
    alive = apply_splices(text, splices + change_keys(text, front, wanted, RULES))
    return _without_empty_block(alive)


def _without_empty_block(text: str) -> str:
    """Drop front matter with nothing in it: only a burial gives such a note front matter at all."""
    front = read_front_matter(text)
    if front.is_there and front.start == front.end:
        return text[: text.index("---")] + text[front.content :]
    return text
