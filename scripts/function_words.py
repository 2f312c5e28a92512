"""Write function_words.py and marked_words.py in core: the words of grammar, in eighteen languages.

Usage: function_words.py (with stopwordsiso and stop-words installed, in the versions named below).
Both are lists that many hands keep; the first is generous (German `Wert`, `Teil`, `Tag` are in it), so
a word must stand in both where both know the language: 0.9 points of R@1 on German questions.
"""

import json
import sys
import textwrap
from importlib.metadata import version
from pathlib import Path

import stopwordsiso
from stop_words import get_stop_words

from commonplace.core.letters import is_unspaced, levelled

TARGET = Path(__file__).resolve().parent.parent / "src/commonplace/core"
VERSIONS = {"stopwordsiso": "0.7.1", "stop-words": "2025.11.4"}

SPACED = ("de", "es", "fr", "it", "pt", "nl", "pl", "ro", "tr", "vi", "ru", "uk", "el", "ar", "hi")
LATIN = SPACED.index("ru")
UNSPACED = ("ja", "ko", "th")
FIRST_ONLY = ("el", "th", "tr")
"""The second list is of ancient Greek, broken Turkish letters, and has no Thai."""
SECOND_ONLY = ("uk",)
"""The first list of Ukrainian has 73 entries."""
KOREAN_ENDINGS = """
    은 는 이 가 을 를 의 에 와 과 도 로 만 에서 으로 까지 부터 에게 한테 하고 이나 라고 니다 습니 입니 합니 됩니 하는 하다 한다 했다
    있는 있다 되는 된다 이다 어떤 무엇 어떻 떻게 언제 어디 누가 누구 얼마 왜
"""
"""Particles and the ends of verbs: Korean lists hold whole words, and we compare syllables."""
QUESTIONS = {
    "de": "wann warum was welche welcher welches wem wen wer weshalb wie wieso wieviel wo woher wohin",
    "es": "cómo cuál cuáles cuándo cuánta cuántas cuánto cuántos dónde por qué quién quiénes",
    "fr": "combien comment où pourquoi quand que quel quelle quelles quels qui quoi est-ce",
    "it": "che chi come cosa dove perché perchè qual quale quali quando quanta quante quanti quanto",
    "pt": "como onde por porque porquê qual quais quando quanta quantas quanto quantos que quem",
    "nl": "hoe hoeveel waar waarom wanneer wat welk welke wie wiens",
    "pl": "co czego czyj dlaczego gdzie ile jak jaka jaki jakie kiedy kto kogo która które który skąd",
    "ro": "care când cât câte câți ce cine cum de unde",
    "tr": "hangi kaç kim kimin nasıl ne neden nedir nerede neresi niçin niye",
    "vi": "ai bao đâu gì khi mấy nào nhiêu sao",
    "ru": "где зачем как какая какие какой какое когда кто куда откуда почему сколько что чей",
    "uk": "де звідки коли куди навіщо скільки хто чий чому що як яка яке який які",
    "el": "γιατί πόσα πόσες πόση πόσο πόσοι πόσος ποια ποιες ποιο ποιοι ποιος πού πότε πώς τι",
    "ar": "أين كم كيف لماذا ما ماذا متى من هل أي أية",
    "hi": "क्या क्यों कब कहाँ कहां किसका किसकी किसके किसने कितना कितनी कितने कैसा कैसी कैसे कौन कौनसी",
}
"""The words of a question, which not every list holds: rare in memories and common in prompts."""
GREEK = """
    είναι ήταν είμαι είστε έχει έχουν είχε είχαν ένα ένας έναν μία μια μιας ενός ο η οι του της των τον την το τα
    στο στη στην στον στα στις στους στων και κι να θα δεν δε μη μην που αν αλλά ή από για με σε ως κατά μετά
    πριν προς χωρίς αυτό αυτή αυτός αυτά αυτές αυτοί αυτήν αυτόν αυτού αυτής αυτών εκείνο εκείνη όταν όπως όπου
    ότι πως όσο όλα όλοι όλες πολύ πιο μόνο ακόμα ακόμη εδώ εκεί τότε τώρα μας σας τους μου σου τις εγώ εσύ εμείς
    εσείς αυτούς μεταξύ όμως επίσης
"""
"""Everyday modern Greek: what the list holds is half of the ancient language."""
HIRAGANA = ("\u3041", "\u309f")
LONGEST_GRAM = {"ja": 2, "ko": 2, "th": 3}
HEADER = '''"""Words of grammar in eighteen languages, those {what}.

Written by scripts/function_words.py from stopwordsiso {stopwordsiso} (MIT) and stop-words {stop-words}
(BSD-3-Clause). English and Chinese are in `stopwords`, by hand.
"""

from __future__ import annotations

'''


