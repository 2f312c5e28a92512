"""`learn` as people and programs meet it: modes, limits, selection, questions, results."""

import json
import os
from pathlib import Path

import pytest

from commonplace.storage.sources import scan_folder
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

TASK_FILE = "specs/007_cache/reports/r.md"
NOTE = "# Retries\n\nCall the billing API again at most 3 times.\n"
OTHER = "# Ports\n\nThe staging gateway listens on 6001.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init"]).code == 0
    return tmp_path


def put(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def learn(*words: str, typed: str | None = None) -> Ran:
    if typed is None:
        return command_line(["learn", *words])
    return command_line(["learn", *words], typed.encode(), is_terminal=True)


def result(*words: str) -> dict:
    return json.loads(learn(*words, "--yes", "--json").out)


def notes(project: Path) -> list[str]:
    return [name for name in sorted(os.listdir(project / ".memory/10-Memories")) if "MEM-" in name]


@requirement("B2.mode")
@pytest.mark.parametrize(
    ("words", "mode"),
    [
        (["--task", "3"], "task"),
        (["docs/"], "directory"),
        (["docs"], "directory"),
        (["-d", "docs"], "directory"),
        (["-d docs"], "directory"),
        (["note.md"], "file"),
        (["-f", "note.md"], "file"),
        (["-f note.md"], "file"),
        (["Use tabs, not note.md"], "text"),
    ],
)
def test_what_is_named_says_how_it_is_learnt(project: Path, words: list[str], mode: str) -> None:
    put(project / "docs/a.md", NOTE)
    put(project / "note.md", NOTE)
    put(project / "specs/003_retry/reports/a.md", NOTE)

    assert result(*words)["mode"] == mode


@requirement("B2.mode")
def test_a_source_that_ends_in_a_slash_is_a_folder_even_where_there_is_none(project: Path) -> None:
    put(project / "notes", NOTE)

    assert "Directory not found: notes/" in learn("notes/", "--yes").err


@requirement("B2.usage")
@pytest.mark.parametrize("words", [[], ["text", "--task", "1"], ["text", "--category", "PATTERN"]])
def test_a_command_line_that_names_nothing_or_two_things_is_wrong(
    project: Path, words: list[str]
) -> None:
    ran = learn(*words)

    assert ran.code == 2
    assert notes(project) == []


@requirement("B2.messages", "B2.task-errors")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-f", "gone.md"], "File not found: gone.md"),
        (["gone.md"], "File not found: gone.md"),
        (["./gone"], "File not found: ./gone"),
        (["gone/"], "Directory not found: gone/"),
        (["empty/"], "No text files found in: empty/"),
        (["--task", "4"], "Task directory not found: specs/004_*"),
        (["--task", "5"], "No artifacts found for task 5"),
        (["http://example.org/page"], "it is not https"),
    ],
)
def test_what_cannot_be_learnt_is_named_and_nothing_is_written(
    project: Path, words: list[str], message: str
) -> None:
    put(project / "empty/picture.png", b"\x89PNG\x00\x01")
    put(project / "specs/005_none/data.json", "{}")

    ran = learn(*words, "--yes")

    assert (ran.code, message in ran.err) == (1, True)
    assert notes(project) == []


@requirement("B2.folder", "B2.folder-text")
def test_a_folder_is_its_text_files_without_the_excluded_folders_and_the_book(
    project: Path,
) -> None:
    for path in (".git/a.md", "node_modules/a.md", "__pycache__/a.md", ".obsidian/a.md"):
        put(project / path, NOTE)
    put(project / "a.md", NOTE)
    put(project / "HOWTO", "Do what you want with it.\n")
    put(project / "sub/b.lua", "local x = 1\n")
    put(project / "picture", b"\x00\x01\x02")
    put(project / "latin", "caf\xe9".encode("latin-1"))
    (project / "link.md").symlink_to(project / "a.md")
    learn("Use tabs in Makefiles.", "--yes")

    told = result(".")

    names = [each["source_file"] for each in told["content_map"]["segments"]]
    assert names == ["HOWTO", "a.md", "sub/b.lua"]
    assert (told["files_scanned"], told["files_selected"]) == (3, 3)


