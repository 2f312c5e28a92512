"""LingXi's four metrics and the figures beside the score: numbers where there are any, and silence where not."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.app.books import Book, open_book
from commonplace.app.upkeep import care_for, keep_measured, library_history
from commonplace.core.changes import Outcome, Receipt
from commonplace.core.governance import NEIGHBOURS_AT_MOST
from commonplace.core.metrics import (
    DayFigure,
    Figure,
    Judged,
    governance_cost,
    hit_rate,
    injection_noise,
)
from commonplace.doors.render.metrics import BARS, chart
from commonplace.storage.places import state_of
from commonplace.storage.small_state import metric_points, note_point, record_uses
from requirements import requirement
from transcript import CLOCK, command_line

pytestmark = pytest.mark.laws

DAYS = st.sampled_from(["2026-03-01", "2026-03-02", "2026-03-09"])
ANSWERS = st.lists(
    st.builds(Judged, day=DAYS, used=st.integers(0, 5), unused=st.integers(0, 5)), max_size=20
)


def receipt(day: int, **more: object) -> Receipt:
    values = {
        "id": f"r{day}",
        "at": datetime(2026, 3, day, tzinfo=UTC),
        "who": "ada",
        "channel": "flag",
        "action": "remember",
        "outcome": Outcome.COMMITTED,
        "memories": (),
        "images": (),
    }
    return Receipt(**{**values, **more})


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    return open_book(tmp_path)


def measured(*, later: timedelta = timedelta()) -> dict:
    return json.loads(command_line(["metrics", "--json"], clock=lambda: CLOCK + later).out)


@requirement("D3.metrics.noise", "D3.metrics.hits")
def test_noise_is_counted_by_lines_and_hits_by_answers() -> None:
    answers = [
        Judged(day="2026-03-01", used=1, unused=2),
        Judged(day="2026-03-01", used=0, unused=1),
        Judged(day="2026-03-02", used=2, unused=0),
        Judged(day="2026-03-02", used=0, unused=0),
    ]

    noise, hits = injection_noise(answers), hit_rate(answers)

    assert noise == Figure(
        value=0.5,
        of=6,
        history=(
            DayFigure(day="2026-03-01", value=0.75, of=4),
            DayFigure(day="2026-03-02", value=0.0, of=2),
        ),
    )
    assert (hits.value, hits.of) == (2 / 3, 3)


@given(ANSWERS)
def test_a_rate_is_a_share_or_nothing_and_its_days_add_up(answers: list[Judged]) -> None:
    for figure in (injection_noise(answers), hit_rate(answers)):
        assert (figure.value is None) == (figure.of == 0)
        assert sum(point.of for point in figure.history) == figure.of
        assert [point.day for point in figure.history] == sorted({p.day for p in figure.history})
        if figure.value is not None:
            whole = sum(point.value * point.of for point in figure.history) / figure.of
            assert abs(figure.value - whole) < 1e-9


@requirement("D3.metrics.cost")
def test_governance_costs_what_its_receipts_say() -> None:
    cost = governance_cost(
        [
            receipt(1, seconds=1.0, neighbours=5, channel="terminal"),
            receipt(2, seconds=3.0, neighbours=2, tokens=40),
            receipt(2, seconds=5.0, channel="elicitation"),
            receipt(3, seconds=9.0, undoes="r1"),
        ]
    )

    assert (cost.commits, cost.seconds, cost.total_seconds) == (3, 3.0, 9.0)
    assert (cost.questions, cost.neighbours_at_most, cost.tokens) == (2, 5, 40)
    assert cost.history == (
        DayFigure(day="2026-03-01", value=1.0, of=1),
        DayFigure(day="2026-03-02", value=4.0, of=2),
    )
    assert governance_cost([]).seconds is None


@requirement("D3.metrics.none")
def test_a_book_that_nobody_used_has_no_data_rather_than_zero(book: Book) -> None:
    shown = command_line(["metrics"]).out.decode()

    assert [line for line in shown.splitlines() if not line.endswith("no data yet")] == []
    found = measured()
    assert found["injection_noise"] == {"value": None, "of": 0, "history": []}
    assert found["governance_cost"]["seconds"] == {"median": None, "total": None}
    assert found["library_health"]["history"] == []


def undecide(book: Book) -> None:
    """Open again what `--separate` decided, as a person who takes the lines out of the page."""
    (book.root / ".commonplace" / "decided-pairs.md").unlink()


@requirement("D3.metrics.library", "D3.metrics.history", "D3.metrics.cost")
def test_the_library_is_measured_day_by_day(book: Book) -> None:
    for port in ("6001", "6002"):
        command_line(["remember", f"The staging proxy listens on port {port}.", "--separate", "-y"])
    undecide(book)
    command_line(["remember", "发布之前先跑一遍回归测试。", "--yes"])
    command_line(["distill", "--json"])
    for used, unused in ((["a"], ["b", "c"]), ([], ["d"])):
        record_uses(state_of(str(book.root)), "2026-03-14", f"p{unused}", used, unused)

    measured()
    found = measured(later=timedelta(days=1))

    library = found["library_health"]
    assert library["memories"] == 3
    assert library["conflict_rate"] == round(2 / 3, 4)
    assert library["index_consistency"] == 1.0
    assert library["health_score"] is not None
    assert [point["day"] for point in library["history"]] == ["2026-03-14", "2026-03-15"]
    assert (found["injection_noise"]["value"], found["hit_rate"]["value"]) == (0.75, 0.5)
    assert found["governance_cost"]["neighbours_at_most"] <= NEIGHBOURS_AT_MOST


def test_a_day_on_which_no_pairs_were_compared_has_no_rates(book: Book) -> None:
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    view = book.view(CLOCK)
    keep_measured(book, care_for(book, view), is_whole=False)
    keep_measured(book, care_for(book, view), is_whole=True)

    (point,) = library_history(book)
    assert point == {"day": "2026-03-14", "memories": 1, "health_score": 100}
    assert command_line(["metrics"]).code == 0


def test_a_later_look_of_a_day_brings_the_day_up_to_date(book: Book) -> None:
    for text in ("Deploys need the VPN.", "The coffee machine takes coins."):
        command_line(["remember", text, "--yes"])
        keep_measured(book, care_for(book, book.view(CLOCK)), is_whole=True)

    (point,) = library_history(book)
    assert (point["memories"], point["duplicate_rate"]) == (2, 0)


@requirement("D3.metrics.library")
def test_an_index_that_lags_behind_is_less_than_consistent(book: Book) -> None:
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    command_line(["recall", "vpn"])
    (book.root / "10-Memories" / "MEM-typed.md").write_text("# Typed\n\nBy hand.\n", "utf-8")

    assert 0 < measured()["library_health"]["index_consistency"] < 1


@requirement("D3.metrics.chart")
def test_a_chart_has_a_bar_for_each_of_the_last_days() -> None:
    assert chart([0.0, 0.5, 1.0], 1.0) == BARS[0] + BARS[4] + BARS[7]
    assert chart([1.0, 3.0]) == BARS[2] + BARS[7]
    assert len(chart([0.1] * 99, 1.0)) == 24
    assert chart([0.5], 1.0) == chart([], 1.0) == chart([0.0, 0.0]) == ""


@requirement("D3.metrics.history")
def test_the_last_measurement_of_a_day_counts_and_a_torn_line_costs_itself(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    for day, memories in (("2026-03-02", 2), ("2026-03-01", 1), ("2026-03-02", 3)):
        note_point(state, {"day": day, "memories": memories})
    with Path(state, "metrics.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"day": "2026-')
    note_point(state, {"day": "2026-03-04", "memories": 4})

    assert [point["memories"] for point in metric_points(state)] == [1, 3, 4]
    (tmp_path / "file").write_bytes(b"")
    note_point(str(tmp_path / "file"), {"day": "2026-03-05"})


@requirement("health.beside", "health.apart")
def test_figures_stand_beside_the_score_and_never_in_it(book: Book) -> None:
    command_line(["remember", "Deploys need the VPN on port 6001.", "--yes"])
    before = json.loads(command_line(["distill", "--json"]).out)
    command_line(["remember", "Deploys need the VPN on port 6002.", "--separate", "--yes"])
    undecide(book)
    command_line(["remember", "Coffee is brewed in the kitchen at nine."])
    (book.root / "10-Memories" / "MEM-typed.md").write_text(
        "---\ntitle: Kettle\n---\n\n# Kettle\n\nThe kettle is descaled with citric acid.\n\n"
        "## Probes\n- which acid descales the kettle?\n"
        "\n## Connections\n- [[MEM-nowhere]]\n",
        "utf-8",
    )

    found = json.loads(command_line(["distill", "--json"]).out)
    figures = found["figures"]

    assert found["health_report"].keys() == before["health_report"].keys()
    assert (figures["contradictions"], figures["duplicates"]) == (1, 1)
    assert (figures["orphans"], figures["unreviewed_proposals"]) == (1, 1)
    assert (figures["probe_recall"], figures["probes"]) == (1.0, 1)
    assert (figures["quarantined"], figures["anchors"]) == (0, {})
    assert figures["hit_rate"] is figures["injection_noise"] is None


@requirement("health.beside")
def test_figures_are_shown_by_doctor_and_by_whoever_wants_all(book: Book) -> None:
    command_line(["remember", "Deploys need the VPN.", "--yes"])

    plain = command_line(["distill"]).out.decode()
    verbose = command_line(["distill", "--verbose"]).out.decode()
    doctor = command_line(["doctor"]).out.decode()

    assert "## In Figures" not in plain
    assert "- probe recall: no data yet" in verbose
    assert "- unreviewed proposals: 0" in doctor