def words_of(language: str) -> set[str]:
    """Return a language's function words, in the form in which text is compared."""
    first, second = stopwordsiso.stopwords(language), set[str]()
    if language not in FIRST_ONLY:
        second = set(get_stop_words(language))
    chosen = first if not second else second if language in SECOND_ONLY else first & second
    more = (QUESTIONS.get(language, "") + (GREEK if language == "el" else "")).split()
    level = (levelled(word).casefold().strip() for word in (*chosen, *more))
    return {word for word in level if word and not set(word) & set(" '-./:@_\\0123456789")}


def grams_of(language: str) -> set[str]:
    """Return the function words that are no longer than the grams text is cut into."""
    found = {word for word in words_of(language) if all(map(is_unspaced, word))}
    if language == "ja":
        found = {word for word in found if all(HIRAGANA[0] <= c <= HIRAGANA[1] for c in word)}
        found |= {chr(code) for code in range(ord(HIRAGANA[0]), ord("\u3094"))}
    if language == "ko":
        found |= set(KOREAN_ENDINGS.split())
    least = 2 if language == "th" else 1
    return {word for word in found if least <= len(word) <= LONGEST_GRAM[language]}


def entry(words: dict[str, int]) -> str:
    """Return the words of one beginning with their languages, as an entry of the table."""
    told = " ".join(f"{word}:{mask:x}" for word, mask in sorted(words.items()))
    return f'"{next(iter(words))[:2]}": " {told} "'


def pages() -> dict[str, str]:
    """Return the two modules: what a plain English prompt needs, and what only others do."""
    masks: dict[str, int] = {}
    for at, language in enumerate(SPACED):
        for word in words_of(language):
            masks[word] = masks.get(word, 0) | 1 << at
    grams = " ".join(sorted(set().union(*map(grams_of, UNSPACED))))
    lines = "".join(f"    {line}\n" for line in textwrap.wrap(grams, 94))
    plain = (
        f"LANGUAGES = {json.dumps(SPACED)}\n".replace("[", "(").replace("]", ")")
        + f'"""The language of each bit; the first {LATIN} are written in Latin letters."""\n'
        + f"LATIN = {(1 << LATIN) - 1:#x}\n"
        + f"VIETNAMESE = {1 << SPACED.index('vi'):#x}\n\n"
        + by_start({word: mask for word, mask in masks.items() if word.isascii()})
    )
    marked = (
        by_start({word: mask for word, mask in masks.items() if not word.isascii()})
        + f'\nGRAMS = frozenset(\n    """\n{lines}    """.split()  # noqa: SIM905 - as in `stopwords`\n)\n'
        + '"""Japanese, Korean and Thai, as the grams that their text is cut into."""\n'
    )
    return {
        "function_words": HEADER.format(what="in plain letters", **VERSIONS) + plain,
        "marked_words": HEADER.format(what="with other letters than English has", **VERSIONS)
        + marked,
    }


def by_start(masks: dict[str, int]) -> str:
    """Return the table, its lines filled: a formatter would give each of 900 entries its own."""
    starts = sorted({word[:2] for word in masks})
    entries = [
        entry({word: mask for word, mask in masks.items() if word[:2] == start}) for start in starts
    ]
    return (
        "# fmt: off\nBY_START = {\n"
        + "".join(f"    {line},\n" for line in filled(entries, 94))
        + "}\n# fmt: on\n"
        + '"""` word:languages ` in hexadecimal, by its first two letters: nothing is built at import."""\n'
    )


def filled(entries: list[str], width: int) -> list[str]:
    """Return the entries, as many on a line as it holds; one that is longer goes on over several lines."""
    lines = [""]
    for each in entries:
        if lines[-1] and len(lines[-1]) + 2 + len(each) <= width:
            lines[-1] += f", {each}"
        elif len(each) <= width:
            lines.append(each)
        else:
            first, *rest = textwrap.wrap(
                each, width - 8, break_long_words=False, break_on_hyphens=False
            )
            lines.append(
                "\n".join(
                    [f'{first} "', *(f'    "{part} "' for part in rest[:-1]), f'    "{rest[-1]}']
                )
            )
    return lines[1:]


def main() -> None:
    for name, wanted in VERSIONS.items():
        if version(name) != wanted:
            sys.exit(f"{name} {version(name)} is installed, the table is made from {wanted}")
    for name, page in pages().items():
        (TARGET / f"{name}.py").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
