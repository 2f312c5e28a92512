"""Where agent programs keep the transcripts of their sessions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

HOME_FOLDERS = {
    "claude-code": (".claude/projects",),
    "codex": (".codex/sessions",),
    "cursor": (".cursor",),
    "gemini": (".gemini/tmp",),
    "vscode": (
        ".config/Code/User",
        "Library/Application Support/Code/User",
        "AppData/Roaming/Code/User",
    ),
}
"""Host -> where in the home folder it keeps transcripts, unless it was told otherwise."""

_SESSION = re.compile(r"[A-Za-z0-9-]{8,80}")


def transcript_in(environ: Mapping[str, str]) -> Path | None:
    """Return the transcript that `environ` names, None when it names none.

    Good enough to propose from; an agent can name any file, so it is no evidence of what a person said.
    """
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
