"""On the local page one searches, reads and edits, sees how the book is, and how its memories hang together."""

import os
import re
from dataclasses import fields
from datetime import datetime, timedelta
from html import unescape
from itertools import combinations
from math import hypot
from pathlib import Path

import pytest

from app.later import trust_arrivals
from commonplace.app.books import Book
from commonplace.app.recall import Outline, index_of
from commonplace.app.upkeep import care_for, library_history
from commonplace.core.changes import Bury
from commonplace.core.memory import Memory, Usage
from commonplace.core.plain_json import dumps
from commonplace.doors.page.health import MOST_DRAWN, chart, drawn
from commonplace.doors.page.markup import marked, with_commands
from commonplace.doors.page.visit import Library
from commonplace.errors import NoSuchMemory
from commonplace.flows.view import View
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.small_state import note_point, record_uses
from commonplace.storage.upkeep_state import HISTORY
from commonplace.storage.usage import append_line
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


def test_a_search_marks_the_words_that_met_the_question(visitor: Visitor) -> None:
    page = visitor.get("/search", q="what does a deploy need?").text

    assert "<mark>Deploys</mark> <mark>need</mark>" in page
    assert "<mark>the</mark>" not in page


@pytest.mark.parametrize(
    ("text", "asked", "shown"),
    [
        ("The <b>port</b> & I", "ports", "The &lt;b&gt;<mark>port</mark>&lt;/b&gt; &amp; I"),
        ("<mark>", "mark", "&lt;<mark>mark</mark>&gt;"),
        (
            "测试环境的端口号是 6001。",
            "端口号 6001",
            "测试环境的<mark>端口号</mark>是 <mark>6001</mark>。",
        ),
        ("端口變更", "变更", "端口<mark>變更</mark>"),
        ("a \u202e port", "port", "a \\u202e <mark>port</mark>"),
        ("Nothing here", "", "Nothing here"),
    ],
)
def test_marks_are_the_only_markup_that_a_found_line_has(text: str, asked: str, shown: str) -> None:
    assert str(marked(text, asked)) == shown


def test_a_search_finds_the_memory_and_shows_scores_on_demand(visitor: Visitor) -> None:
    plain = visitor.get("/search", q="what do deploys need?").text
    scored = visitor.get("/search", q="what do deploys need?", scores="1").text

    assert f"/memory?id={NAME}" in plain
    assert "word:" not in plain
    assert "word:" in scored


def test_as_one_types_twenty_are_shown_and_more_where_somebody_wants_them(visitor: Visitor) -> None:
    trust_arrivals()
    notes = visitor.book.root / "10-Memories"
    for number in range(25):
        text = f"---\ntitle: Queue {number}\ncreated: 2026-01-01\n---\n\nThe queue {number} drains at night.\n"
        (notes / f"MEM-queue-{number}.md").write_text(text, "utf-8")

    first = visitor.get("/search", q="queue drains").text
    more = unescape(re.search(r'href="([^"]*more=1)"', first)[1])

    assert first.count("/memory?id=MEM-queue") == 20
    whole = visitor.get(more).text
    assert whole.count("/memory?id=MEM-queue") == 25
    assert "more=1" not in whole


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
    assert all("commonplace learn docs/" in page for page in pages)


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


def test_how_a_memory_changed_is_shown_word_by_word(visitor: Visitor) -> None:
    body = visitor.book.view(CLOCK).memory(NAME).body
    type_in(visitor.folder, "edit", NAME, "--body", body.replace("VPN", "tunnel"), "--yes")

    changed = visitor.get("/memory", id=NAME).text.partition("How it changed")[2]

    assert "<del>VPN</del><ins>tunnel</ins>" in changed


def test_a_memory_that_sessions_were_told_says_how_often(visitor: Visitor) -> None:
    state = state_of(str(visitor.book.root))
    for session in ("one", "two"):
        last = {"prompt": "deploys?", "block": "x"}
        usage.record(state, "2026-03-13", session, {NAME: "a"}, last)

    assert "sessions: 2, last on 2026-03-13" in visitor.get("/memory", id=NAME).text