EXTENSIONS = (
    "c cpp cs go h hpp java js jsx kt lua php pl py r rb rs scala sh swift ts tsx vim "
    "cfg conf ini json toml xml yaml yml csv sql adoc asciidoc md org rdoc rst tex txt "
    "css htm html less sass scss svg fnl janet nix"
)


@requirement("B2.folder-text")
def test_every_extension_of_the_original_is_a_text_whatever_its_first_bytes_say(
    tmp_path: Path,
) -> None:
    extensions = EXTENSIONS.split()
    for extension in extensions:
        (tmp_path / f"a.{extension}").write_bytes(b"\x00\x01\x02" * 9)
    (tmp_path / "a.png").write_bytes(b"\x00\x01\x02" * 9)

    found = scan_folder(tmp_path, lambda _: False).files

    assert len(extensions) == 51
    assert sorted(each.path.removeprefix("a.") for each in found) == sorted(extensions)


@requirement("B2.folder-limits")
def test_a_large_file_is_passed_over_by_name(project: Path) -> None:
    put(project / "docs/large.md", "word " * 20_481)
    put(project / "docs/exact.md", ("word\n" * 20_480)[:102_400])
    put(project / "docs/a.md", NOTE)

    ran = learn("docs", "--dry-run")

    assert "Skipping large file: large.md (>100KB)" in ran.err
    assert "exact.md" not in ran.err


@requirement("B2.folder-limits")
@pytest.mark.parametrize(("count", "code", "message"), [
    (50, 0, ""),
    (51, 0, "Warning: 51 files found. Consider narrowing scope."),
    (201, 1, "Too many files (201). Maximum is 200."),
])  # fmt: skip
def test_many_files_are_warned_of_and_too_many_refused(
    project: Path, count: int, code: int, message: str
) -> None:
    for number in range(count):
        put(project / f"docs/{number:03}.md", f"Fact number {number}.")

    ran = learn("docs", "--select", "1", "--yes")

    assert ran.code == code
    assert message in ran.err
    assert ("Warning" in ran.err) is message.startswith("Warning")


@requirement("B2.folder-limits")
def test_who_is_there_is_asked_which_of_too_many_files_are_meant(project: Path) -> None:
    for number in range(303):
        put(project / f"docs/{number:03}.md", f"# Title {number}\n\nWord{number * 7} apart.")
    put(project / "docs/picture", b"\x00\x01\x02")

    ran = learn("docs", typed="nowhere/*\n00[01].md\ny\ny\n")

    assert "docs: 304 files, 303 of them could be read." in ran.err
    assert ran.err.count("All, none, or which") == 2
    assert notes(project) == ["MEM-title-0.md", "MEM-title-1.md"]


@requirement("B2.folder-limits")
def test_the_limit_is_told_with_the_true_count_and_can_be_raised(project: Path) -> None:
    for number in range(303):
        put(project / f"docs/{number:03}.md", f"Fact number {number}.")

    refused = learn("docs", "--yes")
    raised = learn("docs", "--max-files", "400", "--select", "1", "--yes")

    assert (refused.code, raised.code) == (1, 0)
    assert "Too many files (303). Maximum is 200." in refused.err
    assert "`--max-files N` raises the limit" in refused.err


def test_a_lesson_that_was_left_goes_on_where_it_was_left(project: Path) -> None:
    for number in range(4):
        put(project / f"docs/{number}.md", f"# Title {number}\n\nWord{number * 7} apart.")

    left = learn("docs", typed="all\ny\ns\n")
    written = notes(project)
    resumed = learn("docs", typed="all\ny\ny\ns\n")
    again = learn("docs", typed="all\ns\ns\n")

    assert left.code == 1
    assert "Your answers are kept: the same command goes on from there." in left.err
    assert written == []
    assert "2 of 4 were decided, 1 of them taken.\n  + Title 0" in resumed.err
    assert notes(project) == ["MEM-title-0.md", "MEM-title-2.md"]
    assert "were decided" not in again.err


