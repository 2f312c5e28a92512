"""Write every data file of the package in its one canonical form: `make data`.

People edit the files in src/commonplace/data by hand; this sorts what has no order of its own. What
the hook needs of data and settings is written as constants into its own modules: it reads no file.
"""

import json
from pathlib import Path

from commonplace.config import SETTINGS

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "commonplace"
BEGIN, END = "# Written by `make data`", "# Until here.\n"


def files() -> dict[Path, str]:
    """Return each file that is written here with the text it should have."""
    messages = {path: _messages(path) for path in sorted(PACKAGE.glob("data/messages.*.json"))}
    hot = PACKAGE / "app" / "hot_settings.py"
    return {**messages, hot: _with_block(hot.read_text("utf-8"), _hot_settings())}


def _messages(path: Path) -> str:
    """Return a table of messages with its groups, and the names in each, in alphabetical order."""
    groups = json.loads(path.read_text("utf-8"))
    return _as_json({group: dict(sorted(groups[group].items())) for group in sorted(groups)})


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
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"written: {path.name}")


if __name__ == "__main__":
    main()
