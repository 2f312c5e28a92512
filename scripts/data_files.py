"""Write every data file of the package in its one canonical form: `make data`.

People edit the files in src/commonplace/data by hand; this sorts what has no order of its own. What
the hook needs of data and settings is written as constants into its own modules: it reads no file.
"""

import json
import textwrap
from collections.abc import Iterable
from pathlib import Path

from commonplace.config import SETTINGS
from commonplace.core.tokens import content, tokens

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "commonplace"
VOCABULARY = PACKAGE / "data" / "vocabulary.json"
COLUMNS = 110
BEGIN, END = "# Written by `make data`", "# Until here.\n"


def files() -> dict[Path, str]:
    """Return each file that is written here with the text it should have."""
    messages = {path: _messages(path) for path in sorted(PACKAGE.glob("data/messages.*.json"))}
    hot = PACKAGE / "hook_settings.py"
    lists = json.loads(VOCABULARY.read_text("utf-8"))
    plain = (
        "conversation_weights",
        "judge_weights",
        "kind_weights",
        "ordinary_words",
        "secret_formats",
    )
    return {
        **messages,
        **{path: _plain(path) for path in (PACKAGE / "data" / f"{name}.json" for name in plain)},
        VOCABULARY: _vocabulary(lists),
        PACKAGE / "data" / "stems.json": _stems(lists),
        hot: _with_block(hot.read_text("utf-8"), _hot_settings()),
    }


def _messages(path: Path) -> str:
    """Return a table of messages with its groups, and the names in each, in alphabetical order."""
    groups = json.loads(path.read_text("utf-8"))
    return _as_json({group: dict(sorted(groups[group].items())) for group in sorted(groups)})


def _plain(path: Path) -> str:
    return _as_json(json.loads(path.read_text("utf-8")))


def _vocabulary(lists: dict[str, object]) -> str:
    """Return the word lists in the order they stand in, long ones in lines of one length."""
    return _as_json({name: _wrapped(value) for name, value in lists.items()})


def _wrapped(value: object) -> object:
    is_pairs = isinstance(value, list) and all(len(line.split()) == 2 for line in value)
    return _lines(value) if isinstance(value, list) and not is_pairs else value


def _lines(words: Iterable[str]) -> list[str]:
    """Return words as lines of one length; a set in alphabetical order."""
    ordered = sorted(words) if isinstance(words, set) else words
    return textwrap.wrap(" ".join(ordered), COLUMNS, break_on_hyphens=False, break_long_words=False)


def _stems(lists: dict[str, dict[str, str]]) -> str:
    """Return what the English words of the lists mean by their stems: the first that has one says it."""
    concepts: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for table, mark in (("concepts", ""), ("actions", "!")):
        for title, others in lists[table].items():
            for word in filter(_is_word, (title, *others.split())):
                meanings.setdefault(word, title.replace("-", "") + mark)
                meanings.setdefault(_stem(word) or word, title.replace("-", "") + mark)
                if table == "concepts" and _stem(word):
                    concepts.setdefault(_stem(word), title.replace("-", ""))
    generic = " ".join(lists["generic_english"]).split()
    opposites = [
        word for sides in lists["opposites"].values() for side in sides for word in side.split()
    ]
    english = [word.replace("_", " ") for word in opposites if word.isascii()]
    return _as_json(
        {
            "concepts": concepts,
            "meanings": meanings,
            "common": _lines({_stem(word) for word in generic}),
            "generic": _lines({_stem(word) for word in (*generic, *english)}),
        }
    )


def _is_word(word: str) -> bool:
    return word.isascii() and "-" not in word


def _stem(word: str) -> str:
    return next(iter(content(tokens(word))), "")


def _hot_settings() -> str:
    """Return the settings that the hook reads, as constants."""
    hot = [setting for setting in SETTINGS if setting.is_hot]
    defaults = {setting.name: str(setting.default) for setting in hot}
    choices = {each.name: each.harmless_choices or each.choices for each in hot if each.choices}
    highest = {each.name: each.highest for each in hot if each.highest}
    return (
        _constant("DEFAULTS", defaults)
        + _constant("CHOICES", choices)
        + _constant("HIGHEST", highest)
    )


def _constant(name: str, value: dict[str, object]) -> str:
    """Return a dictionary as the formatter would write it, one key to a line."""
    rows = "".join(f"    {_quoted(key)}: {_quoted(each)},\n" for key, each in value.items())
    return f"{name} = {{\n{rows}}}\n"


def _quoted(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_quoted, value))})"
    return json.dumps(value, ensure_ascii=False)


def _with_block(text: str, block: str) -> str:
    """Return a module with the lines between its two marks replaced."""
    before, begin, rest = text.partition(BEGIN)
    mark, _, rest = rest.partition("\n")
    return f"{before}{begin}{mark}\n{block}{END}{rest.partition(END)[2]}"


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Write the files that differ, and name them."""
    for path, text in files().items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"written: {path.name}")


if __name__ == "__main__":
    main()