def test_a_long_segment_is_shown_short_and_whole_for_who_asks(project: Path) -> None:
    rules = "".join(
        f"- Rule {number} says {number * 7} of Word{number * 7}.\n" for number in range(30)
    )
    put(project / "docs/a.md", f"# Rules\n\n{rules}")
    put(project / "docs/b.md", "# Ports\n\nStaging listens on 6001.")

    short = learn("docs", typed="all\ns\ns\n").err
    whole = learn("docs", typed="all\nd\ns\ns\n").err

    assert "+- Rule 4 says 28 of Word28." in short
    assert "… 27 more lines (d: all)" in short
    assert "Rule 5 says" not in short
    assert "+Staging listens on 6001." in short
    assert "+created: " in whole
    assert "+- Rule 29 says 203 of Word203." in whole


def test_who_does_not_go_on_is_asked_about_everything_again(project: Path) -> None:
    for number in range(2):
        put(project / f"docs/{number}.md", f"# Title {number}\n\nWord{number * 7} apart.")
    learn("docs", typed="all\ny\n")

    ran = learn("docs", typed="all\n\ns\ny\n")

    assert "Go on from there? [y/N]" in ran.err
    assert notes(project) == ["MEM-title-1.md"]


@requirement("B2.folder-pages")
def test_files_are_chosen_in_pages_of_ten(project: Path) -> None:
    for number in range(23):
        put(project / f"docs/{number:02}.md", f"# Title {number}\n\nWord{number * 7} apart.")

    ran = learn("docs", typed="1,11\n2\ny\ny\n")

    assert "Directory Scan: docs" in ran.err
    assert "Select files to include (page 1/3, showing 1-10 of 23):" in ran.err
    assert "11. --- Continue to next page --- (13 more files remaining)" in ran.err
    assert "(page 2/3, showing 11-20 of 23)" in ran.err
    assert "page 3/3" not in ran.err
    assert notes(project) == ["MEM-title-0.md", "MEM-title-11.md"]


@requirement("B2.folder-pages", "B2.messages")
@pytest.mark.parametrize("words", [["--select", "none"], []])
def test_no_file_chosen_ends_it(project: Path, words: list[str]) -> None:
    put(project / "docs/a.md", NOTE)

    ran = learn("docs", *words, typed="none\n")

    assert (ran.code, ran.out.decode()) == (0, "No files selected. Exiting.\n")


def test_files_can_be_chosen_in_advance_by_number_and_by_name(project: Path) -> None:
    for name in ("a.md", "b.py", "c.md"):
        put(project / "docs" / name, f"Fact about {name}.")

    assert (
        result("docs", "--select", "2")["content_map"]["segments"][0]["source_file"] == "docs/b.py"
    )
    assert result("docs", "--select", "*.md")["files_selected"] == 2


@requirement("B2.task")
@pytest.mark.parametrize("folder", ["007_retry", "7_retry"])
def test_a_task_is_its_markdown_files_sorted(project: Path, folder: str) -> None:
    for name in ("summaries/s.md", "plans/p.md", "reports/r.md", "code/x.py"):
        put(project / "specs" / folder / name, f"What {name} says about it.")

    told = result("--task", "7")

    assert told["artifacts_reviewed"] == [
        f"specs/{folder}/plans/p.md", f"specs/{folder}/reports/r.md", f"specs/{folder}/summaries/s.md",
    ]  # fmt: skip


@requirement("B2.task-kinds")
def test_every_segment_of_a_task_is_classified_by_whoever_is_there(project: Path) -> None:
    put(project / "specs/007_retry/a.md", NOTE)
    put(project / "specs/007_retry/b.md", OTHER)

    ran = learn("--task", "7", typed="all\n3\n6\ny\n")

    assert "Task Artifacts" in ran.err
    assert "Select artifacts to review for memory extraction:" in ran.err
    assert "Classification: Retries" in ran.err
    assert "[TECHNIQUE] Reusable method or approach" in ran.err
    assert notes(project) == ["MEM-retries.md"]
    text = (project / ".memory/10-Memories/MEM-retries.md").read_text("utf-8")
    assert "tags: [CONFIG]" in text
    assert 'source: "Task 7: specs/007_retry/a.md:1-3"' in text


