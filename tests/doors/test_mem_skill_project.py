"""What the original mem-skill checks about a project of its own holds for one of ours, from init to a switch of topic."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest

from commonplace import __version__
from commonplace.core.core_loop import is_switch
from commonplace.hosts.install.written_texts import COMMANDS, SKILLS, command, skill
from fake_qmd import FakeQmd
from requirements import requirement
from transcript import CLOCK, command_line

ROOT = Path(__file__).resolve().parent.parent.parent
TODAY = CLOCK.date().isoformat()
EXPERIENCE = """## {title}
**Date:** 2026-03-14
**Skill:** video-render
**Context:** {title}, seen after ten seconds
**Solution:**
- Render at sixty frames
**Key Files/Paths:**
- src/main.tsx
**Keywords:** render, {keyword}
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init", "--layout", "mem-skill"]).code == 0
    return tmp_path


def index(project: Path, part: str) -> dict:
    return json.loads((project / part / "_index.json").read_text("utf-8"))


def test_a_fresh_project_has_both_indices_the_default_engine_and_todays_date(project: Path) -> None:
    knowledge, experience = index(project, "knowledge-base"), index(project, "experience")
    config = json.loads((project / ".mem-skill.config.json").read_text("utf-8"))

    assert {"lastUpdated", "version", "totalEntries", "categories"} <= knowledge.keys()
    assert {"lastUpdated", "version", "skills"} <= experience.keys()
    assert (knowledge["categories"], experience["skills"]) == ([], [])
    assert (knowledge["lastUpdated"], config["engine"]) == (TODAY, "default")


def test_a_second_init_keeps_what_somebody_wrote(project: Path) -> None:
    mine = project / "knowledge-base" / "mine.md"
    mine.write_text("## My own entry\n", "utf-8")
    before = index(project, "knowledge-base")["lastUpdated"]

    assert command_line(["init", "--layout", "mem-skill"]).code == 0
    assert mine.read_text("utf-8") == "## My own entry\n"
    assert index(project, "knowledge-base")["lastUpdated"] == before


def test_a_written_entry_has_its_fields_and_the_index_counts_it(project: Path) -> None:
    text = "Use multi-stage builds to keep compilers out of Docker images."
    ran = command_line(["remember", text, "--topic", "devops", "--keyword", "docker", "--yes"])
    assert ran.code == 0, ran.err

    entry = (project / "knowledge-base" / "devops.md").read_text("utf-8")
    found = index(project, "knowledge-base")
    (category,) = found["categories"]
    assert [
        f for f in ("Date", "Context", "Best Practice", "Keywords") if f"**{f}:**" not in entry
    ] == []
    assert {"id", "name", "keywords", "file", "count"} <= category.keys()
    assert (category["id"], category["file"], category["count"]) == ("devops", "devops.md", 1)
    assert (found["totalEntries"], found["lastUpdated"]) == (1, TODAY)
    assert category["keywords"]


def test_two_experiences_in_one_file_by_hand_are_two_memories(project: Path) -> None:
    entries = [
        EXPERIENCE.format(title=t, keyword=k)
        for t, k in (("Audio drifts", "audio"), ("Fonts time out", "font"))
    ]
    (project / "experience" / "skill-video-render.md").write_text("\n".join(entries), "utf-8")

    listed = json.loads(command_line(["list", "--json"]).out)

    assert {each["title"] for each in listed} == {"Audio drifts", "Fonts time out"}
    (skill,) = index(project, "experience")["skills"]
    assert (skill["skillId"], skill["file"], skill["count"]) == (
        "video-render",
        "skill-video-render.md",
        2,
    )


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("react hooks state", "react hooks state", False),
        ("react hooks state", "docker kubernetes deploy", True),
        ("a b c d e", "a b c x y", True),
        ("a b c d e f g h i j", "a b c d e f g x y z", False),
        ("", "react hooks", True),
    ],
)
def test_a_topic_switches_where_four_tenths_of_its_words_changed(
    before: str, now: str, expected: bool
) -> None:
    assert is_switch(tuple(before.split()), tuple(now.split()), "") is expected


def test_no_secret_of_a_text_is_written(project: Path) -> None:
    command_line(
        ["remember", "The key is AKIAIOSFODNN7EXAMPLE for deploys.", "--topic", "ops", "--yes"]
    )

    written = "".join(p.read_text("utf-8") for p in project.rglob("*") if p.is_file())
    assert "AKIAIOSFODNN7EXAMPLE" not in written


