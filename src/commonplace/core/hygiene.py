"""What stored text may look like when it is handed to an agent: no hidden and no cut characters.

Files keep whatever people put into them; only the injected copy is cleaned. These are plain
functions on strings: the hook imports them in a fresh process.
"""

from __future__ import annotations

_BIDI = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLE = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028\u2029\u2060\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\u3164\ufeff\uffa0\ufff9\ufffa\ufffb"
_REMOVED = frozenset(_BIDI + _INVISIBLE)
_JOINERS = "\u200c\u200d"
_BLACK_FLAG = "\U0001f3f4"
_CANCEL_TAG = "\U000e007f"


def clean(text: str) -> str:
    """Return `text` without control, bidi, tag and invisible characters; newlines and tabs stay.

    Joiners stay between letters or emoji (Persian, family emoji), variation selectors after a
    visible character, tag characters in a well-formed flag.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_kept(text))


def _kept(text: str) -> list[str]:
    kept: list[str] = []
    index = 0
    while index < len(text):
        char = text[index]
        if char == _BLACK_FLAG and (flag := _flag_at(text, index)):
            kept.append(flag)
            index += len(flag)
            continue
        if _is_kept(char, text, index, kept):
            kept.append(char)
        index += 1
    return kept


def _flag_at(text: str, start: int) -> str:
    end = start + 1
    while end < len(text) and "\U000e0030" <= text[end] <= "\U000e007a":
        end += 1
    is_flag = 3 <= end - start - 1 <= 6 and text[end : end + 1] == _CANCEL_TAG
    return text[start : end + 1] if is_flag else ""


def _is_kept(char: str, text: str, index: int, kept: list[str]) -> bool:
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return char in "\n\t"
    if code < 0xAD:
        return True
    if char in _JOINERS:
        after = text[index + 1 : index + 2]
        return bool(kept) and _joins(kept[-1]) and bool(after) and _joins(after)
    if 0xFE00 <= code <= 0xFE0F:
        return bool(kept) and ord(kept[-1][-1]) > 0x22 and not kept[-1].isspace()
    return not (
        char in _REMOVED
        or 0xD800 <= code <= 0xF8FF  # lone surrogates and private use
        or 0xE0000 <= code <= 0xE0FFF
        or code >= 0xF0000
        or code & 0xFFFE == 0xFFFE
    )


def _joins(char: str) -> bool:
    code = ord(char[-1])
    return code > 0xA0 and (char.isalpha() or code >= 0x2190 or 0x0300 <= code <= 0x0FFF)


def shorten(text: str, most: int) -> str:
    """Return at most `most` characters of `text`, cut where a reader sees a boundary, with an ellipsis."""
    if len(text) <= most:
        return text
    end = max(most - 1, 0)
    while end > 0 and _continues(text, end):
        end -= 1
    return text[:end].rstrip() + "…" if most > 0 else ""


def _continues(text: str, index: int) -> bool:
    """Say whether the character at `index` belongs to the one before it."""
    import unicodedata  # noqa: PLC0415 - loaded only when something is really cut

    char, before = text[index], text[index - 1]
    code = ord(char)
    return (
        unicodedata.combining(char) != 0
        or unicodedata.category(char) in ("Mn", "Me", "Mc")
        or char in _JOINERS
        or before == "\u200d"
        or 0xFE00 <= code <= 0xFE0F
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0020 <= code <= 0xE007F
        or (_is_flag_letter(char) and _flag_letters_before(text, index) % 2 == 1)
        or 0xDC00 <= code <= 0xDFFF
        or (0x1160 <= code <= 0x11FF)
    )


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_letters_before(text: str, index: int) -> int:
    start = index
    while start > 0 and _is_flag_letter(text[start - 1]):
        start -= 1
    return index - start
