"""The vault: one Markdown file per memory, front matter on top, three generated indices beside it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from commonplace.layouts.vault.layout import VaultLayout

__all__ = ["VaultLayout"]


def __getattr__(name: str) -> object:
    """Load the layout when it is asked for: a hook needs the half of it that reads."""
    if name != "VaultLayout":
        raise AttributeError(name)
    from commonplace.layouts.vault.layout import VaultLayout  # noqa: PLC0415

    return VaultLayout
