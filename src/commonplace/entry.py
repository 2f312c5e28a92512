"""Where the command begins: a hook takes the light way, everything else the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command of this process and end it with its exit code."""
    if sys.argv[1:2] == ["hook"]:
        from commonplace.doors import hook  # noqa: PLC0415 - the command line costs ten times more

        sys.exit(hook.main(sys.argv[2:]))
    from commonplace.doors.cli.main import main as command_line  # noqa: PLC0415

    command_line()
