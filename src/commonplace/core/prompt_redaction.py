"""What of a prompt may be kept on disk: plain words and short numbers, nothing that could be a secret.

The hook notes what it answered in a fresh process, where `redaction` and its patterns cost more than
the answer. This is coarser and errs on the safe side: what is not plainly a word, and what follows the
name of a secret, becomes an ellipsis. Plain functions on strings.
"""

from __future__ import annotations

LEFT_OUT = "…"
MOST_LETTERS = 18
MOST_CHARACTERS = 48
SHORT_CODE = 6
"""Letters and digits together are a name such as `v2` or `node18` up to this size, and a key above it."""
MOST_WITH_DIGITS = 10
AFTER_NAME = 4
"""So many words after the name of a secret, or after the word that assigns it, may be its value."""
ASSIGNED_WITHIN = 8

_PASSWORDS = (
    "passw", "passphrase", "passcode", "pwd", "kennwort", "contrase", "парол", "密码", "密碼", "口令",
    "パスワード", "비밀번호", "비번",
)  # fmt: skip
_KEYS = (
    "secret", "token", "credential", "apikey", "cookie", "bearer", "authoriz", "密钥", "秘钥", "令牌", "密鑰",
)  # fmt: skip
_PASSWORD_WORDS = frozenset({"pass", "passe", "pw", "pin", "mdp", "psw"})
_KEY_WORDS = frozenset({"key", "keys", "auth", "user", "login", "creds"})
_ASSIGNS = frozenset(
    {"is", "are", "was", "to", "as", "=", ":", ":=", "=>", "->", "ist", "lautet", "es", "est", "é", "это", "是", "为"}
)  # fmt: skip
_SIGNS = ".,;:!?()[]{}<>\"'`«»“”‘’…*|/\\-_~，。；：！？（）、「」"
_INSIDE = str.maketrans(dict.fromkeys("-_./'’", " "))
_ASSIGNMENT_ENDS = (":", "=", "：")
_WIDE_FROM = "\u2e7f"
"""Above it words have no spaces between them."""


def plain_words(text: str) -> str:
    """Return `text` on one line with everything left out that could be a secret."""
    kept: list[str] = []
    dropped = assigned_within = 0
    for word in text.split():
        is_assigning = assigned_within > 0 and word.casefold() in _ASSIGNS
        if dropped and not is_assigning:
            shown = LEFT_OUT
            dropped -= 1
        else:
            shown = _shown(word)
        assigned_within = max(0, assigned_within - 1)
        after = _dropped_after(word)
        if after >= 0:
            assigned_within = ASSIGNED_WITHIN
            dropped = max(dropped, after)
        elif is_assigning or (assigned_within and word.endswith(_ASSIGNMENT_ENDS)):
            dropped = AFTER_NAME
        if shown != LEFT_OUT or kept[-1:] != [LEFT_OUT]:
            kept.append(shown)
    return " ".join(kept)


def _dropped_after(word: str) -> int:
    """Return how many words after this one may be a secret's value; -1 when it names none."""
    folded = word.casefold()
    parts = folded.strip(_SIGNS + "=").translate(_INSIDE).split()
    if any(name in folded for name in _PASSWORDS) or not _PASSWORD_WORDS.isdisjoint(parts):
        return AFTER_NAME
    if any(name in folded for name in _KEYS) or not _KEY_WORDS.isdisjoint(parts):
        is_option = folded.startswith("-")
        return AFTER_NAME if is_option or word.endswith(_ASSIGNMENT_ENDS) else 0
    return 1 if len(word) == 2 and word[0] == "-" else -1


def _shown(word: str) -> str:
    """Return a word as it may be kept: itself, the parts of it that may be, or an ellipsis."""
    if word.isascii() or all(char <= _WIDE_FROM for char in word):
        return word if _is_plain(word) else LEFT_OUT
    named = min(
        (at + len(n) for n in (*_PASSWORDS, *_KEYS) if (at := word.find(n)) >= 0), default=0
    )
    if named:
        return word[:named] + LEFT_OUT if _is_plain_run(word[:named]) else LEFT_OUT
    return word if _is_plain_run(word) else LEFT_OUT


def _is_plain_run(word: str) -> bool:
    """Say whether whatever stands between the wide characters of a word is plain."""
    return all(
        _is_plain(run)
        for run in "".join(" " if char > _WIDE_FROM else char for char in word).split()
    )


def _is_plain(word: str) -> bool:
    core = word.strip(_SIGNS)
    if len(core) > MOST_CHARACTERS or (word[:1] == "-" and word[:2] != "--" and len(core) > 2):
        return False
    parts = core.translate(_INSIDE).split()
    has_digits = any(char.isdigit() for char in core)
    if has_digits and len(core) > MOST_WITH_DIGITS:
        return False
    return all(map(_is_plain_part, parts))


def _is_plain_part(part: str) -> bool:
    if part.isalpha():
        is_one_case = part.islower() or part.isupper() or part[1:].islower() or not part.isascii()
        return len(part) <= MOST_LETTERS and is_one_case
    return part.isalnum() and len(part) <= SHORT_CODE
