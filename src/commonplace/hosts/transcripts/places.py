"""Where an agent program keeps the transcript of the session that a command runs in.

Only the program's own folder is looked in: a transcript that stands elsewhere could be anybody's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_SESSION = re.compile(r"[A-Za-z0-9-]{8,80}")


def transcript_in(environ: Mapping[str, str]) -> Path | None:
    """Return the transcript of the session that `environ` belongs to, None when it is not known."""
    home = Path(environ.get("HOME") or "~").expanduser()
    if session := environ.get("CLAUDE_CODE_SESSION_ID", ""):
        folder = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
        return _claude(folder / "projects", session)
    if named := environ.get("CURSOR_TRANSCRIPT_PATH", ""):
        path = Path(named).resolve()
        return path if path.is_relative_to((home / ".cursor").resolve()) else None
    return None


def _claude(projects: Path, session: str) -> Path | None:
    if not _SESSION.fullmatch(session):
        return None
    return next(iter(sorted(projects.glob(f"*/{session}.jsonl"))), None)
