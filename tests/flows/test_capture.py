import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.memory import Candidate
from commonplace.errors import BadInput, OutsideBook
from commonplace.flows.capture import MOST_CHARACTERS, Given, capture


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Deploys need the VPN. Ask Ada for access.", "Deploys need the VPN"),
        ("# Retry with backoff\n\nTwice, then stop.", "Retry with backoff"),
        ("- one item\n- another", "one item"),
        ("部署之前要先连VPN。找小王开通。", "部署之前要先连VPN"),
        ("Pin version 3.11.7 of Python", "Pin version 3.11.7 of Python"),
        (
            "# 1. Use PostgreSQL as the job queue\n\nStatus: accepted.",
            "1. Use PostgreSQL as the job queue",
        ),
        ("## 2.3. Limits. All of them\n\nNone.", "2.3. Limits"),
        ("A. Scope of it all. More.", "A. Scope of it all"),
        (
            "Prefer small commits, e.g. one for each fix. Always.",
            "Prefer small commits, e.g. one for each fix",
        ),
        ("**Never** push to main.", "**Never** push to main"),
        ("> - quoted item", "quoted item"),
        ("...", "..."),
        ("---", "---"),
        ("\n\n  indented\n", "indented"),
    ],
)
def test_a_title_is_the_first_sentence_without_its_marks(text: str, title: str) -> None:
    assert capture(text, Given()).title == title


def test_a_heading_is_the_title_and_not_part_of_the_body() -> None:
    candidate = capture("# Retry with backoff\n\nTwice, then stop.\n", Given())

    assert (candidate.title, candidate.body) == ("Retry with backoff", "Twice, then stop.")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Port 6001\n\nBehind nginx.", "Gateway"),
        ("## Context / Decision\n\n- **Decision**: Use it", "Node.js version"),
        ("# 2.3. Limits. At most 50\n\nFor all.", ""),
        (f"# {'Very ' * 20}long, and 6001\n\nBehind nginx.", ""),
    ],
)
def test_a_heading_that_the_title_does_not_say_stays_in_the_body(text: str, title: str) -> None:
    assert capture(text, Given(title=title)).body == text


def test_what_the_user_says_about_a_text_wins_over_what_is_read_off_it() -> None:
    told = Given(
        title="The VPN",
        topic="ops/deploy",
        kind="CONFIG",
        tags=("vpn", "vpn"),
        keywords=("tunnel",),
        summary="Start the VPN first.",
        when_to_load=("deploying",),
        source="ada",
    )

    assert capture("Deploys need it.", told) == Candidate(
        title="The VPN",
        body="Deploys need it.",
        topic="ops/deploy",
        kind="CONFIG",
        tags=("vpn",),
        keywords=("tunnel",),
        summary="Start the VPN first.",
        when_to_load=("deploying",),
        source="ada",
    )


@pytest.mark.parametrize("text", ["", " \n\t\n", "\x00\x07"])
def test_a_text_without_a_word_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="There is no text"):
        capture(text, Given())


def test_bytes_that_are_not_utf_8_are_refused_rather_than_guessed() -> None:
    with pytest.raises(BadInput, match="not UTF-8"):
        capture(b"caf\xe9".decode("utf-8", "surrogateescape"), Given())


def test_a_topic_that_leads_out_of_the_book_is_refused() -> None:
    with pytest.raises(OutsideBook):
        capture("Harmless.", Given(topic="../../etc"))


@given(st.text(min_size=1, max_size=400))
def test_a_candidate_has_one_line_of_title_and_no_control_characters(text: str) -> None:
    try:
        candidate = capture(text, Given())
    except BadInput:
        return

    assert candidate.title
    assert "\n" not in candidate.title + candidate.summary
    assert len(candidate.title) <= 80
    assert not {"\x00", "\x1b", "\r"} & set(candidate.title + candidate.body)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Retry failed calls when the status is 503 with exponential backoff, and with jitters.",
            "Retry failed calls when the status is 503 with exponential backoff",
        ),
        (
            "Retry failed calls when the status is 503 with exponential backoff and jitter always.",
            "Retry failed calls when the status is 503 with exponential backoff and jitter…",
        ),
        ("长" * 100, "长" * 79 + "…"),
        ("x" * 100, "x" * 79 + "…"),
        ("Short and whole", "Short and whole"),
    ],
)
def test_a_long_title_ends_with_a_whole_word(text: str, title: str) -> None:
    assert capture(text, Given()).title == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Write C# code with care.", "Write C# code with care"),
        ("Issue # 7 is open.", "Issue # 7 is open"),
        ("## Deploys ##", "Deploys ##"),
        ("> - Quoted and listed.", "Quoted and listed"),
    ],
)
def test_a_hash_inside_a_sentence_is_part_of_it(text: str, title: str) -> None:
    assert capture(text, Given()).title == title


def test_a_text_that_no_note_could_hold_is_refused_at_once() -> None:
    with pytest.raises(BadInput, match="1048577 characters"):
        capture("x" * (MOST_CHARACTERS + 1), Given())
