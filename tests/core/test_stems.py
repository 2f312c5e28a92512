"""English stems: the quick way by the last letter finds what trying every ending finds."""

from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core import stems

ENDINGS = [ending for ending, _ in (*stems._SHORTENED, *stems._REDUCED)]
WORDS = st.builds(
    "".join,
    st.tuples(
        st.text("abcdeilnostuvyz", min_size=1, max_size=7),
        st.sampled_from(
            [*ENDINGS, *stems._DROPPED, "sion", "tion", "eed", "ies", "sses", "y", "ll"]
        ),
        st.sampled_from(["", "s", "ed", "ing", "ly"]),
    ),
)


def counted(word: str) -> int:
    kinds = ["c" if stems._is_consonant(word, at) else "v" for at in range(len(word))]
    return "".join(kinds).count("vc")


def voiced(word: str) -> bool:
    return any(not stems._is_consonant(word, at) for at in range(len(word)))


@given(WORDS)
def test_a_stem_is_what_trying_every_ending_in_turn_gives(word: str) -> None:
    quick = stems.stem(word)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_SHORTENED", "_REDUCED", "_DROPPED"):
            whole = dict.fromkeys(ascii_lowercase, getattr(stems, name))
            patch.setattr(stems, f"{name}_BY", whole)
        patch.setattr(stems, "_measure", counted)
        patch.setattr(stems, "_has_vowel", voiced)

        assert quick == stems.stem(word)
