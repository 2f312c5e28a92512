"""What a user may choose: one frozen value, layered, each part knowing where it came from.

Defaults < the user's file < the project's file < environment < arguments. The project's file comes
with a clone, so it may set only what can do no harm; every other key in it is refused and named, and
whatever is wrong in it is passed over: it stops no command.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from commonplace.core.values import dataclass, field, fields, replace
from commonplace.errors import ConfigError

if TYPE_CHECKING:
    from dataclasses import Field

PROJECT_FILE = ".commonplace.toml"
MOST_BYTES = 65_536

T = TypeVar("T", str, int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing a user may choose; `setting.<name>` in the table of messages explains it."""

    name: str
    default: str | float | int = ""
    choices: tuple[str, ...] = ()
    prefix: str = ""
    """Anything that begins with this is allowed beside the choices."""
    lowest: int = 0
    highest: int = 0
    """The smallest and the largest value of a whole number."""
    env: str
    is_harmless: bool = False
    """Whether a project's file, which comes with a clone, may set it."""
    harmless_choices: tuple[str, ...] = ()
    """Where not every choice is harmless: those that a project's file may name."""
    is_secret: bool = False
    """Whether the value may hold a password: it is shown with the password hidden."""
    is_hot: bool = False
    """Whether the hook reads it: `make data` then writes its row into `hook_settings.py`."""


def _row(default: T, **attributes: object) -> T:
    """Declare a field of `Settings` as the setting of that name, of the type of its default."""
    row: T = field(default=default, metadata=attributes)
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting, one row each, with its value; and where each value came from."""

    language: str = _row("", choices=("", "en", "zh"), env="COMMONPLACE_LANG", is_harmless=True)
    who: str = _row("")
    book: str = _row("")
    personal_book: str = _row("")
    layout: str = _row("vault", is_harmless=True)
    ids: str = _row("slug", choices=("slug", "ulid"), is_harmless=True)
    git_ignore: str = _row("ask", choices=("ask", "yes", "no"), is_harmless=True)
    policy: str = _row("ask", choices=("ask", "auto"))
    agents: str = _row("ask", choices=("ask", "save"))
    arrivals: str = _row("ask", choices=("ask", "trust"), is_hot=True)
    git_commit: str = _row("no", choices=("no", "yes"))
    lock_timeout_s: float = _row(10.0)
    # Upkeep asks the receipts of the last seven days whether a burial's grace is over.
    undo_days: int = _row(90, lowest=7, highest=36_500)
    injection: str = _row(
        "contents",
        choices=("contents", "lingxi", "vault", "mem-skill", "memory-save"),
        is_harmless=True,
        is_hot=True,
    )
    # A clone may set it: the bound keeps it from filling an agent's context.
    contents_tokens: int = _row(2_000, highest=10_000, is_harmless=True, is_hot=True)
    speak: str = _row("normal", choices=("less", "normal", "more"), is_harmless=True, is_hot=True)
    engine: str = _row(
        "local",
        choices=("local", "keyword", "qmd", "postgres"),
        harmless_choices=("local", "keyword"),
        is_harmless=True,
        is_hot=True,
    )
    postgres_url: str = _row("", is_secret=True)
    postgres_replica_url: str = _row("", is_secret=True)
    postgres_team: str = _row("default")
    embedder: str = _row(
        "auto", choices=("auto", "none", "minilm", "universal"), prefix="onnx:", is_hot=True
    )
    injected_lines: str = _row(
        "3", choices=("1", "2", "3", "4", "5"), is_harmless=True, is_hot=True
    )
    hook_budget_s: float = _row(0.3, is_hot=True)
    colour: str = _row("auto", choices=("auto", "always", "never"))
    sources: Mapping[str, str] = field(default_factory=dict)
    """Setting to the layer that won: default, argument, a variable's name or a file's path."""
    refused: tuple[str, ...] = ()
    """Keys of the project's file that were not taken."""
    unusable: tuple[str, ...] = ()
    """What is wrong in the project's file, and was passed over."""