def test_a_memory_is_forgotten_with_a_reason_and_brought_back(visitor: Visitor) -> None:
    gone = visitor.press(visitor.get("/memory", id=NAME), "/memory/forget", reason="moved")

    assert "moved" in gone.text
    assert visitor.bodies() == [COFFEE]

    visitor.press(gone, "/memory/restore")

    assert visitor.bodies() == sorted([COFFEE, VPN])


OLD = "MEM-modem"
OLD_NOTE = "---\ntitle: Modem\ncreated: 2025-01-02\nkeywords: [modem, dial]\n---\n# Modem\n\nDial nine for the modem.\n"


def keep_old(visitor: Visitor) -> None:
    """Leave two notes that nobody has used for over a year and that say nearly the same."""
    notes = visitor.book.root / "10-Memories"
    (notes / f"{OLD}.md").write_text(OLD_NOTE, "utf-8")
    (notes / f"{OLD}-too.md").write_text(OLD_NOTE.replace("nine", "nine twice"), "utf-8")


def test_health_shows_the_score_with_what_takes_points_off(visitor: Visitor) -> None:
    keep_old(visitor)

    page = visitor.get("/health").text

    found = care_for(visitor.book, visitor.book.view(CLOCK)).found.health
    assert (found.purge, found.merge, found.compress) == (2, 2, 0)
    assert "<strong>84</strong> / 100" in page
    assert found.score == 84
    assert page.count("<td>2</td>") == 2
    assert "<td>-6</td>" in page
    assert "<td>-10</td>" in page


def test_what_takes_points_off_and_was_kept_apart_is_not_said_to_be_nothing(
    visitor: Visitor,
) -> None:
    for text in ("A release needs one approval from ops.", "A release needs one approval of ops."):
        type_in(visitor.folder, "remember", text, "--topic", "release", "--separate", "--yes")

    page = visitor.get("/health").text

    assert "<td>-10</td>" in page
    assert "no memory is out of use, repeats another" not in page
    assert "was kept as it is" in page


def test_one_click_makes_a_candidate_a_proposal_and_writes_nothing(visitor: Visitor) -> None:
    keep_old(visitor)
    shown = visitor.get("/health")
    assert f'value="{OLD}"' in shown.text

    proposed = visitor.press(shown, "/health/propose", mode="purge", name=OLD)

    (proposal,) = visitor.book.proposals.list(CLOCK)
    assert [(type(each), each.memory.id) for each in proposal.changes] == [(Bury, OLD)]
    assert proposed.headers["x-commonplace-location"] == f"/review?proposal={proposal.id}"
    assert visitor.book.view(CLOCK).memory(OLD).is_active

    visitor.press(proposed, "/review/accept")

    assert not visitor.book.view(CLOCK).memory(OLD).is_active


def test_what_was_weighed_is_weighed_again_after_a_change(visitor: Visitor) -> None:
    assert "<strong>100</strong> / 100" in visitor.get("/health").text
    keep_old(visitor)

    assert "<strong>84</strong> / 100" in visitor.get("/health").text


@pytest.mark.parametrize("path", ["/health", "/graph"])
def test_a_large_book_is_shown_first_and_weighed_when_the_page_asks(
    visitor: Visitor, path: str
) -> None:
    large = Visitor(visitor.folder, library=Library(quickly_weighed=1))

    first = large.get(path).text
    asked = unescape(re.search('data-later="([^"]*)"', first)[1])
    whole = large.get(asked).text

    assert asked == f"{path}?whole=1"
    assert 'id="later"' in whole
    assert "data-later" not in whole
    assert large.get(path).text == whole


class ReadByPart(Book):
    """A book that nobody may read whole."""

    def view(self, now: datetime) -> View:
        pytest.fail("the whole book was read")


def read_by_part(visitor: Visitor) -> ReadByPart:
    book = visitor.book
    return ReadByPart(**{each.name: getattr(book, each.name) for each in fields(book)})


def test_with_an_index_only_the_files_that_are_shown_are_read(visitor: Visitor) -> None:
    type_in(visitor.folder, "recall", "deploys")
    library, book = Library(), read_by_part(visitor)

    outline = library.outline(book, CLOCK)
    view, memory = library.view_of(book, NAME, outline, CLOCK)

    known = visitor.book.view(CLOCK)
    assert sorted(outline.paths) == sorted(each.id for each in known.reading.memories)
    assert list(view.files) == [known.path(NAME)]
    assert memory == known.memory(NAME)


