"""Memories that quote code: carried by every layout, told at recall, withheld when the code is gone."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from app.later import hook, settle
from commonplace.app.books import open_book
from commonplace.core.anchors import anchors_of
from commonplace.core.memory import Anchor
from commonplace.hook.anchors import page_with_code
from commonplace.layouts.registry import NAMES, layout_of
from commonplace.storage.project_files import find_code, read_code
from requirements import requirement
from transcript import command_line

LAYOUTS = tuple(map(layout_of, NAMES))

pytestmark = pytest.mark.laws

RETRY = "def retry(times):\n    for _ in range(times):\n        call()"
FILE = f"import os\n\n\n{RETRY}\n"
PROMPT = "how often does the client retry a call"
SAID = "The client retries every call three times."


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")  # a busy machine is not what is tested
    (tmp_path / "src").mkdir()
    code(tmp_path, FILE)
    return tmp_path


def code(project: Path, text: str) -> None:
    (project / "src" / "client.py").write_text(text, "utf-8")


def remembered(layout: str = "vault", anchor: str = "src/client.py:4-6") -> str:
    command_line(["init", "--layout", layout])
    ran = command_line(["remember", SAID, "--anchor", anchor, "--yes", "--json"])
    assert ran.code == 0, ran.out
    return json.loads(ran.out)["id"]


def injected() -> str:
    return command_line(["recall", "--inject", PROMPT]).out.decode()


def told(project: Path) -> str:
    """Return what the hook says, in a process of its own, to a session that was told nothing yet."""
    settle(open_book(project).root)
    payload = json.dumps({"prompt": PROMPT, "session_id": os.urandom(4).hex()})
    return hook("prompt", payload, project).stdout.decode()


@requirement("anchors.carried", "anchors.recall")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_layout_carries_a_quotation_and_recall_tells_how_it_stands(
    layout, project: Path
) -> None:
    name = remembered(layout.name)
    (memory,) = [m for m in open_book(project).reading().memories if m.id == name]
    whole = injected()
    code(project, FILE.replace("call()", "call(1)"))
    changed = injected()
    code(project, "import os\n")
    hits = json.loads(command_line(["recall", PROMPT, "--json"]).out)["hits"]

    assert anchors_of(memory) == (Anchor(path="src/client.py", quote=RETRY),)
    assert SAID.rstrip(".") in whole
    assert "has changed" not in whole
    assert "[the code it quotes has changed: src/client.py] The client" in changed
    assert injected() == "\n" or injected() == ""
    assert [each["code"]["state"] for each in hits] == ["gone"]


@requirement("anchors.recall")
@pytest.mark.laws  # starts processes
@pytest.mark.parametrize("layout", ["vault", "mem-skill"])
def test_a_hook_says_that_code_changed_and_keeps_quiet_when_it_is_gone(
    layout: str, project: Path
) -> None:
    remembered(layout)
    whole = told(project)
    code(project, f"# unrelated\n{FILE}")
    edited = told(project)
    code(project, FILE.replace("call()", "call(1)"))
    changed = told(project)
    (project / "src/client.py").rename(project / "src/moved.py")
    (project / "src/moved.py").write_text(FILE, "utf-8")
    moved = told(project)
    (project / "src/moved.py").unlink()

    assert SAID.rstrip(".") in whole
    assert whole.split("] ", 1)[1] != ""
    assert "has changed" not in whole + edited + moved
    assert SAID.rstrip(".") in edited
    assert "[the code it quotes has changed: src/client.py]" in changed
    assert SAID.rstrip(".") in moved
    assert SAID.rstrip(".") not in told(project)


@requirement("anchors.recall")
def test_distill_lists_the_code_that_is_gone(project: Path) -> None:
    name = remembered()
    whole = command_line(["distill"]).out.decode()
    code(project, "import os\n")
    ran = command_line(["distill"]).out.decode()
    anchors = json.loads(command_line(["distill", "--json"]).out)["anchors"]

    assert "## Code Anchors" not in whole
    assert ran.endswith(f"## Code Anchors\n\n- {name}: src/client.py (gone)\n")
    assert [each["state"] for each in anchors] == ["gone"]


@requirement("anchors.verify")
def test_only_a_verification_notes_a_day(project: Path) -> None:
    name = remembered()
    injected()
    command_line(["lint"])
    before = command_line(["show", name]).out.decode()
    ran = command_line(["verify", name, "--yes"])

    assert "verified:" not in before
    assert ran.code == 0
    assert "verified:2026-03-14" in command_line(["show", name]).out.decode()


@requirement("anchors.verify")
def test_lines_that_moved_are_followed_and_lost_ones_must_be_quoted_anew(project: Path) -> None:
    name = remembered()
    (project / "src/client.py").rename(project / "src/http.py")
    followed = command_line(["verify", name, "--yes"])
    body = command_line(["show", name]).out.decode()
    (project / "src/http.py").write_text("TRIES = 3\n", "utf-8")
    lost = command_line(["verify", name, "--yes"])
    anew = command_line(["verify", name, "--anchor", "src/http.py:1", "--yes"])

    assert followed.code == 0
    assert "anchor:src/http.py verified:2026-03-14" in body
    assert (lost.code, anew.code) == (1, 0)
    assert "TRIES = 3" in command_line(["show", name]).out.decode()


@requirement("anchors.verify")
def test_an_agent_cannot_verify(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = remembered()
    monkeypatch.setattr(os, "environ", {**os.environ, "CLAUDECODE": "1"})

    assert command_line(["verify", name, "--yes"]).code == 4


@requirement("anchors.inside")
@pytest.mark.parametrize(
    "said",
    ["../secret.txt:1", "/etc/hosts:1", "src/link.py:1", "src/out/secret.txt:1", "src/none.py:1",
     "src/client.py:99", "src/client.py:0", "src/client.py:6-4", "src/long.py", "src/key.py:1",
     "src/client.py@1a2b3c4"],
)  # fmt: skip
def test_what_is_not_in_the_project_cannot_be_quoted(project: Path, said: str) -> None:
    (project.parent / "secret.txt").write_text("secret\n", "utf-8")
    (project / "src/link.py").symlink_to(project.parent / "secret.txt")
    (project / "src/out").symlink_to(project.parent)
    (project / "src/long.py").write_text("x = 1\n" * 60, "utf-8")
    (project / "src/key.py").write_text("password = 'Xk39fLq0Vb72TzRw'\n", "utf-8")
    command_line(["init"])

    ran = command_line(["remember", SAID, "--anchor", said, "--yes"])

    assert ran.code == 1
    assert open_book(project).reading().memories == ()


@requirement("anchors.inside")
@pytest.mark.parametrize("path", ["../secret.txt", "/etc/hosts", "link", "~/x", "a\\..\\b", ""])
def test_what_a_memory_names_outside_the_project_is_not_read(tmp_path: Path, path: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret.txt").write_text("x = 1", "utf-8")
    (project / "link").symlink_to(tmp_path / "secret.txt")

    assert read_code(str(project), path) is None
    assert find_code(str(project), "a.txt", lambda text: "x = 1" in text) is None


@requirement("anchors.states")
@pytest.mark.laws  # starts git
def test_a_commit_quotes_the_lines_it_added(project: Path) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=ada", "-c", "user.email=ada@example.org")
        ran = subprocess.run(
            ["git", *who, *words], cwd=project, capture_output=True, text=True, check=True
        )
        return ran.stdout.strip()

    git("init", "-q")
    code(project, "import os\n")
    git("add", "src")
    git("commit", "-qm", "one")
    code(project, FILE)
    git("commit", "-qam", "two")
    commit = git("rev-parse", "--short=8", "HEAD")

    name = remembered(anchor=f"src/client.py@{commit}")

    (memory,) = open_book(project).reading().memories
    (anchor,) = anchors_of(memory)
    assert memory.id == name
    assert (anchor.commit, anchor.quote.strip()) == (commit, RETRY)


@requirement("anchors.recall")
def test_of_a_page_only_the_entry_without_its_code_is_withheld(project: Path) -> None:
    command_line(["init", "--layout", "mem-skill"])
    lost = "## Lost\n\n```python anchor:src/gone.py\n## no heading\nwas_here = 1\n```\n"
    page = f"# Page\n\n## Kept\n\n```python anchor:src/client.py\n{RETRY}\n```\n\n{lost}\n## Last\n\nText.\n"

    shown = page_with_code(str(project), "knowledge-base/x.md", page.encode()).decode()

    assert shown == page.replace(f"{lost}\n", "\n")


@pytest.mark.parametrize(
    ("language", "told", "advised"),
    [
        (
            "en",
            "quotes no code, so there was nothing to compare it with; it was not verified",
            "--anchor PATH:LINES",
        ),
        ("zh", "没有引用任何代码，因此无从比对；没有确认", "--anchor 路径:行号"),
    ],
)
def test_a_memory_that_quotes_no_code_is_not_verified_and_told_how_it_can_be(
    language: str, told: str, advised: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["init"])
    kept = command_line(["remember", "Lunch is at noon.", "--yes", "--json"])
    name = json.loads(kept.out)["id"]
    monkeypatch.setenv("COMMONPLACE_LANG", language)

    ran = command_line(["verify", name, "--yes"])

    assert ran.code == 1
    assert told in ran.err
    assert advised in ran.err
