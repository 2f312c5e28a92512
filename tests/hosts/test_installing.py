"""Installing wires an agent program; uninstalling leaves its files as they were."""

import json
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from commonplace.doors.mcp.fast_start import MODERN_VERSION, read_answers
from commonplace.errors import BadInput, WriteRefused
from commonplace.hosts.install.written_texts import COMMANDS, FORMER, SKILLS
from commonplace.installation.wires import (
    HOSTS,
    Surroundings,
    carry_out,
    plan_install,
    plan_uninstall,
    present,
    remembered,
    row_named,
    take_back,
)
from commonplace.storage.host_files import Touched, digest, installations, keep
from requirements import requirement
from tiers import one_in

SETTINGS = '{\n    "theme": "dark",\n    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}\n}\n'


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Surroundings:
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    environ = {"HOME": str(tmp_path / "home"), "PATH": ""}
    return Surroundings(environ=environ, project=tmp_path / "project")


def install(host: str, scope: str, where: Surroundings) -> None:
    carry_out(plan_install(row_named(host), scope, where))


def uninstall(host: str, scope: str, where: Surroundings) -> None:
    take_back(plan_uninstall(row_named(host), scope, where))


def files_in(where: Surroundings) -> dict[str, bytes]:
    root = where.project.parent
    return {
        str(path.relative_to(root)): path.read_bytes()
        for folder in ("home", "project")
        for path in (root / folder).rglob("*")
        if path.is_file()
    }


CASES = [(host, scope) for host in HOSTS for scope in row_named(host).scopes]


@pytest.mark.parametrize(("host", "scope"), one_in(4, CASES))
def test_a_fresh_installation_is_idempotent_and_leaves_nothing_behind(
    host: str, scope: str, where: Surroundings
) -> None:
    install(host, scope, where)
    once = files_in(where)
    assert once

    assert plan_install(row_named(host), scope, where).is_empty
    install(host, scope, where)
    assert files_in(where) == once

    uninstall(host, scope, where)
    assert files_in(where) == {}
    assert not any(where.base(scope).iterdir())


@pytest.mark.parametrize("scope", ["user", "project"])
@pytest.mark.parametrize("first", ["vscode", "copilot"])
def test_hooks_that_two_programs_read_are_there_once_and_stay_until_both_are_gone(
    first: str, scope: str, where: Surroundings
) -> None:
    second = {"vscode": "copilot", "copilot": "vscode"}[first]
    shared = {
        "user": ".copilot/hooks/commonplace.json",
        "project": ".github/hooks/commonplace.json",
    }
    hooks = where.base(scope) / shared[scope]
    install(first, scope, where)
    once = hooks.read_bytes()

    install(second, scope, where)
    assert hooks.read_bytes() == once
    uninstall(first, scope, where)
    assert hooks.read_bytes() == once
    assert plan_install(row_named(second), scope, where).is_empty
    uninstall(second, scope, where)

    assert files_in(where) == {}
    assert not any(where.base(scope).iterdir())


@pytest.mark.parametrize("last", ["goose", "kimi", "opencode"])
def test_a_file_that_several_programs_read_comes_back_byte_for_byte_whichever_goes_last(
    last: str, where: Surroundings
) -> None:
    hosts = ["kimi", "opencode", "goose"]
    where.project.mkdir(exist_ok=True)
    (where.project / "AGENTS.md").write_text("# Mine\n\nKeep it short.")
    before = files_in(where)

    for host in hosts:
        install(host, "project", where)
    for host in sorted(hosts, key=lambda host: host == last):
        uninstall(host, "project", where)

    assert files_in(where) == before


def test_the_hooks_call_us_and_leave_other_peoples_hooks(where: Surroundings) -> None:
    settings = where.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(SETTINGS)
    before = files_in(where)

    install("claude-code", "user", where)

    hooks = json.loads(settings.read_text())["hooks"]
    assert hooks["UserPromptSubmit"][0]["hooks"][0]["command"].endswith(
        "commonplace hook claude-code UserPromptSubmit"
    )
    assert hooks["Stop"][0]["hooks"][0]["command"] == "mine"
    uninstall("claude-code", "user", where)
    assert files_in(where) == before


