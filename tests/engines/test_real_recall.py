"""Recall with the real model, from the command line: a note is found in the other language."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from commonplace.engines.embedders.model_embedder import is_installed
from commonplace.engines.embedders.models import MULTILINGUAL

pytestmark = [
    pytest.mark.semantic,
    pytest.mark.skipif(
        not is_installed(MULTILINGUAL), reason="the model is not installed: make test-semantic"
    ),
]

NOTES = {
    "vpn": "The deployment needs the VPN to be connected before it starts.",
    "retry": "Retry failed payments at most three times, then alert the on-call engineer.",
    "redis": "缓存的过期时间要加随机值，避免同时失效。",
    "wine": "The office party serves dry white wine and smoked fish.",
}


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "commonplace", *arguments], capture_output=True, check=True
    )
    return done.stdout.decode()


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    run("init")
    for name, text in NOTES.items():
        note = f'---\ntitle: "{text}"\ncreated: 2026-01-01\ntags: [CONFIG]\n---\n\n{text}\n'
        path = tmp_path / ".memory" / "10-Memories" / f"MEM-{name}.md"
        path.write_text(note, "utf-8")
    return tmp_path


@pytest.mark.usefixtures("book")
def test_a_rebuild_embeds_the_book_and_recall_crosses_languages() -> None:
    status = json.loads(run("engine", "rebuild", "--json"))
    asked = {
        "vpn": "部署之前需要连接 VPN 吗？开始之前要做什么",
        "retry": "支付失败后应该重试几次",
        "redis": "how do we keep cache entries from expiring at the same time?",
    }
    found = {
        name: json.loads(run("recall", text, "--all", "--json"))["ids"][:2]
        for name, text in asked.items()
    }

    assert len(status["embedded"]) == 2
    assert [name for name in asked if f"MEM-{name}" not in found[name]] == []
    assert (found["vpn"][0], found["redis"][0]) == ("MEM-vpn", "MEM-redis")


def test_a_book_of_one_note_is_found_by_meaning_and_the_doctor_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init")
    run("remember", "Retry failed payments at most three times", "--yes")
    run("engine", "rebuild")

    found = json.loads(run("recall", "how often does a broken transaction start over", "--json"))
    looked = json.loads(run("doctor", "--json"))["observations"]
    extras = next(each for each in looked if each["code"] == "extras")

    assert len(found["ids"]) == 1
    assert "semantic" in extras["values"]["names"]
