"""The reference pages say what the code says; `make docs` writes them anew."""

import importlib.util
import re
from pathlib import Path

import pytest

from commonplace import errors
from commonplace.config import SETTINGS
from commonplace.doors.cli.main import COMMANDS
from commonplace.messages import has_sentence, sentences

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"


def generator(name: str = "reference"):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["commands.md", "settings.md", "errors.md"])
def test_a_reference_page_is_what_make_docs_would_write(name: str) -> None:
    assert (REFERENCE / name).read_text("utf-8") == generator().pages()[name]


@pytest.mark.laws  # runs nine commands
def test_the_recorded_session_is_what_the_commands_say_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    made = generator("terminal_session")

    assert made.PICTURE.read_text("utf-8") == made.picture()


def test_every_command_setting_and_error_is_documented() -> None:
    commands = (REFERENCE / "commands.md").read_text("utf-8")
    settings = (REFERENCE / "settings.md").read_text("utf-8")
    told = (REFERENCE / "errors.md").read_text("utf-8")

    assert [name for name in COMMANDS if f"\n## {name}\n" not in commands] == []
    assert [each.name for each in SETTINGS if f"| `{each.name}` |" not in settings] == []
    assert [name for name in error_keys() if f"\n### {name}\n" not in told] == []


def test_every_class_of_error_is_in_the_tree() -> None:
    classes = {
        name
        for name, found in vars(errors).items()
        if isinstance(found, type) and issubclass(found, errors.CommonplaceError)
    }

    assert {name for name in classes if name not in (errors.__doc__ or "")} == set()


def test_every_error_has_a_hint_and_every_hint_an_error() -> None:
    hints = {key.removeprefix("hint.") for key in sentences("en") if key.startswith("hint.")}

    assert error_keys() == hints


def test_every_error_raised_in_the_code_has_its_sentence() -> None:
    names = "|".join(name for name, found in vars(errors).items() if isinstance(found, type))
    raised = {
        key
        for path in (ROOT / "src").rglob("*.py")
        for key in re.findall(rf'\b(?:{names})\(\s*"([a-z0-9-]+)"', path.read_text("utf-8"))
    }

    assert raised - error_keys() == set()


def test_every_problem_named_in_the_code_has_its_sentence() -> None:
    named = {
        code
        for path in (ROOT / "src").rglob("*.py")
        if path.name != "testing.py"
        for code in re.findall(r'\bcode="([a-z-]+)"', path.read_text("utf-8"))
    }

    assert {code for code in named if not has_sentence(f"problem.{code}")} == set()


def error_keys() -> set[str]:
    return {key.removeprefix("error.") for key in sentences("en") if key.startswith("error.")}


def test_every_module_that_the_map_names_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    names = {path.name for path in (ROOT / "src" / "commonplace").rglob("*.py")}
    paths = {
        path.relative_to(ROOT / "src" / "commonplace").as_posix()
        for path in (ROOT / "src" / "commonplace").rglob("*.py")
    }
    named = set(re.findall(r"(?<![\w/*])[\w/]+\.py\b", text))

    gone = {
        each
        for each in named
        if (each not in paths if "/" in each else each not in names) and not (ROOT / each).exists()
    }
    assert len(named) > 50
    assert not gone


def test_the_glossary_gives_each_of_our_words_its_usual_ones() -> None:
    ours, usual = GLOSSARY.split("## Where the usual words lead")
    words = [row for row in ours.splitlines() if row.startswith("| ") and "---" not in row][1:]

    assert [row for row in words if not re.search(r"\*[^*]+\*.*\|$", row)] == []
    assert len(words) == len({row.split(" | ")[0] for row in words}) > 100
    assert usual.count("\n| ") > 30


def test_every_place_to_which_the_glossary_leads_is_there() -> None:
    named = re.findall(r"`([\w/.]+\.(?:py|json))`", GLOSSARY)

    assert len(named) > 40
    assert [each for each in named if not (ROOT / "src/commonplace" / each).exists()] == []


GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")


def test_every_decision_is_named_beside_the_line_that_it_made_so() -> None:
    sources = (path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    told = " ".join(line for text in sources for line in re.findall(r"# Decisions? 0.*", text))
    written = {path.name[:4] for path in (ROOT / "docs" / "decisions").glob("0*.md")}

    assert set(re.findall(r"\b0\d{3}\b", told)) == written


def test_what_is_told_of_the_first_release_takes_no_more_than_a_page() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")

    assert text.count("\n") <= 60
    assert len(text) <= 6_000
