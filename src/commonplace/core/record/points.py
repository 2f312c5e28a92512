"""Select the points of a text that are worth recording: few, short, and never the text itself.

Without a model nothing can be retold, so what is taken is chosen and condensed: single sentences that
pass the criteria, never all sentences of a paragraph, at most a quarter of the whole. A sentence is condensed by
leaving out what leads up to it, what hedges it and what refers elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from commonplace.core.headings import Heading, headings, prose_flags
from commonplace.core.letters import is_unspaced
from commonplace.core.record.criteria import Merit, Sign, Worthy, judge, signs_in

_LEAD_IN = re.compile(
    r"(?:(?:please )?note(?: that|:)|remember (?:that|to)|keep in mind that|be aware that"
    r"|it is (?:important|recommended|advisable|best|worth noting) (?:that|to)|as a rule,|in general,|generally,"
    r"|usually,|basically,|of course,|also,|so,?|and|but|however,|therefore,|thus,|hence,|in addition,"
    r"|additionally,|furthermore,|moreover,|as a result,|in practice,|make sure to|be sure to|you should"
    r"|you (?:will )?(?:need|have|want) to|we recommend (?:that )?(?:you )?(?:to )?)\s+"
    r"|(?:请?注意[：:，,]?|需要注意的是[：:，,]?|值得一提的是[，,]?|一般来说[，,]|通常来说[，,]|另外[，,]|此外[，,]|同时[，,]|因此[，,]|所以[，,]|而且[，,]?)\s*",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r",? ?(?:as (?:described|shown|explained|mentioned|discussed|seen)\b[^,.;]{0,60})|[(（](?:see|cf\.|参见|详见|见)[^()（）]{0,80}[)）]",
    re.IGNORECASE,
)
_ASIDE = re.compile(r" ?[(（][^()（）`\d]{1,80}[)）]")
_FILLER = re.compile(
    r"\b(?:simply|really|actually|basically|very|quite|essentially|obviously) |其实|基本上|非常",
    re.IGNORECASE,
)
_LONGER = (
    (re.compile(r"\bin order to\b", re.IGNORECASE), "to"),
    (re.compile(r"\bdue to the fact that\b", re.IGNORECASE), "because"),
    (re.compile(r"\bat this point in time\b", re.IGNORECASE), "now"),
    (re.compile(r"\bin the event that\b", re.IGNORECASE), "if"),
    (re.compile(r"\ba (?:large )?number of\b", re.IGNORECASE), "many"),
    (re.compile(r"进行(?=[\u4e00-\u9fff])"), ""),
)
_IMAGE = re.compile(r"!\[[^\]\n]{0,200}\]\([^)\n]{0,300}\)")
_MARKDOWN_LINK = re.compile(r"\[([^\]\n]{1,200})\](?:\([^)\n]{0,300}\)|\[[^\]\n]{0,100}\])")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1")
_AFTERTHOUGHT = re.compile(
    r"(?:, (?:because|since|so that|which|as|e\.g\.|for example|and|with|or)\b|; | [—–-] |[，；])"
)
_ENDS = " \t.。;；,，:："
MOST_POINTS = 10
FEWEST_POINTS = 3
"""The original asks for 3 to 10; a text may have fewer, which is then said."""
SHARE_AT_MOST = 4
"""One part in this many of the source may be taken."""
FEWEST_WORDS, MOST_WORDS = 4, 60
LINKS_IN_A_ROW = 3
_SENTENCE = re.compile(
    r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(`*\[]?[A-Z0-9`\u4e00-\u9fff])|(?<=[。！？])\s*"
)
_ITEM = re.compile(r"[ \t]{0,8}(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\] )?")
_LINK = re.compile(r"\[[^\]\n]{1,200}\]\([^)\s]{1,400}\)")
_QUOTE = re.compile(r"\A[ \t]{0,3}>[ \t]?")
_STRUCTURE = ("|", "<", "![", "[^", "$$", "---", "===", "***", "    ", "\t")
_TELLING = frozenset(Sign) - {Sign.QUESTION, Sign.CONCEPT, Sign.ONCE, Sign.DANGLING}


def condensed(sentence: str) -> str:
    """Return `sentence` in fewer words, as one line without its stop; every claim of it is kept."""
    said = _STRONG.sub(r"\2", _MARKDOWN_LINK.sub(r"\1", _IMAGE.sub("", sentence)))
    said = " ".join(said.split())
    while found := _LEAD_IN.match(said):
        said = said[found.end() :]
    said = _FILLER.sub("", _ASIDE.sub("", _ELSEWHERE.sub("", said)))
    for longer, shorter in _LONGER:
        said = longer.sub(shorter, said)
    said = said.strip(_ENDS)
    return said[:1].upper() + said[1:]


def main_clause(sentence: str) -> str:
    """Return `sentence` without its last afterthought; empty when it has none."""
    cuts = [found.start() for found in _AFTERTHOUGHT.finditer(sentence)]
    return sentence[: cuts[-1]].strip(_ENDS) if cuts else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One thing that a text says and that is worth recording."""

    text: str
    trail: tuple[str, ...]
    """The headings it stands under, the nearest last."""
    first_line: int
    last_line: int
    merit: Merit


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence where it stands: in which paragraph, on which lines, counted from 1."""

    text: str
    paragraph: int
    first: int
    last: int
    trail: tuple[str, ...]


def points_of(text: str, most: int = MOST_POINTS) -> tuple[Point, ...]:
    """Return the points of `text`, at most `most`, in the order in which they stand there."""
    sentences = list(_sentences(text))
    sizes: dict[int, int] = {}
    for sentence in sentences:
        sizes[sentence.paragraph] = sizes.get(sentence.paragraph, 0) + 1
    alone = {_words(each.text) for each in sentences if sizes[each.paragraph] == 1}
    found = [
        (place, each, point)
        for place, each in enumerate(sentences)
        if (point := _point(each, sizes[each.paragraph])) and _words(point.text) not in alone
    ]
    found.sort(key=lambda one: (-_weight(one[2]), len(one[2].text)))
    room = _size(text) // SHARE_AT_MOST
    taken: dict[str, tuple[int, Point]] = {}
    for place, sentence, whole in found:
        point = whole if _size(whole.text) <= room else _shorter(whole)
        size = _size(point.text)
        sizes[sentence.paragraph] -= 1
        is_last_of_its_paragraph = sizes[sentence.paragraph] == 0 and _is_whole(sentence, point)
        if size > room or point.text.lower() in taken or is_last_of_its_paragraph:
            sizes[sentence.paragraph] += 1
        elif len(taken) < most:
            taken[point.text.lower()] = place, point
            room -= size
    return tuple(point for _, point in sorted(taken.values(), key=lambda one: one[0]))


def sentences_of(text: str, most: int) -> tuple[Point, ...]:
    """Return the sentences of `text` worth recording, at most `most`, as they stand there.

    For a text that is the book's own project: what it says may be quoted whole.
    """
    found = [point for each in _sentences(text) if (point := _point(each, beside=2))]
    ranked = sorted(found, key=lambda point: (-_weight(point), len(point.text)))
    taken = list({point.text.lower(): point for point in reversed(ranked)}.values())[-most:]
    return tuple(point for point in found if any(point is each for each in taken))


def _point(sentence: _Sentence, beside: int) -> Point | None:
    """Return what a sentence comes to; one that is alone in its paragraph must lose something."""
    if _only_leads_on(sentence.text):
        return None
    said = condensed(sentence.text)
    if beside == 1 and _words(said) == _words(sentence.text):
        said = main_clause(said)
    if not FEWEST_WORDS <= _length(said) <= MOST_WORDS or Sign.DANGLING in signs_in(said):
        return None
    verdict = judge(said)
    if not isinstance(verdict, Worthy):
        return None
    return Point(
        text=said,
        trail=sentence.trail,
        first_line=sentence.first,
        last_line=sentence.last,
        merit=verdict.merit,
    )


def _only_leads_on(text: str) -> bool:
    """Say whether a line is a row of links to other pages, which says nothing itself."""
    rest = _LINK.sub("", text)
    return len(_LINK.findall(text)) >= LINKS_IN_A_ROW and 2 * len(rest) < len(text)


def _shorter(point: Point) -> Point:
    """Return a point without the ground that follows it, where what is left is still worth recording."""
    said = point.text.partition(": ")[0] if ": " in point.text else main_clause(point.text)
    is_enough = _length(said) >= FEWEST_WORDS and isinstance(judge(said), Worthy)
    return replace(point, text=said) if is_enough else point


def _size(text: str) -> int:
    """Count the characters of a text that are not white."""
    return len("".join(text.split()))


def _is_whole(sentence: _Sentence, point: Point) -> bool:
    return _words(sentence.text) == _words(point.text)


def _weight(point: Point) -> int:
    return len(signs_in(point.text) & _TELLING)


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.lower()))


def _length(text: str) -> int:
    """Count words; two characters of a script without spaces make one."""
    unspaced = sum(map(is_unspaced, text))
    spaced = "".join(" " if is_unspaced(char) else char for char in text)
    return unspaced // 2 + len(spaced.split())


def _sentences(text: str) -> Iterator[_Sentence]:
    lines = text.split("\n")
    marks = {mark.line: mark for mark in headings(lines)}
    flags = prose_flags(lines)
    trail: list[Heading] = []
    paragraph, unit, first = 0, list[str](), 0
    for at in range(_front_matter(lines), len(lines) + 1):
        line = _QUOTE.sub("", lines[at], count=1) if at < len(lines) else ""
        is_text = at < len(lines) and flags[at] and at not in marks and _says_something(line, unit)
        item = _ITEM.match(line) if is_text else None
        if unit and (item or not is_text):
            yield from _cut(unit, paragraph, first, tuple(mark.title for mark in trail))
            unit = []
        if not is_text:
            paragraph += 1
        else:
            first = first if unit else at + 1
            unit.append(line[item.end() :] if item else line.strip())
        if mark := marks.get(at):
            trail = [*(above for above in trail if above.level < mark.level), mark]


def _front_matter(lines: Sequence[str]) -> int:
    """Return the line after the front matter, which says nothing that is not about the text."""
    if lines[0].rstrip() != "---":
        return 0
    ends = (at for at in range(1, min(len(lines), 200)) if lines[at].rstrip() == "---")
    return next(ends, -1) + 1


def _says_something(line: str, unit: Sequence[str]) -> bool:
    """Say whether a line is prose: no table, no picture, no code; indented, it continues an item."""
    said = line.strip()
    if not said or (not unit and line.startswith(_STRUCTURE) and not _ITEM.match(line)):
        return False
    return not said.startswith(("|", "<", "![", "[^"))


def _cut(
    unit: Sequence[str], paragraph: int, first: int, trail: tuple[str, ...]
) -> Iterator[_Sentence]:
    """Yield the sentences of a paragraph or an item of a list, each with its own lines."""
    whole = "\n".join(unit)
    start = 0
    for part in _SENTENCE.split(whole):
        at = whole.index(part, start)
        start = at + len(part)
        if _words(part):
            above = first + whole.count("\n", 0, at)
            yield _Sentence(part, paragraph, above, above + part.rstrip().count("\n"), trail)
