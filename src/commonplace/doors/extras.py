"""What a caller is told who asks for a door whose package is not installed."""

from __future__ import annotations

from commonplace.errors import ConfigError


def missing(name: str, extra: str) -> ConfigError:
    """Return the error that names the extra which brings the package."""
    return ConfigError("extra-missing", name=name, extra=extra)
