"""`ingest` and `record` as people and programs meet them: mem-skill's words, lists and files."""

import json
from pathlib import Path

import pytest

from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws
GUIDE = """# API guide

This guide is for everybody who calls the billing service from another service of the company, and for the curious.

## Retries

Call the billing API again at most 3 times. The weather was fine that day, and we had tea in the garden with everybody.

## Keys

Rotate the signing key every 90 days. Nobody remembers who came up with that number, and nobody has ever asked why.

## Sandbox

The sandbox gateway listens on port 6001. It was named after the box of sand behind the old office, next to the lake.
"""
POINTS = [
    "Call the billing API again at most 3 times",
    "Rotate the signing key every 90 days",
    "The sandbox gateway listens on port 6001",
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    assert command_line(["init", "--layout", "mem-skill"]).code == 0
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/api-guide.md").write_text(GUIDE, "utf-8")
    return tmp_path


def run(*words: str, typed: str | None = None) -> Ran:
    if typed is None:
        return command_line(list(words))
    return command_line(list(words), typed.encode(), is_terminal=True)


def titles() -> list[str]:
    return [each["title"] for each in json.loads(run("list", "--json").out)]


def index(project: Path) -> dict:
    return json.loads((project / "knowledge-base/_index.json").read_text("utf-8"))


@requirement("A2.ingest.write", "A2.ingest.log", "A2.ingest.extract")
def test_a_guide_becomes_entries_with_source_counts_and_a_line_in_the_log(project: Path) -> None:
    told = json.loads(run("ingest", "docs/api-guide.md", "--yes", "--json").out)

    assert [each["summary"] for each in told["content_map"]["segments"]] == POINTS
    page = (project / "knowledge-base/api-guide.md").read_text("utf-8")
    assert "**Source:** file:docs/api-guide.md:7-7" in page
    assert "**Best Practice:**\n- Call the billing API again at most 3 times\n" in page
    assert (index(project)["totalEntries"], index(project)["lastUpdated"]) == (3, "2026-03-14")
    log = (project / "log.md").read_text("utf-8").splitlines()
    assert (
        log[-1]
        == "## [2026-03-14] ingest | Processed docs/api-guide.md → 3 entries created/updated"
    )


def test_what_the_book_says_already_asks_for_no_category(project: Path) -> None:
    run("ingest", "docs/api-guide.md", typed="Other\nnothing in common\nall\n")

    ran = run("ingest", "docs/api-guide.md", typed="none\n")

    assert ran.code == 0
    assert "No category matches" not in ran.err
    assert ran.out.decode().strip() == "No memories created (all content skipped)"


def test_neither_the_log_nor_a_category_repeats_a_secret(project: Path) -> None:
    secret = "gh" + "p_" + "aB3" * 12
    (project / f"docs/{secret}.md").write_text(GUIDE, "utf-8")

    assert run("ingest", "docs/api-guide.md", typed=f"{secret}\nuse {secret}\n1\n").code == 0
    assert run("ingest", f"docs/{secret}.md", "--yes").code == 0

    written = [path for path in project.rglob("*") if path.is_file() and "docs" not in path.parts]
    assert not [path for path in written if secret.lower() in path.read_text("utf-8").lower()]
    assert not [path for path in written if secret.lower()[4:] in path.name]


@requirement("A2.ingest.list", "A2.category")
def test_a_person_names_the_category_and_chooses_from_the_list(project: Path) -> None:
    ran = run("ingest", "docs/api-guide.md", typed="Billing\nbilling, API\n1,3\n")

    assert "No category matches. I suggest a new one: Api Guide" in ran.err
    assert "I extracted these knowledge points from docs/api-guide.md:" in ran.err
    assert f"1. {POINTS[0]} → knowledge-base/billing.md (new)" in ran.err
    assert "Which ones should I record? (all / 1,3 / none)" in ran.err
    assert titles() == ["Retries", "Sandbox"]
    (row,) = index(project)["categories"]
    assert (row["id"], row["name"], row["keywords"]) == ("billing", "Billing", ["billing", "API"])
    assert (row["file"], row["count"]) == ("billing.md", 2)


@requirement("A2.category")
def test_a_category_that_was_named_outlives_a_pending_proposal(project: Path) -> None:
    assert run("ingest", "docs/api-guide.md").code == 4
    run("remember", "Tea is at four.", "--topic", "office", "--yes")

    (waiting,) = json.loads(run("review", "--json").out)
    assert run("review", "accept", waiting["id"], "--yes").code == 0

    assert [row["name"] for row in index(project)["categories"]] == ["Office", "Api Guide"]


@requirement("A2.ingest.category")
def test_a_point_goes_to_the_category_whose_keywords_it_uses(project: Path) -> None:
    run("remember", "Ask Ada.", "--topic", "gateways", "--keyword", "gateway", "--yes")

    ran = run("ingest", "docs/api-guide.md", "--yes")

    assert f"3. {POINTS[2]} → knowledge-base/gateways.md (new)" in ran.out.decode()


@requirement("A2.ingest.related")
def test_a_related_entry_is_offered_for_update(project: Path) -> None:
    run(
        "remember",
        "The sandbox gateway listens.",
        "--title",
        "Gateway",
        "--topic",
        "ops",
        "--yes",
    )

    ran = run("ingest", "docs/api-guide.md", typed="\n\n3\nextend\n")

    assert "'Gateway'" in ran.err
    assert len(titles()) == 1


@requirement("A2.ingest.list")
@pytest.mark.parametrize(("said", "count"), [("none", 0), ("all", 3), ("9\n2", 1)])
def test_all_some_or_none_are_recorded(project: Path, said: str, count: int) -> None:
    run("ingest", "docs/api-guide.md", typed=f"\n\n{said}\n")

    assert len(titles()) == count


@requirement("A2.ingest.read")
def test_of_a_folder_every_markdown_file_is_read_and_nothing_else(project: Path) -> None:
    (project / "docs/notes.txt").write_text(GUIDE, "utf-8")
    (project / "docs/sub").mkdir()
    (project / "docs/sub/b.md").write_text(GUIDE.replace("billing", "mailing"), "utf-8")

    told = json.loads(run("ingest", "docs/", "--yes", "--json").out)

    names = {each["source_file"] for each in told["content_map"]["segments"]}
    assert names == {"docs/api-guide.md", "docs/sub/b.md"}


@requirement("A2.ingest.extract")
def test_fewer_than_three_points_are_said_and_none_as_well(project: Path) -> None:
    (project / "few.md").write_text(GUIDE.partition("## Keys")[0], "utf-8")
    (project / "none.md").write_text("Idempotence is a kind of property. It is nice.\n", "utf-8")

    few, none = run("ingest", "few.md", "--yes"), run("ingest", "none.md", "--yes")

    assert "Only 1 of the points in few.md" in few.err
    assert "Nothing in none.md passes the recording criteria" in none.out.decode()
    assert none.code == 0


def test_ingesting_again_proposes_nothing(project: Path) -> None:
    run("ingest", "docs/api-guide.md", "--yes")

    ran = run("ingest", "docs/api-guide.md", "--yes")

    assert (ran.code, "(already known: 'Retries')" in ran.out.decode()) == (0, True)


@requirement("A2.ingest.elsewhere")
@pytest.mark.parametrize("layout", ["vault", "lingxi", "profile"])
def test_elsewhere_a_short_text_is_learnt_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", layout)
    (tmp_path / "a.md").write_text("Deploys need the VPN.", "utf-8")

    assert json.loads(run("ingest", "a.md", "--yes", "--json").out)["memories_affected"] == 1


RUNBOOK = """# Parcelo

People like the tool in general, and it has been around for years. We are proud of it.

Always run `make migrate` before `make deploy`, or the worker reads columns that are not there.
The name is a pun that nobody remembers. There is coffee in the kitchen on most days.
The staging database is wiped every Sunday at 04:00.

## Release

Before a release we go through a short list. It is a nice tradition.

1. Freeze the label queue with `parcelo queue pause`.
2. Bump the version in pyproject.toml.
3. Cake for everybody after the smoke test.
"""


@requirement("A2.ingest.elsewhere")
@pytest.mark.parametrize("layout", ["vault", "lingxi"])
def test_elsewhere_it_takes_the_points_of_a_page_each_as_a_memory_with_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--layout", layout)
    (tmp_path / "runbook.md").write_text(RUNBOOK, "utf-8")

    told = json.loads(run("ingest", "runbook.md", "--yes", "--json").out)
    bodies = [json.loads(run("show", each, "--json").out) for each in told["ids"]]

    assert [each["summary"] for each in told["content_map"]["segments"]] == [
        "Always run `make migrate` before `make deploy`, or the worker reads columns that are not there",
        "The staging database is wiped every Sunday at 04:00",
        "Freeze the label queue with `parcelo queue pause`",
        "Bump the version in pyproject.toml",
        "Cake for everybody after the smoke test",
    ]
    assert [each["source"] for each in bodies][:2] == [
        "file: runbook.md:5-5",
        "file: runbook.md:7-7",
    ]
    assert all(each["when_to_load"] for each in bodies) == (layout == "lingxi")


@requirement("capture.answers")
@pytest.mark.parametrize("command", ["learn", "ingest"])
def test_answers_come_from_a_file(project: Path, command: str) -> None:
    count = 3 if command == "ingest" else 1
    answers = [{"do": "skip"}, None, {"do": "create"}][-count:]
    (project / "answers.json").write_text(json.dumps(answers), "utf-8")

    assert run(command, "docs/api-guide.md", "--answers", "answers.json").code == 0

    assert len(titles()) == (2 if command == "ingest" else 1)


@requirement("A2.recordnow.list", "A2.recordnow.write", "A2.recordnow.log")
@pytest.mark.parametrize("command", ["record", "recordnow"])
def test_tasks_are_listed_chosen_written_and_logged(project: Path, command: str) -> None:
    told = "The build hung until we pinned node 20; that fixed it.\n\nWith the pdf skill, embed the fonts before you export."

    ran = run(command, told, typed="Build\nbuild\nall\n")

    assert "I found these completed tasks worth recording:" in ran.err
    assert "→ knowledge-base (new)" in ran.err
    assert "→ experience (new)" in ran.err
    assert "Which ones should I record? (all / 1,2 / none)" in ran.err
    page = (project / "experience/skill-pdf.md").read_text("utf-8")
    assert "**Skill:** pdf\n**Source:** conversation" in page
    assert (
        (project / "log.md")
        .read_text("utf-8")
        .endswith("recordnow | Manually recorded 2 entries\n")
    )


@requirement("A2.recordnow.nothing")
def test_nothing_worth_recording_is_said_with_a_question(project: Path) -> None:
    ran = command_line(["recordnow"], b"Thanks, that was nice.")

    assert ran.out.decode() == (
        "I reviewed the conversation but didn't find any completed tasks worth recording. "
        "Is there something specific you'd like me to save?\n"
    )
    assert "`commonplace remember TEXT` keeps a text as it is." in ran.err


def test_somebody_at_a_terminal_who_says_nothing_is_told_how(project: Path) -> None:
    assert run("record", typed="").code == 2


@requirement("A2.recordnow.write")
def test_a_related_entry_is_updated_or_a_separate_one_made(project: Path) -> None:
    run(
        "remember",
        "The build hung until node 20 was pinned.",
        "--title",
        "Build",
        "--topic",
        "ops",
        "--yes",
    )

    ran = run(
        "record",
        "The build hung until node 20 was pinned in .nvmrc, which fixed it.",
        typed="all\nextend\n",
    )

    assert "I found an existing entry '[[ops#Build]]' that's related." in ran.err
    assert titles() == ["Build"]


def conversation(project: Path) -> None:
    said = (
        ("user", "CI hangs at the test step, why?"),
        (
            "assistant",
            "Jest waits for open handles; `--forceExit` ends it. The root cause is redis.",
        ),
        ("user", "no, we close the redis client in afterAll here, never --forceExit"),
        ("assistant", "Sorry, done."),
    )
    lines = [
        json.dumps({"type": who, "sessionId": "s-1", "message": {"role": who, "content": text}})
        for who, text in said
    ]
    (project / "chat.jsonl").write_text("\n".join(lines), "utf-8")


@requirement("A2.recordnow.list", "A2.recordnow.log")
def test_a_transcript_is_recorded_from_the_same_list(project: Path) -> None:
    conversation(project)

    ran = run("recordnow", "--transcript", "chat.jsonl", typed="CI\nci, redis\nall\n")

    assert "I found these completed tasks worth recording:\n1. " in ran.err
    assert "→ knowledge-base (new)" in ran.err
    assert "Which ones should I record? (all / 1,2 / none)" in ran.err
    assert "**Source:** conversation\n" in (project / "knowledge-base/ci.md").read_text()
    assert (project / "log.md").read_text("utf-8").endswith("Manually recorded 1 entries\n")


@requirement("A2.recordnow.list")
def test_of_a_transcript_nothing_is_recorded_that_was_not_selected(project: Path) -> None:
    conversation(project)

    ran = run("record", "--transcript", "chat.jsonl", "--select", "none", "--dry-run")
    assert b"No memories created" in ran.out
    assert run("record", "some text", "--transcript", "chat.jsonl").code == 2
    told = run("record", "--transcript", "chat.jsonl", "--select", "1", "--skill", "jest", "--json")
    assert json.loads(told.out)["operations"][0]["memory_path"] == "experience/skill-jest.md"
    assert b"--again hears it" in run("record", "--transcript", "chat.jsonl", "--yes").out
    assert b"already known" in run("record", "--transcript", "chat.jsonl", "--again", "--yes").out


@requirement("B2.provenance")
def test_what_is_recorded_of_a_file_names_the_file_and_its_lines(project: Path) -> None:
    told = "Hello.\n\n# Build\n\n- Thanks.\n- Pin node to version 20,\n  or the build hangs.\n"
    (project / "done.md").write_text(told, "utf-8")

    ran = json.loads(run("record", "done.md", "--yes", "--json").out)

    (segment,) = ran["content_map"]["segments"]
    assert (segment["source_file"], segment["source_lines"]) == ("done.md", "6-7")
    (page,) = (project / "knowledge-base").glob("*.md")
    assert "**Source:** file:done.md:6-7\n" in page.read_text("utf-8")


@pytest.mark.laws
def test_a_list_that_nobody_would_read_is_cut_and_said_to_be(project: Path) -> None:
    tasks = [f"Pin tool{number} to version {number}.0, or the build hangs." for number in range(60)]

    ran = command_line(["record", "--dry-run"], "\n\n".join(tasks).encode())

    assert "60 tasks were found; the first 50 are taken." in ran.err
    assert b"\n50. " in ran.out
    assert b"\n51. " not in ran.out


@requirement("A2.ingest.never-copied")
@pytest.mark.parametrize("given", ["argument", "standard input"])
def test_a_text_without_a_name_is_copied_neither_into_the_log_nor_into_the_list(
    project: Path, given: str
) -> None:
    words, piped = (["-"], GUIDE.encode()) if given == "standard input" else ([GUIDE], b"")

    ran = command_line(["ingest", *words, "--yes"], piped)

    assert ran.out.decode().startswith("I extracted these knowledge points from the text:\n")
    log = (project / "log.md").read_text("utf-8")
    assert log.endswith("ingest | Processed text → 3 entries created/updated\n")
    assert "weather" not in log + ran.out.decode() + ran.err
