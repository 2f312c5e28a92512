"""The tables of docs/scale.md are those that the benchmark wrote, and say what was not reached."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

from engine_rows import Row
from scale_page import (
    FRESHNESS,
    PAGE,
    read_commands,
    read_rows,
    rendered,
    rendered_commands,
    rendered_freshness,
)
from upkeep_growth import GROWTH, PLOT, page_of, plot_of

REACHED = {"notes_per_s": 50.0, "notes_per_cpu_s": 500.0, "p50_ms": 9.0, "p99_ms": 20.0}


def test_no_figure_of_the_page_is_typed_by_hand() -> None:
    assert rendered(read_rows()) in PAGE.read_text("utf-8")
    assert rendered_commands(read_commands()) in PAGE.read_text("utf-8")
    fresh = json.loads(FRESHNESS.read_text("utf-8"))
    assert rendered_freshness(fresh) in PAGE.read_text("utf-8")


def test_a_row_that_was_not_reached_says_how_far_it_came() -> None:
    rows = [
        Row(engine="postgres", notes=1_000, reached=1_000, cpu_ms=12.0, megabytes=15.0, **REACHED),
        Row(
            engine="postgres", notes=11_000, reached=11_000, cpu_ms=32.0, megabytes=165.0, **REACHED
        ),
        Row(engine="qmd", notes=100_000, reached=41_200, limit_min=15.0),
    ]
    page = rendered(rows)

    assert "| `qmd` | 100,000 | not reached in 15 minutes: 41,200 notes were |" in page
    assert "12.0 ms at 1,000, 32.0 ms at 11,000 | 10.0 + 0.00200 · N CPU ms | 2,010 ms" in page
    assert "165.0 MB for 11,000 notes | N · 15,000 bytes | 15.0 GB" in page


def test_the_growth_of_upkeep_and_its_plot_are_those_that_were_measured() -> None:
    taken = {int(size): row for size, row in json.loads(GROWTH.read_text("utf-8")).items()}

    assert page_of(taken) in PAGE.read_text("utf-8")
    assert PLOT.read_text("utf-8") == plot_of(taken)