def _setting(row: Field[str]) -> Setting:
    """Return the row of one field; its variable is named like it unless the row says otherwise."""
    named = {"name": row.name, "env": f"COMMONPLACE_{row.name.upper()}"}
    return Setting(**{**named, "default": row.default, **row.metadata})


SETTINGS = tuple(
    _setting(row) for row in fields(Settings) if row.name not in ("sources", "refused", "unusable")
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}
ENGINES = _BY_NAME["engine"].choices
"""What finds memories."""


def user_file(environ: Mapping[str, str]) -> Path:
    """Return where the user's own settings are kept."""
    home = environ.get("XDG_CONFIG_HOME", "")
    return (Path(home) if os.path.isabs(home) else _config_folder()) / "commonplace" / "config.toml"


def _config_folder() -> Path:
    if sys.platform.startswith("linux"):
        return Path("~/.config").expanduser()
    import platformdirs  # noqa: PLC0415 - where the convention is another system's

    return platformdirs.user_config_path()


def agents_may_save(settings: Settings, environ: Mapping[str, str]) -> bool:
    """Say whether the user's own file lets agents write; what an agent can set itself says nothing."""
    source = settings.sources.get("agents", "")
    return settings.agents == "save" and source == str(user_file(environ))


def read_settings(
    environ: Mapping[str, str],
    project: Path | None = None,
    arguments: Mapping[str, str] | None = None,
) -> Settings:
    """Read every layer and return the settings; a wrong value raises `ConfigError`, but not a project's."""
    own = user_file(environ)
    chosen: dict[str, str | float | int] = {setting.name: setting.default for setting in SETTINGS}
    sources = dict.fromkeys(chosen, "default")
    offered, refused, unusable = _project_layer(project)
    layers = [
        *((key, value, str(own)) for key, value in _file_layer(own).items()),
        *((key, value, PROJECT_FILE) for key, value in offered.items()),
        *((s.name, environ[s.env], s.env) for s in SETTINGS if environ.get(s.env)),
        *((key, value, "argument") for key, value in (arguments or {}).items() if value),
    ]
    for key, raw, source in layers:
        chosen[key] = checked(key, raw, source)
        sources[key] = source
    return Settings(**chosen, sources=sources, refused=refused, unusable=unusable)  # type: ignore[arg-type]


def with_policy_of(settings: Settings, *, is_unasked: bool) -> Settings:
    """Return `settings` for books that are written unasked, as profiles are, or for any others.

    What the user says about the policy counts for every book.
    """
    if settings.sources.get("policy", "default") not in ("default", "profile"):
        return settings
    policy, source = ("auto", "profile") if is_unasked else (Settings().policy, "default")
    return replace(settings, policy=policy, sources={**settings.sources, "policy": source})


_PASSWORDS = re.compile(
    r"(?P<url>//[^:/@\s]*:)[^/\s]*(?P<at>@)|(?P<key>password\s*=\s*)(?:'[^']*'|[^&\s]*)",
    re.IGNORECASE,
)


def shown(key: str, value: object) -> str:
    """Return a value as people may see it: without the password that a URL may carry."""
    is_secret = key in _BY_NAME and _BY_NAME[key].is_secret
    return _PASSWORDS.sub(r"\g<url>\g<key>***\g<at>", str(value)) if is_secret else str(value)


def checked(key: str, raw: object, source: str) -> str | float | int:
    """Return `raw` as a value of the setting `key`, or raise `ConfigError` saying where it is wrong."""
    setting = _BY_NAME.get(key)
    if setting is None:
        names = ", ".join(_BY_NAME)
        raise ConfigError("unknown-setting", key=key, source=source, names=names)
    raw = _as_text(setting, raw)
    if isinstance(setting.default, float):
        return _seconds(key, raw, source)
    if isinstance(setting.default, int):
        return _whole_number(setting, raw, source)
    is_text = isinstance(raw, str) and raw.isprintable()
    is_open = bool(setting.prefix) and str(raw).startswith(setting.prefix)
    if not is_text or (setting.choices and raw not in setting.choices and not is_open):
        offered = (*setting.choices, setting.prefix and f"{setting.prefix}...")
        allowed = ", ".join(filter(None, offered)) or "text"
        raise ConfigError("bad-setting", key=key, value=raw, source=source, allowed=allowed)
    return str(raw)