def test_after_an_edit_in_between_only_our_entries_go(where: Surroundings) -> None:
    settings = where.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(SETTINGS)
    install("claude-code", "user", where)
    settings.write_text(settings.read_text().replace('"dark"', '"light"'))

    uninstall("claude-code", "user", where)

    assert json.loads(settings.read_text()) == json.loads(SETTINGS) | {"theme": "light"}


@pytest.mark.parametrize(
    ("host", "path", "text"),
    one_in(
        5,
        [
            ("gemini", ".gemini/settings.json", '{\n  "theme": "x",\n  "mcpServers": {}\n}\n'),
            ("gemini", ".gemini/settings.json", '{\n  "x": 1, "hooks": {"AfterAgent": []}\n}\n'),
            ("gemini", ".gemini/settings.json", '{\n  "x": {\n    "a": 1,\n  },\n}\n'),
            ("gemini", ".gemini/settings.json", "{\n  // x\n}\n"),
            ("gemini", ".gemini/settings.json", "{}\n"),
            ("cursor", ".cursor/hooks.json", '{\n  "version": 1,\n  "hooks": {}\n}\n'),
            ("cursor", ".cursor/hooks.json", '{\n  "version": 1\n}\n'),
            ("codex", ".codex/config.toml", "[mcp_servers]\n# x\n"),
            ("codex", ".codex/config.toml", "# x\n"),
            ("codex", ".codex/config.toml", '\n\nmodel = "x"\n'),
        ],
    ),
)
def test_what_was_there_before_us_stays_after_an_edit_however_empty_it_is(
    host: str, path: str, text: str, where: Surroundings
) -> None:
    file = where.home / path
    file.parent.mkdir()
    file.write_text(text)

    install(host, "user", where)
    edited = file.read_text().replace("x", "y")
    file.write_text(f"{edited}\n")
    install(host, "user", where)
    file.write_text(f"{file.read_text()}\n")
    uninstall(host, "user", where)

    assert "".join(file.read_text().split()) == "".join(text.replace("x", "y").split())
    assert file.read_text().startswith("\n\n") == text.startswith("\n\n")


def test_comments_in_toml_stay(where: Surroundings) -> None:
    config = where.home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('# mine\nmodel = "x" # best\n\n[mcp_servers.other]\ncommand = "o"\n')
    before = config.read_text()

    install("codex", "user", where)

    written = config.read_text()
    assert "# mine" in written
    assert "# best" in written
    assert set(tomllib.loads(written)["mcp_servers"]) == {"other", "commonplace"}
    config.write_text(written + "\n[later]\nx = 1\n")
    uninstall("codex", "user", where)
    left = tomllib.loads(config.read_text())
    assert left == tomllib.loads(before) | {"later": {"x": 1}}
    assert "# best" in config.read_text()


@pytest.mark.parametrize(
    "standing",
    [
        'mcp_servers.other.command = "o"\nmcp_servers.other.args = []\nmodel = "x"\n',
        'model = "x"\n[mcp_servers.other]\ncommand = "o"\n[later]\nx = 1\n[mcp_servers.third]\ncommand = "t"\n',
        "[later]\nx.y = 1\nx.z = 2\n\n\n",
    ],
)
def test_our_table_takes_in_no_key_that_stands_beside_it(
    where: Surroundings, standing: str
) -> None:
    config = where.home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text(standing)
    before = tomllib.loads(standing)

    install("codex", "user", where)
    install("codex", "user", where)

    found = tomllib.loads(config.read_text())
    ours = found["mcp_servers"].pop("commonplace")
    assert set(ours) == {"command", "args", "startup_timeout_sec"}
    assert found == {**before, "mcp_servers": before.get("mcp_servers", {})}
    config.write_text("# mine\n" + config.read_text())
    uninstall("codex", "user", where)
    assert config.read_text() == "# mine\n" + standing


def test_hooks_that_cannot_be_put_beside_a_comment_are_refused_and_nothing_is_written(
    where: Surroundings,
) -> None:
    config = where.home / ".kimi-code" / "config.toml"
    config.parent.mkdir()
    config.write_text('hooks = [ {event = "Stop", command = "say done"}, # mine\n]\n')
    before = files_in(where)

    with pytest.raises(WriteRefused, match=r"without changing what else it says"):
        install("kimi", "user", where)

    assert files_in(where) == before


