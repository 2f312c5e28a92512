"""Claims are extracted from a text whatever way it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.claims import extraction
from commonplace.core.claims.claim import Qualifier, ValueKind
from commonplace.core.claims.extraction import extract_claims


def values(text: str) -> list[tuple[str, str]]:
    return [(claim.aspect, claim.value) for claim in extract_claims("", text).claims]


def test_a_claim_knows_its_kind_value_and_place():
    text = "Kestrel gives up after 30 s"
    [claim] = extract_claims("", text).claims

    assert (claim.kind, claim.aspect, claim.value) == (ValueKind.QUANTITY, "time", "30")
    assert f"\n{text}"[claim.start : claim.end] == claim.text == "30 s"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("after 1 min", "after 60 s"),
        ("an hour", "60 minutes"),
        ("ten minutes", "十分钟"),
        ("半小时", "30 分钟"),
        ("half an hour", "30 minutes"),
        ("a quarter of an hour", "一刻钟"),
        ("两个半小时", "2.5 hours"),
        ("twenty-five rows", "25 rows"),
        ("two hundred and ten rows", "210 rows"),
        ("3 million rows", "3,000,000 rows"),
        ("weekly", "every 7 days"),
        ("once a month", "monthly"),
        ("half past two in the morning", "02:30"),
        ("the 17th of June 2025", "2025-06-17"),
        ("1,000 rows", "1000 rows"),
        ("1000 rows", "一千行"),
        ("6万行", "60,000 行"),
        ("1 GB", "1024 MB"),
        ("3.6 km/h", "1.0 m/s"),
        ("600 requests per minute", "10 requests a second"),
        ("每分钟 600 次", "10 requests per second"),
        ("費率 0.6%", "费率 60，按万分之一计"),
        ("used 85%", "remaining 15%"),
        ("８０％", "80%"),
        ("at 15:00", "下午三点"),
        ("noon", "12:00"),
        ("00:30 UTC", "北京时间早上八点半"),
        ("2024-03-01", "2024 年 3 月 1 日"),
        ("11 March 2025", "March 11, 2025"),
        ("周三", "on Wednesdays"),
        ("HTTPS://Docs.Example.org/a/", "https://docs.example.org/a"),
        ("port 8443", "8443 端口"),
        ("PostgreSQL", "postgres"),
    ],
)  # fmt: skip
def test_equal_values_are_equal_however_they_are_written(one, other):
    assert [value for _, value in values(one)] == [value for _, value in values(other)] != []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("needs Node 18", ("version:node", "18")),
        ("最低支持 iOS 14", ("version:ios", "14")),
        ("see /etc/kestrel.toml", ("path", "/etc/kestrel.toml")),
        ("in D:\\Qingniao", ("path", "D:\\Qingniao")),
        ("the flag ui.dark_mode", ("identifier", "ui.dark_mode")),
        ("run `make all`", ("code", "make all")),
        ("use yarn", ("package manager", "yarn")),
        ("使用 Kafka", ("broker", "kafka")),
        ("Use Sorrel for styles", ("used", "sorrel")),
        ("ask Joris Haan", ("person", "joris haan")),
        ("问题找沈默", ("person", "沈默")),
        ("三个空格", ("count:space", "3")),
        ("Node is pinned in .nvmrc, see there", ("path", ".nvmrc")),
    ],
)
def test_every_kind_of_claim_is_found(text, found):
    assert found in values(text)


@pytest.mark.parametrize("text", ["统一写英文吗", "one of them", "万一不行", "第三次", "一律如此"])
def test_a_word_that_looks_like_a_number_is_none(text):
    assert not [
        claim for claim in extract_claims("", text).claims if claim.kind is ValueKind.QUANTITY
    ]


@pytest.mark.parametrize(
    "text", ["The rule was withdrawn", "no longer needed", "不再值班", "已取消"]
)
def test_a_retraction_is_found(text):
    assert extract_claims("", text).statements[0].is_retraction


@pytest.mark.parametrize(
    "text", ["the deprecated endpoint list", "for abandoned carts", "停用时透明度 40%"]
)
def test_what_only_looks_like_a_retraction_is_none(text):
    assert not any(said.is_retraction for said in extract_claims("", text).statements)


def test_what_is_preferred_is_so_over_what_is_not():
    chosen, left = extract_claims("", "Prefer Zustand over Redux for shared state").claims

    assert (chosen.value, chosen.is_affirmed) == ("zustand", True)
    assert (left.value, left.is_affirmed) == ("redux", False)


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("on staging it is 6001", Qualifier("environment", "staging")),
        ("生产环境用 6002", Qualifier("environment", "production")),
        ("Writes wait 60 s", Qualifier("operation", "write")),
        ("On macOS use brew", Qualifier("platform", "mac")),
        ("During 2023 it cost 12", Qualifier("year", "2023")),
        ("On Django 4.1 set it", Qualifier("version:django", "4.1")),
        ("上半年由他负责", Qualifier("half", "first")),
    ],
)
def test_circumstances_are_found(text, qualifier):
    assert qualifier in extract_claims("", text).statements[0].qualifiers


def test_a_clause_without_circumstances_has_those_of_its_title():
    said = extract_claims("Kestrel on staging", "It listens on 6001.").statements[-1]

    assert said.qualifiers == {Qualifier("environment", "staging")}


@given(st.text(max_size=200))
def test_every_claim_stands_where_it_says(text):
    account = extract_claims("", text)

    for claim in account.claims:
        assert account.text[claim.start : claim.end] == claim.text.lower()


@pytest.mark.parametrize("word", ["2026-01-01 ", "/a/b/c.py ", "port 80 "])
def test_a_clause_is_looked_through_once_and_not_once_for_each_of_its_values(word: str) -> None:
    """A line of a thousand dates took a minute."""
    looks = (extraction._plain, extraction._preferred_end, extraction._numbered)
    for each in looks:
        each.cache_clear()

    found = extract_claims("", word * 300).claims

    assert len(found) > 100
    assert max(each.cache_info().misses for each in looks) < 20
