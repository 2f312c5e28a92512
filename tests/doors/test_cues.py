"""What a memory is found by beside its own words: situations and questions, in every layout."""

import json
from pathlib import Path

import pytest

from commonplace.core.ports import Layout
from commonplace.layouts.registry import NAMES, layout_of
from transcript import command_line

pytestmark = pytest.mark.laws
LAYOUTS = tuple(map(layout_of, NAMES))

FACT = "Multipart requests to the object store need a retry budget of five attempts."
CUE = "the photo upload is flaky again"
PARAPHRASE = "uploading my photo is flaky, what can I do?"
BESIDE = (
    "Photos of the office party hang in the kitchen.",
    "Staging listens on port 6001 behind the proxy.",
    "Deploys need the VPN to be up before the rollout.",
)
PAIRS = (
    (FACT, CUE, PARAPHRASE),
    (
        "Set lock_timeout to three seconds at the top of each Alembic file.",
        "checkout was down while a migration ran",
        "why was the checkout down during yesterday's migration?",
    ),
    ("uv sync before anything else in this repository.", "ModuleNotFoundError on a fresh clone",
     "I get a ModuleNotFoundError, fresh clone"),
    ("合并前先让小王看一遍支付回调。", "付款成功了订单还是未支付", "用户付款成功，订单状态还是未支付，怎么回事"),
)  # fmt: skip
"""A fact, a cue in other words, and what somebody asks who knows neither."""


def found(question: str) -> list[tuple[str, str]]:
    """Return line and tier of each hit, best first."""
    answer = json.loads(command_line(["recall", question, "--json"]).out)
    return [(hit["line"], hit["tier"]) for hit in answer["hits"]]


def keep(fact: str, *more: str) -> str:
    ran = command_line(["remember", fact, *more, "--yes"])
    assert ran.code == 0, ran.err
    return ran.err


@pytest.mark.parametrize(
    "layout", [each for each in LAYOUTS if each.name != "profile"], ids=lambda each: each.name
)
def test_a_cue_brings_a_memory_for_other_words_than_its_own(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    for text in BESIDE:
        keep(text)
    keep(FACT, "--question", CUE)

    (line, tier), *_ = found(PARAPHRASE)

    assert (line, tier) == (FACT.rstrip("."), "sure")
    (shown,) = json.loads(command_line(["list", "--json"]).out)[-1:]
    assert command_line(["check"]).code == 0, shown


def test_a_profile_keeps_no_cues_beside_a_text_and_finds_the_questions_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", "profile"])

    told = keep("Staging listens on port 6001.", "--when", "staging is down")
    keep(f"# Uploads\n\n{FACT}\n\n## Probes\n\n- {CUE}")

    assert "when_to_load" in told
    assert found(PARAPHRASE)[0][1] == "sure"


TIERS = ("unsure", "likely", "sure")


@pytest.mark.parametrize("pair", PAIRS, ids=[cue for _, cue, _ in PAIRS])
def test_what_is_hardly_told_without_a_cue_is_told_with_one(
    pair: tuple[str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact, cue, question = pair
    told = []
    for name, cues in (("without", ()), ("with", ("--when", cue))):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        command_line(["init"])
        for text in BESIDE:
            keep(text)
        keep(fact, *cues)
        told.append([tier for line, tier in found(question) if line in fact])

    without, with_cue = (max(map(TIERS.index, each), default=0) for each in told)
    assert with_cue > without


def test_an_edit_gives_a_memory_its_cues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    keep(FACT)
    assert found(PARAPHRASE) == []

    name = json.loads(command_line(["list", "--json"]).out)[0]["id"]
    command_line(["edit", name, "--question", CUE, "--yes"])

    assert found(PARAPHRASE)[0] == (FACT.rstrip("."), "sure")
