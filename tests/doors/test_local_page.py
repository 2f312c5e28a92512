"""The local page shows what waits and what was told, and every decision goes through the one ending."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from datetime import datetime
from html import escape
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response

from commonplace.app.govern import neighbour_search_for
from commonplace.app.provenance import waiting_arrivals
from commonplace.app.recall import last_injection, sessions_told
from commonplace.core.injection import count_tokens
from commonplace.core.memory import Origin
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import govern
from commonplace.hook.log import log, ran
from commonplace.hook.prompt_answer import answer, note
from commonplace.hook.session_start import begin
from commonplace.hosts.dialects import GENERIC
from commonplace.storage import usage
from commonplace.storage.places import state_of
from doors.local_page import CLOCK, Visitor, fields_of, type_in

PORT_6001 = "The staging database listens on port 6001."
VPN = "Deploys need the VPN: start it before running make deploy."
VPN_AND_KEY = "Deploys need the VPN and the hardware key; start it before running make deploy."
COFFEE = "The coffee machine takes code 4412."
NIGHTLY = "The nightly job fails when its token expires; renew it with make token."
NEVER_NPM = "no, we use pnpm here, never npm: there is one lockfile at the root"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    type_in(tmp_path, "init", "--layout", "vault")
    return tmp_path


def remember(folder: Path, *texts: str) -> None:
    for text in texts:
        assert type_in(folder, "remember", text, "--yes") == 0


def propose(folder: Path, *texts: str) -> None:
    """Leave texts waiting, as an agent does."""
    for text in texts:
        assert type_in(folder, "remember", text, COMMONPLACE_AGENT="claude-code") == 4


def test_an_empty_review_teaches_what_comes_there(folder: Path) -> None:
    page = Visitor(folder).get("/review")

    assert page.status_code == 200
    assert "Nothing waits for you." in page.text


def test_review_names_the_agent_that_brought_a_text_and_what_it_says_of_a_memory(
    folder: Path,
) -> None:
    type_in(folder, "remember", "Catalogue prices are net.", "--yes")
    visitor = Visitor(folder)
    (known,) = [each.id for each in visitor.book.reading().memories]
    label = f"{known}=contradicts: net is without VAT"
    words = ("remember", "VAT is part of the catalogue prices.", "--label", label)
    assert type_in(folder, *words, COMMONPLACE_AGENT="claude-code") in (3, 4)

    shown = visitor.get("/review").text

    assert "by claude-code" in shown
    assert "claude-code says: contradicts (net is without VAT)" in shown


def test_every_page_says_how_much_waits(folder: Path) -> None:
    visitor = Visitor(folder)
    propose(folder, COFFEE, VPN)

    pages = [visitor.get(path).text for path in ("/activity", "/search", "/review")]
    done = visitor.press(visitor.get("/review"), "/review/accept")
    done = visitor.press(done, "/review/accept")

    assert all('<span class="count">2</span>' in page for page in pages)
    (folder / ".memory" / "10-Memories" / "MEM-late.md").write_text("# Late\n\nLate.\n", "utf-8")
    unpack(folder / ".memory" / "10-Memories" / "MEM-arrived.md", "The backup runs at four.")
    page = visitor.get("/review").text
    assert re.search(r'class="count">(\d)<', page)[1] == re.search(r"1 of (\d)", page)[1]
    assert 'class="count"' not in done.text


def test_what_is_accepted_is_written_and_approved_by_the_page(folder: Path) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)

    done = visitor.press(visitor.get("/review"), "/review/accept")

    (receipt, *_) = visitor.book.store.receipts()
    (line,) = [each for each in visitor.book.ledger.read() if each.memory == receipt.memories[0]]
    assert (done.status_code, visitor.bodies(), visitor.waiting()) == (200, [COFFEE], [])
    assert (receipt.channel, receipt.origin, line.channel) == ("page", Origin.AGENT, "page")
    assert receipt.id in done.text


def test_a_candidate_stands_beside_the_memory_it_changes_word_by_word(folder: Path) -> None:
    remember(folder, VPN)
    propose(folder, VPN_AND_KEY)

    page = Visitor(folder).get("/review").text

    beside = page.partition("What the book says already")[2]
    assert "MEM-deploys-need-vpn" in page
    assert "<ins>" in page
    assert "hardware key" in page
    assert "hardware key" not in beside
    assert "<del>:</del>" in beside


def test_what_waits_is_called_by_its_title_and_what_is_unrelated_is_folded_away(
    folder: Path,
) -> None:
    remember(folder, VPN, NIGHTLY)
    propose(folder, VPN_AND_KEY)

    page = Visitor(folder).get("/review").text
    queue, _, shown = page.partition("</nav>\n<article>")
    near, _, apart = shown.partition("Compared, too, and unrelated: 1")

    assert "Deploys need the VPN and the hardware key" in queue
    assert "MEM-deploys-need-vpn" not in queue
    assert NIGHTLY not in near
    assert NIGHTLY in apart
    assert "<del>" not in apart


def test_what_changed_while_somebody_looked_is_shown_again_and_not_written(folder: Path) -> None:
    remember(folder, VPN)
    propose(folder, VPN_AND_KEY)
    visitor = Visitor(folder)
    shown = visitor.get("/review")
    type_in(folder, "edit", "MEM-deploys-need-vpn", "--tag", "deploy", "--yes")

    again = visitor.press(shown, "/review/accept")

    assert "The book changed while you looked" in again.text
    assert visitor.bodies() == [VPN]
    assert len(visitor.waiting()) == 1

    visitor.press(again, "/review/accept")

    assert visitor.waiting() == []
    assert any("hardware key" in body for body in visitor.bodies())


def test_a_text_is_written_in_the_words_of_the_person(folder: Path) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)

    visitor.press(
        visitor.get("/review"),
        "/review/edit",
        body="The coffee machine takes code 9.",
        title="Coffee",
    )

    assert visitor.bodies() == ["The coffee machine takes code 9."]
    assert visitor.waiting() == []


def test_what_is_rejected_stays_refused_with_its_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)

    visitor.press(visitor.get("/review"), "/review/reject", reason="we drink tea")
    told = type_in(folder, "remember", COFFEE, "--yes")

    assert (visitor.bodies(), visitor.waiting(), told) == ([], [], 0)
    assert "(we drink tea)" in capsys.readouterr().out


def test_another_decision_is_shown_first_and_written_when_it_is_accepted(folder: Path) -> None:
    remember(folder, VPN)
    propose(folder, VPN_AND_KEY)
    visitor = Visitor(folder)
    (proposal,) = visitor.waiting()

    shown = visitor.get("/review", proposal=proposal, **{"as": "create"})

    assert visitor.bodies() == [VPN]

    visitor.press(shown, "/review/accept")

    assert visitor.bodies() == sorted([VPN, VPN_AND_KEY])


def test_a_contradiction_is_named_and_answered_before_anything_is_written(folder: Path) -> None:
    remember(folder, PORT_6001)
    visitor = Visitor(folder)
    text = capture("The staging database listens on port 6002.", Given(origin=Origin.AGENT))
    made = govern([text], visitor.book.view(CLOCK), neighbour_search_for(visitor.book))
    visitor.book.proposals.save(made.proposal, CLOCK)

    page = visitor.get("/review").text

    assert "6001 or 6002" in page
    assert 'action="/review/accept"' not in page

    (proposal,) = visitor.waiting()
    chosen = visitor.get(
        "/review", proposal=proposal, **{"as": "supersede", "into": "MEM-staging-database-listens"}
    )
    visitor.press(chosen, "/review/accept")

    assert visitor.bodies() == ["The staging database listens on port 6002."]


def edited(folder: Path, known: str, words: str) -> tuple[Visitor, Response]:
    """Write a proposal in other words, in a book that says something already."""
    remember(folder, known)
    propose(folder, COFFEE)
    visitor = Visitor(folder)
    return visitor, visitor.press(visitor.get("/review"), "/review/edit", body=words)


def test_edited_words_that_contradict_a_memory_are_shown_before_anything_is_written(
    folder: Path,
) -> None:
    words = "The staging database listens on port 6002."
    visitor, shown = edited(folder, PORT_6001, words)

    assert (visitor.bodies(), len(visitor.waiting())) == ([PORT_6001], 1)
    assert "6001 or 6002" in shown.text
    assert "MEM-staging-database-listens" in shown.text
    assert words in shown.text.partition("<textarea")[2]
    assert 'action="/review/accept"' not in shown.text

    chosen = visitor.press(shown, "/review/edit")
    assert visitor.bodies() == [PORT_6001]
    visitor.press(chosen, "/review/accept")

    assert visitor.bodies() == [words]
    assert visitor.waiting() == []


def test_edited_words_beside_a_memory_are_written_as_they_were_shown(folder: Path) -> None:
    visitor, shown = edited(folder, VPN, VPN_AND_KEY)

    assert visitor.bodies() == [VPN]
    assert "MEM-deploys-need-vpn" in shown.text
    assert "have not been written" in shown.text
    assert COFFEE in shown.text
    type_in(folder, "edit", "MEM-deploys-need-vpn", "--tag", "deploy", "--yes")
    again = visitor.press(shown, "/review/accept")
    assert visitor.bodies() == [VPN]
    visitor.press(again, "/review/accept")

    assert [VPN_AND_KEY in body for body in visitor.bodies()] == [True]
    assert visitor.waiting() == []


def test_edited_words_that_repeat_a_memory_are_told_and_let_go_only_by_the_person(
    folder: Path,
) -> None:
    visitor, shown = edited(folder, VPN, VPN)

    assert len(visitor.waiting()) == 1
    visitor.press(shown, "/review/accept")

    assert (visitor.bodies(), visitor.waiting()) == ([VPN], [])


def test_a_title_goes_with_the_words_it_was_read_off(folder: Path) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)
    visitor.press(visitor.get("/review"), "/review/edit", body="Invoices are numbered by year.")

    (memory,) = visitor.book.reading().memories
    assert "nvoices" in memory.title
    assert "offee" not in f"{memory.id} {memory.title} {memory.summary} {memory.keywords}"


def test_a_title_that_somebody_chose_stays_with_other_words(folder: Path) -> None:
    words = ("remember", COFFEE, "--title", "The kitchen")
    assert type_in(folder, *words, COMMONPLACE_AGENT="claude-code") == 4
    visitor = Visitor(folder)
    shown = visitor.get("/review")
    visitor.press(shown, "/review/edit", body="The coffee machine takes coins.")

    (memory,) = visitor.book.reading().memories
    assert (memory.title, memory.body.strip()) == ("The kitchen", "The coffee machine takes coins.")


def test_words_in_an_address_are_no_edit(folder: Path) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)
    (waiting,) = visitor.waiting()

    for path in ("/review", "/review/batch"):
        page = visitor.get(path, proposal=waiting, body="Strangers may come in.").text
        assert "Strangers" not in page
        assert COFFEE in page


def test_what_was_written_is_undone_from_the_notice_and_waits_no_more(folder: Path) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)
    done = visitor.press(visitor.get("/review"), "/review/accept")

    undone = visitor.press(done, "/review/undo")

    assert undone.status_code == 200
    assert visitor.bodies() == []
    assert "(undone)" in visitor.get("/activity").text


def test_who_takes_a_decision_back_goes_on_with_the_next(folder: Path) -> None:
    propose(folder, COFFEE, "The garden is watered on Mondays.", "Invoices are numbered by year.")
    visitor = Visitor(folder)
    first, second, third = visitor.waiting()
    done = visitor.press(visitor.get("/review", proposal=second), "/review/accept")

    back = visitor.press(done, "/review/undo")

    assert visitor.bodies() == []
    assert third in back.headers["x-commonplace-location"]
    assert fields_of(back.text, "/review/accept")["proposal"] == third
    assert first in visitor.waiting()


def test_after_a_decision_the_next_one_is_shown(folder: Path) -> None:
    propose(folder, COFFEE, "The garden is watered on Mondays.", "Invoices are numbered by year.")
    visitor = Visitor(folder)
    first, second, _third = visitor.waiting()
    shown = visitor.get("/review", proposal=first)

    done = visitor.press(shown, "/review/accept")

    assert second in done.headers["x-commonplace-location"]


GARDEN = "The garden is watered on Mondays."


def ticked(page: Response) -> dict[str, str]:
    """Return the boxes that a page comes with ticked, as its form sends them."""
    return dict(
        re.findall(r'type="checkbox" name="(box-[^"]*)" value="([^"]+)" checked', page.text)
    )


def test_what_is_ticked_is_written_together_each_with_its_own_receipt(folder: Path) -> None:
    propose(folder, COFFEE, GARDEN, "Invoices are numbered by year.")
    visitor = Visitor(folder)
    boxes = ticked(visitor.get("/review/batch"))
    _, left = boxes.popitem()

    done = visitor.post("/review/batch/accept", book="project", **boxes)

    receipts = [each for each in visitor.book.store.receipts() if each.channel == "page"]
    assert (len(boxes), len(receipts), len(visitor.bodies())) == (2, 2, 2)
    assert [each.memories for each in receipts if len(each.memories) != 1] == []
    assert len(visitor.waiting()) == 1
    assert left in done.text

    back = visitor.press(done, "/review/batch/undo")

    assert (back.status_code, visitor.bodies()) == (200, [])
    assert back.headers["x-commonplace-location"] == "/review/batch"
    visitor.press(back, "/review/batch/undo")
    assert len(visitor.bodies()) == 2


def test_what_stands_in_the_way_of_undoing_a_batch_is_told_and_the_others_are_undone(
    folder: Path,
) -> None:
    propose(folder, COFFEE, GARDEN, "Invoices are numbered by year.")
    visitor = Visitor(folder)
    boxes = ticked(visitor.get("/review/batch"))
    done = visitor.post("/review/batch/accept", book="project", **boxes)
    type_in(folder, "edit", "MEM-garden", "--body", "The garden is watered daily.", "--yes")

    told = visitor.press(done, "/review/batch/undo")

    assert visitor.bodies() == ["The garden is watered daily."]
    assert "MEM-garden-watered-mondays" in told.text


def test_what_is_ticked_is_rejected_together(folder: Path) -> None:
    propose(folder, COFFEE, GARDEN)
    visitor = Visitor(folder)
    boxes = ticked(visitor.get("/review/batch"))

    visitor.post("/review/batch/reject", book="project", **boxes)

    assert (visitor.bodies(), visitor.waiting()) == ([], [])
    assert type_in(folder, "remember", COFFEE, "--yes") == 0
    assert visitor.bodies() == []


def two_texts(folder: Path) -> Visitor:
    """Let two texts wait as one proposal, as a lesson does."""
    visitor = Visitor(folder)
    texts = [capture(text, Given(origin=Origin.AGENT)) for text in (COFFEE, GARDEN)]
    made = govern(
        texts, visitor.book.view(CLOCK), neighbour_search_for(visitor.book), action="learn"
    )
    visitor.book.proposals.save(made.proposal, CLOCK)
    return visitor


@pytest.mark.parametrize("picked", [COFFEE, GARDEN])
def test_some_texts_of_a_lesson_are_written_and_the_others_wait_on(
    folder: Path, picked: str
) -> None:
    visitor = two_texts(folder)
    (proposal,) = visitor.waiting()
    field = {COFFEE: "text-0", GARDEN: "text-1"}[picked]
    shown = visitor.get("/review", proposal=proposal, **{field: "1"})

    done = visitor.press(shown, "/review/accept")

    assert visitor.bodies() == [picked]
    assert "as a proposal of their own: 1" in done.text
    (left,) = visitor.book.proposals.list(CLOCK)
    assert {picked, *(each.body for each in left.candidates)} == {COFFEE, GARDEN}

    visitor.press(visitor.get("/review"), "/review/accept")

    assert visitor.bodies() == sorted([COFFEE, GARDEN])
    assert visitor.waiting() == []


def test_one_text_of_a_lesson_is_edited_and_the_other_waits_on(folder: Path) -> None:
    visitor = two_texts(folder)
    shown = visitor.get("/review", proposal=visitor.waiting()[0], **{"text-0": "1"})

    visitor.press(shown, "/review/edit", body="The coffee machine takes coins.")

    assert visitor.bodies() == ["The coffee machine takes coins."]
    (left,) = visitor.book.proposals.list(CLOCK)
    assert [each.body for each in left.candidates] == [GARDEN]


def test_all_texts_of_a_lesson_are_meant_where_none_is_picked(folder: Path) -> None:
    visitor = two_texts(folder)

    visitor.press(visitor.get("/review"), "/review/accept")

    assert visitor.bodies() == sorted([COFFEE, GARDEN])
    assert visitor.waiting() == []


def test_what_changed_since_it_was_ticked_waits_on(folder: Path) -> None:
    remember(folder, VPN)
    propose(folder, VPN_AND_KEY, COFFEE)
    visitor = Visitor(folder)
    boxes = ticked(visitor.get("/review/batch"))
    type_in(folder, "edit", "MEM-deploys-need-vpn", "--body", "Deploys need a VPN.", "--yes")

    done = visitor.post("/review/batch/accept", book="project", **boxes)

    assert visitor.bodies() == sorted(["Deploys need a VPN.", COFFEE])
    assert "1 changed while you looked" in done.text
    assert len(visitor.waiting()) == 1


@pytest.mark.laws
@pytest.mark.parametrize("layout", ["mem-skill", "lingxi"])
def test_entries_of_one_file_are_accepted_together_too(tmp_path: Path, layout: str) -> None:
    type_in(tmp_path, "init", "--layout", layout)
    propose(tmp_path, COFFEE, GARDEN, "Invoices are numbered by year.")
    visitor = Visitor(tmp_path)
    boxes = ticked(visitor.get("/review/batch"))

    visitor.post("/review/batch/accept", book="project", **boxes)

    assert (len(boxes), visitor.waiting()) == (3, [])
    said = "\n".join(visitor.bodies())
    assert COFFEE in said
    assert GARDEN in said


def test_what_contradicts_and_could_be_kept_beside_it_is_not_ticked_unseen(folder: Path) -> None:
    remember(folder, "We use pnpm in the monorepo; there is one lockfile at the root.")
    said = (("user", "add date-fns"), ("assistant", "Ran npm install."), ("user", NEVER_NPM))
    turns = "".join(json.dumps({"role": role, "text": text}) + "\n" for role, text in said)
    (folder / "chat.jsonl").write_text(turns, "utf-8")
    assert type_in(folder, "learn", "--transcript", "chat.jsonl") == 4
    visitor = Visitor(folder)
    (waiting,) = visitor.book.proposals.list(CLOCK)
    (found,) = [each for each in waiting.compared if each.relation == "contradicts"]

    page = visitor.get("/review/batch")

    assert ticked(page) == {}
    assert f'name="box-{waiting.id}"' in page.text
    assert escape(found.question) in page.text
    assert escape(found.question) in visitor.get("/review").text


def test_a_contradiction_cannot_be_ticked(folder: Path) -> None:
    remember(folder, PORT_6001)
    visitor = Visitor(folder)
    text = capture("The staging database listens on port 6002.", Given(origin=Origin.AGENT))
    made = govern([text], visitor.book.view(CLOCK), neighbour_search_for(visitor.book))
    visitor.book.proposals.save(made.proposal, CLOCK)
    propose(folder, COFFEE)
    page = visitor.get("/review/batch")
    (question,) = [each for each in visitor.waiting() if f"box-{each}" not in ticked(page)]

    visitor.post("/review/batch/accept", book="project", **{f"box-{question}": ""}, **ticked(page))

    assert "6001 or 6002" in page.text
    assert visitor.waiting() == [question]
    assert visitor.bodies() == sorted([PORT_6001, COFFEE])


def test_a_prompt_brings_what_the_hook_would_say(folder: Path) -> None:
    remember(folder, PORT_6001, VPN, COFFEE)
    visitor = Visitor(folder)
    prompt = "which port does the staging database listen on?"

    page = visitor.get("/try", prompt=prompt).text

    given = answer(prompt, str(folder), "")
    assert given.lines
    assert all(line[2] in page for line in given.lines)
    assert "An agent would be given" in page


def test_a_stop_of_the_slider_is_a_value_of_the_setting(folder: Path) -> None:
    visitor = Visitor(folder)

    by_place, by_name, unknown = (
        visitor.get("/try", prompt="what do deploys need?", speak=stop).text
        for stop in ("0", "less", "9")
    )

    assert by_place == by_name
    assert ('aria-valuetext="less"' in by_place, 'aria-valuetext="normal"' in unknown) == (
        True,
        True,
    )


def test_nothing_is_counted_when_a_prompt_is_tried(folder: Path) -> None:
    remember(folder, PORT_6001)
    visitor = Visitor(folder)

    visitor.get("/try", prompt="which port does the staging database listen on?")

    assert last_injection([visitor.book]) is None
    assert sessions_told(visitor.book) == ()


def test_one_click_makes_a_prompt_a_cue_of_the_memory_that_should_have_come(folder: Path) -> None:
    remember(folder, VPN, COFFEE)
    visitor = Visitor(folder)
    prompt = "how do we ship?"
    shown = visitor.get("/try", prompt=prompt, speak="less")

    visitor.press(shown, "/try/cue", memory="MEM-deploys-need-vpn")

    memory = visitor.book.view(CLOCK).memory("MEM-deploys-need-vpn")
    assert memory.when_to_load[-1] == prompt
    assert next(visitor.book.store.receipts()).channel == "page"


def test_activity_shows_what_a_session_was_given_and_hooks_that_failed(folder: Path) -> None:
    remember(folder, PORT_6001)
    prompt = "which port does the staging database listen on?"
    note(answer(prompt, str(folder), "session-7"), str(folder), prompt, "session-7")
    log("prompt", "busy", 0.2)
    told = datetime.now().astimezone().strftime("%Y-%m-%d %H:")

    page = Visitor(folder).get("/activity").text

    assert "session-7" in page
    assert "/memory?id=MEM-staging-database-listens" in page
    assert "<td>busy</td>" in page
    assert re.search(rf"<td>{told}\d\d</td><td>prompt</td>", page)


def test_activity_calls_memories_by_their_titles_and_tells_what_was_only_named(
    folder: Path,
) -> None:
    remember(folder, PORT_6001, COFFEE)
    visitor = Visitor(folder)
    titles = {each.id: each.title for each in visitor.book.reading().memories}
    port, coffee = "MEM-staging-database-listens", "MEM-coffee-machine-takes"
    day = datetime.now().astimezone().date().isoformat()
    for prompt, told, named in (("which port?", port, coffee), ("coffee?", port, coffee)):
        last: dict[str, object] = {"prompt": prompt, "block": "x" * 36}
        usage.record(
            state_of(str(visitor.book.root)), day, "s", {told: "a"}, last, pointed={named: "b"}
        )

    page = visitor.get("/activity").text
    receipts, _, sessions = page.partition('<section aria-labelledby="sessions">')

    assert f">{titles[port]}</a>" in receipts
    assert receipts.count('scope="rowgroup"') == 1
    given = sessions.partition("“which port?”")[2]
    assert f">{titles[port]}</a>" in given
    assert re.search(rf"pointed at</span> <a[^>]*>{re.escape(titles[coffee])}</a>", given)
    assert usage.counts(state_of(str(visitor.book.root))) == {port: (1, day)}


def test_activity_counts_the_hooks_that_ran(folder: Path) -> None:
    remember(folder, VPN)
    ran("claude-code UserPromptSubmit", 0.041, has_told=True)
    ran("claude-code UserPromptSubmit", 0.043, has_told=False)
    ran("claude-code UserPromptSubmit", 0.9, has_told=False)

    page = Visitor(folder).get("/activity").text

    row = page.partition("<td>claude-code UserPromptSubmit</td>")[2].partition("</tr>")[0]
    assert re.findall(r'data-name="(.*?)">(.*?)<', row)[:3] == [
        ("Ran", "3"),
        ("Told something", "1"),
        ("Half took at most", "43 ms"),
    ]


def test_what_a_session_is_told_in_its_beginning_is_counted(folder: Path) -> None:
    remember(folder, PORT_6001)

    told = begin(str(folder), "session-9", "startup", GENERIC)

    (session,) = sessions_told(Visitor(folder).book)
    assert "MEM-staging-database-listens" in told
    assert (session.session, session.memories) == ("session-9", ())
    assert session.tokens == count_tokens(told)


def test_a_receipt_shows_what_changed_line_by_line(folder: Path) -> None:
    remember(folder, COFFEE)
    visitor = Visitor(folder)
    receipt = next(visitor.book.store.receipts())

    page = visitor.get("/activity/receipt", id=receipt.id).text

    assert f'<span class="new">+{COFFEE}' in page


def test_what_arrived_is_let_in_as_it_was_shown(folder: Path) -> None:
    visitor = Visitor(folder)
    first, later = (visitor.book.root / "10-Memories" / f"MEM-{name}.md" for name in "ab")
    unpack(first, "The backup runs at four.")
    shown = visitor.get("/activity")
    unpack(later, "The garden is watered on Mondays.")

    visitor.press(shown, "/activity/arrivals")

    (line,) = [each for each in visitor.book.ledger.read() if each.channel == "page"]
    assert [each.id for each in waiting_arrivals(visitor.book)] == ["MEM-b"]
    assert line.memory == "MEM-a"


def unpack(path: Path, text: str) -> None:
    """Leave a note as an archive does: with an old time, whoever wrote it."""
    path.write_text(f"# {path.stem}\n\n{text}\n", "utf-8")
    os.utime(path, (1_600_000_000, 1_600_000_000))


def test_a_proposal_that_is_gone_is_told_as_an_error(folder: Path) -> None:
    page = Visitor(folder).get("/review", proposal="20260101T000000-aaaaaa")

    assert page.status_code == 404
    assert "That did not work" in page.text


def test_stored_text_is_never_markup(folder: Path) -> None:
    evil = "<script>alert(1)</script> [x](javascript:alert(1)) ![i](http://evil.example/x.png) <img src=x onerror=alert(1)>"
    propose(folder, f"Beware of {evil}")

    page = Visitor(folder).get("/review").text

    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "<img" not in page


def test_the_page_speaks_chinese(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")

    pages = [Visitor(folder).get(path).text for path in ("/review", "/try", "/activity")]

    assert all('<html lang="zh">' in page for page in pages)
    assert "没有等待您的内容" in pages[0]


@pytest.fixture
def taken() -> int:
    """Return a port that somebody else has: the command then gets as far as opening it."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_told_and_nothing_starts(
    folder: Path, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code = type_in(folder, "ui", "--port", str(taken), "--no-open")

    told = capsys.readouterr()
    assert code == 1
    assert f"Port {taken} on 127.0.0.1 cannot be opened" in told.err
    assert "open?key=" not in told.out


