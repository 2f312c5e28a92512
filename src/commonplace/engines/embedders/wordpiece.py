"""Split text into the word pieces of BERT's uncased vocabulary, in plain Python and without loading it.

Text is cleaned, its accents and capitals are dropped, words and marks are cut apart, and each word is
read as its longest known beginning, then the longest continuation (`##`), to its end; a word that cannot be
read so is unknown as a whole. The vocabulary stays in a mapped file: a sorted array of keys (CRC-32 of the
spelling, then the piece's number), found by bisection. The prompt hook runs this in a fresh process.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import pack
from unicodedata import category, normalize
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from commonplace.engines.embedders.arrays import Arrays, Column

WordPieces = tuple["memoryview", "memoryview", "memoryview"]
"""Keys, where each spelling starts, and all spellings."""

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
CONTINUED = "##"

_NUMBER = 0xFFFFFFFF
_LONGEST_WORD = 100
_KEPT_CONTROLS = "\t\n\r"
_REPLACED = "\0\ufffd"
_ASCII_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# The blocks that BERT sets apart as Chinese characters; kana and hangul are letters of words to it.
_CHINESE = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


def word_pieces(vocabulary: WordPieces, text: str, most: int) -> list[int]:
    """Return the numbers of the pieces of `text`, `most` at the most, between the marks of start and end."""
    unknown, start, end = (number_of(vocabulary, mark) for mark in (UNKNOWN, START, END))
    pieces = [start]
    for word in _words(text):
        pieces += _pieces_of(vocabulary, word) or [unknown]
        if len(pieces) >= most - 1:
            break
    return [*pieces[: most - 1], end]


def number_of(vocabulary: WordPieces, spelling: str) -> int:
    """Return the number of the piece with that spelling; -1 when there is none."""
    keys, starts, spellings = vocabulary
    wanted = spelling.encode("utf-8", "surrogatepass")
    checksum = crc32(wanted)
    at = bisect_left(keys, checksum << 32)
    while at < len(keys) and keys[at] >> 32 == checksum:
        number = keys[at] & _NUMBER
        if spellings[starts[number] : starts[number + 1]] == wanted:
            return number
        at += 1
    return -1


def open_word_pieces(arrays: Arrays) -> WordPieces:
    """Return the vocabulary that `word_piece_columns` wrote."""
    return arrays["keys"], arrays["starts"], arrays["spellings"]


def word_piece_columns(spellings: list[bytes]) -> list[Column]:
    """Return what a file must hold so that these pieces, in order of their numbers, can be found in it."""
    keys = sorted(crc32(spelling) << 32 | number for number, spelling in enumerate(spellings))
    starts = [0]
    for spelling in spellings:
        starts.append(starts[-1] + len(spelling))
    return [
        ("keys", "Q", pack(f"={len(keys)}Q", *keys)),
        ("starts", "I", pack(f"={len(starts)}I", *starts)),
        ("spellings", "B", b"".join(spellings)),
    ]


def _words(text: str) -> Iterator[str]:
    """Yield the words and marks of a text, as they are looked up."""
    for word in _folded(text).split():
        start = 0
        for at, letter in enumerate(word):
            if _is_mark(letter):
                if start < at:
                    yield word[start:at]
                yield letter
                start = at + 1
        if start < len(word):
            yield word[start:]


def _folded(text: str) -> str:
    """Return the text without controls, accents and capitals, with space around Chinese characters."""
    if text.isascii() and text.isprintable():
        return text.lower()
    spaced = "".join(map(_cleaned, text))
    bare = "".join(letter for letter in normalize("NFD", spaced) if category(letter) != "Mn")
    # Letter by letter: a final sigma is no other letter to this vocabulary.
    return "".join(map(str.lower, bare))


def _cleaned(letter: str) -> str:
    if letter in _KEPT_CONTROLS:
        return " "
    if letter in _REPLACED or category(letter)[0] == "C":
        return ""
    code = ord(letter)
    if any(first <= code <= last for first, last in _CHINESE):
        return f" {letter} "
    return letter


def _is_mark(letter: str) -> bool:
    return letter in _ASCII_MARKS or (letter > "\x7f" and category(letter)[0] == "P")


def _pieces_of(vocabulary: WordPieces, word: str) -> list[int]:
    """Return the pieces of one word; none when it cannot be read to its end."""
    pieces: list[int] = []
    start = 0
    while start < len(word) <= _LONGEST_WORD:
        mark = CONTINUED if start else ""
        for end in range(len(word), start, -1):
            number = number_of(vocabulary, mark + word[start:end])
            if number >= 0:
                break
        else:
            return []
        pieces.append(number)
        start = end
    return pieces
