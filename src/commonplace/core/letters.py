"""What counts as a letter, in every script: the tables under the tokenizer.

Text becomes letters, the signs that may join them, and spaces. Characters that show nothing (joiners
of zero width, direction marks, tags, variation selectors) and optional vowel points disappear, so
that they can neither hide a word nor split it.
"""

from __future__ import annotations

SIGNS = "_-./\\:@'"
"""What joins letters into one name, when a letter stands on both sides."""

ASCII = {
    code: chr(code) if chr(code).isalnum() or chr(code) in SIGNS + "+#" else " "
    for code in range(128)
}
_SAME_SIGN = {"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2212": "-"}
_SAME_LETTER = {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه"}
"""Arabic letters that are written the one way or the other in the same word."""
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_SYRIAC_ENDS = "\u074f"


def is_unspaced(char: str) -> bool:
    """Say whether `char` belongs to a script that is written without spaces between words."""
    return char >= "\u0e00" and (
        "\u3040" <= char <= "\u9fff"
        or "\uac00" <= char <= "\ud7a3"
        or "\U00020000" <= char <= "\U0003ffff"
        or char in "\u3005\u3007"
        or is_south_east_asian(char)
    )


def is_south_east_asian(char: str) -> bool:
    """Say whether `char` is Thai, Lao, Burmese or Khmer: unspaced, and spelt with several letters."""
    return (
        "\u0e00" <= char <= "\u0eff" or "\u1000" <= char <= "\u109f" or "\u1780" <= char <= "\u17ff"
    )


def levelled(text: str) -> str:
    """Return `text` as letters, signs and spaces, in one width and one kind of Chinese; case stays."""
    if text.isascii():
        return text.translate(ASCII)
    from unicodedata import normalize  # noqa: PLC0415 - plain ASCII never needs it

    return normalize("NFKC", normalize("NFKC", text).translate(_letters))


class _Letters(dict[int, str | None]):
    """Unicode's categories and the Chinese table, looked up once for each character that is met."""

    def __missing__(self, code: int) -> str | None:
        found = self[code] = _letter(chr(code))
        return found


def _letter(char: str) -> str | None:
    from unicodedata import category  # noqa: PLC0415 - as above

    kind = category(char)
    if char in _SAME_SIGN or char in _SAME_LETTER:
        return _SAME_SIGN.get(char) or _SAME_LETTER[char]
    if kind == "Cf" or char in _FILLERS or "\ufe00" <= char <= "\ufe0f":
        return None
    if kind == "Mn" and "\u0591" <= char <= _SYRIAC_ENDS:
        return None
    if "\u3400" <= char <= "\u9fff":
        from commonplace.core.han import SIMPLIFIED_OF  # noqa: PLC0415 - only when Han is met

        return SIMPLIFIED_OF.get(char, char)
    return char if kind[0] in "LMN" else " "


_letters = _Letters(ASCII)
