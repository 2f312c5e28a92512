"""Every sentence a person reads: `data/messages.en.json` and `data/messages.zh.json`, side by side.

A key is a group and a name: `error.*` and `hint.*` (both for each error), `problem.*` (what is wrong
with a file), `help.*` and `option.*` (what a command is for), or the name of the command that
speaks. File formats and `--json` never depend on the language. The words that the original systems
print in their own layouts are not here: they are part of the format.
"""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.data import read_data

LANGUAGES = ("en", "zh")

_TABLES: dict[str, dict[str, str]] = {}


def choose_language(wanted: str, locale: str) -> str:
    """Return the language to speak: `wanted` if we know it, else the locale's, else English."""
    for name in (wanted, locale):
        short = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if short in LANGUAGES:
            return short
    return "en"


def say(key: str, language: str = "en", /, **values: str) -> str:
    """Return the sentence for `key`; only the template is formatted, never the values."""
    return sentences(language)[key].format(**values)


def has_sentence(key: str) -> bool:
    """Return whether there is a sentence for `key`."""
    return key in sentences("en")


def sentences(language: str) -> Mapping[str, str]:
    """Return every key with its template, in Chinese for `zh` and in English for all else."""
    if language != "zh":
        language = "en"
    if language not in _TABLES:
        _TABLES[language] = {
            f"{group}.{name}": text
            for group, named in read_data(f"messages.{language}").items()
            for name, text in named.items()
        }
    return _TABLES[language]