@requirement("B2.task-kinds")
def test_a_category_given_in_advance_is_not_asked_about(project: Path) -> None:
    put(project / "specs/007_retry/a.md", NOTE)

    (operation,) = result("--task", "7", "--category", "pattern")["operations"]

    assert operation["category"] == "PATTERN"


@requirement("B2.returns", "B1.7", "B2.file")
def test_programs_are_told_the_map_and_the_operations(project: Path) -> None:
    put(project / "note.md", NOTE)

    told = result("note.md")

    assert (told["status"], told["mode"], told["file_path"]) == ("completed", "file", "note.md")
    assert told["memories_affected"] == 1
    assert told["operations"] == [
        {
            "type": "CREATE",
            "segment_id": "seg-001",
            "memory_id": "MEM-retries",
            "memory_path": "10-Memories/MEM-retries.md",
        }
    ]
    assert told["content_map"] == {
        "source": {"type": "file", "path": "note.md", "total_tokens": 15},
        "segments": [
            {
                "id": "seg-001",
                "topic": "",
                "source_file": "note.md",
                "source_lines": "1-3",
                "summary": "Retries",
                "estimated_tokens": 15,
                "key_terms": ["API", "retries", "billing", "times"],
            }
        ],
    }


@requirement("B2.returns")
@pytest.mark.parametrize(
    ("words", "mode", "beside"),
    [
        (["note.md"], "file", {"file_path": "note.md"}),
        (["docs"], "directory", {"files_scanned": 2, "files_selected": 2}),
        (["Backups leave at noon."], "text", {}),
        (["--task", "7", "--category", "PATTERN"], "task", {"artifacts_reviewed": [TASK_FILE]}),
    ],
)
def test_each_mode_returns_its_own_fields_beside_the_common_ones(
    project: Path, words: list[str], mode: str, beside: dict[str, object]
) -> None:
    for name in ("note.md", "docs/a.md", TASK_FILE):
        put(project / name, NOTE)
    put(project / "docs/b.md", "# Fonts\n\nFonts load before the first frame.")

    told = result(*words)

    common = {"status", "mode", "content_map", "operations", "memories_affected"}
    ours = {"result", "id", "ids", "receipt"}
    assert (told["status"], told["mode"]) == ("completed", mode)
    assert told.keys() - ours == common | beside.keys()
    assert {name: told[name] for name in beside} == beside
    assert told["memories_affected"] == len(told["operations"])


@requirement("B2.messages")
def test_who_says_no_is_told_that_nothing_was_created(project: Path) -> None:
    put(project / "note.md", NOTE)

    ran = learn("note.md", typed="n\n")

    assert ran.out.decode() == "Memory operation cancelled. No files created.\n"
    assert notes(project) == []


@requirement("B2.messages", "B2.again")
def test_a_folder_that_is_known_says_so(project: Path) -> None:
    put(project / "docs/a.md", NOTE)
    learn("docs", "--yes")

    ran = learn("docs", "--yes")

    assert ran.code == 0
    assert "No memories created (all content skipped)" in ran.out.decode()


@requirement("B2.one-commit")
def test_a_folder_is_one_receipt_and_one_undo(project: Path) -> None:
    put(project / "docs/a.md", NOTE)
    put(project / "docs/b.md", OTHER)
    learn("docs", "--yes")

    assert len(json.loads(command_line(["log", "--json"]).out)) == 1
    assert command_line(["undo", "--yes"]).code == 0
    assert notes(project) == []


@requirement("B2.one-commit")
def test_whoever_leaves_in_the_middle_has_changed_nothing(project: Path) -> None:
    put(project / "docs/a.md", NOTE)
    put(project / "docs/b.md", OTHER)

    ran = learn("docs", typed="all\n")

    assert ran.code == 1
    assert notes(project) == []


def test_a_contradiction_in_a_folder_is_a_question_and_the_rest_is_learnt(project: Path) -> None:
    learn("The staging gateway listens on port 6002.", "--yes")
    put(project / "docs/a.md", NOTE)
    put(project / "docs/b.md", "The staging gateway listens on port 6001.")

    ran = learn("docs", "--yes")

    assert ran.code == 3
    assert "6001" in ran.err
    assert "MEM-retries.md" in notes(project)


