"""Decide whether a text only repeats what another one says: then, and only then, it may be dropped.

To ask once too often is cheap, a dropped text is not. So nothing is understood here, only compared: the two are read as
sections, each with the headings it stands under, and these as paragraphs of sentences, list items, quotes and lines of
code. A text is known where the other one says all of that and nothing else, word by word in its order. Evened out is
only what says nothing: articles, marks of emphasis, short forms, how a number or a unit is written, a passive, and a
condition that moves to the front.

That a longer note has the same sentence proves nothing: whoever quotes, asks, supposes or takes back does so in the sentence
beside it. Only what was added to a memory last stands alone, below a heading that a layout wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby, zip_longest
from unicodedata import normalize

from commonplace.core import lazy_re as re
from commonplace.core.claims.vocabulary import (
    COUNTING,
    DEFINED,
    FRONTED,
    OPENERS,
    OPENING,
    TURNED_WITH_CARE,
    WRITTEN_NUMBERS,
    WRITTEN_UNITS,
)
from commonplace.core.han import SIMPLIFIED_OF
from commonplace.core.letters import is_unspaced
from commonplace.core.stopwords import ENGLISH
from commonplace.core.values import dataclass

Said = tuple[str, ...]
"""A sentence as the words, values and signs that stand in it, in their order."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph, a list item, or lines of which every letter counts, like code and quotes."""

    kind: str
    """`text`, a list's mark with its depth, or `raw`."""
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class _Section:
    """What stands under one path of headings; the title of the text is the first of them."""

    path: tuple[Said, ...]
    blocks: tuple[_Block, ...]

    @property
    def is_flat(self) -> bool:
        """Whether its statements stand side by side: paragraphs or points, and nothing that leads in to them."""
        kinds = {block.kind for block in self.blocks}
        return kinds in ({_TEXT}, {_POINT})

    @property
    def statements(self) -> tuple[Said, ...]:
        return tuple(each for block in self.blocks for each in block.said)


Text = tuple[str, str]
"""A title and a body."""

_TEXT, _WITHIN, _POINT, _RAW = "text", "within", "-0", "raw"
_FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})")
_HEADING = re.compile(r"[ ]{0,3}#{1,6}[ \t]+(?P<text>.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"[ ]{0,3}(?:=+|-{2,})[ \t]*$")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+]|\d{1,9}[.)])[ \t]+(?P<text>.*)")
_ADDED = re.compile(r"^## Extension \([\d-]+\)\n\n\*\*Source\*\*: .*\n", re.MULTILINE)
"""What the vault writes above a text that joins a memory."""
_WRAPPER = "Context / Decision"
"""A heading that says nothing: it stands in the vault's template."""
_SENTENCE_END = re.compile(r"(?<=[.!?])(?=[ \t\"'”’）)\]]*(?:[ \t]|$))|(?<=[。！？])")


def restates(new: Text, old: Text) -> bool:
    """Say whether `old`, or what was added to it last, says all that `new` says and nothing else."""
    here = _sections(*new)
    if not any(section.statements for section in here):
        return False
    wholes = tuple(_wholes(*old))
    if not (_has_capital(new[1]) and _has_capital(old[1])) and not _CODE_SIGN.search(new[1]):
        # Who writes no capitals at all says nothing by them.
        here, wholes = _uncased(here), tuple(map(_uncased, wholes))
    return any(len(here) == len(there) and all(map(_is_equal, here, there)) for there in wholes)


def echoes(new: str, old: str) -> bool:
    """Say whether two texts differ in pauses and the capitals of ordinary words alone: by that nothing refused is let in."""
    return _words_of(new) == _words_of(old)


def _words_of(body: str) -> tuple[str, ...]:
    said = (each for one in _uncased(_sections("", body)) for each in (*one.path, *one.statements))
    words = (word for each in said for word in each if word != _PAUSE)
    return tuple(word.lower() if word.isalpha() and word.isupper() else word for word in words)


def _wholes(title: str, body: str) -> Iterator[tuple[_Section, ...]]:
    yield _sections(title, body)
    *_, last = _ADDED.split(body)
    if last != body:
        yield _sections("", last)


def _is_equal(new: _Section, old: _Section) -> bool:
    if new == old:
        return True
    return (
        new.path == old.path
        and new.is_flat
        and old.is_flat
        and _are_alike(new.statements, old.statements)
    )


def _are_alike(new: tuple[Said, ...], old: tuple[Said, ...]) -> bool:
    return len(new) == len(old) and all(map(_is_alike, new, old))


def _is_alike(new: Said, old: Said) -> bool:
    """Say whether two statements are the same, or the same but for a passive or a moved circumstance."""
    if new == old or new in _moved(old) or old in _moved(new):
        return True
    return _is_passive(new, old) or _is_passive(old, new)


