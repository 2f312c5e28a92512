"""The labelled conversations keep the form that their page promises."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

CONVERSATIONS = Path(__file__).resolve().parent.parent / "benchmarks" / "conversations"
GROUPS = {
    "conversations": {("en", True): 27, ("en", False): 13, ("zh", True): 13, ("zh", False): 7},
    "fresh": {("en", True): 26, ("en", False): 14, ("zh", True): 14, ("zh", False): 6},
}
KINDS = {
    "conversations": {
        "decision": 17,
        "fact": 13,
        "correction": 12,
        "preference": 10,
        "solved problem": 10,
        "approval": 6,
        "synthesis": 4,
    },
    "fresh": {
        "decision": 17,
        "preference": 10,
        "correction": 9,
        "fact": 9,
        "solved problem": 8,
        "approval": 5,
        "synthesis": 4,
    },
}
TURNS = {"conversations": range(6, 31), "fresh": range(4, 15)}
LABELS = {"conversations": 4, "fresh": 3}
TRAPS = {
    *("hypothetical", "quoted-opinion", "unverified-guess", "agent-claim", "general-knowledge"),
    *("log-numbers", "tool-output", "stale", "one-off", "small-talk", "errand"),
    *("retraction", "repeated", "injected-memory", "pasted-instructions"),
}


def conversations_in(name):
    lines = (CONVERSATIONS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def labels_of(conversations):
    return [(one, label) for one in conversations for label in one["keep"]]


@pytest.fixture(scope="module", params=GROUPS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def conversations(name):
    return conversations_in(name)


@pytest.fixture(scope="module")
def labels(conversations):
    return labels_of(conversations)


@pytest.fixture(scope="module")
def halved():
    return conversations_in("conversations")


def group_of(conversation):
    return conversation["language"], bool(conversation["keep"])


def is_chinese(text):
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def text_of(conversation, numbers):
    return "\n".join(conversation["turns"][number]["text"] for number in numbers)


def words_missing(label, text):
    return [word for word in label["must_contain"] if word.casefold() not in text.casefold()]


def test_each_group_has_its_number_of_conversations(name, conversations):
    assert Counter(map(group_of, conversations)) == GROUPS[name]


def test_ids_are_unique_and_in_order(name, conversations):
    expected = [f"{name[0]}{number:02d}" for number in range(1, 61)]

    assert [one["id"] for one in conversations] == expected


def test_every_conversation_is_complete(conversations):
    for one in conversations:
        assert list(one) == ["id", "language", "half", "traps", "turns", "keep"]
        assert set(one["traps"]) <= TRAPS
        assert len(set(one["traps"])) == len(one["traps"]) > 0


def test_the_user_begins_and_both_take_turns(name, conversations):
    for one in conversations:
        assert len(one["turns"]) in TURNS[name], one["id"]
        for number, turn in enumerate(one["turns"]):
            assert list(turn) == ["role", "text"]
            assert turn["role"] == ("user", "assistant")[number % 2], one["id"]
            assert turn["text"].strip() == turn["text"] != ""


def test_no_conversation_has_too_many_labels(name, conversations):
    assert max(len(one["keep"]) for one in conversations) <= LABELS[name]


def test_every_label_is_one_complete_line(labels):
    for _, label in labels:
        assert list(label) == ["text", "kind", "turns", "must_contain"]
        assert label["text"].strip() == label["text"] != ""
        assert len(label["text"].splitlines()) == 1
        assert 2 <= len(set(label["must_contain"])) == len(label["must_contain"]) <= 4


def test_each_kind_has_its_number_of_labels(name, labels):
    assert Counter(label["kind"] for _, label in labels) == KINDS[name]


def test_a_label_names_turns_that_exist_in_order(labels):
    for one, label in labels:
        assert label["turns"] == sorted(set(label["turns"])) != [], one["id"]
        assert 0 <= label["turns"][0] <= label["turns"][-1] < len(one["turns"]), one["id"]


def test_the_words_of_a_label_occur_in_its_turns_and_in_its_sentence(labels):
    for one, label in labels:
        assert words_missing(label, text_of(one, label["turns"])) == [], one["id"]
        assert words_missing(label, label["text"]) == [], one["id"]


def test_the_user_has_a_word_in_every_label(labels):
    for one, label in labels:
        assert any(one["turns"][number]["role"] == "user" for number in label["turns"]), one["id"]


def test_a_conversation_and_its_labels_speak_its_language(conversations):
    for one in conversations:
        chinese = one["language"] == "zh"

        assert is_chinese(text_of(one, range(len(one["turns"])))) == chinese, one["id"]
        assert all(is_chinese(label["text"]) == chinese for label in one["keep"]), one["id"]


@pytest.mark.parametrize("group", GROUPS["conversations"])
def test_the_halves_alternate_inside_each_group(halved, group):
    halves = [one["half"] for one in halved if group_of(one) == group]

    assert set(halves) == {"dev", "held"}
    assert all(one != other for one, other in pairwise(halves))


def test_both_halves_are_of_one_size(halved):
    assert Counter(one["half"] for one in halved) == {"dev": 30, "held": 30}


@pytest.mark.parametrize("kind", KINDS["conversations"])
def test_both_halves_have_about_as_many_labels_of_each_kind(halved, kind):
    counted = Counter(one["half"] for one, label in labels_of(halved) if label["kind"] == kind)

    assert abs(counted["dev"] - counted["held"]) <= 2


@pytest.mark.parametrize("trap", sorted(TRAPS))
def test_every_trap_is_set_in_both_halves(halved, trap):
    assert {one["half"] for one in halved if trap in one["traps"]} == {"dev", "held"}


def test_the_fresh_conversations_belong_to_no_half_of_the_others():
    assert {one["half"] for one in conversations_in("fresh")} == {"fresh"}


def test_every_trap_is_set_in_the_fresh_conversations():
    assert {trap for one in conversations_in("fresh") for trap in one["traps"]} == TRAPS
