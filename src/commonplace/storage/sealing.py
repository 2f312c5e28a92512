"""A proposal as it waits in a file, with the hashes that say whether it is still the one that was made.

The digest covers what would be written; the seal covers every word beside it, such as the texts that
a person may decide otherwise about.
"""

from __future__ import annotations

import hashlib
import json

from commonplace.core.changes import Proposal
from commonplace.storage.codec import Json, Malformed, decode, encode

_DIGEST, _SEAL = "digest", "seal"


def sealed(proposal: Proposal) -> dict[str, Json]:
    """Return `proposal` as JSON can hold it, sealed."""
    content = encode(proposal)
    assert isinstance(content, dict), "a proposal has fields"
    return {**content, _DIGEST: proposal.digest, _SEAL: _seal(content)}


def unsealed(found: Json) -> Proposal:
    """Return the proposal in `found`, or raise `Malformed` when somebody changed it.

    One of an older version has no seal, and one written by hand no digest.
    """
    proposal: Proposal = decode(Proposal, found)
    assert isinstance(found, dict), "a proposal has been read from it"
    content = {name: value for name, value in found.items() if name not in (_DIGEST, _SEAL)}
    is_same = found.get(_DIGEST, proposal.digest) == proposal.digest
    if not is_same or found.get(_SEAL, _seal(content)) != _seal(content):
        raise Malformed("somebody changed what would be written")
    return proposal


def _seal(content: dict[str, Json]) -> str:
    whole = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(whole.encode("ascii")).hexdigest()
