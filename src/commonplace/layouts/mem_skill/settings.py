"""`.mem-skill.config.json` and the engine it names: validated first, never lowered, no key dropped."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from commonplace.core.values import dataclass
from commonplace.errors import BadInput

_BOM = b"\xef\xbb\xbf"
_INLINE_LIST = re.compile(r'\[[ \t]*"')
_EXPLODED_LIST = re.compile(r"\[(?:\s*\"(?:[^\"\\]|\\.)*\",?)+\s*\]")


def read_object(content: bytes) -> dict[str, object] | None:
    """Return the object in `content`, None when it is not JSON or not an object."""
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(name: str) -> object:
    raise ValueError(name)


def write_object(value: Mapping[str, object], old: bytes = b"") -> bytes:
    """Return `value` as indented JSON; lists on one line, CRLF and byte order mark stay as in `old`."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if _INLINE_LIST.search(old.decode("utf-8", "replace")):
        text = _EXPLODED_LIST.sub(_on_one_line, text)
    if b"\r\n" in old:
        text = text.replace("\n", "\r\n")
    return (_BOM if old.startswith(_BOM) else b"") + text.encode("utf-8")


def _on_one_line(match: re.Match[str]) -> str:
    return json.dumps(json.loads(match[0]), ensure_ascii=False)


VERSION = "1.2.0"
ENGINES = ("default", "qmd")
SCOPES = ("project", "global")
DEFAULT_MASK = "**/*.md"
UNKNOWN_VERSION = "unknown"

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Qmd:
    """What a workspace tells QMD; an empty value was not given and has to be asked for."""

    scope: str = ""
    knowledge: str = ""
    experience: str = ""
    mask: str = DEFAULT_MASK


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFlags:
    """The flags of `init`, as they were typed; empty means not given."""

    engine: str = ""
    scope: str = ""
    knowledge: str = ""
    experience: str = ""
    mask: str = ""

    @property
    def qmd_given(self) -> str:
        """The first flag that only QMD understands, empty when there is none."""
        given = {
            "--qmd-scope": self.scope,
            "--qmd-knowledge": self.knowledge,
            "--qmd-experience": self.experience,
            "--qmd-mask": self.mask,
        }
        return next((flag for flag, value in given.items() if value), "")


def choose_engine(flags: EngineFlags) -> Qmd | None:
    """Return what QMD is to be told, None for the default engine; raise before anything is made."""
    if flags.engine not in ("", *ENGINES):
        raise BadInput("unknown-engine", name=flags.engine, names=", ".join(ENGINES))
    if flags.engine != "qmd":
        if flags.qmd_given:
            raise BadInput("qmd-flag-without-qmd", flag=flags.qmd_given)
        return None
    if flags.scope not in ("", *SCOPES):
        raise BadInput("unknown-scope", name=flags.scope, names=", ".join(SCOPES))
    return Qmd(
        scope=flags.scope,
        knowledge=flags.knowledge,
        experience=flags.experience,
        mask=flags.mask or DEFAULT_MASK,
    )


def collection_prefix(scope: str, folder: str) -> str:
    """Return how a workspace's collections begin: QMD keeps them all in one place, so names differ."""
    if scope == "global":
        return "mem"
    return _NOT_PLAIN.sub("-", folder.lower()).strip("-") or "mem"


def new_config() -> bytes:
    """Return the configuration of a new workspace with the default engine."""
    return write_object({"engine": "default", "version": VERSION})


def merged_config(old: bytes | None, engine: str = "", qmd: Qmd | None = None) -> bytes | None:
    """Return the configuration after another init: every key kept, None when it is unreadable.

    The engine changes only when one is named: whoever runs init again to mend a workspace must not
    lose the engine they chose.
    """
    value = read_object(old if old is not None else new_config())
    if value is None:
        return None
    merged = {**value, "engine": engine or value.get("engine", "default")}
    merged.setdefault("version", VERSION)
    merged |= told(qmd) if qmd else {}
    return old if merged == value and old is not None else write_object(merged, old or b"")


def told(qmd: Qmd) -> dict[str, object]:
    """Return what a configuration says about QMD."""
    names = {"knowledge": qmd.knowledge, "experience": qmd.experience}
    collections = {kind: name for kind, name in names.items() if name}
    return {"scope": qmd.scope, "mask": qmd.mask, "collections": collections}


def qmd_of(content: bytes | None) -> Qmd | None:
    """Return what a configuration says about QMD, None when it names another engine or no place."""
    value = read_object(content) if content is not None else None
    if value is None or value.get("engine") != "qmd" or value.get("scope") not in SCOPES:
        return None
    names = value.get("collections")
    collections = names if isinstance(names, dict) else {}
    return Qmd(
        scope=str(value["scope"]),
        knowledge=str(collections.get("knowledge") or ""),
        experience=str(collections.get("experience") or ""),
        mask=str(value.get("mask") or DEFAULT_MASK),
    )


def upgraded_config(old: bytes | None) -> bytes | None:
    """Return the configuration with our version, never a lower one; None when it is unreadable."""
    if old is None:
        return new_config()
    value = read_object(old)
    if value is None:
        return None
    if _number(str(value.get("version", ""))) >= _number(VERSION):
        return old
    return write_object({**value, "version": VERSION}, old)


def version_of(content: bytes | None) -> str:
    """Return the version a workspace says it has."""
    value = read_object(content) if content is not None else None
    return str((value or {}).get("version") or UNKNOWN_VERSION)


def engine_of(content: bytes | None) -> str:
    """Return the engine a workspace says it uses."""
    value = read_object(content) if content is not None else None
    return str((value or {}).get("engine") or ENGINES[0])


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", version)[:3])