@pytest.mark.parametrize(
    ("host", "path", "set_by_them"),
    [
        (
            "codex",
            ".codex/config.toml",
            'required = true\n\n[mcp_servers.commonplace.tools.recall]\napproval_mode = "approve"\n',
        ),
        (
            "cline",
            ".cline/data/settings/cline_mcp_settings.json",
            '"autoApprove": ["recall"],\n      "disabled": true,\n      "command"',
        ),
    ],
)
def test_what_a_program_or_its_user_set_in_our_entry_stays_when_it_is_installed_again(
    where: Surroundings, host: str, path: str, set_by_them: str
) -> None:
    install(host, "user", where)
    file = where.home / path
    text = file.read_text()
    if path.endswith(".toml"):
        edited = text + set_by_them
    else:
        edited = text.replace(',\n      "disabled": false', "").replace('"command"', set_by_them, 1)
    file.write_text(edited)

    assert plan_install(row_named(host), "user", where).is_empty
    file.write_text(edited.replace('bin/commonplace"', 'old/commonplace"'))
    install(host, "user", where)

    assert file.read_text() == edited
    uninstall(host, "user", where)
    assert not file.exists()


def test_what_a_file_began_with_for_our_hooks_goes_with_them(where: Surroundings) -> None:
    file = where.home / ".cursor" / "hooks.json"
    file.parent.mkdir()
    file.write_text('{"theme": 1}\n')

    install("cursor", "user", where)
    file.write_text(file.read_text().replace("1,", "2,", 1))
    uninstall("cursor", "user", where)

    assert json.loads(file.read_text()) == {"theme": 2}


OTHERS_HOOK = {"event": "Stop", "command": "say done"}


@pytest.mark.parametrize(
    "standing",
    [
        'default_model = "k3" # mine\n',
        "hooks = []\n\n[models]\n",
        'hooks = [{event = "Stop", command = "say done"}]\n',
        '[[hooks]]\nevent = "Stop"\ncommand = "say done"\n\n[models] # mine\nb = 1\n',
    ],
)
def test_hooks_in_toml_stand_beside_other_peoples_and_go_alone(
    where: Surroundings, standing: str
) -> None:
    config = where.home / ".kimi-code" / "config.toml"
    config.parent.mkdir()
    config.write_text(standing)
    install("kimi", "user", where)
    found = tomllib.loads(config.read_text())
    assert len([hook for hook in found["hooks"] if " hook kimi " in hook["command"]]) == 7
    assert (OTHERS_HOOK in found["hooks"]) is ("say done" in standing)
    config.write_text(config.read_text() + "\n[later]\n")

    uninstall("kimi", "user", where)

    assert tomllib.loads(config.read_text()) == {**tomllib.loads(standing), "later": {}}
    assert ("# mine" in config.read_text()) is ("# mine" in standing)


@pytest.mark.parametrize("broken", [b"{", b"\xff\xfe", b"[]", b'{"hooks": []}'])
def test_a_file_that_is_not_what_it_should_be_stops_everything(
    broken: bytes, where: Surroundings
) -> None:
    settings = where.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_bytes(broken)

    with pytest.raises(WriteRefused) as refused:
        plan_install(row_named("claude-code"), "user", where)

    assert str(settings) in str(refused.value)
    assert files_in(where) == {"home/.claude/settings.json": broken}


def test_somebody_elses_skill_of_the_same_name_is_left_alone(where: Surroundings) -> None:
    theirs = where.home / ".claude" / "skills" / "memory-learn" / "SKILL.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("my own")

    plan = plan_install(row_named("claude-code"), "user", where)
    carry_out(plan)

    assert plan.foreign == (theirs,)
    assert theirs.read_text() == "my own"
    uninstall("claude-code", "user", where)
    assert theirs.read_text() == "my own"


def test_what_two_hosts_share_stays_until_the_last_one_goes(where: Surroundings) -> None:
    shared = where.project / ".agents" / "skills" / "memory-learn" / "SKILL.md"
    install("codex", "project", where)
    install("gemini", "project", where)

    uninstall("codex", "project", where)
    assert shared.exists()
    uninstall("gemini", "project", where)
    assert files_in(where) == {}
    assert not any(where.project.iterdir())


