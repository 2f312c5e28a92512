"""What a person meets who installs: a summary, two questions that can be answered, a list of programs."""

import json
import sys
from pathlib import Path

import pytest

from commonplace.doctor.machine import extra_command
from commonplace.hosts.install.written_texts import SKILLS
from commonplace.installation.wires import HOSTS, our_command, row_named
from commonplace.storage import host_files
from doors.sitting import Sitting
from transcript import command_line

pytestmark = pytest.mark.laws
MOST_LINES = 12


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "home" / ".claude").mkdir(parents=True)
    (tmp_path / "project").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "home"


def shown(*words: str) -> list[str]:
    ran = command_line(["install", *words])
    assert ran.code == 0, ran.err
    return ran.out.decode().splitlines()


@pytest.mark.parametrize("host", HOSTS)
def test_a_dry_run_is_a_summary_and_the_difference_is_asked_for(host: str, home: Path) -> None:
    lines = shown(host, "--scope", "user", "--dry-run")
    whole = shown(host, "--scope", "user", "--diff")

    assert len(lines) <= MOST_LINES
    assert lines[-1].startswith("`--diff` shows every line")
    assert any(line.startswith("+++ ") for line in whole)
    assert not (home / ".claude" / "settings.json").exists()


def test_the_summary_says_what_each_place_gets(home: Path) -> None:
    lines = shown("claude-code", "--dry-run")

    assert lines[0] == f"Claude Code (files: {len(SKILLS) + 2})"
    assert f"  new       {home}/.claude/settings.json: hooks" in lines
    assert f"  new       {home}/.claude.json: the MCP server" in lines
    assert f"  new       {home}/.claude/skills: files: {len(SKILLS)}" in lines


@pytest.mark.parametrize(("typed", "policy"), [("y", "save"), ("n", "ask"), ("", "ask")])
def test_whether_agents_may_save_is_a_question_of_yes_and_no(
    typed: str, policy: str, home: Path
) -> None:
    sitting = Sitting(Path.cwd(), "vault")

    assert sitting.type("install", "claude-code", answers=f"y\n{typed}\n") == 0

    assert "No: what an agent wants to remember waits" in sitting.told
    assert f"Agents: {policy}" in sitting.told


def test_whoever_asks_what_an_answer_means_is_told_of_this_question(home: Path) -> None:
    sitting = Sitting(Path.cwd(), "vault")

    assert sitting.type("install", "claude-desktop", answers="?\nn\ny\n?\nn\n?\nn\n") == 0

    assert "n  no: your personal book" in sitting.told.lower()
    assert "y  yes: it is written at once, and quarantined" in sitting.told.lower()
    assert "nothing is written" not in sitting.told


def test_the_programs_are_listed_with_what_is_here_and_wired(home: Path) -> None:
    command_line(["install", "claude-code", "--scope", "user", "--yes"])

    listed = json.loads(command_line(["install", "--list", "--json"]).out)["hosts"]

    assert [each["host"] for each in listed] == list(HOSTS)
    assert listed[0] == {
        "host": "claude-code",
        "title": "Claude Code",
        "scopes": ["user", "project"],
        "is_here": True,
        "installed": ["user"],
    }
    assert "wired (user)" in shown("--list")[0]


def test_doctor_tells_an_update_from_entries_that_somebody_took_out(home: Path) -> None:
    command_line(["init"])
    command_line(["install", "claude-code", "--scope", "user", "--yes"])
    record = next(Path(host_files._home()).glob("*.json"))
    value = json.loads(record.read_text())
    record.write_text(json.dumps(value | {"version": "0.0.1"}))
    settings = home / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace('"timeout": 5', '"timeout": 9'))

    told = command_line(["doctor"]).out.decode()

    assert "Claude Code was wired by version 0.0.1" in told
    assert "entries are missing" not in told


PIPX, UV = "pipx_metadata.json", "uv-receipt.toml"
WHEEL = {"url": "file:///got/commonplace.whl", "archive_info": {}}
CLONE = {"url": "file:///a%20clone", "dir_info": {"editable": True}}
FOLDER = {"url": "file:///a%20clone", "dir_info": {}}
COMMIT = {
    "url": "https://host.example/commonplace",
    "vcs_info": {"vcs": "git", "commit_id": "1f0c", "requested_revision": "v1"},
}


