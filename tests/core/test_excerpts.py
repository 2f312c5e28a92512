"""The passage that is said: the sentences that meet the prompt, whole and in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.excerpts import excerpt, hint, sentences
from commonplace.core.tokens import content_tokens

NOTE = """# Deploys

Deploys go out on Tuesdays. Nobody deploys on Fridays.

- The cache of the gateway is warmed by `make warm` before traffic is let in.
- Roll back with `helm rollback`; it takes 40 seconds.
"""


def words(prompt: str) -> dict[str, float]:
    return dict.fromkeys(content_tokens(prompt), 1.0)


def test_a_short_memory_is_its_own_passage() -> None:
    text = "billing-core listens on 8084.\n\nPort 8080 is taken."

    assert excerpt(text, {}, 280) == "billing-core listens on 8084. Port 8080 is taken."


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("how do I warm the gateway cache", "The cache of the gateway is warmed by"),
        ("roll back a release", "Roll back with `helm rollback`"),
        ("can I deploy on a friday", "Nobody deploys on Fridays."),
        ("nothing of the sort", "Deploys"),
    ],
)
def test_the_sentence_that_meets_the_prompt_is_said_and_not_the_first(
    prompt: str, said: str
) -> None:
    passage = excerpt(NOTE, words(prompt), 90)

    assert said in passage
    assert len(passage) <= 90


def test_chinese_sentences_are_told_apart() -> None:
    assert sentences("端口是 8084。缓存在网关里！好") == ["端口是 8084。", "缓存在网关里！", "好"]


@given(st.text(), st.integers(1, 300))
def test_a_passage_is_never_longer_than_it_may_be(text: str, most: int) -> None:
    assert len(excerpt(text, words(text[-40:]), most)) <= most


def test_a_paragraph_that_was_wrapped_is_cut_at_its_sentences_and_a_list_at_its_items() -> None:
    text = (
        "After a checkout a prompt takes in what it has time for, the newest files\n"
        "first, and answers from what is current. The rest is taken in by a process\n"
        "of its own.\n"
        "- Everything that a person has marked as important is told at the beginning\n"
        "- port: 6001\n"
        "host: staging\n"
        "```\n"
        "make migrate && make deploy && make announce WHERE=staging WHO=everybody\n"
        "make check\n"
        "```"
    )

    long = (
        "After a checkout a prompt takes in what it has time for, the newest files first,"
        " and answers from what is current."
    )

    assert sentences(text) == [
        long,
        "The rest is taken in by a process of its own.",
        "Everything that a person has marked as important is told at the beginning",
        "port: 6001",
        "host: staging",
        "make migrate && make deploy && make announce WHERE=staging WHO=everybody",
        "make check",
    ]


LONG = """dirkeeper: A small package for the folders of a program (user data, settings, cache, logs).

dirkeeper takes care of what differs between systems, so that nobody else has to know it.

from dirkeeper import Folders
from dirkeeper import user_cache_folder, user_log_folder

- Cache: what can be made again (`user_cache_folder`)
- State: where windows stood (`user_state_folder`)
- Logs: log files (`user_log_folder`)

If the folder cannot be written, a warning says which one is wrong.
The remedy is a HOME of its own for the service.

More about dirkeeper is told at https://dirkeeper.example/guide and in the guide of dirkeeper.
"""


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("which dirkeeper function is for log files", "Logs: log files"),
        ("which dirkeeper cache can be made again", "what can be made again"),
    ],
)
def test_the_name_that_many_sentences_hold_does_not_choose_the_introduction(
    prompt: str, said: str
) -> None:
    (name,) = words("dirkeeper")
    worth = words(prompt) | {name: 1.5}  # rarer than the others among all memories

    assert said in excerpt(LONG, worth, 120)


def test_sentences_that_meet_a_prompt_together_are_said_before_one_that_meets_less_of_it() -> None:
    text = (
        "Alpha and beta are the names of two stages, and both of them are kept for a year.\n"
        "Nothing else is told about them here, for somebody else looks after all of that.\n"
        "Gamma needs alpha.\n"
        "Delta needs beta."
    )

    assert (
        excerpt(text, words("alpha beta gamma delta"), 90) == "Gamma needs alpha. Delta needs beta."
    )


def test_of_two_passages_that_meet_a_prompt_equally_the_shorter_is_said() -> None:
    text = (
        "The gateway has a long history, told here at length for whoever likes to read of it.\n"
        "It began as a script.\n"
        "The gateway listens on 8084.\n"
        "Whoever asks for more than this is sent to the people who look after it in the team."
    )

    assert "8084" in excerpt(text, words("gateway"), 90)


def test_a_summary_that_was_cut_short_is_not_said_beside_its_sentence() -> None:
    whole = "Never send parcels above 31.5 kg through the adapter, it drops them silently."
    text = f"Parcelo: Never send parcels above 31.5 kg through the adapter, it…\nIntro.\n{whole}"

    said = excerpt(text, {"parcels": 1.0, "adapter": 1.0}, 100)

    assert said == f"Intro. {whole}"


def test_a_label_in_bold_keeps_its_words_alone_and_a_heading_leads_in() -> None:
    text = "## Context\n- **Decision**: retry *twice*\n**Why:** it is slow\n* **x\n2 ** 3 is eight"

    assert sentences(text) == [
        "Context:",
        "Decision: retry *twice*",
        "Why: it is slow",
        "x",
        "2 ** 3 is eight",
    ]


PAGE = """# tempo

**Cache**: what can be made again lies in `~/.cache/tempo`.

If the system has no zone configured, tempo falls back to UTC and says so once in its log file.

How do I see what it chose? Run `tempo --explain`, which prints the file it read.

To read another dialect, say which one it is:

    tempo --dialect c23 FILE
"""


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("where is the cache", "Cache: what can be made again lies in `~/.cache/tempo`."),
        ("what happens without a zone configured", "If the system has no zone configured"),
        ("how do I see the zone that it chose", "Run `tempo --explain`"),
        ("how do I parse another dialect", "tempo --dialect c23 FILE"),
    ],
)
def test_a_pointer_names_the_place_of_a_page_that_meets_the_prompt(prompt: str, told: str) -> None:
    assert told in hint(PAGE, words(prompt), 110)


def test_a_pointer_names_no_place_where_no_word_of_the_prompt_stands() -> None:
    assert hint(PAGE, words("kangaroo pouch"), 80) == ""


def test_of_a_long_sentence_a_pointer_names_the_part_that_meets_the_prompt_without_addresses() -> (
    None
):
    text = (
        "Generators that a plug-in of your own brings along beside those of the standard library are registered "
        "under the [entry point](https://example.org/entry-points/of/everything) `tempo.seeder` by name."
    )

    told = hint(text, words("under which entry point do I register one by name"), 90)

    assert told.startswith("…")
    assert "entry point `tempo.seeder`" in told
    assert "http" not in told


@given(st.text(), st.integers(8, 300))
def test_what_a_pointer_names_has_the_room_it_is_given(text: str, most: int) -> None:
    told = hint(text, words(text[-40:]), most)

    assert len(told) <= most


def test_lines_without_an_end_of_their_own_are_parted() -> None:
    assert excerpt("# Ports\n- API on 80\n- Web on 81\nBoth are open.", {}, 280) == (
        "Ports: API on 80; Web on 81; Both are open."
    )
    assert excerpt("- 接口用八十\n- 网页用八一", {}, 280) == "接口用八十；网页用八一"
