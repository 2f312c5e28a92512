"""The guides for those who carry on, each followed step by step on a copy of the package."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.laws  # each test copies the package and starts some processes
BLOCK = re.compile(r"^ *```\w+ (?P<file>[\w.]+)\n(?P<text>.*?)^ *```$", re.DOTALL | re.MULTILINE)


class Copy:
    """A copy of the package and its scripts, in which a guide is followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "src" / "commonplace"
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "src", folder / "src", ignore=unwanted)
        shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=unwanted)

    def follow(self, guide: str) -> dict[str, str]:
        """Add the messages of a guide, and return its other blocks by the file they belong to."""
        text = (ROOT / "docs" / "guides" / guide).read_text("utf-8")
        blocks = {found["file"]: textwrap.dedent(found["text"]) for found in BLOCK.finditer(text)}
        for language in ("en", "zh"):
            path = self.package / "data" / f"messages.{language}.json"
            groups = json.loads(path.read_text("utf-8"))
            for group, named in json.loads(blocks.pop(path.name, "{}")).items():
                groups[group] = {**groups.get(group, {}), **named}
            path.write_text(json.dumps(groups), "utf-8")
        return blocks

    def insert(self, path: str, before: str, lines: str) -> None:
        """Write the lines of a guide above the first line that begins with `before`, as deep as it."""
        file = self.package / path
        text = file.read_text("utf-8")
        at = text.index(f"\n{before}") + 1
        deep = " " * (len(before) - len(before.lstrip()))
        file.write_text(text[:at] + textwrap.indent(lines, deep) + text[at:], "utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Write a line of a guide in the place of another."""
        file = self.package / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8")

    def make_data(self) -> None:
        self.run((self.folder / "scripts" / "data_files.py").read_text("utf-8"), "scripts/x.py")

    def commonplace(self, *arguments: str) -> str:
        return self.run("from commonplace.entry import main; main()", "commonplace", *arguments)

    def hook(self, host: str, event: str, said: dict[str, str]) -> str:
        begin = "from commonplace.entry import main; main()"
        return self.run(begin, "commonplace", "hook", host, event, said=json.dumps(said))

    def run(self, program: str, name: str, *arguments: str, said: str = "") -> str:
        """Return what a fresh process says that knows this copy alone."""
        begin = (
            f"import sys; sys.path.insert(0, {str(self.folder / 'src')!r}); sys.argv = sys.argv[1:]\n"
            f"__file__ = {str(self.folder / name)!r}\n"
        )
        ran = subprocess.run(
            [sys.executable, "-I", "-X", "utf8", "-c", begin + program, name, *arguments],
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            input=said,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=self.folder,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_a_message_added_by_its_guide_is_said_in_both_languages(copy: Copy) -> None:
    assert copy.follow("add-a-message.md") == {}
    copy.make_data()

    say = "from commonplace.messages import say; print(say('notice.greeting', {!r}, who='Ada'))"
    assert copy.run(say.format("en"), "x") == "Good morning, Ada. Nothing was written.\n"
    assert copy.run(say.format("zh"), "x") == "早上好，Ada。没有写入任何内容。\n"
    assert '\n    "greeting": "Good' in (copy.package / "data/messages.en.json").read_text("utf-8")


def test_a_setting_added_by_its_guide_is_one_row_for_every_door(copy: Copy) -> None:
    blocks = copy.follow("add-a-setting.md")
    copy.insert("config.py", "    sources: Mapping", blocks["config.py"])
    copy.make_data()

    copy.commonplace("config", "set", "greeting", "warm")

    shown = json.loads(copy.commonplace("config", "--json"))
    assert "warm" in json.dumps(shown)
    hot = (copy.package / "hook_settings.py").read_text("utf-8")
    assert '    "greeting": "plain",\n' in hot
    assert '    "greeting": ("plain", "warm"),\n' in hot


def test_a_command_added_by_its_guide_is_listed_explained_and_run(copy: Copy) -> None:
    blocks = copy.follow("add-a-command.md")
    (copy.package / "doors" / "cli" / "greet.py").write_text(blocks["greet.py"], "utf-8")
    copy.insert("doors/cli/main.py", '    "config",', blocks["main.py"])
    copy.make_data()

    assert "  greet " in copy.commonplace("--help")
    assert "Who is greeted." in copy.commonplace("greet", "--help")
    assert copy.commonplace("greet", "--whom", "Ada") == "Good morning, Ada.\n"
    assert json.loads(copy.commonplace("greet", "--whom", "Ada", "--json")) == {"greeted": "Ada"}


def test_a_host_added_by_its_guide_is_installed_answered_and_taken_out_again(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")
    blocks = copy.follow("add-a-host.md")
    copy.insert("hosts/dialects.py", "GENERIC = Dialect(", blocks["dialects.py"])
    copy.insert("hosts/dialects.py", "    GENERIC,", blocks["listed.py"])
    copy.insert("hosts/install/rows.py", "def _shared_hooks(", blocks["parts.py"])
    copy.insert("hosts/install/rows.py", '    HostRow(name="generic"', blocks["row.py"])

    copy.commonplace("init")
    copy.commonplace("remember", "Staging listens on port 6001.", "--yes")
    copy.commonplace("install", "scribe", "--scope", "user", "--yes")
    settings = json.loads((home / ".scribe" / "settings.json").read_text("utf-8"))
    opened, asked = map(json.loads, blocks["scribe.jsonl"].splitlines())

    assert set(settings) == {"hooks", "mcpServers"}
    assert set(settings["hooks"]) == {"Opened", "Asked", "Answered"}
    assert "6001" in copy.hook("scribe", "Opened", {**opened, "cwd": str(copy.folder)})
    question = {"prompt": "Which port does staging listen on?", "cwd": str(copy.folder)}
    assert "MEM-staging-listens-port" in copy.hook("scribe", "Asked", {**asked, **question})
    copy.commonplace("uninstall", "scribe", "--scope", "user", "--yes")
    assert not (home / ".scribe").exists()


def test_an_engine_added_by_its_guide_can_be_chosen_and_gives_its_reasons(copy: Copy) -> None:
    blocks = copy.follow("add-an-engine.md")
    (copy.package / "engines" / "grep.py").write_text(blocks["grep.py"], "utf-8")
    copy.replace(
        "config.py", 'choices=("local", "keyword", "qmd", "postgres"),', blocks["config.py"].strip()
    )
    copy.insert("app/engines.py", "from commonplace.engines.keyword", blocks["imported.py"])
    copy.insert("app/engines.py", "    if engine_name(book", blocks["engines.py"])
    copy.make_data()

    copy.commonplace("init")
    copy.commonplace("remember", "Staging listens on port 6001.", "--yes")
    copy.commonplace("engine", "use", "grep")
    found = json.loads(copy.commonplace("recall", "port", "--json"))

    assert [hit["id"] for hit in found["hits"]] == ["MEM-staging-listens-port"]
    assert [each["why"] for each in found["hits"][0]["reasons"]] == ["grep:port"]