def _as_text(setting: Setting, raw: object) -> object:
    """Return what TOML says by a type of its own in the words of the setting: `true` is yes, 2 is "2"."""
    if isinstance(raw, bool):
        words = {True: "yes", False: "no"}
        return words[raw] if words[raw] in setting.choices else str(raw)
    return str(raw) if isinstance(raw, int) and setting.choices else raw


def _seconds(key: str, raw: object, source: str) -> float:
    try:
        value = float(str(raw))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise ConfigError("bad-setting", key=key, value=raw, source=source, allowed="0-3600")
    return value


def _whole_number(setting: Setting, raw: object, source: str) -> int:
    text = str(raw)
    is_number = text.isascii() and text.isdecimal() and len(text) < 10
    if not is_number or not setting.lowest <= int(text) <= setting.highest:
        allowed = f"{setting.lowest}-{setting.highest}"
        raise ConfigError(
            "bad-setting", key=setting.name, value=raw, source=source, allowed=allowed
        )
    return int(text)


def _project_layer(
    project: Path | None,
) -> tuple[dict[str, object], tuple[str, ...], tuple[str, ...]]:
    """Return what a project's file may set, the keys that it may not, and what is wrong in it."""
    path = project / PROJECT_FILE if project else None
    try:
        found = _file_layer(path) if path and _is_plain_file(path) else {}
    except ConfigError as trouble:
        return {}, (), (trouble.values["cause"],)
    taken: dict[str, object] = {}
    refused: list[str] = []
    unusable: list[str] = []
    for key, value in found.items():
        setting = _BY_NAME.get(key)
        if setting is None or not setting.is_harmless:
            refused.append(key)
            continue
        try:
            said = checked(key, value, PROJECT_FILE)
        except ConfigError:
            unusable.append(key)
            continue
        if setting.harmless_choices and said not in setting.harmless_choices:
            refused.append(key)
        else:
            taken[key] = value
    return taken, tuple(refused), tuple(unusable)


def _is_plain_file(path: Path) -> bool:
    """Say whether a file of a project can be read without waiting, and is no larger than settings are."""
    try:
        found = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size <= MOST_BYTES


def _file_layer(path: Path) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as cause:
        raise ConfigError("bad-settings-file", path=path, cause=cause) from cause
    import tomllib  # noqa: PLC0415 - most runs find no file, and begin without the parser

    try:
        return tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as cause:  # no TOML, a number of too many digits, a thousand brackets
        raise ConfigError("bad-settings-file", path=path, cause=cause) from cause


def write_setting(environ: Mapping[str, str], key: str, value: str | None) -> Path:
    """Set `key` in the user's file, or take it out when `value` is None; other lines are kept."""
    path = user_file(environ)
    if value is not None:
        checked(key, value, "argument")
    held = _file_layer(path)
    if value is None and key not in held and key not in _BY_NAME:
        checked(key, "", "argument")
    before = path.read_bytes().decode("utf-8") if path.exists() else ""
    _replace(path, with_setting(before, key, value))
    return path


def with_setting(text: str, key: str, value: str | None) -> str:
    """Return the settings file `text` with one key set or taken out; all else stays as it was."""
    import tomlkit  # noqa: PLC0415 - only who writes needs the editor

    document = tomlkit.parse(text)
    if value is None:
        document.pop(key, None)
        return tomlkit.dumps(document)
    default = _BY_NAME[key].default
    new = tomlkit.item(value if isinstance(default, str) else type(default)(value))
    if "\r\n" in text:
        new.trivia.trail = "\r\n"
    document[key] = new
    return tomlkit.dumps(document)


def _replace(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        staged = path.with_suffix(".new")
        staged.write_bytes(text.encode("utf-8"))
        staged.replace(path)
    except OSError as cause:
        raise ConfigError("bad-settings-file", path=path, cause=cause.strerror) from cause
