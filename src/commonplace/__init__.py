"""A governed long-term memory for AI agents, kept as Markdown files that people own.

`open_book` opens one for a Python program. Nothing is loaded before it is asked for: the hook begins
here too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace import errors
    from commonplace.doors.anthropic_memory import AsyncMemoryTool, MemoryTool
    from commonplace.doors.langgraph_store import LangGraphStore
    from commonplace.doors.python_api import (
        Answer,
        Book,
        Contradiction,
        Health,
        Injection,
        Memory,
        Pending,
        Proposed,
        Recalled,
        Receipt,
        Skipped,
        answer,
        open_book,
    )

__all__ = [
    "Answer",
    "AsyncMemoryTool",
    "Book",
    "Contradiction",
    "Health",
    "Injection",
    "LangGraphStore",
    "Memory",
    "MemoryTool",
    "Pending",
    "Proposed",
    "Recalled",
    "Receipt",
    "Skipped",
    "__version__",
    "answer",
    "errors",
    "open_book",
]
__version__ = "0.1.0"

_EXTRAS = {
    "AsyncMemoryTool": ("anthropic", "anthropic_memory"),
    "LangGraphStore": ("langgraph", "langgraph_store"),
    "MemoryTool": ("anthropic", "anthropic_memory"),
}
"""What needs another package: the extra that brings it, and the door that uses it."""


if not TYPE_CHECKING:  # a checker shall see the names above, and no others

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'commonplace' has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - see above

        if name == "errors":
            return import_module("commonplace.errors")
        extra, door = _EXTRAS.get(name, ("", "python_api"))
        try:
            return getattr(import_module(f"commonplace.doors.{door}"), name)
        except ModuleNotFoundError as cause:
            if not extra:
                raise
            from commonplace.errors import missing  # noqa: PLC0415

            raise missing(name, extra) from cause
