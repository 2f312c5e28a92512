"""What a user may choose: one frozen value, layered, each part knowing where it came from.

Defaults < the user's file < the project's file < environment < arguments. The project's file comes
with a clone, so it may set only what can do no harm; every other key in it is refused and named.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import platformdirs

from commonplace.errors import ConfigError

PROJECT_FILE = ".commonplace.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing a user may choose; `setting.<name>` in the table of messages explains it."""

    name: str
    default: str | float | int = ""
    choices: tuple[str, ...] = ()
    prefix: str = ""
    """Anything that begins with this is allowed beside the choices."""
    highest: int = 0
    """The largest value of a whole number."""
    env: str
    is_harmless: bool = False
    """Whether a project's file, which comes with a clone, may set it."""
    harmless_choices: tuple[str, ...] = ()
    """Where not every choice is harmless: those that a project's file may name."""
    is_secret: bool = False
    """Whether the value may hold a password: it is shown with the password hidden."""


SETTINGS = (
    Setting(name="language", choices=("", "en", "zh"), env="COMMONPLACE_LANG", is_harmless=True),
    Setting(name="who", env="COMMONPLACE_WHO"),
    Setting(name="book", env="COMMONPLACE_BOOK"),
    Setting(name="personal_book", env="COMMONPLACE_PERSONAL_BOOK"),
    Setting(name="layout", default="vault", env="COMMONPLACE_LAYOUT", is_harmless=True),
    Setting(
        name="git_ignore",
        default="ask",
        choices=("ask", "yes", "no"),
        env="COMMONPLACE_GIT_IGNORE",
        is_harmless=True,
    ),
    Setting(name="policy", default="ask", choices=("ask", "auto"), env="COMMONPLACE_POLICY"),
    Setting(name="agents", default="ask", choices=("ask", "save"), env="COMMONPLACE_AGENTS"),
    Setting(name="git_commit", default="no", choices=("no", "yes"), env="COMMONPLACE_GIT_COMMIT"),
    Setting(name="lock_timeout_s", default=10.0, env="COMMONPLACE_LOCK_TIMEOUT_S"),
    Setting(
        name="injection",
        default="contents",
        choices=("contents", "lingxi", "vault", "mem-skill", "memory-save"),
        env="COMMONPLACE_INJECTION",
        is_harmless=True,
    ),
    Setting(
        name="contents_tokens",
        default=2_000,
        # A clone may set it: the bound keeps it from filling an agent's context.
        highest=10_000,
        env="COMMONPLACE_CONTENTS_TOKENS",
        is_harmless=True,
    ),
    Setting(
        name="speak",
        default="normal",
        choices=("less", "normal", "more"),
        env="COMMONPLACE_SPEAK",
        is_harmless=True,
    ),
    Setting(
        name="engine",
        default="local",
        choices=("local", "keyword", "qmd", "postgres"),
        harmless_choices=("local", "keyword"),
        env="COMMONPLACE_ENGINE",
        is_harmless=True,
    ),
    Setting(name="postgres_url", env="COMMONPLACE_POSTGRES_URL", is_secret=True),
    Setting(name="postgres_replica_url", env="COMMONPLACE_POSTGRES_REPLICA_URL", is_secret=True),
    Setting(name="postgres_team", default="default", env="COMMONPLACE_POSTGRES_TEAM"),
    Setting(
        name="embedder",
        default="auto",
        choices=("auto", "none", "minilm", "universal"),
        prefix="onnx:",
        env="COMMONPLACE_EMBEDDER",
    ),
    Setting(
        name="injected_lines",
        default="3",
        choices=("1", "2", "3", "4", "5"),
        env="COMMONPLACE_INJECTED_LINES",
        is_harmless=True,
    ),
    Setting(name="hook_budget_s", default=0.3, env="COMMONPLACE_HOOK_BUDGET_S"),
    Setting(
        name="colour",
        default="auto",
        choices=("auto", "always", "never"),
        env="COMMONPLACE_COLOUR",
    ),
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}
ENGINES = _BY_NAME["engine"].choices
"""What finds memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting with its value, and where each value came from."""

    language: str = ""
    who: str = ""
    book: str = ""
    personal_book: str = ""
    layout: str = "vault"
    git_ignore: str = "ask"
    policy: str = "ask"
    agents: str = "ask"
    git_commit: str = "no"
    lock_timeout_s: float = 10.0
    injection: str = "contents"
    contents_tokens: int = 2_000
    speak: str = "normal"
    engine: str = "local"
    postgres_url: str = ""
    postgres_replica_url: str = ""
    postgres_team: str = "default"
    embedder: str = "auto"
    injected_lines: str = "3"
    hook_budget_s: float = 0.3
    colour: str = "auto"
    sources: Mapping[str, str] = field(default_factory=dict)
    """Setting to the layer that won: default, argument, a variable's name or a file's path."""
    refused: tuple[str, ...] = ()
    """Keys of the project's file that were not taken."""


