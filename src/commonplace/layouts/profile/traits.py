"""What is particular to a profile."""

from __future__ import annotations

from commonplace.core.conversation.findings import TARGET, Kind
from commonplace.core.traits import CutOffs, Traits

TRAITS = Traits(
    cut_offs=CutOffs(seed="memory-save C2: already present is not written again"),
    kinds=dict.fromkeys(Kind, TARGET),
    reads_whole=True,
    is_profile=True,
)
