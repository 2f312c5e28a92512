"""What two texts speak of is told by concepts, whatever words and language they use."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.claims.clauses import pieces
from commonplace.core.claims.extraction import opposites_in
from commonplace.core.claims.literals import admits
from commonplace.core.claims.vocabulary import any_of

LETTERS = st.lists(st.text("ab-c", min_size=1, max_size=5), min_size=1, max_size=8)


def keys(text):
    return [piece.key for piece in pieces(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the repositories", "代码库"),
        ("a pull request", "PRs"),
        ("operating system", "操作系统"),
        ("sign in", "登录"),
        ("deletes", "删除"),
        ("is respected", "遵守"),
    ],
)
def test_words_that_mean_the_same_are_one_piece(one, other):
    assert keys(one) == keys(other)


def test_a_verb_weighs_less_than_a_word_and_a_name_more():
    verb, word, name = pieces("delete backups `orca_db`")

    assert verb.weight < word.weight < name.weight


def test_chinese_that_no_table_knows_becomes_pairs_of_characters():
    assert keys("青松跑数据库") == ["青松", "松跑", "database"]


def test_a_denial_is_not_counted_as_an_opposite_too():
    assert opposites_in("禁止访问", ["forbid!"], [(0, 2)]) == {"enable forbid": -1}
    assert opposites_in("never enabled", [], [(0, 5)]) == {"~on": 1}


@pytest.mark.parametrize(
    ("bound", "version", "is_admitted"),
    [(">=18", "20", True), (">=20", "18", False), ("<=3", "2.9", True), ("3.11", "3.11.4", True), (">=18", ">=20", False)],
)  # fmt: skip
def test_a_bound_admits_the_versions_beyond_it(bound, version, is_admitted):
    assert admits(bound, version) is is_admitted


@given(LETTERS, st.text("abc -", max_size=12))
def test_a_pattern_for_many_words_finds_the_longest_of_them(words, text):
    pattern = re.compile(any_of(words))
    found = pattern.match(text)
    longest = max((word for word in words if text.startswith(word)), key=len, default=None)

    assert (found and found.group()) == longest
