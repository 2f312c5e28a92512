"""What was refused is recognised in every dress, and only what was refused."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core import rejections
from commonplace.core.rejections import (
    NEAR_FROM,
    Exact,
    Near,
    Rejection,
    append_rejection,
    lift_rejection,
    likeness,
    normal,
    parse_rejections,
    recognise,
    said_refused,
)

TODAY = date(2026, 3, 1)
REFUSED = Rejection(claim="Use npm for the web repo.", at=TODAY, who="Ada", reason="we use pnpm")


def met(text, *rejections, topic="", today=TODAY):
    return recognise(text, rejections or (REFUSED,), topic, today)


@pytest.mark.parametrize(
    "text",
    [
        "Use npm for the web repo.",
        "USE NPM FOR THE WEB REPO!",
        "ｕｓｅ ｎｐｍ for the web repo",
        "use  npm,\nfor the web repo",
        "for the web repo use npm",
    ],
)
def test_case_width_punctuation_spacing_and_word_order_do_not_slip_through(text):
    assert met(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Use npm for the web repo!",
        "ｕｓｅ ｎｐｍ for  web repo",
        "USE NPM FOR THE WEB REPO",
        "use NPM, for the web repo!",
    ],
)
def test_what_says_just_the_refused_claim_is_skipped(text):
    assert met(text) == Exact(REFUSED)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The gateway calls the relay.", "The relay calls the gateway."),
        ("Retry when errors > 5.", "Retry when errors < 5."),
        ("Set the offset to +3.", "Set the offset to -3."),
        ("We used Jenkins for builds.", "We use Jenkins for builds."),
        ("Is the port open?", "The port is open."),
        ("Pass -r to the tool.", "Pass -R to the tool."),
        ("Is the port open?", "Is the port open."),
        ("网关调用计费。", "计费调用网关。"),
    ],
)
def test_what_has_only_the_words_of_a_refused_claim_is_not_dropped_as_refused(claim, text):
    refused = Rejection(claim=claim, at=TODAY)

    assert not isinstance(met(text, refused), Exact)


def test_simplified_and_traditional_are_one():
    refused = Rejection(claim="連接池上限為五十", at=TODAY)

    assert met("连接池上限为五十。", refused) == Exact(refused)


@pytest.mark.parametrize(
    "text",
    [
        "The gateway_of the shop: port-8080",
        "the gateway of-the-shop/port 8080",
        "The gateway of the shop: port 8,080",
    ],
)
def test_signs_that_join_words_do_not_slip_through(text):
    refused = Rejection(claim="The gateway of the shop: port 8080.", at=TODAY)

    assert met(text, refused) is not None


def test_a_path_turned_round_goes_to_a_person():
    refused = Rejection(claim="Tests are in web/app", at=TODAY)

    assert met("Tests are in app/web", refused) == Near(refused)


def test_chinese_word_order_does_not_slip_through():
    refused = Rejection(claim="网关端口使用 8080", at=TODAY)

    assert met("使用 8080 网关端口", refused) == Near(refused)


@pytest.mark.parametrize(
    "text", ["Do not use npm for the web repo.", "Use npm for the big web repo."]
)
def test_a_near_claim_goes_to_a_person(text):
    assert met(text) == Near(REFUSED)


def test_a_refused_sentence_among_others_goes_to_a_person():
    text = "The web repo is large. Use npm for the web repo. Ask Ada when in doubt about it."

    assert met(text) == Near(REFUSED)


def test_a_sentence_of_a_refused_text_goes_to_a_person():
    refused = Rejection(claim="Use npm for the web repo. Ask Ada when in doubt.", at=TODAY)

    assert met("use npm for the web repo", refused) == Near(refused)
    assert met("Use npm for the big web repo.", refused) == Near(refused)


def test_what_is_nearly_refused_goes_to_a_person_among_other_sentences():
    text = "The web repo is large. Use npm for the big web repo. Ask Ada when in doubt about it."

    assert met(text) == Near(REFUSED)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("In production the cache is flushed by hand.", "Flush the staging cache by hand."),
        ("Windows builds need the signing key.", "The signing key is needed for builds on Linux."),
        ("Use npm for the web repo.", "For the mobile repo we take npm."),
    ],
)
def test_what_holds_elsewhere_is_no_refused_claim_in_other_words(claim, text):
    assert met(text, Rejection(claim=claim, at=TODAY)) is None


def test_another_value_is_another_claim():
    refused = Rejection(claim="The staging API listens on port 6001.", at=TODAY)

    assert met("The staging API listens on port 6002.", refused) is None
    assert met("Now the staging API listens on port 6001.", refused) == Near(refused)


OWNED = Rejection(claim="Maya owns the invoicing service.", at=TODAY)


@pytest.mark.parametrize(
    "text", ["The invoicing service is owned by Maya.", "the invoicing service: owned by Maya"]
)
def test_a_passive_does_not_slip_through(text):
    assert met("The invoicing service is owned by Maya.", OWNED) == Exact(OWNED)
    assert met(text, OWNED) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Ask Ben about payroll, the invoicing service is owned by Maya and the queue by Tom.",
        "Maya is the owner of the invoicing service.",
        "The deploy is slow because Maya owns the invoicing service.",
    ],
)
def test_a_refused_claim_in_other_words_or_inside_a_sentence_goes_to_a_person(text):
    assert met(text, OWNED) == Near(OWNED)


@pytest.mark.parametrize(
    "text",
    [
        "The invoicing service exports its metrics to the dashboard of the finance team.",
        "Maya is on leave in August.",
        "发票服务每晚导出一次报表。",
    ],
)
def test_what_only_shares_a_subject_with_a_refused_claim_is_free(text):
    assert met(text, OWNED) is None


def test_what_stands_in_a_book_is_refused_only_where_it_says_the_whole_claim():
    refused = (OWNED,)

    assert said_refused(["Note", "The invoicing service is owned by Maya."], refused, "", TODAY)
    assert said_refused(["As Ben says, Maya owns the invoicing service."], refused, "", TODAY)
    assert said_refused(["Maya is the owner of invoicing."], refused, "", TODAY) is None
    assert said_refused(["Maya owns it."], refused, "", TODAY) is None


@pytest.mark.parametrize("text", ["Use pnpm everywhere", "", "The port is 8080."])
def test_another_claim_is_free(text):
    assert met(text) is None


def test_an_exact_match_is_told_before_a_near_one():
    near = Rejection(claim="Use npm for the big web repo", at=TODAY)

    assert met(REFUSED.claim, near, REFUSED) == Exact(REFUSED)


def test_a_rejection_holds_in_its_scope_until_it_expires_or_is_lifted():
    scoped = Rejection(claim="x y", scope="web", at=TODAY, expires=date(2026, 3, 2))
    lifted = Rejection(claim="x y", at=TODAY, lifted=TODAY)

    assert met("x y", scoped, topic="web/tools") == Exact(scoped)
    assert met("x y", scoped, topic="website") is None
    assert met("x y", scoped, topic="web", today=date(2026, 3, 2)) == Exact(scoped)
    assert met("x y", scoped, topic="web", today=date(2026, 3, 3)) is None
    assert met("x y", lifted) is None


@given(
    st.lists(
        st.sampled_from(["use", "npm", "Pnpm", "web", "REPO", "not", "端口", "8080", "x_y"]),
        min_size=1,
    ),
    st.randoms(),
)
def test_order_and_case_never_change_the_normal_form(words, random):
    shuffled = random.sample(words, len(words))

    assert normal(" ".join(words)) == normal(", ".join(shuffled).upper())


@given(st.text(max_size=40), st.text(max_size=40))
def test_likeness_is_a_share_and_the_same_both_ways(one, other):
    share = likeness(normal(one), normal(other))

    assert 0 <= share <= 1
    assert share == likeness(normal(other), normal(one))


LINE = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp", "Cs")), max_size=30
)
REJECTIONS = st.builds(
    Rejection,
    claim=st.lists(LINE.map(str.strip).filter(bool), min_size=1, max_size=3).map("\n".join),
    reason=LINE.map(lambda text: " ".join(text.split())),
    who=st.sampled_from(["", "Ada", "小满"]),
    at=st.dates(min_value=date(2000, 1, 1)),
    expires=st.none() | st.dates(min_value=date(2000, 1, 1)),
)


@given(st.lists(REJECTIONS, max_size=4))
def test_what_is_written_is_read_back(rejections):
    page = ""
    for rejection in rejections:
        page = append_rejection(page, rejection)

    assert parse_rejections(page) == tuple(rejections)


@pytest.mark.parametrize("page", ["# Ours\n\nkept text", "# Ours\r\n\r\nkept\r\n", "\ufeffnotes\n"])
def test_appending_keeps_every_byte_that_stood_there(page):
    after = append_rejection(page, REFUSED)

    assert after.startswith(page)
    assert parse_rejections(after) == (REFUSED,)
    assert ("\r\n" in page) == ("\n" not in after.replace("\r\n", ""))


def test_lifting_adds_one_line_to_its_own_entry():
    other = Rejection(claim="Use yarn", at=TODAY)
    page = append_rejection(append_rejection("", REFUSED), other)
    after = lift_rejection(page, REFUSED.id, date(2026, 4, 1))

    assert set(after.splitlines()) - set(page.splitlines()) == {"- lifted: 2026-04-01"}
    assert [found.lifted for found in parse_rejections(after)] == [date(2026, 4, 1), None]


def test_lifting_what_is_not_there_changes_nothing():
    assert lift_rejection("# Rejections\n", "R-00000000", TODAY) == "# Rejections\n"


def test_a_damaged_entry_is_left_alone():
    page = append_rejection("## R-12345678\n\nno claim, no date\n", REFUSED)

    assert parse_rejections(page) == (REFUSED,)


WORDS = st.lists(st.sampled_from(["use", "npm", "the", "web", "repo", "port"]), max_size=9)


@given(WORDS, WORDS)
def test_no_text_that_is_alike_is_passed_over_for_the_sake_of_speed(one, other):
    texts = " ".join(one), " ".join(other)

    assert rejections._may_be_alike(*texts) or likeness(*map(normal, texts)) < NEAR_FROM
