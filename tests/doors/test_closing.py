"""A text that is written waits for nobody any more, whoever writes it and however it is spelled."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import commonplace
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

TEXT = "Deploys need the VPN."
OTHER = "Lunch is at noon."


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])


def pending(*words: str) -> str:
    ran = command_line([*words, "--json"], clock=lambda: datetime.now(UTC))
    return json.loads(ran.out)["proposal"]


def waiting() -> list[str]:
    return [each["id"] for each in json.loads(command_line(["review", "--json"]).out)]


@requirement("review.closed")
@pytest.mark.parametrize(
    "words",
    [
        ("remember", TEXT),
        ("remember", "deploys need the VPN"),
        ("remember", TEXT, "--topic", "ops", "--title", "VPN"),
        ("remember", OTHER, TEXT),
        ("learn", TEXT),
    ],
    ids=["again", "spelled otherwise", "filed elsewhere", "with another", "learnt"],
)
def test_a_proposal_is_closed_when_its_text_is_written(words: tuple[str, ...]) -> None:
    name = pending("remember", TEXT)

    ran = command_line([*words, "--yes"])

    assert ran.code == 0
    assert f"the same waited for a decision there: {name}." in ran.err
    assert waiting() == []


def test_a_proposal_with_the_same_words_in_another_order_goes_on_waiting() -> None:
    name = pending("remember", "The relay calls the gateway.")

    command_line(["remember", "The gateway calls the relay.", "--yes", "--as", "create"])

    assert waiting() == [name]


def test_a_proposal_is_closed_when_its_text_is_refused() -> None:
    name = pending("remember", TEXT)
    other = pending("remember", OTHER)

    ran = command_line(["reject", "deploys need the VPN", "--yes"])

    assert f"the same waited for a decision there: {name}." in ran.err
    assert waiting() == [other]


def test_programs_are_told_which_proposals_were_closed() -> None:
    name = pending("remember", TEXT)

    assert json.loads(command_line(["remember", TEXT, "--yes", "--json"]).out)["closed"] == [name]


@pytest.mark.parametrize(
    "words", [("remember", OTHER, "--yes"), ("remember", TEXT)], ids=["another text", "not written"]
)
def test_other_proposals_wait_on(words: tuple[str, ...]) -> None:
    name = pending("remember", TEXT)

    ran = command_line(list(words))

    assert "Closed" not in ran.err
    assert name in waiting()


def test_a_proposal_of_several_texts_waits_until_all_of_them_are_written() -> None:
    name = pending("remember", TEXT, OTHER)

    command_line(["remember", TEXT, "--yes"])
    assert waiting() == [name]
    command_line(["remember", TEXT, OTHER, "--separate", "--yes"])

    assert waiting() == []


def test_what_is_decided_in_review_is_not_told_to_be_closed() -> None:
    name = pending("remember", TEXT)

    ran: Ran = command_line(["review", "keep-both", name, "--yes"])

    assert "Closed" not in ran.err
    assert waiting() == []


def _by_python() -> None:
    with pytest.warns(RuntimeWarning, match="the same waited for a decision there"):
        commonplace.open_book(Path.cwd()).remember(TEXT, approved_by="ann")


def _by_a_tool() -> None:
    from mcp.server.mcpserver import AcceptedElicitation

    from commonplace.doors.mcp import proposals
    from commonplace.doors.mcp.consent import Consent, planned, settle
    from commonplace.doors.mcp.context import ServerPlace
    from commonplace.flows.capture import Given

    plan = planned(
        ServerPlace(folder=Path.cwd()).desk(),
        lambda desk, book: proposals.remembered(
            TEXT, Given(topic="ops"), proposals.Settling(), desk, book
        ),
    )
    ending = settle(plan, AcceptedElicitation(data=Consent(decision="write")))
    assert "Closed, since the same waited" in ending.message


@pytest.mark.parametrize("write", [_by_python, _by_a_tool])
def test_every_door_closes(write: Callable[[], None]) -> None:
    pending("remember", TEXT)

    write()

    assert waiting() == []
