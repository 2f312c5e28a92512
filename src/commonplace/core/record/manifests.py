"""What the files of a project say about how to work on it: versions, commands, what CI runs."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

COMMANDS_AT_MOST = 6
_TARGET = re.compile(r"^([a-z][\w-]{1,30})\s*:(?!=)", re.MULTILINE)
_RUN = re.compile(
    r"^[ \t]{0,80}(?:-[ \t]{0,8})?run:[ \t]{0,8}(?:[|>][+-]?[ \t]{0,8}\n[ \t]{0,80})?(\S.{0,120})$",
    re.MULTILINE,
)
_SCRIPT = re.compile(
    r"^[ \t]+-[ \t]+(?!name:|uses:|run:)([a-z][\w./-]*(?: .{1,100})?)$", re.MULTILINE
)
_BASE = re.compile(r"^FROM[ \t]+(\S{1,100})", re.MULTILINE | re.IGNORECASE)
_GO = re.compile(r"^go[ \t]+(\d+\.\d+\S*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a project's file says, and in which situation it helps."""

    title: str
    text: str
    when: str


def facts_in(path: str, text: str) -> tuple[Fact, ...]:
    """Return what the file at `path` says; nothing when it is no manifest or cannot be read as one."""
    name = path.rpartition("/")[2]
    try:
        if name == "package.json":
            return tuple(_node(json.loads(text)))
        if name in ("pyproject.toml", "Cargo.toml"):
            return tuple(_toml(name, tomllib.loads(text)))
    except ValueError:
        return ()
    return tuple(_others(path, name, text))


def _node(said: object) -> Iterator[Fact]:
    if not isinstance(said, Mapping):
        return
    scripts, engines = said.get("scripts"), said.get("engines")
    if isinstance(engines, Mapping) and engines.get("node"):
        yield _version("Node.js", str(engines["node"]))
    if isinstance(scripts, Mapping):
        yield from _commands("npm scripts", [f"npm run {name}" for name in scripts])


def _toml(name: str, said: Mapping[str, object]) -> Iterator[Fact]:
    project, package = said.get("project"), said.get("package")
    if isinstance(project, Mapping) and (version := project.get("requires-python")):
        yield _version("Python", str(version))
    if isinstance(package, Mapping) and (version := package.get("rust-version")):
        yield _version("Rust", str(version))
    if isinstance(project, Mapping) and isinstance(scripts := project.get("scripts"), Mapping):
        yield from _commands(f"Commands in {name}", list(map(str, scripts)))


def _others(path: str, name: str, text: str) -> Iterator[Fact]:
    if name == "Makefile":
        found = [f"make {target}" for target in dict.fromkeys(_TARGET.findall(text))]
        yield from _commands("Make targets", found)
    elif name == "go.mod" and (go := _GO.search(text)):
        yield _version("Go", go[1])
    elif name == "Dockerfile" and (base := _BASE.search(text)):
        yield Fact("Base image", f"The image is built from `{base[1]}`", "building the image")
    elif ".github/workflows/" in path or name == ".gitlab-ci.yml":
        pattern = _RUN if "workflows/" in path else _SCRIPT
        runs = list(dict.fromkeys(each.strip() for each in pattern.findall(text)))
        if runs:
            told = ", ".join(f"`{each}`" for each in runs[:COMMANDS_AT_MOST])
            yield Fact(f"CI ({name})", f"CI runs {told}", "before pushing a change")


def _version(what: str, version: str) -> Fact:
    return Fact(f"{what} version", f"Use {what} {version}", f"setting up or upgrading {what}")


def _commands(title: str, commands: list[str]) -> Iterator[Fact]:
    if commands:
        told = ", ".join(f"`{each}`" for each in commands[:COMMANDS_AT_MOST])
        yield Fact(title, f"Run {told}", "building, testing or running the project")
