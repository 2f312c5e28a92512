"""The data files of the package: canonical, complete in both languages, and in the wheel."""

import importlib.util
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from commonplace.messages import LANGUAGES, has_sentence, say, sentences

ROOT = Path(__file__).resolve().parent.parent


def script(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_data_file_is_what_make_data_would_write() -> None:
    """A key given twice is noticed here too: only one of the two would be written."""
    written = script("data_files").files()

    assert [path.name for path, text in written.items() if path.read_text("utf-8") != text] == []


def test_both_languages_have_the_same_keys() -> None:
    assert sentences("en").keys() == sentences("zh").keys()
    assert len(sentences("en")) > 1000


def test_every_sentence_has_the_same_blanks_in_both_languages() -> None:
    def blanks(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", text))

    assert [
        key for key, text in sentences("en").items() if blanks(text) != blanks(sentences("zh")[key])
    ] == []


def test_only_the_template_is_formatted_never_the_values() -> None:
    assert say("word.error", "en", text="{cause} {0}") == "Error: {cause} {0}"


def test_a_key_that_is_in_no_table_is_a_fault_of_ours() -> None:
    assert not has_sentence("error.never-written")
    with pytest.raises(KeyError, match=r"error\.never-written"):
        say("error.never-written")


def test_a_language_nobody_wrote_is_answered_in_english() -> None:
    assert say("word.hint", "fr", text="x") == say("word.hint", "en", text="x")
    assert set(LANGUAGES) == {
        path.suffixes[0][1:] for path in (ROOT / "src/commonplace/data").glob("messages.*.json")
    }


@pytest.mark.laws
def test_the_wheel_carries_its_data_and_speaks_without_the_sources(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
    speak = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r})\n"
        "from commonplace import messages\n"
        "print(messages.__file__); print(messages.say('word.error', 'zh', text='x'))"
    )

    said = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-c", speak],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()

    assert said[0].startswith(str(tmp_path))
    assert said[1] == say("word.error", "zh", text="x")