def user_file(environ: Mapping[str, str]) -> Path:
    """Return where the user's own settings are kept."""
    home = environ.get("XDG_CONFIG_HOME", "")
    folder = Path(home) if os.path.isabs(home) else platformdirs.user_config_path()
    return folder / "commonplace" / "config.toml"


def agents_may_save(settings: Settings, environ: Mapping[str, str]) -> bool:
    """Say whether the user's own file lets agents write; what an agent can set itself says nothing."""
    source = settings.sources.get("agents", "")
    return settings.agents == "save" and source == str(user_file(environ))


def read_settings(
    environ: Mapping[str, str],
    project: Path | None = None,
    arguments: Mapping[str, str] | None = None,
) -> Settings:
    """Read every layer and return the settings; a wrong value raises `ConfigError`."""
    own = user_file(environ)
    chosen: dict[str, str | float | int] = {setting.name: setting.default for setting in SETTINGS}
    sources = dict.fromkeys(chosen, "default")
    offered, refused = _project_layer(project)
    layers = [
        *((key, value, str(own)) for key, value in _file_layer(own).items()),
        *((key, value, PROJECT_FILE) for key, value in offered.items()),
        *((s.name, environ[s.env], s.env) for s in SETTINGS if environ.get(s.env)),
        *((key, value, "argument") for key, value in (arguments or {}).items() if value),
    ]
    for key, raw, source in layers:
        chosen[key] = checked(key, raw, source)
        sources[key] = source
    return Settings(**chosen, sources=sources, refused=refused)  # type: ignore[arg-type]


def with_policy_of(settings: Settings, *layouts: str) -> Settings:
    """Return `settings` for books of those layouts: profiles alone are written unasked.

    What the user says about the policy counts for every book.
    """
    if settings.sources.get("policy", "default") not in ("default", "profile"):
        return settings
    is_unasked = set(layouts) == {"profile"}
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
    if not is_number or int(text) > setting.highest:
        allowed = f"0-{setting.highest}"
        raise ConfigError(
            "bad-setting", key=setting.name, value=raw, source=source, allowed=allowed
        )
    return int(text)


def _project_layer(project: Path | None) -> tuple[dict[str, object], tuple[str, ...]]:
    found = _file_layer(project / PROJECT_FILE) if project else {}
    taken = {key: value for key, value in found.items() if _is_harmless(key, value)}
    return taken, tuple(key for key in found if key not in taken)


def _is_harmless(key: str, value: object) -> bool:
    setting = _BY_NAME.get(key)
    if setting is None or not setting.is_harmless:
        return False
    allowed = setting.harmless_choices or setting.choices
    return value in allowed or value not in setting.choices


def _file_layer(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as cause:
        raise ConfigError("bad-settings-file", path=path, cause=cause) from cause


def write_setting(environ: Mapping[str, str], key: str, value: str | None) -> Path:
    """Set `key` in the user's file, or take it out when `value` is None; other lines are kept."""
    path = user_file(environ)
    if value is not None:
        checked(key, value, "argument")
    elif key not in _BY_NAME:
        checked(key, "", "argument")
    _file_layer(path)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    after = with_setting(before, key, value)
    try:
        tomllib.loads(after)
    except tomllib.TOMLDecodeError as cause:  # The old value stands on several lines.
        raise ConfigError("bad-settings-file", path=path, cause=cause) from cause
    _replace(path, after)
    return path


def with_setting(text: str, key: str, value: str | None) -> str:
    """Return the settings file `text` with one key set or taken out, comments and order kept."""
    lines = text.splitlines(keepends=True)
    assigns = re.compile(rf"\s*{re.escape(key)}\s*=")
    new = [] if value is None else [f"{key} = {_toml(key, value)}\n"]
    # Our keys are all at the top level: what stands below a table's header belongs to that table.
    top = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    at = next((n for n, line in enumerate(lines[:top]) if assigns.match(line)), None)
    if at is not None:
        lines[at : at + 1] = new
    else:
        if top and not lines[top - 1].endswith("\n"):
            lines[top - 1] += "\n"
        lines[top:top] = new
    return "".join(lines)


def _toml(key: str, value: str) -> str:
    default = _BY_NAME[key].default
    if isinstance(default, int | float):
        return str(type(default)(value))
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _replace(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        staged = path.with_suffix(".new")
        staged.write_text(text, encoding="utf-8")
        staged.replace(path)
    except OSError as cause:
        raise ConfigError("bad-settings-file", path=path, cause=cause.strerror) from cause