def _has_capital(word: str) -> bool:
    return word != word.lower()


def _uncased(sections: tuple[_Section, ...]) -> tuple[_Section, ...]:
    """Return sections without the capitals of ordinary words; what is shaped like code keeps them, and what would be a word of grammar."""
    return tuple(
        _Section(tuple(map(_small, each.path)), tuple(map(_small_block, each.blocks)))
        for each in sections
    )


def _small_block(block: _Block) -> _Block:
    return block if block.kind == _RAW else _Block(block.kind, tuple(map(_small, block.said)))


def _small(said: Said) -> Said:
    return tuple(word.lower() if _is_ordinary(word) else word for word in said)


def _is_ordinary(word: str) -> bool:
    """Say whether a word is the same without its capitals: the list of the US is none of us."""
    is_word = word.isalpha() and (word.isupper() or word[1:].islower())
    return is_word and word.lower() not in ENGLISH


@lru_cache(maxsize=1_024)
def _sections(title: str, body: str) -> tuple[_Section, ...]:
    """Return a text cut at its headings. A title that only repeats words of one sentence, in their order, is none."""
    own = statement(title.rstrip("…"))
    path = () if _is_read_off(own, body) else (own,)
    found: list[_Section] = []
    for headings, lines in _headed(body):
        named = (*path, *(each for each in headings if each not in path))
        blocks = tuple(_blocks(lines))
        if blocks:
            found.append(_Section(named, blocks))
    return tuple(found)


def _is_read_off(title: Said, body: str) -> bool:
    """Say whether a title has the words of one sentence, in their order: of several it would say something new."""
    said = (iter([word.lower() for word in each]) for each in _statements(" ".join(body.split())))
    return not title or any(all(word.lower() in words for word in title) for words in said)


def _headed(body: str) -> Iterator[tuple[tuple[Said, ...], list[str]]]:
    """Yield the lines between two headings with the headings above them; what stands in a fence is no heading."""
    path: dict[int, Said] = {}
    lines: list[str] = []
    fence = ""
    for line in body.splitlines():
        if (mark := _FENCE.match(line)) and (not fence or mark["mark"].startswith(fence)):
            fence = "" if fence else mark["mark"]
        heading = None if fence else _HEADING.match(line)
        is_underline = not fence and bool(lines) and bool(lines[-1].strip())
        if heading or (is_underline and _UNDERLINE.match(line)):
            text = heading["text"] if heading else lines.pop()
            yield tuple(path.values()), lines
            lines = []
            level = len(line) - len(line.lstrip(" #")) if heading else 1 + (line.strip()[0] == "-")
            path = {depth: each for depth, each in path.items() if depth < level}
            if text != _WRAPPER:
                path[level] = statement(text)
        else:
            lines.append(line)
    yield tuple(path.values()), lines


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """Yield what stands between two headings, block by block."""
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif fence := _FENCE.match(line):
            end = _end_of_fence(lines, at, fence["mark"])
            yield _raw(lines[at:end])
            at = end
        elif line.startswith((" " * 4, "\t")) and not _ITEM.match(line):
            end = _end(lines, at, lambda each: each.startswith((" " * 4, "\t")))
            yield _raw(lines[at:end])
            at = end
        elif item := _ITEM.match(line):
            end = _end(lines, at + 1, lambda each: _goes_on(each) and not _ITEM.match(each))
            text = " ".join([item["text"], *map(str.strip, lines[at + 1 : end])])
            yield _Block(_mark(item), tuple(_statements(text)))
            at = end
        elif line.lstrip().startswith((">", "|", "<")):
            end = _end(lines, at, _goes_on)
            yield _raw([" ".join(statement(each)) for each in lines[at:end]])
            at = end
        else:
            end = _end(lines, at, lambda each: _goes_on(each) and not _ITEM.match(each))
            kind = _WITHIN if line.startswith("  ") else _TEXT
            yield _Block(kind, tuple(_statements(" ".join(map(str.strip, lines[at:end])))))
            at = end


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and not _FENCE.match(line)


def _end(lines: list[str], at: int, is_inside: Callable[[str], bool]) -> int:
    """Return where a block ends that begins at `at`: after the last line that is inside."""
    return next((end for end in range(at, len(lines)) if not is_inside(lines[end])), len(lines))


def _end_of_fence(lines: list[str], at: int, mark: str) -> int:
    closing = (end for end in range(at + 1, len(lines)) if lines[end].strip().startswith(mark))
    return next(closing, len(lines) - 1) + 1


def _raw(lines: list[str]) -> _Block:
    """Return lines of which every letter counts."""
    return _Block(_RAW, tuple((line.rstrip(),) for line in lines))


