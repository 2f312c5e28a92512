"""What somebody who says `remember` means, and how a candidate shows itself."""

import pytest

from commonplace.core.memory import Candidate
from commonplace.core.record.lingxi import (
    CandidateSelection,
    Intent,
    LiteralText,
    Mixed,
    Nothing,
    OfConversation,
    card_of,
    intent_of,
    note_body,
)
from commonplace.core.record.tasks import facts_in
from requirements import requirement


@requirement("D2.capture.intents")
@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("  ", Nothing()),
        ("1,3", CandidateSelection("1,3")),
        ("2 4", CandidateSelection("2 4")),
        ("all", CandidateSelection("all")),
        ("全部", CandidateSelection("全部")),
        ("所有", CandidateSelection("所有")),
        ("从刚才的 bug 里学", OfConversation("从刚才的 bug 里学")),
        ("把刚才的经验记下来", OfConversation("把刚才的经验记下来")),
        ("1，3", CandidateSelection("1，3")),
        ("Deploys need the VPN.", LiteralText("Deploys need the VPN.")),
        ("Port 6001 is the gateway.", LiteralText("Port 6001 is the gateway.")),
        ("from the bug we just had", OfConversation("from the bug we just had")),
        ("learn from the last bug", OfConversation("learn from the last bug")),
        ("刚才那个问题", OfConversation("刚才那个问题")),
        ("from the bug we just had: always pin node 20", Mixed("always pin node 20", "from the bug we just had")),
        ("刚才的故障：先清缓存再部署", Mixed("先清缓存再部署", "刚才的故障")),
    ],
)  # fmt: skip
def test_words_a_choice_or_the_conversation_are_told_apart(text: str, intent: Intent) -> None:
    assert intent_of(text) == intent


@requirement("D2.capture.shape")
def test_decision_shape_and_judgment_capsule_are_shown_where_present() -> None:
    capsule = "\n\n## Judgment Capsule\n\n- **I used to think**: retries help\n- **Now I believe**: they hurt"
    body = note_body("Retry or not", "the error is 429", "src/api.py") + capsule

    card = card_of(Candidate(title="Retries", body=body, when_to_load=("calling an API",)))

    assert (card.decision, card.signals, card.pointers) == (
        "Retry or not",
        "the error is 429",
        "src/api.py",
    )
    assert card.also == (("I used to think", "retries help"), ("Now I believe", "they hurt"))


@requirement("D2.capture.init")
@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("package.json", '{"engines": {"node": ">=20"}, "scripts": {"test": "vitest"}}', ["Use Node.js >=20", "Run `npm run test`"]),
        ("package.json", "[]", []),
        ("package.json", "{", []),
        ("pyproject.toml", '[project]\nrequires-python = ">=3.11"\n[project.scripts]\ncp = "a:b"\n', ["Use Python >=3.11", "Run `cp`"]),
        ("Cargo.toml", '[package]\nrust-version = "1.80"\n', ["Use Rust 1.80"]),
        ("go.mod", "module x\n\ngo 1.22\n", ["Use Go 1.22"]),
        ("Makefile", "test: all\n\t@x\nCC := gcc\n", ["Run `make test`"]),
        ("Dockerfile", "FROM python:3.12-slim\n", ["The image is built from `python:3.12-slim`"]),
        (".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: make check\n      - run: |\n          make docs\n", ["CI runs `make check`, `make docs`"]),
        (".gitlab-ci.yml", "test:\n  script:\n    - npm ci\n", ["CI runs `npm ci`"]),
        ("setup.cfg", "x", []),
    ],
)  # fmt: skip
def test_manifests_say_how_to_work_on_a_project(path: str, text: str, told: list[str]) -> None:
    assert [fact.text for fact in facts_in(path, text)] == told
