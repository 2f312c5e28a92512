"""The local page shows what waits and what was told, and every decision goes through the one ending."""

import os
import socket
from pathlib import Path

import pytest

from commonplace.app.arrivals import waiting_arrivals
from commonplace.app.govern import counsel_for
from commonplace.app.recall import last_injection, sessions_told
from commonplace.core.memory import Origin
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import govern
from commonplace.hook.log import log
from commonplace.hook.prompt_answer import answer, note
from doors.local_page import CLOCK, Visitor, type_in

PORT_6001 = "The staging database listens on port 6001."
VPN = "Deploys need the VPN: start it before running make deploy."
VPN_AND_KEY = "Deploys need the VPN and the hardware key; start it before running make deploy."
COFFEE = "The coffee machine takes code 4412."


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

    assert "MEM-deploys-need-vpn" in page
    assert "<ins>" in page
    assert "hardware key" in page


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
    made = govern([text], visitor.book.view(CLOCK), counsel_for(visitor.book))
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


def test_what_was_written_is_undone_from_the_notice_and_waits_no_more(folder: Path) -> None:
    propose(folder, COFFEE)
    visitor = Visitor(folder)
    done = visitor.press(visitor.get("/review"), "/review/accept")

    undone = visitor.press(done, "/activity/undo")

    assert undone.status_code == 200
    assert visitor.bodies() == []
    assert "(undone)" in undone.text


def test_after_a_decision_the_next_one_is_shown(folder: Path) -> None:
    propose(folder, COFFEE, "The garden is watered on Mondays.", "Invoices are numbered by year.")
    visitor = Visitor(folder)
    first, second, _third = visitor.waiting()
    shown = visitor.get("/review", proposal=first)

    done = visitor.press(shown, "/review/accept")

    assert second in done.headers["x-commonplace-location"]


def test_a_prompt_brings_what_the_hook_would_say(folder: Path) -> None:
    remember(folder, PORT_6001, VPN, COFFEE)
    visitor = Visitor(folder)
    prompt = "which port does the staging database listen on?"

    page = visitor.get("/try", prompt=prompt).text

    given = answer(prompt, str(folder), "")
    assert given.lines
    assert all(line[2] in page for line in given.lines)
    assert "An agent would be given" in page


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

    page = Visitor(folder).get("/activity").text

    assert "session-7" in page
    assert "MEM-staging-database-listens" in page
    assert "<td>busy</td>" in page


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


def test_a_book_that_is_not_there_is_told_before_anything_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert type_in(tmp_path, "ui", "--no-open") == 1
    assert "open?key=" not in capsys.readouterr().out
