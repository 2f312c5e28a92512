"""What each command (`help.*`) and each of its options (`option.*`) is for."""

from __future__ import annotations

HELP: dict[str, tuple[str, str]] = {}
