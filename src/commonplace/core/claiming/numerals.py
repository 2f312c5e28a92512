"""Read numbers however they are written: digits, English words, Chinese numerals."""

from __future__ import annotations

from fractions import Fraction

ENGLISH = {
    word: value
    for value, words in {
        0: "zero", 1: "one once", 2: "two twice", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
        8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve dozen", 13: "thirteen",
        14: "fourteen", 15: "fifteen", 16: "sixteen", 18: "eighteen", 20: "twenty", 24: "twenty-four",
        30: "thirty", 40: "forty", 45: "forty-five", 50: "fifty", 60: "sixty", 70: "seventy",
        80: "eighty", 90: "ninety", 100: "hundred", 1000: "thousand",
    }.items()
    for word in words.split()
}  # fmt: skip
CHINESE_DIGITS = "〇一二三四五六七八九"
NUMERAL_CHARS = CHINESE_DIGITS + "零两十百千万亿半"
_DIGITS = {char: value for value, char in enumerate(CHINESE_DIGITS)} | {"零": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}


def number(written: str) -> Fraction | None:
    """Return the value of one written number, None when it is none."""
    plain = written.replace(",", "").strip().lower()
    if plain in ENGLISH:
        return Fraction(ENGLISH[plain])
    if plain and plain[0].isdigit():
        return _digits(plain)
    return _chinese(plain)


def _digits(plain: str) -> Fraction | None:
    scale = _MYRIADS.get(plain[-1]) or _TENS.get(plain[-1]) or {"k": 1000}.get(plain[-1], 1)
    digits = plain.rstrip("k" + "".join(_MYRIADS) + "".join(_TENS)).strip()
    try:
        return Fraction(digits) * scale
    except ValueError:
        return None


def _chinese(plain: str) -> Fraction | None:
    if not plain or any(char not in NUMERAL_CHARS for char in plain):
        return None
    if plain == "半":
        return Fraction(1, 2)
    whole, section, digit = 0, 0, 0
    for char in plain:
        if char in _DIGITS:
            digit = digit * 10 + _DIGITS[char]
        elif char in _TENS:
            section += (digit or 1) * _TENS[char]
            digit = 0
        elif char in _MYRIADS:
            whole = (whole + section + digit or 1) * _MYRIADS[char]
            section, digit = 0, 0
    return Fraction(whole + section + digit)
