"""The labelled notes and prompts keep the form that their page promises."""

import json
import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

NOTESET = Path(__file__).resolve().parent.parent / "benchmarks" / "noteset"
KINDS = {"PATTERN", "TECHNIQUE", "CONFIG", "WORKFLOW", "INSIGHT"}
STYLES = {
    "own-words": 67,
    "paraphrase": 67,
    "implicit": 66,
    "near": 60,
    "chatter": 25,
    "off-topic": 15,
}
SILENT_STYLES = {"near", "chatter", "off-topic"}
LONG_LINES = 50


def rows(name):
    return [json.loads(line) for line in (NOTESET / name).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def notes():
    return rows("notes.jsonl")


@pytest.fixture(scope="module")
def prompts():
    return rows("prompts.jsonl")


def is_chinese(text):
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def folded(text):
    return " ".join(text.casefold().split())


def test_there_are_120_english_and_80_chinese_notes(notes):
    assert Counter(is_chinese(note["title"]) for note in notes) == {False: 120, True: 80}


def test_eleven_notes_are_long(notes):
    assert sum(note["body"].count("\n") + 1 >= LONG_LINES for note in notes) == 11


def test_each_style_has_its_number_of_prompts(prompts):
    assert Counter(prompt["style"] for prompt in prompts) == STYLES


@pytest.mark.parametrize("name", ["notes.jsonl", "prompts.jsonl"])
def test_ids_are_unique_and_in_order(name):
    ids = [row["id"] for row in rows(name)]

    assert ids == [f"{name[0]}{number:03d}" for number in range(1, len(ids) + 1)]


def test_every_note_is_complete(notes):
    for note in notes:
        assert list(note) == [
            *("id", "title", "body", "topic", "keywords"),
            *("summary", "when_to_load", "kind", "created"),
        ]
        assert all(note[field].strip() == note[field] != "" for field in ("title", "body", "topic"))
        assert 2 <= len(note["keywords"]) == len(set(note["keywords"])) <= 6
        assert len(note["summary"].splitlines()) == 1
        assert len(note["when_to_load"]) <= 2
        assert note["kind"] in KINDS
        assert date.fromisoformat(note["created"]).isoformat() == note["created"]


def test_no_two_notes_share_a_title_and_no_two_prompts_a_text(notes, prompts):
    assert len({folded(note["title"]) for note in notes}) == len(notes)
    assert len({folded(prompt["prompt"]) for prompt in prompts}) == len(prompts)


def test_relevant_notes_exist(notes, prompts):
    assert {id_ for prompt in prompts for id_ in prompt["relevant"]} <= {n["id"] for n in notes}


def test_27_notes_answer_no_prompt(notes, prompts):
    asked_for = {id_ for prompt in prompts for id_ in prompt["relevant"]}

    assert len(notes) - len(asked_for) == 27


def test_a_prompt_is_answerable_exactly_when_one_to_three_notes_are_relevant(prompts):
    for prompt in prompts:
        silent = prompt["style"] in SILENT_STYLES

        assert prompt["kind"] == ("unanswerable" if silent else "answerable")
        assert len(prompt["relevant"]) in ({0} if silent else {1, 2, 3})


def test_a_prompt_says_its_language(prompts):
    for prompt in prompts:
        assert is_chinese(prompt["prompt"]) == (prompt["language"] in {"zh", "mixed"})


def test_70_answerable_prompts_are_chinese_and_15_cross_the_language(notes, prompts):
    chinese_notes = {note["id"] for note in notes if is_chinese(note["title"])}
    answerable = [prompt for prompt in prompts if prompt["relevant"]]
    crossing = [
        prompt
        for prompt in answerable
        if (prompt["relevant"][0] in chinese_notes) != is_chinese(prompt["prompt"])
    ]

    assert sum(is_chinese(prompt["prompt"]) for prompt in answerable) == 70
    assert len(crossing) == 15


def test_the_halves_alternate(prompts):
    assert [prompt["half"] for prompt in prompts] == ["dev", "held"] * 150


@pytest.mark.parametrize("style", STYLES)
def test_both_halves_of_a_style_have_the_same_share_of_each_language(prompts, style):
    def languages(half):
        return Counter(
            is_chinese(prompt["prompt"])
            for prompt in prompts
            if (prompt["half"], prompt["style"]) == (half, style)
        )

    dev, held = languages("dev"), languages("held")

    assert all(abs(dev[chinese] - held[chinese]) <= 1 for chinese in (True, False))


def test_no_prompt_quotes_the_title_of_a_note(notes, prompts):
    titles = [folded(note["title"]) for note in notes]

    assert [p["id"] for p in prompts for title in titles if title in folded(p["prompt"])] == []
