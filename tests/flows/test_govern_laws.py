"""Whatever is decided about two texts, the book still makes every claim that either of them made."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.core.governance import Verb
from commonplace.core.superset import missing
from commonplace.errors import BadInput
from commonplace.flows.capture import Given, capture
from faults.sizes import size
from flows.governing import desk, told
from requirements import requirement

pytestmark = pytest.mark.laws


SUBJECTS = st.sampled_from(["The gateway", "The build", "网关", "The nightly backup", "缓存"])
VALUES = st.sampled_from(
    ["listens on port 6001", "waits 30 s", "needs v2.3.1", "reads /etc/app.conf", "keeps 5 GB",
     "calls https://x.org/a", "started 2026-03-14", "runs `make all`", "sets MAX_RETRIES",
     "端口是 8080", "每 5 分钟刷新"]
)  # fmt: skip
TEXTS = st.builds(
    lambda who, what: f"{who} {', and '.join(what)}.",
    SUBJECTS,
    st.lists(VALUES, min_size=1, max_size=4, unique=True),
)
VERBS = st.sampled_from([Verb.EXTEND, Verb.UPDATE, Verb.MERGE, Verb.SUPERSEDE])


@requirement("govern.superset")
@pytest.mark.parametrize("layout", ["vault", "mem-skill", "lingxi"])
@settings(max_examples=size(70, 3_400))
@given(old=TEXTS, new=TEXTS, verb=VERBS)
def test_no_decision_loses_a_claim(layout: str, old: str, new: str, verb: Verb) -> None:
    book = desk(layout)
    book.remember(old)

    book.remember(new, told(verb))

    (result,) = [memory for memory in book.memories() if memory.is_active]
    sources = [capture(text, Given()) for text in (old, new)]
    assert missing(sources, result) == ()


@settings(max_examples=size(40, 1_000))
@given(old=TEXTS, new=TEXTS, verb=VERBS)
def test_a_layout_without_a_history_names_what_would_be_lost(
    old: str, new: str, verb: Verb
) -> None:
    book = desk("profile")
    book.remember(old)
    kept = book.living()

    try:
        book.remember(new, told(verb))
    except BadInput as refusal:
        kept_as_it_was = refusal.key == "would-drop" and book.living() == kept
    else:
        (result,) = [memory for memory in book.memories() if memory.is_active]
        kept_as_it_was = verb is Verb.SUPERSEDE or not missing([capture(old, Given())], result)

    assert kept_as_it_was
