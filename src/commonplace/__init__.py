"""A governed long-term memory for AI agents, kept as Markdown files that people own.

`open_book` opens one for a Python program. Nothing is loaded before it is asked for: the hook begins
here too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.doors.python_api import Book, Injection, open_book

__all__ = ["Book", "Injection", "__version__", "open_book"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name in __all__:
        from commonplace.doors import python_api  # noqa: PLC0415 - see above

        return getattr(python_api, name)
    raise AttributeError(f"module 'commonplace' has no attribute {name!r}")
