"""Find the completed tasks that somebody tells of: each paragraph or item one, with its essence and target."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from itertools import groupby

from commonplace.core import lazy_re as re
from commonplace.core.record.criteria import Merit, RecordTarget, Worthy, judge
from commonplace.core.values import dataclass

_ITEM = re.compile(r"[ \t]{0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+")
_SKILL = re.compile(
    r"\b(?:with|using|used|in|of|by)?\s{0,3}(?:the\s{1,3})?[`“\"']?([\w][\w.-]{1,40})[`”\"']?\s{1,3}skill\b"
    r"|(?:使用|用|通过)?\s{0,3}[`“「]?([\w.-]{2,40})[`”」]?\s{0,3}技能",
    re.IGNORECASE | re.ASCII,
)
_NO_NAMES = frozenset({"the", "this", "that", "a", "any", "each", "one", "no", "same"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that was completed and will save time next time."""

    text: str
    target: RecordTarget
    skill: str
    """The skill that was used, empty for knowledge."""
    merit: Merit
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text, counted from 1."""

    number: int
    text: str


def tasks_in(text: str, skill: str = "") -> tuple[Task, ...]:
    """Return what `text` tells that is worth recording; `skill` is the one used throughout."""
    found = (_task(lines, heading, skill) for lines, heading in _parts(text))
    return tuple(task for task in found if task)


def skill_in(text: str) -> str:
    """Return the skill that `text` says was used, empty when it names none."""
    for found in _SKILL.finditer(text):
        name = (found[1] or found[2] or "").strip(".-").lower()
        if name and name not in _NO_NAMES:
            return name
    return ""


def _task(lines: list[_Line], heading: str, skill: str) -> Task | None:
    said = "\n".join(line.text for line in lines).strip()
    text = f"{heading}\n\n{said}" if heading else said
    used = skill or skill_in(text)
    target = RecordTarget.EXPERIENCE if used else RecordTarget.KNOWLEDGE
    verdict = judge(text, target)
    if not isinstance(verdict, Worthy):
        return None
    return Task(
        text=text,
        target=target,
        skill=used,
        merit=verdict.merit,
        first_line=lines[0].number,
        last_line=lines[-1].number,
    )


def _parts(text: str) -> Iterator[tuple[list[_Line], str]]:
    """Yield each paragraph, and each item of a list that stands alone, with the heading above it."""
    heading = ""
    for block in _blocks(text):
        if len(block) == 1 and block[0].text.startswith("#"):
            heading = block[0].text.strip()
            continue
        for item in _items(block):
            yield item, heading
        heading = ""


def _blocks(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank ones."""
    lines = (_Line(number, line) for number, line in enumerate(text.split("\n"), start=1))
    for is_blank, block in groupby(lines, key=lambda line: not line.text.strip()):
        if not is_blank:
            yield list(block)


def _items(block: list[_Line]) -> Iterator[list[_Line]]:
    """Yield the items of a list without their marks; a paragraph is one."""
    if not _ITEM.match(block[0].text):
        yield block
        return
    item: list[_Line] = []
    for line in block:
        mark = _ITEM.match(line.text)
        if mark and item:
            yield item
            item = []
        item.append(_Line(line.number, line.text[mark.end() :]) if mark else line)
    yield item


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
