"""What clients are told about a tool beside its words: all four hints, and whether it is seen at once."""

from __future__ import annotations

from mcp_types import ToolAnnotations

ALWAYS_LOADED: dict[str, object] = {"anthropic/alwaysLoad": True}
"""Clients that hide tools behind a search show these from the first turn on."""


def hints(
    title: str, *, reads: bool = False, destroys: bool = False, repeats: bool = False
) -> ToolAnnotations:
    """Return all four hints: left out, a client must assume the worst. No tool reaches outside."""
    return ToolAnnotations(
        title=title,
        read_only_hint=reads,
        destructive_hint=destroys,
        idempotent_hint=reads or repeats,
        open_world_hint=False,
    )
