"""Every sentence a person reads, in one table: English and Chinese side by side.

A key is `error.*` and `hint.*` (both for each error), `problem.*` (what is wrong with a file),
`help.*` and `option.*` (what a command is for), or the name of the command that speaks. File formats
and `--json` never depend on the language. The words that the original systems print in their own
layouts are not here: they are part of the format.
"""

from __future__ import annotations

from commonplace.messages.commands import COMMANDS
from commonplace.messages.conversing import CONVERSING
from commonplace.messages.deciding import DECIDING
from commonplace.messages.doctoring import DOCTORING
from commonplace.messages.errors import ERRORS
from commonplace.messages.governing import GOVERNING
from commonplace.messages.help import HELP
from commonplace.messages.hooking import HOOKING
from commonplace.messages.installing import INSTALLING
from commonplace.messages.interfaces import INTERFACES
from commonplace.messages.learning import LEARNING
from commonplace.messages.linting import LINTING
from commonplace.messages.measuring import MEASURING
from commonplace.messages.pages import PAGES
from commonplace.messages.problems import PROBLEMS
from commonplace.messages.protocol import PROTOCOL
from commonplace.messages.questions import QUESTIONS
from commonplace.messages.recalling import RECALLING
from commonplace.messages.recording import RECORDING
from commonplace.messages.refusals import REFUSALS
from commonplace.messages.searching_qmd import SEARCHING_QMD
from commonplace.messages.serving import SERVING
from commonplace.messages.trusting import TRUSTING
from commonplace.messages.upkeep import UPKEEP

LANGUAGES = ("en", "zh")

MESSAGES: dict[str, tuple[str, str]] = {
    **ERRORS,
    **REFUSALS,
    **PROBLEMS,
    **QUESTIONS,
    **GOVERNING,
    **DECIDING,
    **COMMANDS,
    **HELP,
    **RECALLING,
    **LEARNING,
    **INSTALLING,
    **HOOKING,
    **LINTING,
    **RECORDING,
    **PAGES,
    **TRUSTING,
    **PROTOCOL,
    **INTERFACES,
    **CONVERSING,
    **UPKEEP,
    **SEARCHING_QMD,
    **SERVING,
    **DOCTORING,
    **MEASURING,
}


def choose_language(wanted: str, locale: str) -> str:
    """Return the language to speak: `wanted` if we know it, else the locale's, else English."""
    for name in (wanted, locale):
        short = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if short in LANGUAGES:
            return short
    return "en"


def say(key: str, language: str = "en", /, **values: str) -> str:
    """Return the sentence for `key`; only the template is formatted, never the values."""
    english, chinese = MESSAGES[key]
    return (chinese if language == "zh" else english).format(**values)
