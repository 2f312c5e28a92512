"""Where the command begins: hooks and MCP servers take the light way, the rest the command line."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command of this process and end it with its exit code."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        from commonplace import __version__  # noqa: PLC0415 - click costs four bare interpreters

        sys.stdout.write(f"commonplace {__version__}\n")
        _end(0)
    if sys.argv[1:2] == ["hook"]:
        from commonplace.doors import hook  # noqa: PLC0415 - the command line costs ten times more

        gc.disable()  # a process that lives for a blink
        _end(hook.main(sys.argv[2:]))
    if sys.argv[1:] == ["mcp"] or (sys.argv[1:3] == ["mcp", "--book"] and len(sys.argv) == 4):
        from commonplace.doors.mcp import fast_start  # noqa: PLC0415 - a host waits for the first answer

        try:
            code = fast_start.main(sys.argv[2:])
        except KeyboardInterrupt:  # while the server is still loading
            code = 0
        _end(code)
    from commonplace.doors.cli.main import main as command_line  # noqa: PLC0415

    command_line()


def _end(code: int) -> NoReturn:
    """End this process at once: taking the interpreter down in order costs a tenth of a hook."""
    try:
        if sys.stdout is not None:  # closed before we began
            sys.stdout.flush()
    except OSError:  # nobody reads the answer any more
        code = 0
    os._exit(code)
