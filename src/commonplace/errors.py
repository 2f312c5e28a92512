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
        """Return the sentence that says what to do next."""
        return say(f"hint.{self.key}", language, **self.values)


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


class Bug(CommonplaceError):
    """Our fault."""

    exit_code = 70