LOADED = {
    "How do I style a React component with CSS?": ["frontend-dev.md"],
    "The API of the Node.js server is slow.": ["backend-dev.md"],
    "a React page that calls an API": ["frontend-dev.md", "backend-dev.md"],
    "react and css, in small letters": ["frontend-dev.md"],
    "quantum physics and relativity": [],
    "Java generics and erasure": [],
}


@pytest.mark.laws
@requirement("A2.tests")
def test_a_message_loads_every_starter_category_whose_keywords_it_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").mkdir()
    monkeypatch.chdir(tmp_path / "new")
    assert command_line(["init", "--layout", "mem-skill", "--starter"]).code == 0
    for page in ("frontend-dev", "backend-dev"):
        words = ["remember", f"Keep what is about {page} here.", "--topic", page, "--yes"]
        assert command_line(words).code == 0

    def loaded(said: str) -> list[str]:
        answer = json.loads(command_line(["turn", said, "--session", said, "--json"]).out)
        return [Path(each).name for each in answer["loaded"]]

    assert {said: loaded(said) for said in LOADED} == LOADED


@pytest.mark.laws
@requirement("A2.tests")
def test_a_category_somebody_made_by_hand_is_matched_filled_and_found_again(project: Path) -> None:
    path = project / "knowledge-base" / "_index.json"
    made = {"id": "data-science", "name": "Data Science", "keywords": ["pandas", "dataset"]}
    row = {**made, "file": "data-science.md", "count": 0}
    path.write_text(json.dumps({**index(project, "knowledge-base"), "categories": [row]}), "utf-8")
    (project / "knowledge-base" / "data-science.md").touch()

    ran = command_line(["remember", "Read the pandas dataset of orders as parquet.", "--yes"])

    assert ran.code == 0, ran.err
    assert index(project, "knowledge-base")["categories"] == [{**row, "count": 1}]
    answer = json.loads(command_line(["turn", "load a pandas dataset", "--json"]).out)
    assert [Path(each).name for each in answer["loaded"]] == ["data-science.md"]


def whole(project: Path) -> str:
    return "".join(p.read_text("utf-8") for p in sorted(project.rglob("*")) if p.is_file())


@pytest.mark.laws
@requirement("A2.tests")
def test_qmd_is_looked_for_declined_without_it_and_set_up_with_collections_and_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    fake, app = FakeQmd(tmp_path / "fake"), tmp_path / "app"
    flags = ["--qmd-scope=global", "--qmd-knowledge=kb", "--qmd-experience=exp"]
    words = ["init", str(app), "--layout", "mem-skill", "--mem-engine=qmd", *flags]

    declined = command_line(words, b"n\n", is_terminal=True)
    assert (declined.code, app.exists(), fake.asked) == (1, False, [])

    fake.install()
    assert command_line(words).code == 0
    config = json.loads((app / ".mem-skill.config.json").read_text("utf-8"))
    assert (config["engine"], config["collections"]) == (
        "qmd",
        {"knowledge": "kb", "experience": "exp"},
    )
    knowledge = "General knowledge base: reusable workflows, preferences, best practices"
    experience = "Skill-specific experience: pitfalls, parameters, solutions"
    assert [line for line in fake.asked if "show" not in line] == [
        f"qmd collection add {app}/knowledge-base --name kb --mask **/*.md",
        f"qmd context add qmd://kb {knowledge}",
        f"qmd collection add {app}/experience --name exp --mask **/*.md",
        f"qmd context add qmd://exp {experience}",
        "qmd embed",
    ]


VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")


@requirement("A2.tests")
def test_versions_have_three_numbers_and_an_upgrade_raises_one_and_keeps_all_else(
    project: Path,
) -> None:
    path = project / ".mem-skill.config.json"
    said = json.loads(path.read_text("utf-8"))
    assert VERSION.fullmatch(said["version"])
    assert VERSION.fullmatch(__version__)

    path.write_text(json.dumps({**said, "version": "1.0.0", "mine": [1]}), "utf-8")
    assert command_line(["upgrade", "--yes"]).code == 0

    assert json.loads(path.read_text("utf-8")) == {**said, "version": "1.2.0", "mine": [1]}


DANGERS = {
    "a key": r"(api[_-]?key|apikey)\s*[:=]\s*[\"'][A-Za-z0-9]{16,}",
    "a password": r"(?i)(password|passwd|secret)\s*[:=]\s*[\"']",
    "a token": r"(password|secret|token|api_key|API_KEY|private_key|aws_access)\s*[:=]",
    "a private key": r"BEGIN.*(PRIVATE|RSA|DSA|EC) KEY",
    "an address": r"\b(?!0\.0\.0\.0|127\.0\.0\.1)([0-9]{1,3}\.){3}[0-9]{1,3}\b",
    "evaluated text": r"\b(eval|exec)\s*\(|curl.*\| *sh|wget.*\| *sh|rm -rf /[^.]",
}


