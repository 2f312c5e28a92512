"""When a profile saves by itself: memory-save's rules (C2) as one decision.

It acts on a preference or habit, a correction of behaviour, a durable fact (a milestone, a decision, a
date, a contact) and the approval of an approach. It does not act on one-off tasks and on an agent's
own reasoning, which are no findings in the first place, nor on what the profile says already.
"""

from __future__ import annotations

from commonplace.core.conversation.findings import Finding, Kind, likeness

ACTIVATING = (Kind.PREFERENCE, Kind.CORRECTION, Kind.FACT, Kind.DECISION, Kind.APPROVAL)
ABOUT_THE_PERSON = (Kind.PREFERENCE, Kind.CORRECTION, Kind.APPROVAL)
TARGET = "user"
"""The page of the profile for what is known about the person."""
KNOWN = 0.8
"""A line that has so many of a finding's words says it already."""


def activates(finding: Finding, profile: str) -> bool:
    """Say whether a profile whose page says `profile` takes a finding in by itself."""
    if finding.kind not in ACTIVATING:
        return False
    lines = (line for line in profile.splitlines() if line.strip(" -#*"))
    return all(likeness(finding.words, line) < KNOWN for line in lines)


def belongs_to_person(finding: Finding) -> bool:
    """Say whether a finding is about the person, so that it goes where the person goes."""
    return finding.is_personal and finding.kind in ABOUT_THE_PERSON
