"""The layout `lingxi`: one note per memory, its metadata in bullets, its index in one table."""

from commonplace.layouts.lingxi.layout import LingxiLayout

__all__ = ["LingxiLayout"]
