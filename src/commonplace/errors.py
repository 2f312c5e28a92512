"""Everything that can go wrong, in one tree.

CommonplaceError                 carries .hint (what to do next) and .exit_code
├── UserError            1   the caller can fix it
│   ├── NoBook                 no book here, or not one we know
│   ├── NoSuchMemory           no memory, receipt or proposal of that name
│   └── BadInput               an argument or a text we cannot take
├── ConfigError          1   a setting is wrong; nothing was done
├── WriteRefused         1   nothing was written; nothing was written elsewhere either
│   ├── OutsideBook            a path, id or link leads out of the book
│   ├── ChangedUnderneath      a file changed between reading and writing
│   ├── BookBusy               another writer holds the book
│   ├── TooManyAtOnce          the mass-delete brake
│   └── WriteFailed            the disk said no: names path and cause
├── Vetoed               3   a contradiction nobody has settled
├── LeftPending          4   nobody was there to approve; the proposal waits
└── Bug                  70  our fault; please report

The words are in the table of messages: an error knows its key and its values, a door chooses
the language. `str(error)` is the English sentence.

What a caller is told who asks for a door whose package is not installed.
"""

from __future__ import annotations

from typing import ClassVar

from commonplace.messages import say


class CommonplaceError(Exception):
    """Anything we raise on purpose: what happened, what did not, and what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = {name: str(value) for name, value in values.items()}
        super().__init__(self.message())

    def message(self, language: str = "en") -> str:
        """Return the sentence that says what happened and what did not."""
        return say(f"error.{self.key}", language, **self.values)

    def hint(self, language: str = "en") -> str:
        """Return the sentence that says what to do next; what lacks an extra names the command that adds it."""
        extra = self.values.get("extra")
        more = {"command": extra_command(extra)} if extra else {}
        return say(f"hint.{self.key}", language, **self.values, **more)


class UserError(CommonplaceError):
    """The caller can fix it."""


class NoBook(UserError):
    """There is no book here, or not one we know."""


class NoSuchMemory(UserError):
    """No memory, receipt or proposal goes by that name."""


class BadInput(UserError):
    """An argument or a text that we cannot take."""


class ConfigError(CommonplaceError):
    """A setting is wrong; nothing was done."""


class WriteRefused(CommonplaceError):
    """Nothing was written, and nothing was written elsewhere either."""


class OutsideBook(WriteRefused):
    """A path, id or link leads out of the book."""


class ChangedUnderneath(WriteRefused):
    """A file changed between reading and writing."""


class BookBusy(WriteRefused):
    """Another writer holds the book."""


class TooManyAtOnce(WriteRefused):
    """One operation would bury more than the brake allows without being asked."""


class WriteFailed(WriteRefused):
    """The disk said no; the message names path and cause."""


class Vetoed(CommonplaceError):
    """A contradiction that nobody has settled; the message is the question."""

    exit_code = 3


class LeftPending(CommonplaceError):
    """Nobody was there to approve; the proposal waits for a person."""

    exit_code = 4
    is_unanswered = False
    """Whether something else was left out until a person has answered a question about it."""


class Bug(CommonplaceError):
    """Our fault."""

    exit_code = 70


def extra_command(extra: str) -> str:
    """Return the command that adds an extra to this very installation, from where it came: pipx, uv, a clone, or pip.

    A name alone may mean somebody else's package on an index that we were not installed from.
    """
    import os  # noqa: PLC0415 - a hook loads this module, and lacks nothing
    import shlex  # noqa: PLC0415
    import sys  # noqa: PLC0415
    from importlib.util import find_spec  # noqa: PLC0415

    origin, clone, brought = _installed()
    whole = ",".join(sorted({extra, *brought}))  # the tool makes its environment anew

    def wanted(extras: str) -> str:
        if clone:
            return f"-e {shlex.quote(f'{clone}[{extras}]')}"
        return shlex.quote(f"commonplace[{extras}]" + (f" @ {origin}" if origin else ""))

    if os.path.exists(os.path.join(sys.prefix, "pipx_metadata.json")):
        return f"pipx install --force {wanted(whole)}"
    if os.path.exists(os.path.join(sys.prefix, "uv-receipt.toml")):
        return f"uv tool install --force {wanted(whole)}"
    python = shlex.quote(sys.executable)
    if find_spec("pip") is None:  # as in what `uv venv` makes
        return f"uv pip install {wanted(extra)} --python {python}"
    return f"{python} -m pip install {wanted(extra)}"


def _installed() -> tuple[str, str, list[str]]:
    """Return what we were installed from: its address, the folder if that is in place, and which extras are whole."""
    import json  # noqa: PLC0415 - as above
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415
    from urllib.parse import unquote, urlsplit  # noqa: PLC0415

    try:
        ours = distribution("commonplace")
        told = json.loads(ours.read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return "", "", []
    origin = str(told.get("url", ""))
    if told.get("dir_info", {}).get("editable", False):
        return origin, unquote(urlsplit(origin).path), _whole_extras(ours.requires or [])
    if made := told.get("vcs_info"):
        origin = f"{made['vcs']}+{origin}@{made.get('requested_revision') or made['commit_id']}"
    return origin, "", _whole_extras(ours.requires or [])


def _whole_extras(requires: list[str]) -> list[str]:
    """Return the extras of which everything is here, from the lines that a package requires."""
    import re  # noqa: PLC0415 - as above
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415

    is_whole: dict[str, bool] = {}
    for line in requires:
        extra = re.search(r"extra == ['\"]([\w-]+)", line)
        name = re.match(r"[\w.-]+", line)
        if extra and name:
            try:
                distribution(name[0])
            except PackageNotFoundError:
                is_whole[extra[1]] = False
            is_whole.setdefault(extra[1], True)
    return [extra for extra, whole in is_whole.items() if whole]


def missing(name: str, extra: str) -> ConfigError:
    """Return the error that names the command which adds the package to this very installation."""
    return ConfigError("extra-missing", name=name, extra=extra)
