"""What a user asks for outright is proposed: each once, in just its own words, none lost."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commonplace.app.books import found_book
from commonplace.config import Settings
from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order
from commonplace.hook.child import capture_session

NOW = datetime(2026, 11, 1, tzinfo=UTC)
FACTS = (
    "the staging port is 6001",
    "the production port is 6002",
    "the staging database is called shop-staging",
    "releases go out on Tuesdays only",
    "Maya owns the invoicing service",
    "we no longer support Node 18",
    "the nightly job must not run during a migration",
    "invoices are rounded down to whole cents",
    "conventional commits are used in every repository",
    "the API times out after 30 seconds",
    "the API retries three times",
    "never mind the deprecation warnings of the old client",
)
LEADS = (
    "Remember that {}.",
    "remember: {}",
    "Please remember that {}",
    "Also, remember that {}.",
    "Keep in mind that {}.",
    "Don't forget that {}.",
    "ok great. Remember that {}.",
)


def conversation(texts: list[str]) -> Conversation:
    said = (
        Turn(speaker=(Speaker.USER, Speaker.AGENT)[at % 2], text=text)
        for at, text in enumerate(texts)
    )
    return Conversation(session="s", host="claude-code", turns=in_order(said))


def test_a_request_is_a_finding_of_just_its_sentence_without_its_lead() -> None:
    (found,) = extract_findings(
        conversation(
            ["Remember that the staging port is 6001.", "Noted, the staging port is 6001."]
        )
    )

    assert (found.words, found.context) == ("The staging port is 6001.", ())
    assert found.is_requested


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("请记住：发布只在周二进行。", "发布只在周二进行。"),
        ("记住，测试环境的端口是 6001。", "测试环境的端口是 6001。"),
        ("麻烦记一下：发票由小李负责", "发票由小李负责"),
        ("Make a note that Maya owns billing.", "Maya owns billing."),
        ("Could you remember that Maya owns billing?", "Maya owns billing."),
        ("For the future: remember `make migrate` comes first", "`make migrate` comes first"),
    ],
)
def test_a_request_is_known_by_its_lead_in_either_language(said: str, words: str) -> None:
    assert [each.words for each in extract_findings(conversation([said]))] == [words]


@pytest.mark.parametrize(
    "said",
    [
        "Do you remember what the staging port was?",
        "I can't remember that command.",
        "Remember that?",
        "Remember when the build took an hour?",
        "你还记得端口是多少吗？",
    ],
)
def test_who_only_speaks_of_remembering_asks_for_nothing(said: str) -> None:
    assert not any(each.is_requested for each in extract_findings(conversation([said])))


@st.composite
def sittings(draw: st.DrawFn) -> list[list[str]]:
    """Return sessions of turns: every fact once, under any lead, in any order, several in one turn."""
    told = [draw(st.sampled_from(LEADS)).format(fact) for fact in draw(st.permutations(FACTS))]
    sessions: list[list[str]] = [[]]
    for each in told:
        place = draw(st.sampled_from(("turn", "same turn", "session")))
        if place == "session" and sessions[-1]:
            sessions.append([])
        if place == "same turn" and sessions[-1]:
            end = "" if sessions[-1][-1].endswith(".") else "."
            sessions[-1][-1] += f"{end} {each}"
        else:
            sessions[-1].append(each)
    return sessions


@pytest.mark.laws
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sessions=sittings(), stops_early=st.booleans())
def test_each_request_is_proposed_once_however_they_are_spread(
    tmp_path_factory: pytest.TempPathFactory, sessions: list[list[str]], stops_early: bool
) -> None:
    folder = tmp_path_factory.mktemp("requests")

    proposed = captured(folder, sessions, stops_early=stops_early)

    assert proposed == sorted(fact[:1].upper() + fact[1:] for fact in FACTS)


def test_requests_in_one_turn_and_in_another_session_are_each_proposed_once(tmp_path: Path) -> None:
    one, two, three = FACTS[:3]
    sessions = [[f"Remember that {one}. Keep in mind that {two}."], [f"remember: {three}", one]]

    proposed = captured(tmp_path, sessions, stops_early=True)

    assert proposed == sorted(fact[:1].upper() + fact[1:] for fact in (one, two, three))


def captured(folder: Path, sessions: list[list[str]], *, stops_early: bool) -> list[str]:
    """Return what waits after each turn of each session was heard."""
    book = found_book(folder / "project", Settings(), NOW)
    for number, turns in enumerate(sessions):
        path = folder / f"session-{number}.jsonl"
        for turn in turns:
            _say(path, "user", turn)
            _say(path, "assistant", "Noted.")
            if stops_early:  # a child that was killed before it noted how far it heard
                capture_session(book, path, budget_s=-1.0)
            capture_session(book, path)

    return sorted(each.candidates[0].body.rstrip(".") for each in book.proposals.list())


def _say(path: Path, role: str, text: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps({"role": role, "text": text}) + "\n")
