"""What the commands say when they have done their work, and what they ask before it."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str]] = {}
