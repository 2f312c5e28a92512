"""The passage of a memory that meets a prompt best, in whole sentences.

Plain functions on strings: the hook says this line. A memory of a sentence or two is its own passage.
"""

from __future__ import annotations

from itertools import zip_longest
from math import log

from commonplace.core.hygiene import shorten
from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import content_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

_ENDS = ".!?"
_WIDE_ENDS = "。！？；"
_STOPS = f"{_ENDS}{_WIDE_ENDS}…"
WRAPPED_FROM = 60
"""A shorter line was not wrapped: what follows is a line of its own."""
_MARKS = "#>*-+ \t"
"""What Markdown begins a line with; in one line of plain text it says nothing."""
_LEADS = ":：?？"
"""A line that ends so says nothing without the next one."""
_WIDE = 4
"""A character of a script without spaces takes the room of so many letters."""
_LOOKS = 12
"""At so many places of a long sentence its part for a pointer may begin."""


def excerpt(text: str, words: Mapping[str, float], most: int) -> str:
    """Return at most `most` characters of `text` in whole sentences, those that meet `words` best.

    `words` says how much each word of the prompt is worth among all memories. Here it is worth more the fewer
    sentences hold it: the name of what a memory is about stands in many of them and chooses none. Where no word
    stands in the text, its beginning is returned.
    """
    parts = _parts(text)
    whole = _told(parts)
    if len(whole) <= most:
        return whole
    held = [words.keys() & content_tokens(part) for part in parts]
    worths = _worths(words, held)
    runs = _runs(parts, held, worths, most)
    _, (first, last) = max(runs, key=lambda run: run[0], default=((0.0, 0), (0, 0)))
    while (grown := _grown(parts, held, worths, (first, last), most)) != (first, last):
        first, last = grown
    while last > first and not held[last] and parts[last].endswith(":"):
        last -= 1  # what it leads in does not follow
    return shorten(_told(parts[first : last + 1]), most)


def hint(text: str, words: Mapping[str, float], most: int) -> str:
    """Return what of one sentence of `text` meets `words` best, in the room of `most` letters; empty where none does.

    For a pointer: where nothing is said for sure, it tells at which place of a long memory to look.
    """
    parts = list(_led_on(_parts(text)))
    held = [words.keys() & content_tokens(part) for part in parts]
    worths = _worths(words, held)
    ranked = [
        (_worth(own, worths), -len(part), part) for own, part in zip(held, parts, strict=True)
    ]
    worth, _, best = max(ranked, default=(0.0, 0, ""))
    return _window(_without_targets(best, most), worths, most) if worth > 0 else ""


_met: dict[str, list[str]] = {}
"""The texts that were met lately, in sentences: an excerpt and a hint are taken of the same."""
_MET_AT_MOST = 500


def _parts(text: str) -> list[str]:
    parts = _met.get(text)
    if parts is None:
        if len(_met) >= _MET_AT_MOST:
            _met.clear()
        parts = _met[text] = _without_beginnings(sentences(text))
    return parts


def _led_on(parts: list[str]) -> Iterator[str]:
    """Yield sentences, each that only asks or leads on with the one that answers it."""
    for part, after in zip_longest(parts, parts[1:], fillvalue=""):
        yield _told([part, after]) if part[-1] in _LEADS and after else part