def test_agents_md_keeps_what_people_wrote_around_our_block(where: Surroundings) -> None:
    page = where.project / "AGENTS.md"
    page.write_text("# House rules\r\n\r\nBe kind.\r\n", newline="")

    install("generic", "project", where)
    page.write_bytes(page.read_bytes() + b"\r\nAnd brief.\r\n")
    uninstall("generic", "project", where)

    assert page.read_bytes() == b"# House rules\r\n\r\nBe kind.\r\n\r\nAnd brief.\r\n"


@requirement("D1.rule")
def test_cursor_gets_the_rule_that_always_applies(where: Surroundings) -> None:
    install("cursor", "project", where)

    rule = (where.project / ".cursor" / "rules" / "memory-injection.mdc").read_text()
    head = rule.split("---\n")[1]
    assert "\nalwaysApply: true\n" in f"\n{head}"
    assert head.startswith("description: ")


@requirement("D1.skills")
def test_the_skills_for_retrieving_capturing_and_curating_are_there(where: Surroundings) -> None:
    install("cursor", "project", where)

    names = {path.parent.name for path in where.project.glob(".cursor/skills/*/SKILL.md")}
    assert {"memory-retrieve", "memory-capture", "memory-curator"} <= names


@requirement("D1.init")
def test_cursor_which_has_no_init_of_its_own_gets_lingxis_and_leaves_somebody_elses(
    where: Surroundings,
) -> None:
    init = where.project / ".cursor" / "commands" / "init.md"

    install("cursor", "project", where)
    assert "commonplace init --capture" in init.read_text()
    uninstall("cursor", "project", where)
    assert not init.exists()

    init.parent.mkdir(parents=True)
    init.write_text("mine\n")
    install("cursor", "project", where)
    uninstall("cursor", "project", where)
    assert init.read_text() == "mine\n"


@requirement("D1.init")
def test_where_init_is_a_programs_own_ours_has_a_prefix(where: Surroundings) -> None:
    for host in ("claude-code", "gemini"):
        install(host, "project", where)

    ours = {path.stem for path in where.project.rglob("*init*")}
    assert {"memory-init"} <= ours
    assert "init" not in ours


def test_hosts_that_are_here_are_found(where: Surroundings) -> None:
    assert present(where) == ()

    (where.home / ".gemini").mkdir()
    (where.home / ".codex").mkdir()

    assert [row.name for row in present(where)] == ["codex", "gemini"]


def test_what_a_host_remembers_itself_is_told_and_never_touched(where: Surroundings) -> None:
    slug = "".join(char if char.isalnum() else "-" for char in str(where.project))
    memory = where.home / ".claude" / "projects" / slug / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("- [Ports](ports.md)\n")

    install("claude-code", "user", where)

    assert remembered(row_named("claude-code"), where) == (memory,)
    assert (memory / "MEMORY.md").read_text() == "- [Ports](ports.md)\n"


OURS_BEFORE = "/old/bin/commonplace hook claude-code Stop"


@pytest.mark.parametrize(
    ("host", "path", "text"),
    one_in(
        5,
        [
            ("claude-code", ".claude/settings.json", ""),
            ("claude-code", ".claude/settings.json", "{}"),
            ("claude-code", ".claude/settings.json", "// nothing yet\n"),
            ("claude-code", ".claude/settings.json", '\ufeff{"hooks": {"Stop": [],}, /* end */ }'),
            ("claude-code", ".claude/settings.json", '{"a": 1, "a": 2, "hooks": {}, "hooks": {}}'),
            ("cursor", ".cursor/hooks.json", '{"version": 1}'),
            ("cursor", ".cursor/mcp.json", '{"mcpServers": { }}\r\n'),
            ("codex", ".codex/config.toml", '\ufeffmodel = "x"\r\n'),
            ("codex", ".codex/config.toml", 'mcp_servers = { other = { command = "y" } }\n'),
            ("codex", ".codex/config.toml", "# only a comment"),
        ],
    ),
)
def test_a_file_that_nobody_edits_in_between_comes_back_byte_for_byte(
    host: str, path: str, text: str, where: Surroundings
) -> None:
    file = where.home / path
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8", newline="")
    before = files_in(where)

    install(host, "user", where)
    install(host, "user", where)
    assert file.read_text(encoding="utf-8") != text
    uninstall(host, "user", where)

    assert files_in(where) == before