def test_nobody_there_leaves_the_lesson_pending(project: Path) -> None:
    put(project / "docs/a.md", NOTE)

    assert learn("docs").code == 4
    assert notes(project) == []


def test_a_person_settles_a_contradiction_before_anything_is_written(project: Path) -> None:
    learn("The staging gateway listens on port 6002.", "--yes")
    put(project / "b.md", "The staging gateway listens on port 6001.")

    ran = learn("b.md", typed="replace\nyes\ny\n")

    assert ran.code == 0, ran.err
    assert len(json.loads(command_line(["list", "--json"]).out)) == 1


def test_a_file_that_is_not_utf_8_is_passed_over_by_name(project: Path) -> None:
    put(project / "docs/latin.txt", "caf\xe9".encode("latin-1"))
    put(project / "docs/a.md", NOTE)

    ran = learn("docs", "--yes")

    assert (ran.code, notes(project)) == (0, ["MEM-retries.md"])
    assert "Skipping file that cannot be read as UTF-8: latin.txt" in ran.err


def test_one_file_that_cannot_be_read_is_refused_by_name(project: Path) -> None:
    put(project / "latin.txt", "caf\xe9".encode("latin-1"))

    ran = learn("latin.txt", "--yes")

    assert ran.code == 1
    assert "latin.txt cannot be read (not UTF-8). Nothing was written." in ran.err


def test_what_was_forgotten_does_not_come_back_with_its_file(project: Path) -> None:
    put(project / "docs/a.md", NOTE)
    learn("docs", "--yes")
    assert command_line(["forget", "MEM-retries", "--yes"]).code == 0

    ran = learn("docs", "--yes")

    assert "(refused before)" in ran.out.decode()
    assert json.loads(command_line(["list", "--json"]).out) == []


def test_what_an_agent_learns_waits_for_a_person(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(project / "docs/a.md", NOTE)
    monkeypatch.setenv("CLAUDECODE", "1")

    assert learn("docs", "--yes").code == 4
    assert notes(project) == []


def test_a_text_comes_from_standard_input_too(project: Path) -> None:
    ran = command_line(["learn", "-", "--yes"], NOTE.encode())

    assert ran.code == 0
    assert notes(project) == ["MEM-retries.md"]


def test_a_text_of_blanks_is_refused(project: Path) -> None:
    assert learn("  ", "--yes").code == 1


@pytest.mark.parametrize("layout", ["lingxi", "mem-skill", "profile"])
def test_every_layout_learns_a_folder_and_knows_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout])
    put(tmp_path / "docs/a.md", NOTE)
    put(tmp_path / "docs/b.py", "def pause(n):\n    # Grow.\n    return 2**n\n")

    assert result("docs")["memories_affected"] == 2
    assert result("docs")["memories_affected"] == 0


def test_a_text_too_long_to_be_a_path_is_a_text(project: Path) -> None:
    assert result("Deploys need the VPN, " * 400)["mode"] == "text"


def test_a_link_that_somebody_names_is_read_where_it_leads(project: Path) -> None:
    put(project / "notes/a.md", NOTE)
    (project / "link.md").symlink_to(project / "notes/a.md")

    (segment,) = result("link.md")["content_map"]["segments"]

    assert segment["source_file"] == "notes/a.md"


CHECKLIST = """# Deploying

People like the tool in general, and the team has grown a lot since spring.

- Always run make migrate before make deploy.
- Deploy only from main, never from a branch.
- Wait until the smoke test is green before you announce the release.
- Set FEATURE_GATE=off when the queue is longer than 500.
- Roll back with make rollback if the error rate is above 2 %.

We hope you enjoy working with it!
"""


def test_a_checklist_stays_whole_without_filler_and_its_line_is_a_rule(project: Path) -> None:
    put(project / "docs/deploy.md", CHECKLIST)

    ran = learn("docs/", "--yes")

    note = (project / ".memory/10-Memories/MEM-deploying.md").read_text("utf-8")
    assert "greetings (2)" in ran.err
    assert [
        line for line in CHECKLIST.split("\n") if line.startswith("- ") and line not in note
    ] == []
    assert "People like" not in note
    assert "We hope" not in note
    assert 'summary: "Deploying: Always run make migrate before make deploy"' in note
