"""One tokenizer for every comparison: what becomes of words, names, numbers and scripts."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.han import SIMPLIFIED_OF
from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import (
    LONGEST_TOKEN,
    asked_tokens,
    content,
    content_tokens,
    fold,
    parted,
    terms,
    tokens,
)

WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
HAN = st.text(st.sampled_from(sorted(SIMPLIFIED_OF) + list("数据库缓存的了")), max_size=40)
ASCII_TEXT = st.text(st.characters(codec="ascii"), max_size=80)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, world!", ("hello", "world")),
        ("user_id", ("userid", "user", "id")),
        ("user-id", ("userid", "user", "id")),
        ("userId", ("userid", "user", "id")),
        ("parseHTTPHeader2", ("parsehttpheader2", "pars", "http", "header", "2")),
        ("tokens.py", ("tokens.py", "token", "py")),
        ("core/tokens.py", ("core/tokens.py", "core", "tokens.py", "token", "py")),
        ("core\\tokens.py", ("core/tokens.py", "core", "tokens.py", "token", "py")),
        ("v3.11.7", ("3.11.7", "3", "11", "7")),
        ("sha256", ("sha256", "sha", "256")),
        ("std::vector", ("std:vector", "std", "vector")),
        ("C++ or C#.", ("c++", "or", "c#")),
        ("Caroline's don't we'll", ("carolin", "dont", "we")),
        ("well...I", ("well", "i")),
        ("__init__", ("init",)),
        ("缓存雪崩", ("缓", "存", "雪", "崩", "缓存", "存雪", "雪崩")),
        ("用Redis做", ("用", "redis", "做")),
        ("テスト", ("テ", "ス", "ト", "テス", "スト")),
        ("한국어", ("한", "국", "어", "한국", "국어")),
        ("ไทย", ("ไท", "ทย", "ไทย")),
        ("हिन्दी", ("हिन्द",)),
        ("مُحَمَّد", ("محمد",)),
        ("zero\u200bwidth", ("zerowidth",)),
        ("... -- ''", ()),
    ],
)
def test_a_text_becomes_these_tokens(text: str, expected: tuple[str, ...]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    "family",
    [
        "connect connected connecting connection connections",
        "hope hoped hoping hopes",
        "hop hopped hopping hops",
        "policy policies",
        "retry retries retried",
        "organize organizing organization",
        "deploy deploys deployed deployment",
        "write writes writing wrote written",
        "child children",
    ],
)
def test_words_of_one_family_share_one_stem(family: str) -> None:
    assert len(set(tokens(family))) == 1


def test_words_that_only_look_alike_keep_apart() -> None:
    assert len(set(tokens("us use user bus busy princess prince"))) == 7


def test_function_words_and_question_words_carry_no_content() -> None:
    assert content(tokens("What is the port of the Redis cache?")) == ("port", "redis", "cach")
    assert content(tokens("是什么？如何")) == ()


def test_terms_are_distinct_and_pairs_stand_for_single_han_characters() -> None:
    assert terms("cache the cache 缓存缓存") == ("cach", "缓存", "存缓")
    assert terms("税") == ("税",)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use Redis, always!", "use redis always"),
        ("ＡＰＩ　１２３", "api 123"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("資料庫連線", "资料库连线"),
        ("使用 Redis 缓存。", "使用Redis缓存"),
        ("don’t", "don't"),
        ("Straße", "STRASSE"),
        ("cafe\u0301", "café"),
    ],
)
def test_texts_that_differ_only_in_writing_fold_to_one_form(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("version 1.5", "version 15"), ("port 6001", "port 6002"), ("C++", "C"), ("a.b", "a b")],
)
def test_texts_that_mean_different_things_fold_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=200))
def test_any_text_at_all_gives_bounded_tokens_in_a_single_form(text: str) -> None:
    found = tokens(text)

    assert all(0 < len(token) <= 2 * LONGEST_TOKEN for token in found)
    # A pair of Vietnamese syllables is a term; its syllables are the tokens.
    assert {part for term in terms(text) for part in term.split(" ")} <= set(found)


@given(ASCII_TEXT)
def test_width_makes_no_difference(text: str) -> None:
    printable = "".join(c if " " <= c <= "~" else " " for c in text)

    assert tokens(printable.translate(WIDE)) == tokens(printable)
    assert fold(printable.translate(WIDE)) == fold(printable)


@given(ASCII_TEXT)
def test_case_makes_no_difference_to_the_folded_form(text: str) -> None:
    assert fold(text.upper()) == fold(text.lower()) == fold(text)


@pytest.mark.laws
@given(HAN)
def test_traditional_and_simplified_chinese_are_one(text: str) -> None:
    simplified = "".join(SIMPLIFIED_OF.get(char, char) for char in text)

    assert tokens(text) == tokens(simplified)
    assert fold(text) == fold(simplified)


@given(st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=2, max_size=4))
def test_snake_kebab_and_camel_case_are_one_name(words: list[str]) -> None:
    camel = words[0] + "".join(word.title() for word in words[1:])

    assert tokens("_".join(words)) == tokens("-".join(words)) == tokens(camel)


@pytest.mark.laws
@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "a_",
        "aB",
        "a.",
        "/",
        "..",
        "'",
        "中",
        "中a",
        "中-",
        "1.",
        "é",
        "ﷺ",
        "\u0301",
        "::",
        "+#",
    ],
)
def test_fifty_kilobytes_of_anything_take_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit.encode()))
        started = time.process_time()
        tokens(text)
        fold(text)
        return time.process_time() - started

    small, large = seconds(5_000), seconds(50_000)

    assert large < 30 * small + 1


def test_every_simplified_form_is_final() -> None:
    assert not [char for char in SIMPLIFIED_OF.values() if char in SIMPLIFIED_OF]
    assert all(is_unspaced(char) for char in SIMPLIFIED_OF)


def test_the_tokenizer_loads_almost_nothing() -> None:
    script = (
        "import sys; before = set(sys.modules); from commonplace.core.tokens import tokens;"
        "tokens('plain words'); print(*sorted(set(sys.modules) - before))"
    )

    loaded = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()

    assert [name for name in loaded if not name.startswith("commonplace")] == ["__future__"]


@pytest.mark.parametrize(
    ("prompt", "written"),
    [
        ("it times out again", "timeout"),
        ("why is the lock file gone", "lockfile"),
        ("who rolled back the deploy", "rollback"),
    ],
)
def test_words_that_others_write_as_one_are_asked_for_as_one(prompt: str, written: str) -> None:
    forms = {form for forms in asked_tokens(prompt, cutting=False) for form in forms}

    assert set(content_tokens(written)) <= forms


@pytest.mark.parametrize(
    ("prompt", "written"),
    [("raise the timeout", "the job times out"), ("the login is broken", "nobody can log in")],
)
def test_a_verb_written_as_one_meets_the_same_in_two_words(prompt: str, written: str) -> None:
    starts = {parted(token) for token in content_tokens(prompt)} - {""}

    assert starts <= set(content_tokens(written))
    assert starts