@pytest.mark.parametrize("mark", ["CLAUDECODE", "COMMONPLACE_AGENT", "COMMONPLACE_CHILD"])
def test_inside_an_agent_program_the_page_can_be_read_only(
    folder: Path, taken: int, mark: str, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(folder, "ui", "--port", str(taken), "--no-open", **{mark: "1"})

    assert "the page can be read only" in capsys.readouterr().err


PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'commonplace', 'ui', '--no-open'])"


@pytest.mark.laws  # starts the real server, as a child of what looks like a door for agents
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="this system does not tell parents")
@pytest.mark.parametrize(
    ("words", "marks", "status"),
    [
        (("commonplace", "hook", "prompt"), {}, 403),
        (("/usr/bin/commonplace", "mcp"), {}, 403),
        ((), {"CLAUDECODE": "1"}, 403),
        ((), {"COMMONPLACE_CHILD": "1"}, 403),
        ((), {}, 200),
    ],
    ids=["below a hook", "below an MCP server", "an agent's mark", "a hook's child", "a person"],
)
def test_what_an_agent_starts_takes_no_decision_with_the_printed_address(
    folder: Path, words: tuple[str, ...], marks: dict[str, str], status: int
) -> None:
    now = datetime.now().astimezone()  # which the server keeps, and proposals grow too old
    type_in(folder, "remember", COFFEE, at=now, COMMONPLACE_AGENT="claude-code")
    server = subprocess.Popen(
        [sys.executable, "-c", PARENT, *words],
        cwd=folder,
        env={**os.environ, **marks},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        text=True,
    )
    try:
        address = server.stdout.readline().strip()
        with httpx.Client() as browser:
            token = browser.get(address).headers["location"].partition("#token=")[2]
            page = address.partition("/open")[0]
            shown = browser.get(f"{page}/review")
            answer = browser.post(
                f"{page}/review/reject",
                json=fields_of(shown.text, "/review/reject") if status == 200 else {},
                headers={"X-Commonplace-Token": token},
            )
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
        server.stdout.close()

    assert (shown.status_code, answer.status_code) == (200, status)
    assert ('method="post"' in shown.text) is (status == 200)


def test_a_book_that_is_not_there_is_told_before_anything_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_in(tmp_path, "ui", "--no-open") == 1
    assert "open?key=" not in capsys.readouterr().out


def test_a_page_does_not_go_on_with_other_settings_than_the_users(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(folder)
    monkeypatch.setenv("COMMONPLACE_AGENTS", "always")

    answered = visitor.get("/review")

    assert (answered.status_code, "agents cannot be always" in answered.text) == (400, True)
