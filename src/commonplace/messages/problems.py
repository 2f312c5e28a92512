"""What can be wrong with a file of the book (`problem.<code>`); the file is listed, never rewritten."""

from __future__ import annotations

PROBLEMS: dict[str, tuple[str, str]] = {}
