"""A compressed note keeps every claim that the first sentences of the same length keep, and more."""

import json
import runpy
from pathlib import Path

import pytest

from requirements import requirement

ROOT = Path(__file__).resolve().parents[2]
# Not by its name: a folder of scripts on the path would hide packages of the same names.
BENCHMARK = runpy.run_path(str(ROOT / "benchmarks" / "compress.py"))
GUIDE = ROOT / "docs" / "guides" / "distill.md"


@pytest.mark.laws
@requirement("B3.compress")
def test_of_fifty_long_notes_none_keeps_less_than_its_first_sentences_would() -> None:
    rows = BENCHMARK["measured"]()

    worse = [at for at, row in enumerate(rows) if row["kept"] < row["rival_kept"]]
    longer = [at for at, row in enumerate(rows) if row["size"] > row["rival_size"]]
    incomplete = [at for at, row in enumerate(rows) if row["kept"] < 1]
    assert len(rows) == 50
    assert (worse, longer, incomplete) == ([], [], [])
    assert BENCHMARK["summed"](rows)["better"] >= 40


def test_the_guide_says_what_was_measured() -> None:
    found = json.loads(BENCHMARK["FIGURES"].read_text("utf-8"))
    page = " ".join(GUIDE.read_text("utf-8").split())

    mean = found["mean"]
    assert (
        f"on {found['notes']} long notes: the short texts have {mean['size']:.0%}"
        in page.replace(" %", "%")
    )
    assert f"the beginning of each note keeps {mean['rival_kept']:.0%}" in page.replace(" %", "%")
    assert f"Ours keeps more on {found['better']} of them and less on none" in page
    assert found["worse"] == 0
