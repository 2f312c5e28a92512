"""A long note made short keeps its code, its values and its keywords, and says where the rest went."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.memory import Memory
from commonplace.core.refinement import compressed, key_points
from commonplace.core.superset import missing_values
from requirements import requirement

TALK = "We talked about this at some length and nobody was quite sure. "
LONG = f"""{TALK * 8}The pool must have 20 connections. {TALK * 5}

## Setup

{TALK * 6}

- Edit /etc/pool.conf first.
- Nothing else matters much here.

```sh
pool --size 20
```

## Afterthoughts

{TALK * 6}"""


@requirement("B3.compress")
def test_a_long_note_becomes_key_points_and_keeps_the_original_in_its_history() -> None:
    memory = Memory(id="a", title="Pool size", body=LONG, keywords=("pool", "pgbouncer"))

    short = compressed(memory, date(2026, 11, 15), holds_history=True)

    assert "- The pool must have 20 connections." in short.body
    assert "- Edit /etc/pool.conf first." in short.body
    assert "```sh\npool --size 20\n```" in short.body
    assert "## Afterthoughts" not in short.body
    assert short.body.endswith("**Keywords**: pgbouncer")
    assert len(short.body) < 0.4 * len(LONG)
    assert short.history == f"### Pre-Compression (2026-11-15)\n\n{LONG}"


@given(
    st.lists(st.sampled_from([*LONG.split("\n"), "Use `x_1`.", "v2.3 of 2024-01-02。", "| a |"]))
)
def test_key_points_claim_everything_that_the_text_claimed(lines: list[str]) -> None:
    text = "\n".join(lines)

    assert missing_values(text, key_points(text)) == ()


def test_the_same_words_under_two_headings_are_said_twice() -> None:
    text = f"""## Staging

{TALK * 4}The database is Postgres 15.

Never restart it by day.

## Production

{TALK * 4}The database is Postgres 15.

Never restart it by day."""

    short = key_points(text)

    assert short.count("Postgres 15") == 2
    assert short.index("Postgres 15") < short.index("## Production") < short.rindex("Postgres 15")
    assert short.count(TALK.strip()) < 8
    assert short.count("Never restart it by day.") == 2