@requirement("A2.tests")
@pytest.mark.parametrize("pattern", DANGERS.values(), ids=DANGERS)
def test_what_we_ship_and_what_init_writes_has_nothing_dangerous(
    project: Path, pattern: str
) -> None:
    texts = [*map(skill, SKILLS), *map(command, COMMANDS), whole(project)]

    assert [found[0] for text in texts if (found := re.search(pattern, text))] == []
    names = {".env", ".env.local", ".npmrc", "id_rsa", "id_ed25519"}
    assert not [p.name for p in project.rglob("*") if p.name in names]


@requirement("A2.tests")
@pytest.mark.parametrize("name", SKILLS)
def test_the_front_matter_of_a_skill_is_what_validators_take(name: str) -> None:
    head, body = skill(name).removeprefix("---\n").split("---\n", 1)
    keys = re.findall(r"^([a-z-]+):", head, re.MULTILINE)
    (described,) = re.findall(r"^description: (.+)$", head, re.MULTILINE)

    assert skill(name).startswith(f"---\nname: {name}\n")
    assert set(keys) <= {"name", "description", "license", "allowed-tools", "metadata"}
    assert not set("<>") & set(described)
    assert len(described) <= 1024
    assert len(body.splitlines()) <= 500


@requirement("A2.tests")
def test_the_skill_of_mem_skill_has_the_five_steps_init_and_qmd() -> None:
    said = [f"Step {number}:" for number in range(1, 6)] + ["/mem-skill init", "--mem-engine=qmd"]

    assert [each for each in said if each not in skill("mem-skill")] == []


@requirement("A2.tests")
def test_the_package_says_what_it_is_brings_its_texts_and_runs_nothing_when_it_is_installed() -> (
    None
):
    said = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project, tools = said["project"], said["tool"]

    assert not {"name", "version", "description", "license", "keywords"} - project.keys()
    assert project["keywords"]
    pages = [ROOT / name for name in (project["readme"], *project["license-files"])]
    assert [path.name for path in pages if not path.read_text("utf-8").strip()] == []
    assert [name for name in SKILLS if not skill(name).strip()] == []
    assert said["build-system"]["build-backend"] == "hatchling.build"
    assert "hooks" not in tools.get("hatch", {}).get("build", {})
    assert not list((ROOT / "src").rglob("package.json"))


@requirement("A2.tests")
def test_every_shell_script_stops_at_the_first_failure() -> None:
    scripts = list((ROOT / "scripts").glob("*.sh"))

    assert scripts
    assert [
        path.name for path in scripts if "set -euo pipefail" not in path.read_text("utf-8")
    ] == []


@requirement("A2.tests")
def test_a_skill_is_one_file_and_every_link_in_it_leads_somewhere() -> None:
    folders = list((ROOT / "plugins" / "commonplace" / "skills").iterdir())
    links = [
        folder / link
        for folder in folders
        for link in re.findall(r"\]\(([^)#]+)\)", (folder / "SKILL.md").read_text("utf-8"))
    ]

    assert {folder.name for folder in folders} == set(SKILLS)
    assert [f.name for f in folders if [p.name for p in f.iterdir()] != ["SKILL.md"]] == []
    assert [link for link in links if "://" not in str(link) and not link.exists()] == []


@requirement("A2.tests")
def test_the_skill_leads_to_what_it_leaves_out() -> None:
    named = re.findall(r"`commonplace ([a-z]+) --help`", skill("mem-skill"))

    assert named == ["init", "engine"]
    told = [command_line([name, "--help"]) for name in named]
    assert [ran.code for ran in told] == [0, 0]
    assert b"--qmd-mask" in told[0].out
    assert b"rebuild" in told[1].out


@requirement("A2.tests")
def test_init_says_how_it_is_called_and_which_engines_there_are(project: Path) -> None:
    told = command_line(["init", "--help"])

    assert told.code == 0
    assert b"--mem-engine" in told.out
    before = whole(project)
    refused = command_line(["init", "--layout", "mem-skill", "--mem-engine=chroma"])
    assert (refused.code, whole(project)) == (1, before)
    assert "Available engines: default, qmd" in refused.err


