"""The scripts that `make bench` runs fit the code as it is: nobody runs them every day."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commonplace.core import commonness, weights

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"
NAMES = sorted(path.stem for path in BENCHMARKS.glob("*.py"))

IMPORT_ALL = f"""
import importlib
for name in {NAMES!r}:
    importlib.import_module(name)
"""

ASK_ONCE = """
import subprocess, sys
from tempfile import TemporaryDirectory
from contestants import built
from commonplace.core.memory import Memory
from speed import ASK
with TemporaryDirectory() as folder:
    built(folder, (Memory(id="m1", title="", body="Staging listens on port 6001."),))
    path, question = f"{folder}/index.sqlite", "which port does staging listen on"
    asked = [sys.executable, "-I", "-c", ASK, path, question]
    print(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
"""


def run(script: str) -> str:
    """Run a script where the benchmarks stand, in a process of its own: their names are those of packages."""
    path = os.pathsep.join((str(BENCHMARKS), str(Path(__file__).resolve().parent)))
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.laws
def test_every_benchmark_can_be_imported() -> None:
    assert len(NAMES) > 30

    run(IMPORT_ALL)


UPKEEP = """
import maintenance
from pathlib import Path
from tempfile import TemporaryDirectory
maintenance.NEAR_DUPLICATES = 40
with TemporaryDirectory() as folder:
    trial = maintenance.tried("book", list(maintenance.near_duplicates()), Path(folder))
print(trial.notes, trial.merged >= 10, trial.across_topics, trial.lost)
"""


@pytest.mark.laws
def test_upkeep_of_near_duplicates_loses_nothing_that_an_outsider_looks_for() -> None:
    assert run(UPKEEP) == "40 True [] []\n"


@pytest.mark.laws
def test_the_question_whose_time_is_taken_is_answered() -> None:
    assert run(ASK_ONCE).startswith("m1 0.")


def test_the_weights_of_the_gate_are_those_that_the_fit_wrote() -> None:
    fitted = json.loads((BENCHMARKS / "gate_fit.json").read_text("utf-8"))

    assert tuple(fitted["words"]["gate"]) == weights.GATE
    judges = {
        "words": weights.JUDGE_WORDS,
        "English model": weights.JUDGE_MINILM,
        "full model": weights.JUDGE_UNIVERSAL,
    }
    for name, judge in judges.items():
        assert tuple(map(tuple, fitted[name]["judge"])) == judge[:3]
    assert fitted["matter"]["words"] == commonness.MATTER
    assert fitted["matter"]["minilm"] == weights.JUDGE_MINILM[3].hex()
    assert fitted["matter"]["universal"] == weights.JUDGE_UNIVERSAL[3].hex()


@pytest.mark.laws
def test_the_figures_of_the_local_page_are_those_that_were_measured() -> None:
    told = run("import ui; print(ui.report())").strip()

    assert told in (BENCHMARKS.parent / "docs" / "benchmarks.md").read_text("utf-8")
