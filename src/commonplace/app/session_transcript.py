"""The conversation in which a command runs, where the agent program says which one it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from commonplace.hosts.transcripts.places import transcript_in


def current_transcript(environ: Mapping[str, str]) -> Path | None:
    """Return the transcript of the session that this command belongs to, None when it is not known."""
    return transcript_in(environ)