@pytest.mark.parametrize(
    ("mark", "origin", "command"),
    [
        (PIPX, None, "pipx install --force 'commonplace[mcp,ui]'"),
        (PIPX, WHEEL, "pipx install --force 'commonplace[mcp,ui] @ file:///got/commonplace.whl'"),
        (PIPX, CLONE, "pipx install --force -e '/a clone[mcp,ui]'"),
        (UV, None, "uv tool install --force 'commonplace[mcp,ui]'"),
        (UV, FOLDER, "uv tool install --force 'commonplace[mcp,ui] @ file:///a%20clone'"),
        (
            UV,
            COMMIT,
            "uv tool install --force 'commonplace[mcp,ui] @ git+https://host.example/commonplace@v1'",
        ),
        ("", CLONE, f"{sys.executable} -m pip install -e '/a clone[mcp]'"),
        (
            "",
            WHEEL,
            f"{sys.executable} -m pip install 'commonplace[mcp] @ file:///got/commonplace.whl'",
        ),
        ("", None, f"{sys.executable} -m pip install 'commonplace[mcp]'"),
    ],
)
def test_an_extra_is_named_with_a_command_for_this_installation_from_where_it_came(
    mark: str,
    origin: object,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name alone may be somebody else's on an index, and pipx and uv make the environment anew: what it had is named."""
    if mark:
        (tmp_path / mark).touch()
        monkeypatch.setattr(sys, "prefix", str(tmp_path))
    about = tmp_path / "commonplace-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: commonplace\nVersion: 0.1.0\n"
        "Requires-Dist: click>=8\n"
        "Requires-Dist: pytest; extra == 'ui'\n"
        'Requires-Dist: pytest ; extra == "semantic"\n'
        'Requires-Dist: a-package-that-nobody-has>1 ; extra == "semantic"\n'
    )
    if origin:
        (about / "direct_url.json").write_text(json.dumps(origin))
    monkeypatch.syspath_prepend(str(tmp_path))

    assert extra_command("mcp") == command


@pytest.mark.parametrize("host", ["claude-desktop", "windsurf", "cline"])
def test_a_program_without_a_folder_is_told_the_personal_book_and_keeps_what_it_was_told(
    host: str, home: Path
) -> None:
    command_line(["init"])
    command_line(["install", host, "--yes"])
    told = next(path for path in home.rglob("*.json") if "commonplace" in path.read_text())
    personal = json.loads(told.read_text())["mcpServers"]["commonplace"]["args"]
    command_line(["install", host, "--yes", "--book", "."])
    named = json.loads(told.read_text())["mcpServers"]["commonplace"]["args"]

    assert personal[-1] == "--personal"
    assert named[-2:] == ["--book", str(Path.cwd() / ".memory")]
    assert "wired already" in shown(host, "--yes")[0]


@pytest.mark.parametrize("host", ["claude-desktop", "windsurf", "cline"])
def test_a_program_is_not_wired_to_a_personal_book_that_is_not_there_without_a_word(
    host: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["init"])
    alone = command_line(["install", host, "--yes"])
    (told,) = json.loads(command_line(["install", host, "--yes", "--json"]).out)["installed"]
    with monkeypatch.context() as patch:
        patch.setenv("COMMONPLACE_LANG", "zh")
        chinese = command_line(["install", host, "--yes"]).err
    named = command_line(["install", host, "--yes", "--book", "."])
    command_line(["uninstall", host, "--yes"])
    command_line(["init", "--personal"])
    made = command_line(["install", host, "--yes", "--json"])

    for said in (alone.err, chinese):
        assert "`commonplace init --personal`" in said
        assert f"`commonplace install {host} --book PATH`" in said
    assert "there is no personal book yet" in alone.err
    assert "还没有个人记忆库" in chinese
    assert told["has_book"] is False
    assert "personal" not in named.err
    assert json.loads(made.out)["installed"][0]["has_book"] is True


