"""Questions people can answer: the same letters everywhere, yes or no where nothing is doubtful."""

import json
import re
from pathlib import Path

import pytest

from commonplace.core.ports import Question
from commonplace.doors.cli.questions import LETTERS, NO, YES, Terminal, meant_by
from doors.sitting import Sitting

NOTES = Path(__file__).resolve().parents[2] / "benchmarks" / "books" / "shop.jsonl"
PROMPT = re.compile(r"\[([^\]\n]*)\]: ?|\?: ?$", re.MULTILINE)
YES_OR_NO = {"y/N", "y/N/?"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("y", "yes"),
        ("X", "extend"),
        ("extend", "extend"),
        ("补充", "extend"),
        ("s", "no"),
        ("skip", "no"),
        ("a", "yes"),
        ("b", "no"),
        ("cr", "create"),
        ("q", ""),
    ],
)
def test_a_letter_a_word_and_a_beginning_mean_the_same(typed: str, meant: str) -> None:
    assert meant_by(typed, (YES, NO, "extend", "create", "compare")) == meant


def test_back_is_back_where_there_is_a_way_back() -> None:
    assert meant_by("b", (YES, NO, "back")) == "back"


def test_no_two_answers_share_a_letter() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_help_explains_what_is_understood_and_the_default_is_in_capitals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["?", "what", "x"])
    asked = []

    def answer(text: str, **_: object) -> str:
        asked.append(text)
        return next(typed)

    monkeypatch.setattr("click.prompt", answer)
    question = Question(text="Like this?", choices=(YES, NO), silent=("extend",), default=NO)

    assert Terminal().ask(question) == "extend"

    assert asked == ["Like this? [y/N/?]"] * 3
    assert capsys.readouterr().err.splitlines() == [
        "  y  yes, as shown",
        "  N  no, nothing is written",
        "  x  extend: add it to the memory",
    ]


@pytest.mark.laws
def test_a_month_of_sixty_texts_asks_at_most_sixty_questions_nearly_all_yes_or_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    person = Sitting(tmp_path, "vault")
    texts = [json.loads(line)["body"] for line in NOTES.read_text("utf-8").splitlines()[:57]]
    texts += [texts[0], texts[3].replace("5%", "10%"), texts[5]]
    asked: list[str] = []

    for text in texts:
        assert person.type("remember", text, answers="y\ny\n") == 0, person.told
        asked += [each[1] or "open" for each in PROMPT.finditer(person.told)]

    assert len(texts) == 60
    assert len(asked) <= 60
    assert len([each for each in asked if each not in YES_OR_NO]) <= 5, asked


def test_a_value_that_changed_may_hold_in_one_case_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    person = Sitting(tmp_path, "vault")
    person.type("remember", "Postgres 15 runs in production.", answers="y\n")

    code = person.type("remember", "Postgres 16 runs in production.", answers="w\nthe pilot\ny\n")

    assert code == 0
    assert {m.validity.applies_when for m in person.memories()} == {"", "the pilot"}


def lesson(folder: Path) -> str:
    page = folder / "rules.md"
    parts = (
        ("Deploys", "Deploys run from the release branch only, and never on a Friday afternoon."),
        ("Backups", "Backups of the ledger are taken every night at two and kept for thirty days."),
        ("Reviews", "Every change needs a review by somebody of another team before it is merged."),
    )
    filler = " The reasons are in the handbook, and whoever is unsure asks the person on call." * 12
    page.write_text("".join(f"## {name}\n\n{text}{filler}\n\n" for name, text in parts), "utf-8")
    return str(page)


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    return Sitting(tmp_path, "vault")


def test_each_segment_is_a_decision_and_nothing_typed_is_no(
    reader: Sitting, tmp_path: Path
) -> None:
    code = reader.type("learn", "-f", lesson(tmp_path), answers="y\n\ny\n")

    assert code == 0
    assert "[1/3]" in reader.told
    assert "[3/3]" in reader.told
    assert "Learn all of this?" not in reader.told
    bodies = " ".join(reader.texts())
    assert "Deploys run" in bodies
    assert "Backups" not in bodies
    assert "Every change" in bodies
    assert reader.told.count("(receipt ") == 1


def test_the_rest_like_this_asks_no_more(reader: Sitting, tmp_path: Path) -> None:
    assert reader.type("learn", "-f", lesson(tmp_path), answers="r\n") == 0

    assert "[2/3]" not in reader.told
    assert len(reader.texts()) == 3


def test_a_person_goes_back_changes_a_topic_and_edits_a_segment(
    reader: Sitting, tmp_path: Path
) -> None:
    answers = "s\nb\nt\nops/release\ny\ne\nBackups are taken at two.\ny\ns\n"

    assert reader.type("learn", "-f", lesson(tmp_path), answers=answers) == 0

    found = {memory.body.strip(): memory.topic for memory in reader.memories()}
    assert "Backups are taken at two." in found
    assert "ops/release" in found.values()
    assert len(found) == 2


def test_whoever_leaves_in_the_middle_of_a_lesson_leaves_the_book_as_it_was(
    reader: Sitting, tmp_path: Path
) -> None:
    assert reader.type("learn", "-f", lesson(tmp_path), answers="y\n") == 1

    assert reader.memories() == []


RELATED = (
    "Invoices are sent by the billing worker at noon.",
    "The billing worker sends invoices in euros.",
)


@pytest.mark.laws
@pytest.mark.parametrize(
    ("words", "answers", "links"), [((), "y\n", 2), ((), "l\ny\n", 0), (("--no-links",), "y\n", 0)]
)
def test_links_are_part_of_the_question_and_can_be_left_out(
    words: tuple[str, ...],
    answers: str,
    links: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    person = Sitting(tmp_path, "vault")
    person.type("remember", RELATED[0], answers="y\n")

    told = person.type("remember", RELATED[1], "--as", "create", *words, answers=answers)

    assert told == 0

    assert ("Linked with" in person.told) == (not words), person.told
    notes = [path.read_text("utf-8") for path in tmp_path.rglob("MEM-*.md")]
    assert sum("[[MEM-" in note for note in notes) == links, notes
