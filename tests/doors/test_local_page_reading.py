"""On the local page one searches, reads and edits, sees how the book is, and how its memories hang together."""

from pathlib import Path

import pytest

from commonplace.core.memory import Memory, Usage
from commonplace.doors.page.health import MOST_DRAWN, chart, drawn
from doors.local_page import CLOCK, Visitor, type_in

VPN = "Deploys need the VPN: start it before running make deploy."
COFFEE = "The coffee machine takes code 4412."
NAME = "MEM-deploys-need-vpn"


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    type_in(tmp_path, "init", "--layout", "vault")
    for text in (VPN, COFFEE):
        assert type_in(tmp_path, "remember", text, "--yes") == 0
    return Visitor(tmp_path)


def test_a_search_finds_the_memory_and_shows_scores_on_demand(visitor: Visitor) -> None:
    plain = visitor.get("/search", q="what do deploys need?").text
    scored = visitor.get("/search", q="what do deploys need?", scores="1").text

    assert f"/memory?id={NAME}" in plain
    assert "word:" not in plain
    assert "word:" in scored


def test_without_words_everything_is_listed_by_parts(visitor: Visitor) -> None:
    for number in range(20):
        type_in(
            visitor.folder,
            "remember",
            f"Queue {number} belongs to service {number * 7}.",
            "--yes",
            "--separate",
        )

    first = visitor.get("/search").text
    second = visitor.get("/search", page="2").text

    assert "The book holds 22 memories" in first
    assert first.count("/memory?id=") == 20
    assert second.count("/memory?id=") == 2


def test_a_filter_narrows_the_list(visitor: Visitor) -> None:
    type_in(visitor.folder, "edit", NAME, "--topic", "deploy", "--yes")

    page = visitor.get("/search", topic="deploy").text

    assert page.count("/memory?id=") == 1


def test_an_empty_book_teaches_how_it_is_filled(tmp_path: Path) -> None:
    type_in(tmp_path, "init", "--layout", "vault")
    visitor = Visitor(tmp_path)

    pages = [visitor.get(path).text for path in ("/search", "/health", "/graph")]

    assert all("The book is empty." in page for page in pages)


def test_a_memory_is_shown_with_its_links_both_ways_and_how_it_changed(visitor: Visitor) -> None:
    type_in(visitor.folder, "edit", NAME, "--link", "MEM-coffee-machine-takes", "--yes")

    here = visitor.get("/memory", id=NAME).text
    there = visitor.get("/memory", id="MEM-coffee-machine-takes").text

    assert "→ <a" in here
    assert "← <a" in there
    assert here.count("/activity/receipt?id=") == 2


def test_a_memory_is_edited_through_a_proposal_and_can_be_undone(visitor: Visitor) -> None:
    shown = visitor.get("/memory", id=NAME)

    done = visitor.press(shown, "/memory/edit", body="Deploys need the key.", tags="vpn, deploy")

    memory = visitor.book.view(CLOCK).memory(NAME)
    assert (memory.body.strip(), memory.tags) == ("Deploys need the key.", ("vpn", "deploy"))
    assert next(visitor.book.store.receipts()).channel == "page"

    visitor.press(done, "/activity/undo")

    assert visitor.book.view(CLOCK).memory(NAME).body.strip() == VPN


def test_an_edit_of_what_changed_meanwhile_is_not_written(visitor: Visitor) -> None:
    shown = visitor.get("/memory", id=NAME)
    type_in(visitor.folder, "edit", NAME, "--tag", "later", "--yes")

    again = visitor.press(shown, "/memory/edit", body="Overwritten.")

    assert "nothing was written" in again.text
    assert visitor.book.view(CLOCK).memory(NAME).tags == ("later",)


def test_an_edit_that_changes_nothing_is_told(visitor: Visitor) -> None:
    answer = visitor.press(visitor.get("/memory", id=NAME), "/memory/edit")

    assert answer.status_code == 400


def test_a_memory_is_forgotten_with_a_reason_and_brought_back(visitor: Visitor) -> None:
    gone = visitor.press(visitor.get("/memory", id=NAME), "/memory/forget", reason="moved")

    assert "moved" in gone.text
    assert visitor.bodies() == [COFFEE]

    visitor.press(gone, "/memory/restore")

    assert visitor.bodies() == sorted([COFFEE, VPN])


def test_health_shows_the_score_and_makes_a_candidate_a_proposal(visitor: Visitor) -> None:
    long = " ".join(f"Step {number} turns valve {number} by hand." for number in range(400))
    type_in(visitor.folder, "remember", long, "--title", "Valves", "--yes")
    shown = visitor.get("/health")

    assert "/ 100" in shown.text

    proposed = visitor.press(shown, "/health/propose")

    assert proposed.status_code == 200
    assert bool(visitor.waiting()) != ("no rewrite passed its proofs" in proposed.text)
    assert not any(each.channel == "page" for each in visitor.book.store.receipts())


def test_the_graph_is_drawn_and_listed(visitor: Visitor) -> None:
    type_in(visitor.folder, "edit", NAME, "--link", "MEM-coffee-machine-takes", "--yes")

    page = visitor.get("/graph").text

    assert page.count("<circle") == 2
    assert page.count("<line") == 1
    assert page.partition("The same as a list")[2].count("/memory?id=") == 3


def test_a_drawing_keeps_every_memory_inside_and_apart() -> None:
    memories = [
        Memory(id=f"m{at}", title=f"m{at}", topic=f"t{at % 7}", usage=Usage(count=at))
        for at in range(MOST_DRAWN)
    ]

    drawing = drawn(memories, frozenset({("m1", "m2")}), {})

    places = {(node.x, node.y) for node in drawing.nodes}
    assert len(places) == MOST_DRAWN
    assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in places)
    assert len(drawing.lines) == 1


def test_a_chart_goes_from_nothing_to_its_highest_value() -> None:
    made = chart("score", [("2026-01-01", 50.0), ("2026-01-02", 100.0), ("2026-01-03", 0.0)])

    assert made.line == "0.0,45.0 160.0,0.0 320.0,90.0"


def test_stored_text_is_never_markup_on_any_page(visitor: Visitor) -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    type_in(
        visitor.folder,
        "edit",
        NAME,
        "--title",
        f"T {evil}",
        "--tag",
        evil,
        "--body",
        f"B {evil}",
        "--yes",
    )

    pages = [
        visitor.get(path, **asked).text
        for path, asked in (
            ("/search", {}),
            ("/search", {"q": evil, "topic": evil, "tag": evil}),
            ("/memory", {"id": NAME}),
            ("/health", {}),
            ("/graph", {}),
            ("/activity", {}),
            ("/try", {"prompt": evil}),
            ("/memory", {"id": evil}),
        )
    ]

    assert not [page for page in pages if "<script>alert" in page or "<img" in page]


def test_the_personal_book_is_one_switch_away(visitor: Visitor) -> None:
    type_in(visitor.folder, "init", "--personal")
    type_in(visitor.folder, "remember", "I prefer tea.", "--yes", "--personal")
    both = Visitor(visitor.folder)

    page = both.get("/search", book="personal").text

    assert "I prefer tea" in page
    assert "book=personal" in both.get("/search").text
