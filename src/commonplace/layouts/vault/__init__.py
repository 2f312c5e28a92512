"""The vault: one Markdown file per memory, front matter on top, three generated indices beside it."""

from commonplace.layouts.vault.layout import VaultLayout

__all__ = ["VaultLayout"]