def test_a_hook_that_shares_a_group_with_ours_or_only_names_us_stays(where: Surroundings) -> None:
    theirs = [
        {"type": "command", "command": "notify-send done"},
        {"type": "command", "command": "echo 'run commonplace hook claude-code Stop yourself'"},
    ]
    shared = {"hooks": [{"type": "command", "command": OURS_BEFORE}, *theirs]}
    settings = where.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": {"Stop": [shared]}}))

    install("claude-code", "user", where)

    stop = json.loads(settings.read_text())["hooks"]["Stop"]
    assert stop[0] == {"hooks": theirs}
    assert OURS_BEFORE not in settings.read_text()
    uninstall("claude-code", "user", where)
    assert json.loads(settings.read_text()) == {"hooks": {"Stop": [{"hooks": theirs}]}}


@pytest.mark.parametrize(
    ("host", "path", "text"),
    [
        ("gemini", ".gemini/settings.json", '{"mcpServers": {"commonplace": {"command": "x"}}}'),
        ("codex", ".codex/config.toml", '[mcp_servers.commonplace]\ncommand = "x"\n'),
    ],
)
def test_a_server_of_our_name_that_is_somebody_elses_is_left_alone(
    host: str, path: str, text: str, where: Surroundings
) -> None:
    file = where.home / path
    file.parent.mkdir()
    file.write_text(text)

    plan = plan_install(row_named(host), "user", where)
    carry_out(plan)
    install(host, "user", where)

    assert plan.foreign == (file,)
    assert '"x"' in file.read_text()
    assert "commonplace hook" in "".join(each.read_text() for each in file.parent.glob("*.json"))
    uninstall(host, "user", where)
    assert file.read_text() == text


def test_a_link_to_nowhere_is_followed_in_both_directions(where: Surroundings) -> None:
    link = where.home / ".claude" / "settings.json"
    link.parent.mkdir()
    link.symlink_to("../dotfiles/claude.json")

    install("claude-code", "user", where)
    assert (where.home / "dotfiles" / "claude.json").is_file()
    uninstall("claude-code", "user", where)

    assert link.is_symlink()
    assert not (where.home / "dotfiles").exists()


def test_what_stands_below_a_block_whose_end_is_gone_is_nobodys_but_the_users(
    where: Surroundings,
) -> None:
    page = where.project / "AGENTS.md"
    page.write_text("<!-- commonplace:begin v1 -->\nMy own words.\n")

    install("generic", "project", where)
    page.write_text(page.read_text() + "Later.\n")
    install("generic", "project", where)
    uninstall("generic", "project", where)

    assert "My own words." in page.read_text()
    assert "Later." in page.read_text()


def test_a_scope_that_a_host_lacks_is_an_error(where: Surroundings) -> None:
    with pytest.raises(BadInput):
        plan_install(row_named("windsurf"), "project", where)


def test_taking_back_works_without_our_record(where: Surroundings) -> None:
    install("gemini", "user", where)
    shutil.rmtree(where.project.parent / "state")

    uninstall("gemini", "user", where)

    assert files_in(where) == {}


def test_a_server_is_told_its_book_where_no_project_says_it(where: Surroundings) -> None:
    named = Surroundings(environ=where.environ, project=where.project, book="/books/mine")

    install("claude-desktop", "user", named)

    (config,) = where.home.rglob("claude_desktop_config.json")
    entry = json.loads(config.read_text())["mcpServers"]["commonplace"]
    assert entry["args"] == ["mcp", "--book", "/books/mine"]
    uninstall("claude-desktop", "user", where)
    assert files_in(where) == {}


@pytest.mark.parametrize("name", ["AGENTS.md", ".agents"])
def test_a_link_in_a_project_that_leads_out_of_it_is_refused(
    name: str, where: Surroundings
) -> None:
    outside = where.home / "theirs"
    outside.mkdir() if name == ".agents" else outside.write_text("mine\n")
    (where.project / name).symlink_to(outside)

    with pytest.raises(WriteRefused):
        plan_install(row_named("generic"), "project", where)
    with pytest.raises(WriteRefused):
        plan_uninstall(row_named("generic"), "project", where)

    assert files_in(where).keys() <= {"home/theirs", "project/AGENTS.md"}
    assert name == ".agents" or outside.read_text() == "mine\n"


