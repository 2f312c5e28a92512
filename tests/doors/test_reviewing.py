"""What waits can be decided otherwise, and is no memory until then."""

import json
import shutil
from pathlib import Path

import pytest

from transcript import command_line

pytestmark = pytest.mark.laws

FACT = "The staging API listens on port 6001."
MORE = "The staging API listens on port 6001, see /etc/nginx/api.conf."


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    result("remember", FACT, "--yes")
    return tmp_path


def result(*words: str):
    return json.loads(command_line([*words, "--json"]).out)


def waiting() -> str:
    return result("remember", MORE)["proposal"]


def bodies() -> list[str]:
    return sorted(memory["body"] for memory in result("list"))


def test_a_proposal_is_shown_with_its_evidence_and_the_nearest_memories() -> None:
    shown = result("review", "show", waiting())

    (near,) = shown["compared"]
    assert (near["memory"], near["relation"]) == ("MEM-staging-api-listens", "refines")
    assert {"api", "stage"} & set(near["shared"]) or near["shared"]
    assert "+The staging API listens on port 6001, see" in shown["edits"][0]["diff"]


def test_an_agent_is_shown_five_at_a_time_and_a_person_all(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("alpha", "bravo", "carol", "delta", "eager", "frank", "grape")
    asked = (result("remember", f"The {name} gate opens at dawn.") for name in names)
    ids = sorted(each["proposal"] for each in asked)
    assert [each["id"] for each in result("review")] == ids

    monkeypatch.setenv("CLAUDECODE", "1")
    first = command_line(["review", "--json"])
    second = command_line(["review", "--page", "2", "--json"])

    assert [each["id"] for each in json.loads(first.out)] == ids[:5]
    assert "2 more wait after these: `commonplace review --page 2`." in first.err
    assert [each["id"] for each in json.loads(second.out)] == ids[5:]
    assert second.err == ""
    assert command_line(["review", "accept", ids[0], "--yes"]).code == 4


def test_what_waits_is_never_recalled() -> None:
    waiting()

    found = result("recall", "where is the nginx configuration of the staging API", "--all")

    assert "nginx" not in json.dumps(found["hits"])


def test_a_text_that_waits_can_be_kept_beside_what_it_is_related_with() -> None:
    code = command_line(["review", "keep-both", waiting(), "--yes"]).code

    assert code == 0
    assert bodies() == sorted([FACT, MORE])
    assert result("review") == []
    assert result("remember", MORE, "--yes")["reason"] == "already-known"


def test_a_text_that_waits_can_go_into_another_memory_in_other_words() -> None:
    result("remember", "Ports are listed in the wiki.", "--yes")
    words = ["--into", "MEM-ports", "--body", "See /etc/nginx/api.conf, too."]

    code = command_line(["review", "edit", waiting(), *words, "--yes"]).code

    assert code == 0
    assert bodies()[0].startswith("Ports are listed in the wiki.\n\n## Extension")
    assert bodies()[0].endswith("See /etc/nginx/api.conf, too.")


def test_what_was_not_made_of_a_text_can_only_be_accepted_or_rejected() -> None:
    pending = result("forget", "MEM-staging-api-listens")["proposal"]

    ran = command_line(["review", "keep-both", pending, "--yes"])

    assert ran.code == 1
    assert "was not made of a text" in ran.err


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([{"do": "extend"}], 1),
        ([{"do": "create"}], 2),
        ([{"do": "skip"}], 1),
    ],
)
def test_a_script_answers_from_a_file(book: Path, answers: list, expected: int) -> None:
    (book / "answers.json").write_text(json.dumps(answers), "utf-8")

    command_line(["remember", MORE, "--answers", "answers.json"])

    assert len(bodies()) == expected


@pytest.mark.parametrize("content", ["{", "[]", '[{"do": "dance"}]', '[{"drop": 1}]', "[1]"])
def test_answers_that_cannot_be_taken_are_refused(book: Path, content: str) -> None:
    (book / "answers.json").write_text(content, "utf-8")

    ran = command_line(["remember", MORE, "--answers", "answers.json"])

    assert ran.code == 1
    assert bodies() == [FACT]


def test_a_script_selects_some_of_several() -> None:
    texts = ("Lunch is at noon.", "Coffee is in the kitchen.", "Parcels leave at five.")

    command_line(["remember", *texts, "--select", "1,3"])

    assert bodies() == sorted([FACT, texts[0], texts[2]])
    assert command_line(["remember", *texts, "--select", "4"]).code == 1
    assert result("remember", *texts, "--select", "none") == {"result": "declined"}


