"""A developer teaches, corrects, contradicts, forgets and re-feeds, in each layout and language."""

from pathlib import Path

import pytest

from doors.sitting import Sitting
from requirements import requirement

pytestmark = pytest.mark.laws

LAYOUTS = ("vault", "mem-skill", "lingxi", "profile")
ENGLISH = {
    "fact": "The staging API listens on port 6001.",
    "more": "The staging API listens on port 6001, behind nginx, see /etc/nginx/api.conf.",
    "other": "The staging API listens on port 6002.",
    "third": "The staging API listens on port 6003.",
    "when": "during the migration",
    "aside": "Invoices are printed on Mondays.",
}
CHINESE = {
    "fact": "测试环境的网关端口是 6001。",
    "more": "测试环境的网关端口是 6001，配置在 /etc/nginx/api.conf。",
    "other": "测试环境的网关端口是 6002。",
    "third": "测试环境的网关端口是 6003。",
    "when": "迁移期间",
    "aside": "发票在每周一打印。",
}


@pytest.fixture(params=[("en", ENGLISH), ("zh", CHINESE)], ids=["en", "zh"])
def words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    language, texts = request.param
    monkeypatch.setenv("COMMONPLACE_LANG", language)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    return texts


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_sitting_ends_with_the_files_a_person_would_expect(
    layout: str, words: dict[str, str], tmp_path: Path
) -> None:
    person = Sitting(tmp_path, layout)

    # Teach: asked first, and no means no.
    assert person.type("remember", words["fact"], answers="n\n") == 0
    assert not any("6001" in text for text in person.texts())
    assert person.type("remember", words["fact"], answers="y\n") == 0
    assert person.type("remember", words["aside"], answers="y\n") == 0
    assert {words["fact"], words["aside"]} <= set(person.texts())

    # Contradict: nothing enters without an answer; both may stand; or the new one replaces the old.
    assert person.type("remember", words["other"], answers="skip\n") == 3
    assert "6001" in person.told
    assert "6002" in person.told
    answers = f"when\n{words['when']}\ny\n"
    assert person.type("remember", words["third"], answers=answers) == 0
    third = next(m for m in person.memories() if "6003" in m.body)
    assert words["when"] in f"{third.validity.applies_when}{third.body}"

    # Forget and re-feed: it stays away.
    assert person.type("forget", third.id, answers="y\n") == 0
    assert person.type("remember", words["third"], answers="skip\n") in {0, 3}
    assert not any("6003" in text for text in person.texts())
    assert words["aside"] in person.texts()

    # Correct: the old one is buried and named.
    assert person.type("remember", words["other"], answers="replace\ny\n") == 0, person.told
    assert words["other"] in person.texts()
    assert words["fact"] not in person.texts()
    old = next(m for m in person.memories() if m.tombstone and "6001" in m.body)
    assert old.tombstone is not None
    assert old.tombstone.superseded_by


@requirement("govern.keep-both")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_keeps_both_is_not_asked_again_until_one_of_them_says_something_else(
    layout: str, words: dict[str, str], tmp_path: Path
) -> None:
    person = Sitting(tmp_path, layout)
    person.type("remember", words["fact"], answers="y\n")

    assert person.type("remember", words["other"], answers="separate\ny\n") == 0, person.told
    other = next(m for m in person.memories() if "6002" in m.body)
    assert person.type("lint", answers="none\n") == 0, person.told
    assert person.type("distill", "--merge") == 0
    assert {words["fact"], words["other"]} <= set(person.texts())

    assert person.type("edit", other.id, "--body", words["third"], answers="y\n") == 0
    assert person.type("lint", answers="none\n") == 1, person.told


@pytest.mark.parametrize("answers", ["", "all\n", "all\nyes\n"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_whoever_leaves_at_a_question_about_several_texts_leaves_the_book_as_it_was(
    layout: str, answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    person = Sitting(tmp_path, layout)
    person.type("remember", ENGLISH["fact"], answers="y\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    code = person.type("remember", ENGLISH["more"], ENGLISH["aside"], answers=answers)

    assert code == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(("typed", "count"), [("是", 1), ("确认", 1), ("否", 0), ("maybe\nyes", 1)])
def test_yes_and_no_are_understood_in_either_language(
    typed: str, count: int, tmp_path: Path
) -> None:
    person = Sitting(tmp_path, "vault")

    assert person.type("remember", ENGLISH["aside"], answers=f"{typed}\n") == 0

    assert len(person.texts()) == count


def test_what_comes_near_to_a_refused_claim_is_said_before_anybody_agrees(tmp_path: Path) -> None:
    person = Sitting(tmp_path, "vault")
    person.type("remember", "The staging API listens behind nginx and writes a log.", answers="y\n")
    person.type("reject", ENGLISH["fact"], answers="y\n")

    person.type("remember", f"In the shop {ENGLISH['fact']}", answers="skip\n")

    assert 0 <= person.told.index("close to what was refused") < person.told.index("[y/N/")


@requirement("B2.question", "B2.overrides")
def test_the_vault_shows_what_is_related_and_takes_another_decision(tmp_path: Path) -> None:
    person = Sitting(tmp_path, "vault")
    person.type("remember", ENGLISH["fact"], "--topic", "ops/api", answers="y\n")

    code = person.type("remember", ENGLISH["more"], answers="create\ntopic\nops/web\ny\n")

    assert code == 0
    assert "Related" in person.told or "1. MEM-api-staging-api-listens (" in person.told
    assert "-> UPDATE" in person.told or "-> EXTEND" in person.told
    new = next(m for m in person.memories() if m.topic == "ops/web")
    assert new.links == ("MEM-api-staging-api-listens",)


@requirement("A2.5.question")
def test_mem_skill_asks_about_the_related_entry_by_its_link(tmp_path: Path) -> None:
    person = Sitting(tmp_path, "mem-skill")
    person.type("remember", ENGLISH["fact"], answers="y\n")

    person.type("remember", ENGLISH["more"], answers="extend\n")

    link = "[[general#Staging API listens on port 6001]]"
    assert f"I found an existing entry '{link}' that's related." in person.told
    assert len(person.memories()) == 1


@requirement("D2.gate")
@pytest.mark.parametrize(
    ("answers", "living"),
    [
        ("A\n", [ENGLISH["more"]]),
        ("B\n", [ENGLISH["fact"]]),
        ("C\ny\n", [ENGLISH["fact"], ENGLISH["more"]]),
        ("D\n确认\n", [ENGLISH["more"]]),
    ],
)
def test_lingxi_waits_at_its_gate(answers: str, living: list[str], tmp_path: Path) -> None:
    person = Sitting(tmp_path, "lingxi")
    person.type("remember", ENGLISH["fact"], answers="y\n")

    assert person.type("remember", ENGLISH["more"], answers=answers) == 0

    assert "MERGE" in person.told
    assert sorted(person.texts()) == sorted(living)


def test_of_several_texts_the_chosen_ones_are_asked_about(tmp_path: Path) -> None:
    person = Sitting(tmp_path, "vault")
    texts = ("Lunch is at noon.", "Coffee is in the kitchen.", "Parcels leave at five.")

    code = person.type("remember", *texts, answers="1,3\ny\ny\n")

    assert code == 0
    assert person.texts() == ["Lunch is at noon.", "Parcels leave at five."]


def test_whoever_leaves_in_the_middle_leaves_everything_as_it_was(tmp_path: Path) -> None:
    person = Sitting(tmp_path, "vault")
    person.type("remember", ENGLISH["fact"], answers="y\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    code = person.type("remember", ENGLISH["other"], answers="replace\n")

    assert code == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
