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
    _leave_folder_out()
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
    gc.set_threshold(_GARBAGE)
    _load_when_asked("inspect")
    from commonplace.doors.cli.main import main as command_line  # noqa: PLC0415

    _end_in_order(command_line())


_GARBAGE = 20_000
"""Looking for circles after every 700 values, most of them functions just loaded, is a twentieth of a start."""


def _load_when_asked(name: str) -> None:
    """Let a module be loaded when something of it is wanted: click imports `inspect` and hardly ever asks it anything."""
    from types import ModuleType  # noqa: PLC0415 - a hook needs none of it

    class Later(ModuleType):
        def __getattr__(self, wanted: str) -> object:
            from importlib import import_module  # noqa: PLC0415 - as the module itself

            if sys.modules.get(name) is self:
                del sys.modules[name]
            return getattr(import_module(name), wanted)

    sys.modules.setdefault(name, Later(name))


def _end_in_order(code: int) -> NoReturn:
    """End this process after what it has promised to do at its end: at once, unless something still runs in it."""
    import atexit  # noqa: PLC0415 - a hook leaves nothing for its end

    threads = sys.modules.get("threading")
    if threads and threads.active_count() > 1:
        sys.exit(code)
    atexit._run_exitfuncs()  # noqa: SLF001 - as the interpreter does at its end
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        sys.exit(code)  # the interpreter says what could not be written
    os._exit(code)


def _leave_folder_out() -> None:
    """Import nothing from the folder we run in, however PYTHONPATH names it: in full, in part or, between two colons, not at all.

    A project that somebody cloned may hold a `click.py`; editors put an open project into PYTHONPATH.
    """
    if not (told := os.environ.get("PYTHONPATH")):
        return
    ours = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = {each: os.path.abspath(each) for each in told.split(os.pathsep)}
    full = [
        place
        for each, place in places.items()
        if place == ours or (os.path.isabs(each) and not _is_here(place))
    ]
    sys.path[:] = [each for each in sys.path if each in full or each not in places.values()]
    os.environ["PYTHONPATH"] = os.pathsep.join(full)  # for whatever we start


def _is_here(place: str) -> bool:
    try:
        return os.path.samefile(place, os.curdir)
    except OSError:
        return False


def _end(code: int) -> NoReturn:
    """End this process at once: taking the interpreter down in order costs a tenth of a hook."""
    try:
        if sys.stdout is not None:  # closed before we began
            sys.stdout.flush()
    except OSError:  # nobody reads the answer any more
        code = 0
    os._exit(code)