def test_a_shared_proposal_travels_with_the_book_and_is_accepted_there(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = waiting()
    assert command_line(["review", "share", pending, "--yes"]).code == 0
    clone = book.parent / f"{book.name}-clone"
    shutil.copytree(book, clone)
    monkeypatch.chdir(clone)

    assert [each["id"] for each in result("review")] == [pending]
    accepted = result("review", "accept", pending, "--yes")

    assert accepted["receipt"]["origin"] == "sync"
    assert any("/etc/nginx/api.conf" in body for body in bodies())
    assert list((clone / ".memory" / ".commonplace" / "proposals").iterdir()) == []


@pytest.mark.parametrize("words", [("share",), ("--share",), ("keep-both",)])
def test_a_proposal_waits_on_when_a_person_says_no_to_what_was_in_its_place(
    words: tuple[str, ...],
) -> None:
    pending = waiting()

    ran = command_line(["review", *words, pending], b"n\nno\nskip\n", is_terminal=True)

    assert ran.code == 0, ran
    assert [each["id"] for each in result("review")] == [pending]
    assert command_line(["review", "--share", pending, "--yes"]).code == 0
    assert list(Path(".memory/.commonplace/proposals").iterdir()) != []


def test_a_shared_proposal_that_is_declined_leaves_the_book_and_is_refused(book: Path) -> None:
    pending = waiting()
    command_line(["review", "share", pending, "--yes"])

    assert result("review", "reject", pending)["refused"] is True

    assert result("review") == []
    assert bodies() == [FACT]


@pytest.mark.parametrize("path", ["../../x.md", "Makefile", ".git/hooks/post-commit"])
def test_a_shared_proposal_may_touch_only_what_the_layout_reads(book: Path, path: str) -> None:
    pending = waiting()
    command_line(["review", "share", pending, "--yes"])
    file = book / ".memory" / ".commonplace" / "proposals" / f"{pending}.json"
    content = json.loads(file.read_text("utf-8"))
    content["edits"][0]["path"] = path
    file.write_text(json.dumps(content), "utf-8")

    assert result("review") == []


def test_a_shared_proposal_that_somebody_changed_is_not_written(book: Path) -> None:
    pending = result("remember", "Toner is blue in the basement.")["proposal"]
    command_line(["review", "share", pending, "--yes"])
    (file,) = book.rglob(f"proposals/{pending}.json")
    file.write_text(file.read_text("utf-8").replace("Toner is blue", "Toner is red"), "utf-8")

    assert command_line(["review", "accept", pending, "--yes"]).code == 1

    assert bodies() == [FACT]


@pytest.fixture
def shared_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return two proposals for one file: whichever is accepted first changes what the other was made on."""
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    command_line(["init", "--layout", "mem-skill"])
    texts = ("Lunch is served at noon.", "The gateway needs a restart after upgrades.")
    return [result("remember", text)["proposal"] for text in texts]


def test_a_proposal_whose_base_has_changed_is_shown_anew_and_asked_about(
    shared_file: list[str],
) -> None:
    first, second = shared_file
    assert command_line(["review", "accept", first, "--yes"]).code == 0

    ran = command_line(["review", "accept", second], b"y\n", is_terminal=True)

    assert ran.code == 0
    assert f"The book has changed since {second} was proposed" in ran.err
    assert len(bodies()) == 2
    assert result("review") == []


def test_who_agreed_to_the_old_proposal_has_not_agreed_to_the_new_one(
    shared_file: list[str],
) -> None:
    first, second = shared_file
    command_line(["review", "accept", first, "--yes"])

    ran = command_line(["review", "accept", second, "--yes"])

    assert ran.code == 4
    assert len(bodies()) == 1
    (anew,) = result("review")
    assert anew["id"] != second
    assert command_line(["review", "accept", anew["id"], "--yes"]).code == 0
    assert len(bodies()) == 2


def test_a_text_that_became_known_meanwhile_waits_no_longer(shared_file: list[str]) -> None:
    entries = Path("knowledge-base/general.md")
    command_line(["remember", "The gateway needs a restart.", "--separate", "--yes"])
    text = entries.read_text("utf-8")
    entries.write_text(text.replace("needs a restart.", "needs a restart after upgrades."), "utf-8")

    ran = command_line(["review", "accept", shared_file[1], "--yes"])

    assert ran.code == 0
    assert "Already known" in ran.out.decode()
    assert [each["id"] for each in result("review")] == [shared_file[0]]