@pytest.mark.parametrize("answer", ["y", "n"])
def test_install_offers_to_make_the_personal_book_that_a_program_is_told_to_serve(
    home: Path, answer: str
) -> None:
    sitting = Sitting(Path.cwd(), "vault")

    assert sitting.type("install", "claude-desktop", answers=f"n\ny\n{answer}\nn\n") == 0

    assert "There is no personal book yet, which Claude Desktop would serve." in sitting.told
    is_made = command_line(["list", "--personal", "--json"]).code == 0
    assert is_made is (answer == "y")
    assert ("nothing to answer from" in sitting.told) is (answer == "n")
    assert "Agents: ask" in sitting.told


@pytest.mark.parametrize("answer", ["y", "n"])
def test_install_asks_which_book_a_program_without_a_folder_shall_have(
    home: Path, answer: str
) -> None:
    sitting = Sitting(Path.cwd(), "vault")
    path = home / ".codeium" / "windsurf" / "mcp_config.json"
    expected = {"y": ["--book", str(Path.cwd() / ".memory")], "n": ["--personal"]}

    assert sitting.type("install", "windsurf", answers=f"{answer}\ny\nn\nn\n") == 0
    assert "Windsurf works in no folder." in sitting.told
    named = json.loads(path.read_text())["mcpServers"]["commonplace"]["args"][1:]
    again = sitting.type("install", "windsurf", answers="y\n")

    assert (named, again) == (expected[answer], 0)
    assert "works in no folder" not in sitting.told


@pytest.mark.mcp
def test_doctor_starts_the_server_as_a_program_without_a_folder_does(home: Path) -> None:
    command_line(["init"])
    (home / ".codeium" / "windsurf").mkdir(parents=True)
    command_line(["install", "windsurf", "--yes"])

    without = command_line(["doctor"]).out.decode()
    command_line(["init", "--personal"])
    with_one = command_line(["doctor"]).out.decode()

    assert "Windsurf starts a server that cannot answer: There is no personal book" in without
    assert "cannot answer" not in with_one


SERVERS = [host for host in HOSTS if row_named(host).starts_server]
STUB = """#!/bin/sh
pwd >> "$HOME/started"
echo '{"id": 2, "result": {"isError": %s, "content": [{"type": "text", "text": "The shelf is empty."}]}}'
"""


@pytest.mark.parametrize("host", SERVERS)
def test_doctor_starts_what_a_program_has_in_its_file_where_the_program_starts_it(
    host: str, home: Path
) -> None:
    command_line(["init"])
    command_line(["install", host, "--yes"])
    stub = home / "bin" / "commonplace"
    stub.parent.mkdir()
    for path in home.rglob("*"):
        if path.suffix in (".json", ".toml"):
            path.write_text(path.read_text().replace(f'"{our_command()[0]}"', f'"{stub}"'))

    told = []
    for is_error in ("true", "false"):
        stub.write_text(STUB % is_error)
        stub.chmod(0o755)
        told.append(command_line(["doctor"]).out.decode())

    folder = str(Path.cwd()) if row_named(host).has_folder else "/"
    assert {*(home / "started").read_text().split("\n")} == {folder, ""}
    assert "a server that cannot answer" in told[0]
    assert "The shelf is empty." in told[0]
    assert "cannot answer" not in told[1]


def test_doctor_starts_no_command_that_a_pull_put_into_a_projects_file(home: Path) -> None:
    command_line(["init"])
    command_line(["install", "claude-code", "--scope", "project", "--yes"])
    entry = Path(".mcp.json")
    wired = json.loads(entry.read_text("utf-8"))
    evil = ["/bin/sh", "-c", f"touch {home}/started"]
    wired["mcpServers"]["commonplace"] |= {"command": evil[0], "args": [*evil[1:], "commonplace"]}
    entry.write_text(json.dumps(wired), "utf-8")

    command_line(["doctor"])

    assert not (home / "started").exists()


def test_doctor_tells_a_server_that_is_not_there_any_more_and_asks_none_where_no_book_is(
    home: Path,
) -> None:
    command_line(["init"])
    command_line(["install", "zed", "--yes"])
    settings = home / ".config" / "zed" / "settings.json"
    settings.write_text(settings.read_text().replace(our_command()[0], "/nowhere/commonplace"))

    told = command_line(["doctor"]).out.decode()
    elsewhere = command_line(["--dir", str(home), "doctor"]).out.decode()

    assert "Zed starts a server that cannot answer in this folder: [Errno 2]" in told
    assert "`commonplace install zed` writes its entry anew" in told
    assert "cannot answer" not in elsewhere
