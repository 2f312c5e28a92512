"""The labelled pairs of memories keep the form that their page promises."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

PAIRS = Path(__file__).resolve().parent.parent / "benchmarks" / "pairs"
SUBS = {
    "duplicate": {"reworded": 22, "reordered": 6, "surface": 6, "script": 6},
    "refines": {"step": 10, "reason": 10, "example": 10, "scope": 10},
    "contradicts": {
        "replacement": 24,
        "polarity": 20,
        "retraction": 12,
        "partial": 12,
        "bounded": 12,
    },
    "compatible": {
        "environment": 12,
        "operation": 10,
        "component": 8,
        "version": 8,
        "platform": 8,
        "unit": 8,
        "override": 8,
        "membership": 8,
        "person": 6,
        "period": 6,
        "field": 6,
        "repeated": 4,
        "example": 4,
        "event": 4,
    },
    "unrelated": {"shared-words": 20, "nothing-shared": 20},
}
SIZES = {"duplicate": 40, "refines": 40, "contradicts": 80, "compatible": 100, "unrelated": 40}
FRESH = {
    "duplicate": {"reworded": 12, "reordered": 4, "surface": 3, "script": 3},
    "refines": {"step": 6, "reason": 5, "example": 5, "scope": 6},
    "contradicts": {
        "replacement": 13,
        "polarity": 11,
        "retraction": 6,
        "partial": 6,
        "bounded": 6,
    },
    "compatible": {
        "environment": 6,
        "operation": 5,
        "component": 4,
        "version": 4,
        "platform": 4,
        "unit": 4,
        "override": 4,
        "membership": 4,
        "person": 4,
        "period": 3,
        "field": 3,
        "repeated": 2,
        "example": 2,
        "event": 3,
    },
    "unrelated": {"shared-words": 11, "nothing-shared": 11},
}
HALVES = ("dev", "held")
MOST_LINES = 6


def read(name):
    return [json.loads(line) for line in (PAIRS / name).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def pairs():
    return read("pairs.jsonl")


def is_chinese(text):
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def sides(pair):
    return pair["old"], pair["new"]


def folded(memory):
    return " ".join(f"{memory['title']} {memory['body']}".split())


def test_each_relation_and_sub_has_its_number_of_pairs(pairs):
    counted = Counter((pair["relation"], pair["sub"]) for pair in pairs)

    assert counted == {
        (relation, sub): count for relation, subs in SUBS.items() for sub, count in subs.items()
    }
    assert Counter(pair["relation"] for pair in pairs) == SIZES


def test_ids_are_unique_and_in_order(pairs):
    assert [pair["id"] for pair in pairs] == [f"p{number:03d}" for number in range(1, 301)]


def test_every_pair_is_complete(pairs):
    for pair in pairs:
        assert list(pair) == [
            *("id", "old", "new", "relation", "sub"),
            *("language", "half", "why"),
        ]
        assert pair["why"].strip() == pair["why"] != ""
        assert len(pair["why"].splitlines()) == 1


def test_every_memory_is_complete_and_has_one_to_six_lines(pairs):
    for memory in (side for pair in pairs for side in sides(pair)):
        assert list(memory) == ["title", "body", "topic", "keywords"]
        assert all(memory[name].strip() == memory[name] != "" for name in ("title", "topic"))
        assert memory["body"].strip() == memory["body"]
        assert all(line.strip() for line in memory["body"].split("\n"))
        assert 1 <= len(memory["body"].split("\n")) <= MOST_LINES
        assert 1 <= len(memory["keywords"]) == len(set(memory["keywords"])) <= 6
        assert all(word.strip() == word != "" for word in memory["keywords"])


def test_the_new_memory_is_never_the_old_one_and_no_text_is_used_twice(pairs):
    texts = [folded(side) for pair in pairs for side in sides(pair)]

    assert len(set(texts)) == len(texts)


def test_a_pair_says_its_language(pairs):
    for pair in pairs:
        chinese_sides = sum(is_chinese(side["body"]) for side in sides(pair))

        assert {"en": 0, "mixed": 1, "zh": 2}[pair["language"]] == chinese_sides, pair["id"]


def test_the_languages_are_as_the_page_says(pairs):
    assert Counter(pair["language"] for pair in pairs) == {"en": 165, "zh": 111, "mixed": 24}


@pytest.mark.parametrize("relation", SIZES)
def test_45_percent_of_each_relation_are_chinese_or_mixed(pairs, relation):
    chosen = [pair for pair in pairs if pair["relation"] == relation]

    assert sum(pair["language"] != "en" for pair in chosen) == SIZES[relation] * 45 // 100


@pytest.mark.parametrize("relation", SIZES)
def test_the_halves_alternate_inside_each_sub(pairs, relation):
    for sub in SUBS[relation]:
        halves = [p["half"] for p in pairs if (p["relation"], p["sub"]) == (relation, sub)]

        assert set(halves) == set(HALVES)
        assert all(one != other for one, other in pairwise(halves))


@pytest.mark.parametrize("language", ["en", "zh", "mixed"])
def test_both_halves_have_about_as_many_pairs_of_each_language(pairs, language):
    counted = Counter(pair["half"] for pair in pairs if pair["language"] == language)

    assert abs(counted["dev"] - counted["held"]) <= 3


@pytest.mark.parametrize("name", ["fresh", "sealed"])
def test_the_pairs_of_later_authors_have_the_numbers_that_the_page_gives(name):
    found = read(f"{name}.jsonl")

    assert Counter((pair["relation"], pair["sub"]) for pair in found) == {
        (relation, sub): count for relation, subs in FRESH.items() for sub, count in subs.items()
    }
    assert Counter(pair["language"] for pair in found) == {"en": 88, "zh": 59, "mixed": 13}
    assert [pair["id"] for pair in found] == [f"{name[0]}{number:03d}" for number in range(1, 161)]
    assert {pair["half"] for pair in found} == {name}


@pytest.mark.parametrize("name", ["fresh", "more", "sealed"])
def test_the_pairs_of_later_authors_have_the_form_of_the_others(name):
    found = read(f"{name}.jsonl")

    test_every_pair_is_complete(found)
    test_every_memory_is_complete_and_has_one_to_six_lines(found)


@pytest.mark.parametrize("name", ["fresh", "more"])
def test_the_pairs_of_later_authors_say_their_language(name):
    test_a_pair_says_its_language(read(f"{name}.jsonl"))


def test_no_author_took_a_text_from_another(pairs):
    others = [pair for name in ("fresh", "more", "sealed") for pair in read(f"{name}.jsonl")]

    test_the_new_memory_is_never_the_old_one_and_no_text_is_used_twice([*pairs, *others])