BUILT_INS = json.loads((Path(__file__).parent / "fixtures" / "built-ins.json").read_text())


@pytest.mark.parametrize("host", sorted(BUILT_INS))
def test_no_skill_command_or_prompt_has_the_name_of_a_built_in(host: str) -> None:
    prompts = json.loads(read_answers(MODERN_VERSION)["prompts/list"])["prompts"]
    names = {*SKILLS, *COMMANDS, *(prompt["name"] for prompt in prompts)}

    assert names & set(BUILT_INS[host]) == set()
    assert {"memory-review", "memory-save", "memory-recall"} <= names


def as_an_earlier_version_left_it(folder: Path) -> None:
    """Give our skills the names they had before, on the disk and in the record."""
    (record,) = installations()
    files = [each for each in record.files if Path(each.path).parent.name[7:] not in FORMER]
    for name in FORMER:
        (folder / f"memory-{name}").rename(folder / name)
        skill = folder / name / "SKILL.md"
        left = digest(skill.read_bytes())
        files.append(Touched(path=str(skill), before=None, left_as=left))
    keep(
        replace(record, files=tuple(files), folders=(*map(str, folder.iterdir()), *record.folders))
    )


@pytest.mark.parametrize("renews", [True, False])
def test_names_of_an_earlier_version_go_with_the_next_installation_or_its_end(
    where: Surroundings, *, renews: bool
) -> None:
    install("claude-code", "user", where)
    skills = where.home / ".claude" / "skills"
    as_an_earlier_version_left_it(skills)

    if renews:
        install("claude-code", "user", where)
        assert {path.name for path in skills.iterdir()} == set(SKILLS)
    uninstall("claude-code", "user", where)

    assert not any(where.home.iterdir())


def test_a_skill_of_somebody_else_under_an_earlier_name_of_ours_stays(where: Surroundings) -> None:
    own = where.home / ".claude" / "skills" / "review" / "SKILL.md"
    own.parent.mkdir(parents=True)
    own.write_text("mine\n")
    before = files_in(where)

    install("claude-code", "user", where)
    assert own.read_text() == "mine\n"
    uninstall("claude-code", "user", where)

    assert files_in(where) == before


def test_a_hook_for_an_event_that_is_no_longer_asked_for_goes_with_the_next_installation(
    where: Surroundings,
) -> None:
    install("gemini", "user", where)
    settings = where.home / ".gemini" / "settings.json"
    value = json.loads(settings.read_text())
    ours = json.loads(json.dumps(value["hooks"]["AfterAgent"]).replace("AfterAgent", "PreCompress"))
    theirs = [{"hooks": [{"type": "command", "command": "mine"}]}]
    value["hooks"] |= {"PreCompress": ours, "AfterModel": theirs}
    settings.write_text(json.dumps(value))

    install("gemini", "user", where)

    assert "PreCompress" not in settings.read_text()
    assert json.loads(settings.read_text())["hooks"]["AfterModel"] == theirs


def test_a_file_of_ours_that_somebody_edited_stays_and_is_named(where: Surroundings) -> None:
    install("claude-code", "user", where)
    skill = where.home / ".claude" / "skills" / "memory-retrieve" / "SKILL.md"
    edited = skill.read_bytes() + b"\nAsk my own notes first.\n"
    skill.write_bytes(edited)

    for _ in range(2):
        plan = plan_install(row_named("claude-code"), "user", where)
        carry_out(plan)

        assert plan.edited == (skill,)
        assert skill.read_bytes() == edited
    uninstall("claude-code", "user", where)
    assert skill.read_bytes() == edited


def test_a_file_of_ours_from_an_earlier_version_is_renewed(
    where: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("claude-code", "user", where)
    skill = where.home / ".claude" / "skills" / "memory-retrieve" / "SKILL.md"
    new = skill.read_text("utf-8") + "\nA step that a later version brings.\n"
    monkeypatch.setattr("commonplace.hosts.install.rows.skill", lambda _: new)

    install("claude-code", "user", where)

    assert skill.read_text("utf-8") == new