def test_the_index_and_the_files_give_the_same_outline(visitor: Visitor) -> None:
    type_in(visitor.folder, "edit", NAME, "--link", "MEM-coffee-machine-takes", "--yes")
    type_in(visitor.folder, "edit", NAME, "--topic", "ops", "--tag", "vpn", "--yes")
    type_in(visitor.folder, "remember", "Fax is dead.", "--title", "Fax", "--yes")
    type_in(visitor.folder, "forget", "MEM-fax", "--yes")
    type_in(visitor.folder, "recall", "deploys")
    by_index = Library().outline(visitor.book, CLOCK)
    Path(index_of(visitor.book).path).unlink()
    by_files = Library().outline(visitor.book, CLOCK)

    names = ("id", "title", "topic", "kind", "tags", "links", "status")

    def told(outline: Outline) -> list[tuple[object, ...]]:
        rows = (tuple(getattr(each, name) for name in names) for each in outline.memories)
        return sorted(rows)

    assert (by_files.stamp, by_index.stamp is None) == (None, False)
    assert told(by_files) == told(by_index)
    assert by_files.paths == by_index.paths
    assert len(by_files.paths) == 2


def test_an_outline_is_read_again_when_the_index_has_changed(visitor: Visitor) -> None:
    type_in(visitor.folder, "recall", "deploys")
    library = Library()
    first = library.outline(visitor.book, CLOCK)

    assert library.outline(visitor.book, CLOCK) is first

    keep_old(visitor)

    assert {OLD, f"{OLD}-too"} <= library.outline(visitor.book, CLOCK).paths.keys()


def test_what_went_since_the_index_was_made_is_never_shown(visitor: Visitor) -> None:
    type_in(visitor.folder, "recall", "deploys")
    library = Library()
    outline = library.outline(visitor.book, CLOCK)
    (visitor.book.root / outline.paths[NAME]).unlink()

    with pytest.raises(NoSuchMemory):
        library.view_of(visitor.book, NAME, outline, CLOCK)


def test_the_graph_is_drawn_and_listed(visitor: Visitor) -> None:
    type_in(visitor.folder, "edit", NAME, "--link", "MEM-coffee-machine-takes", "--yes")

    page = visitor.get("/graph").text

    assert page.count('<circle class="healthy"') == 2
    assert page.count(f'data-node="{NAME}"') == 1
    assert page.count("<line") == 1
    listed = page.partition("The same as a list")[2]
    assert listed.count("/memory?id=") == 3
    assert listed.count("sessions: 0 · healthy") == 2


