"""A model that does what our texts say, word for word: no wish of its own, no knowledge of us.

It reads the contents that a hook put before it, takes the line that fits the prompt best, and calls
the tool or the command that the block names. What a tool is called in its host, and what it must be
given, it knows from the request alone.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fake_models import Answer, Call

_BLOCK = re.compile(r"\[contents\].+?\[end of contents\]", re.DOTALL)
_ENTRY = re.compile(r"^- ([\w-]+): (.+)$", re.MULTILINE)
_NAMED = re.compile(r"`([^`]+)`")
_ASKING = re.compile(r"^2\. Run `(.+)`", re.MULTILINE)
_READING = re.compile(r"^4\. .+ with `(.+?)`", re.MULTILINE)
_RULED = re.compile(r"run `(commonplace recall .+?)`")
_RULED_READING = re.compile(r"read what is `likely` with `(.+?)`")
_QUESTION = re.compile(r"<(?:one plain )?question>")
_HIT = re.compile(r'"id\\*": \\*"([\w-]+).+?"tier\\*": \\*"(\w+)', re.DOTALL)
"""What `recall` found; some hosts hand a command's output on as JSON in JSON."""
_WORD = re.compile(r"\w{3,}")
_FOLDER = re.compile(r"^- `(\w+)` = `(.+)`$", re.MULTILINE)
_RESULTS = ('"tool_result"', '"function_call_output"', '"functionResponse"', '"role": "tool"')
_SHELL = {"command", "cmd", "commands"}
SKILL = "memory-retrieve"


@dataclass(frozen=True)
class LiteralModel:
    """Asks in one way: with the `tool`, with the `command`, or as the `skill` or a standing `rule` says."""

    way: str
    prompt: str

    def __call__(self, body: dict[str, Any]) -> Answer:
        """Answer one request."""
        told = list(_texts(body))
        tools = offered(body)
        done = sum(json.dumps(body).count(mark) for mark in _RESULTS)
        if not tools or done > {"skill": 2, "rule": 1}.get(self.way, 0):
            return "Done."
        if self.way == "skill":
            return self._by_skill(tools, told, done)
        if self.way == "rule":
            return self._by_steps(tools, told, (_RULED, _RULED_READING), done)
        block = next((found[0] for text in told if (found := _BLOCK.search(text))), "")
        names = _NAMED.findall(block.partition("\n- ")[0])
        if not names:
            return "I was told nothing."
        return self._by_block(tools, names, self._fitting(block))

    def _by_block(self, tools: dict[str, Any], names: list[str], memory: str) -> Call:
        """Call the first of the named tools, or of the named commands."""
        commands = [name for name in names if " " in name]
        if self.way == "command":
            return _run(tools, commands[0].replace("ID", memory))
        plain = next(name for name in names if " " not in name)
        tool = next(name for name in tools if re.fullmatch(rf".*commonplace\W*_*{plain}", name))
        return _call(tools, tool, memory)

    def _by_skill(self, tools: dict[str, Any], told: list[str], done: int) -> Answer:
        """Read the skill, as the host offers it, ask as its step 2 says, and read as its step 4 says."""
        if done == 0:
            if not any(SKILL in text for text in told):
                return "I know no such skill."
            offered = next((name for name in tools if "skill" in name.lower()), "")
            return _call(tools, offered, SKILL) if offered else _run(tools, _reading(told))
        return self._by_steps(tools, told, (_ASKING, _READING), done - 1)

    def _by_steps(
        self, tools: dict[str, Any], told: list[str], steps: Sequence[re.Pattern[str]], done: int
    ) -> Answer:
        """Ask with the command of the first step, and read what it found with that of the second."""
        step = next(found[1] for text in told if (found := steps[done].search(text)))
        if done == 0:
            return _run(tools, _QUESTION.sub(self.prompt, step))
        hit, tier = next(found.groups() for text in told if (found := _HIT.search(text)))
        return "Done." if tier == "sure" else _run(tools, step.replace("<id>", hit))

    def _fitting(self, block: str) -> str:
        """Return the id whose line shares most words with the prompt."""
        asked = set(_WORD.findall(self.prompt.lower()))
        entries = _ENTRY.findall(block)
        return max(entries, key=lambda each: len(asked & set(_WORD.findall(each[1].lower()))))[0]


def _reading(told: list[str]) -> str:
    """Return the command that reads a skill of which the host tells only the file."""
    path = next(
        found[1] for text in told if (found := re.search(rf"file: (\S*{SKILL}\S+)\)", text))
    )
    for name, folder in (each for text in told for each in _FOLDER.findall(text)):
        path = re.sub(rf"^{name}/", f"{folder}/", path)
    return f"cat {path}"


def run_in_shell(body: dict[str, Any], command: str) -> Answer:
    """Run one command with whatever a request offers as a shell, and be done when it has run."""
    tools, is_done = offered(body), any(mark in json.dumps(body) for mark in _RESULTS)
    return "Done." if is_done or not tools else _run(tools, command)


def _run(tools: dict[str, Any], command: str) -> Call:
    shell = next(name for name, schema in tools.items() if _SHELL & {*schema["required"]})
    return _call(tools, shell, command)


def _call(tools: dict[str, Any], name: str, value: str) -> Call:
    """Give the tool its first argument, and a word for whatever else it must be given."""
    first, *others = tools[name]["required"]
    is_list = tools[name].get("properties", {}).get(first, {}).get("type") == "array"
    given: dict[str, Any] = dict.fromkeys(others, "as the memory's text says")
    return Call(name, {first: [value] if is_list else value, **given})


def offered(body: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of each tool that a request offers, whatever the protocol."""
    found = {}
    for offer in body.get("tools") or ():
        inside = (
            offer.get("functionDeclarations")
            or offer.get("tools")
            or [offer.get("function") or offer]
        )
        space = f"{offer['name']}/" if offer.get("tools") else ""
        for tool in inside:
            forms = ("input_schema", "parameters", "parametersJsonSchema")
            schema = next((tool[form] for form in forms if tool.get(form)), {})
            found[space + tool.get("name", "")] = {"required": [], **schema}
    return found


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