def _window(sentence: str, worths: Mapping[str, float], most: int) -> str:
    """Return the part of a sentence that meets the words best, its beginning where that does as well."""
    if _room(sentence) <= most:
        return sentence
    starts = [at for at in range(1, len(sentence)) if _begins_word(sentence, at)]
    best, found = -1.0, ""
    for start in (0, *starts[:: len(starts) // _LOOKS + 1]):
        mark = "…" if start else ""
        part = mark + sentence[start:]
        if _room(part) > most:
            part = _fitting(part, most)
        worth = _worth(worths.keys() & content_tokens(part), worths)
        if worth > best:
            best, found = worth, part
    return found


def _fitting(text: str, most: int) -> str:
    """Return the beginning of `text` up to the last whole word that has room, with an ellipsis."""
    end = most - 1
    while end > 1 and (_room(text[:end]) >= most or not _begins_word(text, end)):
        end -= 1
    return shorten(text, end + 1)


def _begins_word(text: str, at: int) -> bool:
    if text.isascii():
        return text[at - 1] == " "
    return text[at - 1] == " " or is_unspaced(text[at]) or is_unspaced(text[at - 1])


def _room(text: str) -> int:
    return len(text) if text.isascii() else len(text) + (_WIDE - 1) * sum(map(is_unspaced, text))


def _without_targets(sentence: str, most: int) -> str:
    """Return a sentence that is too long without the addresses that its words are linked to."""
    if _room(sentence) <= most or "http" not in sentence:
        return sentence
    kept = []
    for word in sentence.split(" "):
        linked, link, rest = word.partition("](http")
        if not word.startswith("<http"):
            kept.append(linked.replace("[", "") + rest.rpartition(")")[2] if link else word)
    return " ".join(kept).replace(" [", " ") if kept else sentence


def _without_beginnings(parts: list[str]) -> list[str]:
    """Return sentences without a summary that was cut short, where the text says the whole of it."""
    begun = {part: part.partition(": ")[2].rstrip("… ") for part in parts if part.endswith("…")}
    return [
        part
        for part in parts
        if not begun.get(part) or not any(each.startswith(begun[part]) for each in parts)
    ]


def with_case(said: str, case: str) -> str:
    """Return a line with the case in which it holds; an empty case is always."""
    return f"{said} [only when: {case}]" if case else said


def sentences(text: str) -> list[str]:
    """Return the sentences of `text` in order; a line ends one unless its paragraph was wrapped there."""
    found: list[str] = []
    for line in _unwrapped(text):
        plain = _plain(line.strip())
        if not plain or plain.startswith(("```", "~~~", "<!--")):
            continue
        start = 0
        for at in range(1, len(plain)):
            if _is_end(plain, at):
                found.append(plain[start:at].strip())
                start = at
        found.append(plain[start:].strip())
    return [part for part in found if part]


def _plain(line: str) -> str:
    """Return a line without what Markdown begins it with; a label in bold keeps its words alone, a heading leads in."""
    if line in ("---", "***"):
        return ""
    bare = line.lstrip(_MARKS)
    if line[:1] == "#" and bare and bare[-1] not in f"{_STOPS}:：":
        return f"{bare}:"
    if line[: len(line) - len(bare)].endswith("**"):
        return "".join(bare.split("**", 1))
    return bare


def _unwrapped(text: str) -> Iterator[str]:
    """Yield the lines of `text`, those of a wrapped paragraph as one; the lines of a code block stay lines."""
    parts: list[str] = []
    is_code = False
    for line in text.split("\n"):
        plain = line.strip()
        is_fence = plain.startswith(("```", "~~~"))
        if parts and not is_code and not is_fence and _goes_on(parts[-1], plain):
            parts.append(plain)
            continue
        yield _joined(parts)
        parts, is_code = [plain], is_code is not is_fence
    yield _joined(parts)


def _goes_on(line: str, after: str) -> bool:
    """Say whether a paragraph was wrapped between two lines: the first is long and no sentence ends there."""
    begins_anew = not after or after[0] in "#>*-+|<" or after.split(".", 1)[0].isdigit()
    is_whole = len(line) < WRAPPED_FROM or line[-1] in _STOPS or line[0] in "#|"
    return not begins_anew and not is_whole


def _is_end(line: str, at: int) -> bool:
    """Say whether a sentence ends before the character at `at`."""
    before = line[at - 1]
    if before in _WIDE_ENDS:
        return True
    return before in _ENDS and line[at] == " " and not line[at + 1 : at + 2].islower()


def _worths(words: Mapping[str, float], held: Sequence[AbstractSet[str]]) -> dict[str, float]:
    """Return what each word is worth that the sentences hold: nearly nothing where all of them do."""
    counts = dict.fromkeys(words, 0)
    for own in held:
        for word in own:
            counts[word] += 1
    return {
        word: words[word] * log((len(held) + 1) / count) for word, count in counts.items() if count
    }


def _runs(
    parts: list[str], held: Sequence[AbstractSet[str]], worths: Mapping[str, float], most: int
) -> Iterator[tuple[tuple[float, int], tuple[int, int]]]:
    """Yield each run of sentences that fits, after how well it meets the prompt; it ends with a new word of it.

    What counts are all its words, and again those of its best sentence: words that stand together mean what was
    asked for. Of two that are equal the shorter has less beside it.
    """
    alone = [_worth(own, worths) for own in held]
    for first, own in enumerate(held):
        met: set[str] = set()
        size = 0
        for last in range(first, len(parts) if own else first):
            size += len(parts[last]) + (last > first)
            if len(met) == len(worths) or (last > first and size > most):
                break
            if not held[last] <= met:
                met |= held[last]
                yield (_worth(met, worths) + max(alone[first : last + 1]), -size), (first, last)


def _worth(own: AbstractSet[str], worths: Mapping[str, float]) -> float:
    # In the order of the prompt: a set has another order in each process, and so would the sum have.
    return sum([worth for word, worth in worths.items() if word in own]) if own else 0.0


def _grown(
    parts: list[str],
    held: Sequence[AbstractSet[str]],
    worths: Mapping[str, float],
    span: tuple[int, int],
    most: int,
) -> tuple[int, int]:
    """Return the span with the neighbour that adds more, of two equal the later, where one of them still fits."""
    first, last = span
    met = set().union(*held[first : last + 1])
    sides = [(first - 1, (first - 1, last)), (last + 1, (first, last + 1))]
    fitting = [
        (_worth(held[at] - met, worths), at, wider)
        for at, wider in sides
        if 0 <= at < len(parts) and len(_told(parts[wider[0] : wider[1] + 1])) <= most
    ]
    return max(fitting)[2] if fitting else span


def _told(parts: list[str]) -> str:
    """Return sentences as one line; where one has no end of its own, a semicolon parts it from the next."""
    ended = [
        part
        if part[-1] in f"{_STOPS}:：;,，、"
        else f"{part}{'；' if is_unspaced(part[-1]) else ';'}"
        for part in parts[:-1]
    ]
    return _joined([*ended, *parts[-1:]])


def _joined(parts: list[str]) -> str:
    found = ""
    for part in parts:
        glue = "" if not found or (is_unspaced(found[-1]) and is_unspaced(part[0])) else " "
        found += ("" if found[-1:] in _WIDE_ENDS else glue) + part
    return found