@requirement("A2.tests")
def test_every_starter_category_has_an_id_a_page_and_keywords(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").mkdir()
    monkeypatch.chdir(tmp_path / "new")
    assert command_line(["init", "--layout", "mem-skill", "--starter"]).code == 0

    found = index(tmp_path / "new", "knowledge-base")["categories"]
    assert len(found) == 5
    assert [c for c in found if not (c["id"] and c["keywords"] and c["file"].endswith(".md"))] == []


OLD_KNOWLEDGE = """## Linter: no `<brackets>` in **front matter** ({n})
**Date:** 2026-02-19
**Context:** The check rejects `<` and `>` in a description, for example `npx add <user>/skill`.
**Best Practice:**
- Keep descriptions short
- Run `check.py` after every edit: `if [[ "$X" == "y"* ]]; then sed -i ''`
**Keywords:** linter, yaml, brackets
"""
OLD_EXPERIENCE = """## Threshold → inclusive boundary — part {n}
**Date:** 2026-02-23
**Skill:** render
**Context:** A test used `< 0.6` where the text says ">=40% change".
**Solution:**
- Compare with `<=`
**Key Files/Paths:**
- src/render.py (line 3-4)
**Keywords:** threshold, boundary
"""


@requirement("A2.upgrade.real")
def test_a_workspace_of_twelve_old_entries_is_upgraded_entry_by_entry(project: Path) -> None:
    pages = {
        project / "knowledge-base" / "workflow.md": (OLD_KNOWLEDGE, 5, "**Date:** 2026-02-19\n"),
        project / "experience" / "skill-render.md": (OLD_EXPERIENCE, 7, "**Skill:** render\n"),
    }
    for path, (entry, count, _) in pages.items():
        path.write_text("\n".join(entry.format(n=n) for n in range(count)), "utf-8")
    (project / "log.md").unlink()
    (project / ".mem-skill.config.json").write_text('{"engine": "default", "version": "1.0.0"}')

    ran = command_line(["upgrade", "--yes"])

    assert b"Backfilled Source field on 12 entries." in ran.out
    assert b"Added Related field placeholder to 12 entries." in ran.out
    for path, (entry, count, above) in pages.items():
        new = entry.replace(above, f"{above}**Source:** conversation\n")
        new = new.replace("**Keywords:**", "**Related:**\n**Keywords:**")
        assert path.read_text("utf-8") == "\n".join(new.format(n=n) for n in range(count))
    assert index(project, "knowledge-base")["totalEntries"] == 5
    assert [each["count"] for each in index(project, "experience")["skills"]] == [7]
    assert "upgrade | Migrated from v1.0.0 to v1.2.0" in (project / "log.md").read_text("utf-8")
    assert b"nothing to upgrade" in command_line(["upgrade", "--yes"]).out


NEW_KNOWLEDGE = """## sed: filling in a field (macOS too)
**Date:** 2026-04-08
**Source:** conversation
**Related:** [[workflow#Linter: no `<brackets>` in **front matter** (0)]]
**Context:** A field was wanted after `**Date:**` and before `**Keywords:**` — exactly there.
**Best Practice:**
- Match the line above
**Keywords:** sed, fields
"""
NEW_EXPERIENCE = """## Building the upgrade: again and again
**Date:** 2026-04-08
**Skill:** render
**Source:** url:https://example.org/wiki
**Related:** [[workflow#sed: filling in a field]]
**Context:** Later entries have their fields already, in an order of their own.
**Solution:**
- Leave them alone
**Keywords:** upgrade, order
"""


@requirement("A2.upgrade.real")
def test_beside_old_entries_those_that_have_their_fields_keep_every_byte(project: Path) -> None:
    pages = {
        project / "knowledge-base" / "workflow.md": (OLD_KNOWLEDGE, NEW_KNOWLEDGE, 3),
        project / "experience" / "skill-render.md": (OLD_EXPERIENCE, NEW_EXPERIENCE, 2),
    }
    for path, (old, new, count) in pages.items():
        path.write_text("\n".join([*(old.format(n=n) for n in range(5)), *[new] * count]), "utf-8")
    (project / ".mem-skill.config.json").write_text('{"engine": "default", "version": "1.1.0"}')

    ran = command_line(["upgrade", "--yes"])

    assert b"Backfilled Source field on 10 entries." in ran.out
    assert b"Added Related field placeholder to 10 entries." in ran.out
    for path, (_, new, count) in pages.items():
        text = path.read_text("utf-8")
        assert text.endswith("\n" + "\n".join([new] * count))
        assert text.count("**Source:** conversation\n") == 5 + count * ("**Source:** conv" in new)
        assert text.count("**Related:**\n**Keywords:**") == 5
    log = (project / "log.md").read_text("utf-8")
    assert log.count("upgrade | Migrated from v1.1.0 to v1.2.0") == 1