def test_a_drawing_keeps_every_memory_inside_and_apart() -> None:
    memories = [
        Memory(id=f"m{at}", title=f"m{at}", topic=f"t{at % 7}", usage=Usage(count=at))
        for at in range(MOST_DRAWN)
    ]

    drawing = drawn(memories, frozenset({("m1", "m2")}), {})

    places = {(node.x, node.y) for node in drawing.nodes}
    assert len(places) == MOST_DRAWN
    assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in places)
    for one, other in combinations(drawing.topics, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius
    assert len(drawing.lines) == 1


def test_a_chart_goes_from_nothing_to_its_highest_value() -> None:
    made = chart("score", [("2026-01-01", 50.0), ("2026-01-02", 100.0), ("2026-01-03", 0.0)])

    assert made.line == "0.0,45.0 160.0,0.0 320.0,90.0"


CHARTS = {
    "Health score": "80",
    "Memories": "9",
    "Memories handed over a day": "2",
    "Tokens a session, on the mean of a day": "30",
    "Share of answers that used what they were given": "100%",
    "Share of lines that were not used": "50%",
    "Share of duplicates": "20%",
    "Share of contradictions": "10%",
}
"""Each figure over time, with what it is on the second day."""


def test_every_figure_has_its_chart_over_time(visitor: Visitor) -> None:
    state = state_of(str(visitor.book.root))
    figures = {"memories": 9, "duplicate_rate": 0.2, "conflict_rate": 0.1}
    today = datetime.now().astimezone()  # what is said of sessions is kept for thirty days
    for day in ((today - timedelta(days=days)).date().isoformat() for days in (2, 1)):
        append_line(os.path.join(state, HISTORY), {"at": day, "health_score": 80})
        note_point(state, {"day": day, **figures})
        usage.count_contents(state, day, f"first of {day}", 20)
        last = {"prompt": "deploys?", "block": "x" * 116}
        usage.record(state, day, f"first of {day}", {NAME: "a"}, last)
        usage.record(state, day, f"second of {day}", {NAME: "a"}, {**last, "block": "x" * 36})
        record_uses(state, day, day, [NAME], ["MEM-coffee-machine-takes"])

    page = visitor.get("/health").text

    found = re.findall("<figcaption>([^<]*) <strong>([0-9.%]*)</strong></figcaption>", page)
    assert dict(found) == CHARTS
    assert page.count("highest: ") == len(CHARTS)
    assert page.count("<polyline") == len(CHARTS)


def test_a_look_at_the_health_is_kept_for_the_curves_of_its_day(visitor: Visitor) -> None:
    page = visitor.get("/health").text
    visitor.get("/health")

    (point,) = library_history(visitor.book)
    assert (point["day"], point["memories"], point["health_score"]) == ("2026-03-14", 2, 100)
    assert dict(re.findall("<figcaption>([^<]*) <strong>([0-9.%]*)</strong>", page)) == {
        "Health score": "100",
        "Memories": "2",
        "Share of duplicates": "0%",
        "Share of contradictions": "0%",
    }


def test_a_page_that_can_be_read_only_keeps_no_measurement(visitor: Visitor) -> None:
    Visitor(visitor.folder, is_read_only=True).get("/health")

    assert library_history(visitor.book) == []


def test_each_session_says_whether_its_own_answers_used_what_it_was_given(visitor: Visitor) -> None:
    state = state_of(str(visitor.book.root))
    day = datetime.now().astimezone().date().isoformat()
    for session, used, unused in (("first", [NAME], []), ("second", [], [NAME])):
        last = {"prompt": "deploys?", "block": "x"}
        usage.record(state, day, session, {NAME: "a"}, last)
        record_uses(state, day, dumps([session, day]), used, unused)
    usage.record(state, day, "third", {NAME: "a"}, {"prompt": "deploys?", "block": "x"})

    page = visitor.get("/activity").text

    given = page[page.index("third") :]
    assert re.findall(r"answers that used it: (\d), that did not: (\d)", given) == [
        ("0", "1"),
        ("1", "0"),
    ]


def test_what_a_session_costs_stands_beside_it(visitor: Visitor) -> None:
    state = state_of(str(visitor.book.root))
    usage.count_contents(state, datetime.now().astimezone().date().isoformat(), "session-7", 321)

    assert "session-7 · About 321 tokens." in visitor.get("/activity").text


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


def test_the_switch_leads_from_one_memory_to_a_page_that_the_other_book_has(
    visitor: Visitor,
) -> None:
    type_in(visitor.folder, "init", "--personal")
    both = Visitor(visitor.folder)
    receipt = next(both.book.store.receipts()).id
    shown = [both.get("/memory", id=NAME), both.get("/activity/receipt", id=receipt)]

    for page in shown:
        switches = re.findall(r'href="([^"?]*)\?book=(\w+)"', page.text)
        assert [book for _, book in switches] == ["project", "personal"]
        for path, book in switches:
            assert both.get(path, book=book).status_code == 200


def test_what_is_to_be_typed_is_marked_in_our_sentences(visitor: Visitor) -> None:
    other = Visitor(visitor.folder, is_read_only=True)
    health, activity = other.get("/health").text, visitor.get("/activity").text

    assert "<code>commonplace distill</code> and <code>commonplace metrics</code>" in health
    assert "<code>commonplace doctor</code> says whether one is wired" in activity
    assert with_commands("Type `a <b>` & <c>") == "Type <code>a &lt;b&gt;</code> &amp; &lt;c&gt;"
