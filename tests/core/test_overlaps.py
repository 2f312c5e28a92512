"""The quick way to find sets with much in common gives what comparing all pairs gives."""

from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.health import Overlaps

WORDS = st.frozensets(st.sampled_from("abcdefgh"), max_size=6)


@given(st.lists(WORDS, max_size=14), st.integers(1, 4), st.integers(1, 6))
def test_sharing_is_what_comparing_every_pair_finds(sets, common_from, least) -> None:
    named = {str(place): words for place, words in enumerate(sets)}
    found = Overlaps(named, common_from)
    shared = {name: found.most_shared(name) for name in named}
    near = {name: set(found.sharing(name, least)) for name in named}

    counts = {
        name: {other: len(words & named[other]) for other in named if other != name}
        for name, words in named.items()
    }
    assert shared == {name: max(row.values(), default=0) for name, row in counts.items()}
    assert near == {
        name: {other for other, count in row.items() if count >= least}
        for name, row in counts.items()
    }