def _mark(item: re.Match[str]) -> str:
    """Return a list item's mark: its number, or a point; and how deep it stands."""
    mark = item["mark"].rstrip(".)")
    depth = len(item["indent"].expandtabs(4)) // 2
    return f"{mark if mark.isdigit() else '-'}{depth if not mark.isdigit() else f'.{depth}'}"


def _statements(text: str) -> Iterator[Said]:
    for sentence in _SENTENCE_END.split(_in_one_form(text)):
        if words := statement(sentence):
            yield words


_ARTICLE = "the"
"""The only word that may be missing: `a` may be a name, and makes `few` to more than few."""
_EMPHASIS = re.compile(
    r"(?<![*\w])(?P<mark>\*{1,3})(?=[^\s.])(?P<text>[^*\n]+?)(?<=\S)(?P=mark)(?![*\w])"
    r"|(?<![A-Za-z0-9*])\*\*(?=[^\s*])(?P<bold>[^*\n]+?)(?<=[^\s*])\*\*(?![A-Za-z0-9*])"
)
_CODE_SIGN = re.compile(r"[{}<>=\[\]()_/\\]")
_CODE = re.compile(r"(`+)(?P<code>[^`\n]+)\1")
_EDGE = re.compile(r"(?P<open>[\"'(\[{<]*)(?P<core>.*?)(?P<close>[\"')\]}>.,:;!?。]*)$", re.DOTALL)
_MEASURED = re.compile(r"(?P<figure>\d+(?:[.,]\d+)*)(?P<unit>[a-zA-Z%]+)")
_A_WORD = 3
"""Letters from which a unit's capital says nothing: S is none of s."""
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_CLOCK = re.compile(r"0(\d:\d\d)")
_PRONOUN_IS = re.compile(r"(?:it|that|there|here|what|who|he|she)'s", re.IGNORECASE)
_SHORTENED = {"'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}
_SHORT_STEMS = {"can't": "can", "won't": "will", "shan't": "shall"}
_STOP_BEHIND = re.compile(r"^[.!。]+(?=\s|$)")
_STOPS = {ord(char): None for char in ".!。"}
_DASHES = {"-": "–", "–": "–", "--": "—", "—": "—"}
"""A dash is no pause: Monday - Friday is five days, and - 5 is less than nothing."""
_PAUSES, _PAUSE = frozenset({",", ";", ":"}), ","
_ONE_SIGN = {
    **dict.fromkeys("‘’ʼ", "'"), **dict.fromkeys("“”", '"'), **dict.fromkeys("‐‑−", "-"),
    "…": "...", "、": ",", "\u3000": " ", "\u00a0": " ",
}  # fmt: skip
_WIDE = range(0xFF01, 0xFF5F)


@lru_cache(maxsize=8_192)
def statement(sentence: str) -> Said:
    """Return the words, values and signs of a sentence in order, each in the one form that it has anywhere."""
    found: list[str] = []
    text = _in_one_form(sentence)
    at = 0
    for code in _CODE.finditer(text):
        found += _read(_after(text, at, code.start()), is_first=not found)
        found += [f"`{word}" if _is_own(word) else word for word in code["code"].split()]
        at = code.end()
    found += _read(_after(text, at, len(text)), is_first=not found)
    return _without_outer_pauses(found)


def _is_own(word: str) -> bool:
    """Say whether a word of code is another one than the same letters in a sentence."""
    return _has_capital(word) or word in ENGLISH


def _after(text: str, start: int, end: int) -> str:
    """Return a part of a sentence without the full stop that stands right behind code."""
    return _STOP_BEHIND.sub("", text[start:end]) if start else text[:end]


def _in_one_form(sentence: str) -> str:
    text = sentence if sentence.isascii() else normalize("NFC", sentence)
    if not text.isascii():
        text = "".join(map(_letter, text))
    return _EMPHASIS.sub(lambda match: match["text"] or match["bold"], text)


def _letter(char: str) -> str:
    if ord(char) in _WIDE:
        return chr(ord(char) - 0xFEE0)
    return _ONE_SIGN.get(char) or SIMPLIFIED_OF.get(char, char)


def _read(text: str, *, is_first: bool) -> Iterator[str]:
    """Yield the words of a text without code: what is glued to a word in a script without spaces is cut off."""
    before = ""
    words = [word for chunk in text.split() for word in _cut(chunk)]
    for word, behind in zip_longest(words, words[1:], fillvalue=""):
        if word.lower() != _ARTICLE or behind.lower() in DEFINED:
            yield from _forms(word, before, is_start=is_first)
            is_first = is_first and not word[0].isalnum()
        before = word


def _cut(chunk: str) -> Iterator[str]:
    for is_unspaced_run, run in groupby(chunk, is_unspaced):
        letters = "".join(run)
        if is_unspaced_run:
            yield from letters
        elif letters != chunk and not any(map(str.isalnum, letters)):
            yield from letters.translate(_STOPS)
        else:
            yield from _peeled(letters)


def _peeled(chunk: str) -> Iterator[str]:
    """Yield a word without the signs around it, and these one by one; a sign alone is one word."""
    if not any(map(str.isalnum, chunk)):
        yield from () if chunk == "。" else (chunk,)
        return
    for match in _EDGE.finditer(chunk):
        yield from (*match["open"], *filter(None, (match["core"],)))
        yield from match["close"].translate(_STOPS)


def _forms(word: str, before: str, *, is_start: bool) -> Iterator[str]:
    """Yield what a word is in one form: a short form written out, a number and its unit apart."""
    lower = word.lower()
    if word in _DASHES:
        yield _DASHES[word]
    elif word in _PAUSES:
        # Between figures alone it is a ratio.
        yield word if word == ":" and before[-1:].isdigit() else _PAUSE
    elif lower == "cannot":
        yield from ("can", "not")
    elif lower.endswith("n't") and len(word) > 3:
        yield from (_SHORT_STEMS.get(lower, lower[:-3]), "not")
    elif _PRONOUN_IS.fullmatch(word):
        yield from (_first(word[:-2], is_start=is_start), "is")
    elif ending := next((end for end in _SHORTENED if lower.endswith(end)), ""):
        yield from (_first(word[: -len(ending)], is_start=is_start), _SHORTENED[ending])
    elif match := _MEASURED.fullmatch(word):
        yield from (match["figure"], WRITTEN_UNITS.get(match["unit"], match["unit"]))
    elif _THOUSANDS.fullmatch(word):
        yield word.replace(",", "")
    elif (unit := word if len(word) < _A_WORD else lower) in WRITTEN_UNITS and (
        before[:1].isdigit() or before.lower() in WRITTEN_NUMBERS
    ):
        yield WRITTEN_UNITS[unit]
    elif clock := _CLOCK.fullmatch(word):
        yield clock[1]
    else:
        yield WRITTEN_NUMBERS.get(lower) or _first(word, is_start=is_start)


def _first(word: str, *, is_start: bool) -> str:
    """Return a word that begins a sentence without its capital: anywhere else it may be a name's, or code's."""
    return word.lower() if is_start and (word[1:].islower() or len(word) == 1) else word


def _without_outer_pauses(found: list[str]) -> Said:
    words = [
        word for at, word in enumerate(found) if word != _PAUSE or (at and found[at - 1] != _PAUSE)
    ]
    while words and words[-1] == _PAUSE:
        words.pop()
    return tuple(words)


@lru_cache(maxsize=4_096)
def _moved(said: Said) -> frozenset[Said]:
    """Return a statement with the circumstance at its end at its beginning, with a pause or without one."""
    found = set()
    for at in range(2, len(said) - 1):
        rest, circumstance = said[:at], said[at:]
        if rest[-1] == _PAUSE:
            rest = rest[:-1]
        is_one = said[at] in FRONTED and OPENERS.isdisjoint(rest) and OPENING.isdisjoint(rest)
        is_one = is_one and (COUNTING.isdisjoint(circumstance) or TURNED_WITH_CARE.isdisjoint(rest))
        if is_one and _PAUSE not in rest and _PAUSE not in circumstance:
            found |= {circumstance + rest, (*circumstance, _PAUSE, *rest)}
    return frozenset(found)


_BE = {"is": "now", "are": "now", "was": "then", "were": "then"}


def _is_passive(new: Said, old: Said) -> bool:
    """Say whether `new` is the passive of `old`, in the same tense; what counts or negates may change by turning it."""
    if "by" not in new or not TURNED_WITH_CARE.isdisjoint(new):
        return False
    at = new.index("by")
    done_to, doer = new[: max(0, at - 2)], new[at + 1 :]
    if not done_to or not doer or len(old) != len(new) - 2 or new[at - 2] not in _BE:
        return False
    verb, active = new[at - 1], old[len(doer)]
    if _lower(old[: len(doer)]) != _lower(doer) or _lower(old[len(doer) + 1 :]) != _lower(done_to):
        return False
    if _BE[new[at - 2]] == "then":
        return active == verb
    return verb.endswith("ed") and active in {
        verb[:-2],
        verb[:-1],
        f"{verb[:-2]}s",
        f"{verb[:-1]}s",
    }


def _lower(said: Said) -> Said:
    """Return a part of a statement as it is anywhere in one: its first word without a capital."""
    return (said[0].lower() if said[0][1:].islower() else said[0], *said[1:])
