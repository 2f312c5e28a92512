"""Splitting into pieces: always the most probable split, from a vocabulary that is never loaded."""

from math import inf
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import PIECES, piece_number

from commonplace.engines.embedders.arrays import open_arrays, write_arrays
from commonplace.engines.embedders.universal import (
    RESERVED,
    UNKNOWN,
    Vocabulary,
    open_vocabulary,
    split_into_pieces,
    vocabulary_columns,
)


def written(where: Path, pieces: list[tuple[bytes, float]]) -> Vocabulary:
    labels, columns = vocabulary_columns(pieces)
    write_arrays(str(where / "vocabulary"), labels, columns)
    opened = open_arrays(str(where / "vocabulary"))
    assert opened is not None
    return open_vocabulary(*opened)


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    return written(tmp_path_factory.mktemp("vocabulary"), PIECES)


def score_of_best_split(word: str) -> float:
    """Try every split: what Viterbi must find, found the slow way."""
    known = {spelling.decode(): score for spelling, score in PIECES[RESERVED:]}
    unknown = min(known.values()) - 10.0
    best = [0.0] + [-inf] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            fallback = unknown if end - start == 1 else -inf
            best[end] = max(best[end], best[start] + known.get(word[start:end], -inf))
            best[end] = max(best[end], best[start] + fallback)
    return best[-1]


@given(st.text("▁portsevr端口x", min_size=1, max_size=12).filter(lambda word: "▁" not in word))
@settings(max_examples=100, deadline=None)
def test_no_split_is_more_probable_than_ours(vocabulary: Vocabulary, word: str) -> None:
    pieces = split_into_pieces(vocabulary, word)
    unknown = vocabulary[4]

    total = sum(unknown if piece == UNKNOWN else PIECES[piece][1] for piece in pieces)

    assert total == pytest.approx(score_of_best_split("▁" + word))


def test_a_known_word_is_one_piece_and_a_strange_letter_is_unknown(vocabulary: Vocabulary) -> None:
    assert split_into_pieces(vocabulary, "server 端口") == [
        *(piece_number("▁server"), piece_number("▁"), piece_number("端口")),
    ]
    assert split_into_pieces(vocabulary, "端ж") == [piece_number("▁"), piece_number("端"), UNKNOWN]


def test_width_line_breaks_and_invisible_spaces_make_no_difference(vocabulary: Vocabulary) -> None:
    plain = split_into_pieces(vocabulary, "restart the server")

    assert split_into_pieces(vocabulary, "\ufeff restart\n\tthe\u200b ｓｅｒｖｅｒ\u3000") == plain


def test_text_without_letters_has_no_pieces(vocabulary: Vocabulary) -> None:
    assert split_into_pieces(vocabulary, " \n\u200b ") == []


def test_a_lone_surrogate_is_an_unknown_letter(vocabulary: Vocabulary) -> None:
    assert split_into_pieces(vocabulary, "\ud800") == [piece_number("▁"), UNKNOWN]


def test_two_spellings_with_one_checksum_are_told_apart(tmp_path: Path) -> None:
    assert crc32(b"plumless") == crc32(b"buckeroo")
    twins = written(
        tmp_path,
        [*PIECES[:RESERVED], ("▁".encode(), -1.0), (b"plumless", -1.0), (b"buckeroo", -1.0)],
    )

    assert split_into_pieces(twins, "plumless buckeroo") == [6, 7, 6, 8]
