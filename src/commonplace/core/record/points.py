"""Select the points of a text that are worth recording: what somebody can act on, three to ten of a page.

A point is a rule, a command, a value, a pitfall or a decision with its reason, whatever its share of the
text. Without a model nothing can be retold, so a sentence is condensed: what leads up to it, what hedges
it and what refers elsewhere is left out. A command in a code block is told with what is said above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from commonplace.core import lazy_re as re
from commonplace.core.headings import Heading, headings, prose_flags
from commonplace.core.letters import is_unspaced
from commonplace.core.record.criteria import Merit, Sign, Worthy, judge, signs_in
from commonplace.core.values import dataclass, replace

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
_ENDS = " \t.。;；,，:："
MOST_POINTS = 10
FEWEST_POINTS = 3
"""The original asks for 3 to 10; a text may have fewer, which is then said."""
FEWEST_WORDS, MOST_WORDS = 4, 60
LINKS_IN_A_ROW = 3
SHORT_LINE = 8
_SENTENCE = re.compile(
    r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(`*\[]?[A-Z0-9`\u4e00-\u9fff])|(?<=[。！？])\s*"
)
_ITEM = re.compile(r"[ \t]{0,8}(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\] )?")
_STEP = re.compile(r"[ \t]{0,8}(?:\d{1,3}[.)][ \t]|[-*+][ \t]+\[[ xX]\] )")
_LINK = re.compile(r"\[[^\]\n]{1,200}\]\([^)\s]{1,400}\)")
_QUOTE = re.compile(r"\A[ \t]{0,3}>[ \t]?")
_STRUCTURE = ("|", "<", "![", "[^", "$$", "---", "===", "***", "    ", "\t")
ENOUGH = 3
"""How far a sentence must say what to do before it is a point."""
SURELY = 2 * ENOUGH
"""How far the one sentence must say it that stands for a whole text."""
COMMAND_WEIGHT = 6
WARNED = 2
_WARNING = re.compile(
    r"[\W_]*(?:(?:please )?note|warning|important|caution|be (?:sure|careful|aware)|make sure|remember|keep in mind|注意|警告|切记)\b",
    re.IGNORECASE,
)
"""What somebody tells others to mind."""
_TYPED = re.compile(
    r"`\$? ?(?:pip3?|pipx|uvx?|python3?|npm|npx|pnpm|yarn|make|just|docker|kubectl|helm|git|conda|brew|cargo|go|apt(?:-get)?|curl|ssh|sudo|systemctl|poetry|pytest|tox|terraform|\./[\w./-]+)(?: [^`\n]*)?`"
)
"""A command that somebody types, within a sentence."""
MOST_COMMANDS = 4
_WEIGHTS = {
    Sign.RULE: 3,
    Sign.SETTING: 3,
    Sign.TROUBLE: 1,
    Sign.REMEDY: 1,
    Sign.STEP: 1,
    Sign.ACTION: 1,
    Sign.PLACE: 1,
    Sign.CONCEPT: -2,
}
_CODE = re.compile(r"`([^`\n]{2,120})`")
_IMPERATIVE = re.compile(
    r"(?:please |first,? |then,? |finally,? |always |never |don't |do not |only |if [^,]{3,80}, |to [^,]{3,60}, |on [^,]{3,30}, )*"
    r"(?:add|announce|apply|ask|avoid|back up|build|bump|call|check|choose|clear|close|commit|compile|configure|confirm|connect|copy|create|define|delete|deploy|disable|download|drop|enable|ensure|export|fetch|fix|follow|freeze|grant|import|increase|install|keep|limit|lock|log|make|merge|migrate|monitor|move|name|notify|open|pass|pause|pick|pin|post|prefer|prepare|provide|publish|pull|push|put|rebase|rebuild|regenerate|remove|rename|replace|reset|restart|restore|resume|retry|revert|review|revoke|roll|rotate|run|save|schedule|send|set|sign|skip|specify|split|start|stop|store|switch|tag|tell|test|turn|update|upgrade|use|validate|verify|wait|warm|watch|wrap|write)\b"
    r"|(?:请|先|再|然后|最后|务必|必须)?(?:运行|执行|使用|改用|设置|配置|添加|加上|删除|重启|检查|调用|提交|部署|回滚|升级|安装|编译|导出|导入|连接|打开|关闭|清空|确认|写|合并|跑|备份|通知|打)",
    re.IGNORECASE,
)
"""It begins with what to do."""
_DEFINED = re.compile(r"`[^`\n]{2,60}`(?: \(`[^`\n]{1,40}`\))?\s*(?:[:—–-]|is\b|means\b|runs?\b)")
"""It says what an option, a field or a function is for."""
_MINDED = re.compile(
    r"\b(?:refuses?|cannot|can't|must not|not supported|no longer|only works|only for|requires?|doesn't|does not|supports? python|defaults? to|by default|is required|limited to|instead of|otherwise|unless|prohibited|incompatible|warning|at least|at most|or (?:later|higher|newer)|once \w+ (?:grows|is|reaches))\b|不支持|默认|仅支持|否则|除非",
    re.IGNORECASE,
)
_OF_THE_PAGE = re.compile(
    r"th(?:is|e) (?:library|package|project|module|tool|service|repo(?:sitory)?|page|guide|plugin|server|app)\b|(?:本|这个|该)(?:项目|工具|库|服务|仓库)",
    re.IGNORECASE,
)
"""It points at what the whole page is about, which its source names."""
_LEADS_ON = re.compile(
    r"\b(?:see|refer to|check out|read more|for (?:more|full|detailed|complete) (?:details?|information|documentation|results)|more information|documentation\b.{0,30}$|learn more|visit|reach out|consider sponsoring)\b|详见|参见|请参考",
    re.IGNORECASE,
)
_TOLD_ABOUT = re.compile(
    r"\b(?:is (?:an? |the )?(?:\w+,? )?(?:fast|simple|modern|lightweight|library|framework|project|tool|package|platform|web server)\b|started (?:on|as|out)|initially|originally|people (?:like|love)|fond of|has to offer|everybody is|we (?:were|are) (?:proud|fond)|widely used|millions of|powered by)",
    re.IGNORECASE,
)
"""It tells about the thing, its story or its fame."""
_FENCE = re.compile(r"\s{0,3}(?P<fence>```|~~~)")
_SHELL = re.compile(
    r"\s{0,3}(?:```|~~~)\s*(?:\{code-block\}\s*)?(?:sh|bash|shell|console|zsh|terminal|powershell|cmd)?\s*$",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"[a-z][\w.+-]*(?:\s+\S.*)?$")
_ACTS = (re.compile(rf"\A(?:{_IMPERATIVE.pattern})", re.IGNORECASE), _DEFINED, _TYPED, _MINDED)
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
    is_step: bool = False
    """Whether it begins a numbered item, or one to tick off."""


def points_of(text: str, most: int = MOST_POINTS, enough: int = ENOUGH) -> tuple[Point, ...]:
    """Return the points of `text`, the `most` that say best what to do, in the order in which they stand.

    `enough` is how far each must say it.
    """
    said = list(_weighed(list(_sentences(text))))
    told = [(COMMAND_WEIGHT, point) for point in _commands(text)]
    found = [
        (weight, place, point)
        for place, (weight, point) in enumerate((*told, *said))
        if weight >= enough
    ]
    found.sort(key=lambda one: (-one[0], one[2].first_line))
    taken: dict[str, tuple[int, int, Point]] = {}
    for _, place, point in found:
        if not any(_says(other, point.text) for other in taken):
            taken[point.text.lower()] = point.first_line, place, point
    best = sorted(list(taken.values())[:most], key=lambda one: one[:2])
    return tuple(point for *_, point in best)


def says_what_to_do(sentence: str) -> bool:
    """Say whether a sentence by itself is a point."""
    return bool(points_of(sentence, most=1))


def _weighed(sentences: Sequence[_Sentence]) -> Iterator[tuple[int, Point]]:
    """Yield each point with its weight; where most steps of a list are points, all of them are."""
    found = [
        (each, point, _weight_of(each, point)) for each in sentences for point in [_point(each)]
    ]
    steps = Counter(each.paragraph for each, *_ in found if each.is_step)
    good = Counter(each.paragraph for each, _, weight in found if each.is_step and weight >= ENOUGH)
    for each, point, weight in found:
        is_one_of_them = each.is_step and 2 * good[each.paragraph] > steps[each.paragraph]
        if is_one_of_them and FEWEST_WORDS <= _length(each.text) <= MOST_WORDS:
            yield (
                max(weight, ENOUGH),
                point or _recorded(each, condensed(each.text), Merit.WORKFLOW),
            )
        elif point is not None:
            yield weight, point


def _weight_of(sentence: _Sentence, point: Point | None) -> int:
    is_warning = _WARNING.match(sentence.text) is not None
    return 0 if point is None else _actionable(point) + WARNED * is_warning


def _says(known: str, text: str) -> bool:
    """Say whether a point that is taken already gives the same command or says the same."""
    commands = _CODE.findall(text.lower())
    is_command = bool(commands) and all(f"`{each}`" in known for each in commands)
    return known == text.lower() or (is_command and _words(text)[:1] != () and ": `" in text)


def _actionable(point: Point) -> int:
    """Return how far a point says what to do, or what to mind."""
    text = point.text
    signs = signs_in(text)
    weight = sum(value for sign, value in _WEIGHTS.items() if sign in signs)
    weight += 3 * bool(_IMPERATIVE.match(text)) + 2 * bool(_DEFINED.match(text))
    weight += 3 * bool(_TYPED.search(text)) + 2 * bool(_MINDED.search(text))
    return weight - 3 * bool(_LEADS_ON.search(text)) - 2 * bool(_TOLD_ABOUT.search(text))


def _commands(text: str) -> Iterator[Point]:
    """Yield the commands of each shell block as one point, with the line that leads up to it."""
    lines = text.split("\n")
    marks = {mark.line: mark for mark in headings(lines)}
    trail: list[Heading] = []
    at = 0
    while at < len(lines):
        if mark := marks.get(at):
            trail = [*(above for above in trail if above.level < mark.level), mark]
        opened = _FENCE.match(lines[at])
        if opened is None:
            at += 1
            continue
        end = next(
            (e for e in range(at + 1, len(lines)) if lines[e].strip().startswith(opened["fence"])),
            len(lines),
        )
        names = tuple(mark.title for mark in trail)
        commands = _typed(lines[at + 1 : end]) if _SHELL.match(lines[at]) else []
        if commands:
            yield _command_point(commands, _lead(lines, at), names, (at + 2, end))
        at = end + 1


def _typed(block: Sequence[str]) -> list[str]:
    """Return the lines of a block that somebody types; where some have a prompt, only those."""
    prompted = [line.strip()[2:].strip() for line in block if line.strip().startswith(("$ ", "% "))]
    plain = [line.strip() for line in block if _COMMAND.match(line)]
    is_output = any(not line.strip() or line.startswith((" ", "\t")) for line in block[1:-1])
    found = prompted or (
        [] if len(plain) < len([x for x in block if x.strip()]) or is_output else plain
    )
    return list(dict.fromkeys(found)) if len(found) <= MOST_COMMANDS else []


def _lead(lines: Sequence[str], at: int) -> str:
    """Return the sentence right above a block that leads up to it; empty where there is none."""
    above = next((line.strip() for line in reversed(lines[:at]) if line.strip()), "")
    is_lead = above.endswith((":", "：")) and not above.startswith(("#", "|", "```", "~~~"))
    return condensed(_SENTENCE.split(_ITEM.sub("", above))[-1]) if is_lead else ""


def _command_point(
    commands: Sequence[str], lead: str, trail: tuple[str, ...], lines: tuple[int, int]
) -> Point:
    first, last = lines
    said = ", then ".join(f"`{command}`" for command in commands)
    head = lead or (trail[-1].strip() if trail else "")
    text = f"{head}: {said}" if head else f"Run {said}"
    return Point(text=text, trail=trail, first_line=first, last_line=last, merit=Merit.WORKFLOW)


def sentences_of(text: str, most: int) -> tuple[Point, ...]:
    """Return the sentences of `text` worth recording, at most `most`, as they stand there.

    For a text that is the book's own project: what it says may be quoted whole.
    """
    found = [point for each in _sentences(text) if (point := _point(each))]
    ranked = sorted(found, key=lambda point: (-_weight(point), len(point.text)))
    taken = list({point.text.lower(): point for point in reversed(ranked)}.values())[-most:]
    return tuple(point for point in found if any(point is each for each in taken))


def _point(sentence: _Sentence) -> Point | None:
    """Return what a sentence comes to; None where it is not worth recording."""
    if _only_leads_on(sentence.text) or _announces(sentence.text):
        return None
    said = condensed(sentence.text)
    is_short = _length(said) < FEWEST_WORDS and not _TYPED.search(said)
    is_dangling = Sign.DANGLING in signs_in(said) and not _OF_THE_PAGE.match(said)
    if is_short or is_dangling or _length(said) > MOST_WORDS:
        return None
    verdict = judge(said)
    merit = verdict.merit if isinstance(verdict, Worthy) else None
    if merit is None and not any(shape.search(said) for shape in _ACTS):
        return None
    return _recorded(sentence, said, merit or Merit.WORKFLOW)


def _recorded(sentence: _Sentence, said: str, merit: Merit) -> Point:
    return Point(
        text=said,
        trail=sentence.trail,
        first_line=sentence.first,
        last_line=sentence.last,
        merit=merit,
    )


def _only_leads_on(text: str) -> bool:
    """Say whether a line is a row of links to other pages, which says nothing itself."""
    rest = _LINK.sub("", text)
    return len(_LINK.findall(text)) >= LINKS_IN_A_ROW and 2 * len(rest) < len(text)


def _announces(text: str) -> bool:
    """Say whether a short line only announces what stands below it: `Using pip:`."""
    return text.rstrip().endswith((":", "：")) and _length(text) < SHORT_LINE


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
    paragraph, unit, first, is_step = 0, list[str](), 0, False
    for at in range(_front_matter(lines), len(lines) + 1):
        line = _QUOTE.sub("", lines[at], count=1) if at < len(lines) else ""
        is_text = at < len(lines) and flags[at] and at not in marks and _says_something(line, unit)
        item = _ITEM.match(line) if is_text else None
        if unit and (item or not is_text):
            whole = _Sentence("\n".join(unit), paragraph, first, at, _titles(trail), is_step)
            yield from _cut(whole)
            unit = []
        if not is_text:
            paragraph += 1
        else:
            first = first if unit else at + 1
            is_step = bool(item and _STEP.match(line)) if not unit else is_step
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


def _titles(trail: Sequence[Heading]) -> tuple[str, ...]:
    return tuple(mark.title for mark in trail)


def _cut(unit: _Sentence) -> Iterator[_Sentence]:
    """Yield the sentences of a paragraph or an item of a list, each with its own lines."""
    start = 0
    for part in _SENTENCE.split(unit.text):
        at = unit.text.index(part, start)
        is_first, start = start == 0, at + len(part)
        if _words(part):
            above = unit.first + unit.text.count("\n", 0, at)
            below = above + part.rstrip().count("\n")
            is_step = unit.is_step and is_first
            yield replace(unit, text=part, first=above, last=below, is_step=is_step)
