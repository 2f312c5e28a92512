"""Every number that recall depends on, in one place, with the figures that chose it.

Measured by `make bench` on the development data (docs/benchmarks.md). R@10 is recall at ten over
the turns of LoCoMo's conversations, one index for each; a difference under one point is noise.
"""

from __future__ import annotations

K1 = 0.9
"""How fast a repeated word stops counting. 1.2 with B = .75 (everybody's default): 2 points less."""

B = 0.4
"""How much a long passage pays for its length. Flat from 0 to .4 on turns; XQuAD wants .4."""

NEIGHBOURS = (0.3, 0.1)
"""What a passage gets from those one and two steps away: R@10 65.4 -> 73.1, with the second 74.6."""

NOTE_SUPPORT = 0.6
"""What a passage gets from its whole note: this much of the mean of the note's best passages."""

NOTE_SUPPORT_TOP = 3
"""How many of the best passages speak for the note."""

LINK_SUPPORT = 0.1
"""What a memory that was found gets from one that links to it and was found too."""

CANDIDATES = 200
"""How many passages stay in the race after the first count: recall at 200 is 94, at 100 it is 90."""
