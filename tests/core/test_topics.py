"""Where a text belongs: by its folder, then by its words."""

from pathlib import PurePosixPath

import pytest

from commonplace.core.classification import (
    guess_topic,
    topic_among,
    topic_of_folder,
    topic_of_words,
)
from commonplace.core.names import check_topic
from requirements import requirement


@requirement("B2.topic")
@pytest.mark.parametrize(
    ("folder", "topic"),
    [
        ("/project/src/utils/", "project/utils"),
        ("/home/u/notes/python/", "python"),
        ("/Users/ada/Documents", ""),
        ("docs/Api Design", "api-design"),
        ("a/b/c/d/e", "c/d/e"),
        (".", ""),
        ("../..", ""),
        ("con/aux", ""),
    ],
)
def test_a_folder_says_what_its_files_are_about(folder: str, topic: str) -> None:
    assert topic_of_folder(PurePosixPath(folder)) == topic


@requirement("B7.13.topic")
def test_a_folder_in_another_script_is_a_topic_that_a_book_accepts() -> None:
    topic = topic_of_folder(PurePosixPath("/srv/资料/部署 手册"))

    assert topic == "部署-手册"
    assert check_topic(topic) == topic


@requirement("B2.topic")
@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Pytest fixtures and pip caches", "python"),
        ("上线之前先部署，失败就回滚", "deployment"),
        ("Rebase the branch before a commit", "git"),
        ("The weather is fine", ""),
        ("Only pytest", ""),
    ],
)
def test_words_say_what_a_text_is_about_when_there_are_two_of_them(text: str, topic: str) -> None:
    assert topic_of_words([text]) == topic


@requirement("B2.topic")
def test_the_folder_speaks_before_the_words() -> None:
    assert guess_topic(PurePosixPath("billing"), ["pytest and pip"]) == "billing"
    assert guess_topic(PurePosixPath("src"), ["pytest and pip"]) == "python"
    assert guess_topic(None, ["nothing of it"]) == ""


def test_a_topic_of_the_book_is_guessed_when_the_text_names_it() -> None:
    topics = ["ops/deploys", "database", "people"]

    assert topic_among("Deploys need the VPN", topics, []) == "ops/deploys"
    assert topic_among("Lunch is at noon", topics, []) == ""


def test_of_two_topics_that_a_text_names_the_nearest_memory_decides() -> None:
    topics = ["deploys", "database"]

    assert topic_among("Database deploys need a backup", topics, ["database"]) == "database"
    assert topic_among("Database deploys need a backup", topics, ["people"]) == ""


def test_neighbours_of_one_topic_are_enough_only_when_they_are_three() -> None:
    assert topic_among("Schemas are Avro", ["kafka"], ["kafka", "kafka", "kafka"]) == "kafka"
    assert topic_among("Schemas are Avro", ["kafka"], ["kafka", "kafka"]) == ""
