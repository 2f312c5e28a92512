"""What a conversation leaves behind: each finding with its kind, its words and the turns that show it.

Only what the user states counts; the agent's words are context, but for a cure that the user says
worked. A statement is taken when its signs weigh enough together, and left when it is asked, supposed,
guessed, reported, passing or a joke. What is taken back later is not kept, what is said twice is one
finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from commonplace.core import lazy_re as re
from commonplace.core.conversation.phrases import approves_for_good, explains
from commonplace.core.conversation.sentences import normalize_lowercase, sentences_of
from commonplace.core.conversation.turns import Conversation
from commonplace.core.hygiene import shorten
from commonplace.core.memory import own_words
from commonplace.core.record.lingxi import note_body
from commonplace.core.titles import claim_title, is_han, with_capital
from commonplace.core.tokens import fold, terms
from commonplace.core.values import dataclass, replace

_STOPS = ".!?。！？；;:：,，…"
SAME = 0.6
"""Two findings that share so much of the smaller one's terms say the same."""
AKIN = 0.2
"""What is taken back shares at least so much with what took its place, and a reminder with what it repeats."""
TITLE_TERMS = 3
"""A sentence with fewer words of its own is no title: the next one is tried."""
SUMMARY_CHARACTERS = 200
_FILLER = re.compile(
    r"^(?:(?:ok|okay|so(?! that\b)|yeah|yep|nope|hmm+|and|but|also|haha"
    r"|fyi|btw|by the way|heads up|scratch that|anyway|actually|please|pls|for the record|note that)\b(?!-)[\s,.:;!👌👍-]*"
    r"|(?:yes|no|wait|oh|ah|well|right|god no|neither|perfect)\b(?:\s*[,.:;!👌👍\u2014\u2013][\s,.:;!👌👍\u2014\u2013]*|\s+(?=(?:no,|the|it|it's|that's|this|we|i|you|they|don't)\b))"
    r"|(?:one (?:more|other|last)|another) thing\b[\s,.:;!-]*"
    r"|(?:对了|顺便(?:说一?[下句])?|还有(?:一[件点个]事?)?|另外|哦)(?=以后|今后|往后|从|我们?|你|咱|这|那|所有|写|用|别|不)"
    r"|(?:对了|等等|嗯|好的?|那就?|哦|不对?|行|可以|顺便(?:说一?下?)?|其实|另外|注意)[\s，,。.：:！!]+)+",
    re.IGNORECASE,
)
"""What keeps a chat going. "No lodash here" and "wait for CI" begin with words that mean something."""
_CHEER = re.compile(
    r"\W*(?:(?:great|nice|perfect|awesome|brilliant|lovely|cool|excellent|good|thanks?|thank you|wow|yay|works?|that works?|it works?(?: now)?|works now|fixed|done|yes|yep|ok|okay|sure)\b[\s,!.🎉👍]*)+(?:(?:it|that|this) (?:works?|worked|helps?|did it)(?: now)?)?\W*$"
    r"|\W*(?:no\b[\s,.!]*)+$|\W*that'?s (?:it|all)\W*$"
    r"|\W*(?:太好了|好的|好了|可以了?|谢谢|多谢|没问题|不错|搞定|完美|行|嗯)+[\s，。！!]*$",
    re.IGNORECASE,
)
"""A sentence that only says that somebody is content."""
TARGET = "user"
"""The page of the profile for what is known about the person."""


class Kind(StrEnum):
    """What sort of thing is worth remembering."""

    PREFERENCE = "preference"
    CORRECTION = "correction"
    DECISION = "decision"
    FACT = "fact"
    SOLVED = "solved problem"
    APPROVAL = "approval"
    SYNTHESIS = "synthesis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that a conversation shows to be worth remembering; nobody has decided to keep it."""

    kind: Kind
    words: str
    """What the user said, as it was typed; before a mere "it works now", what the agent said it was."""
    context: tuple[str, ...] = ()
    """What it was said about: the agent's question, the problem, the table."""
    turns: tuple[int, ...]
    """The turns that show it, in order."""
    heard_at: int
    """The turn in which it was said."""
    is_personal: bool = False
    """Whether it is about the person rather than about the work."""
    is_repeat: bool = False
    """Whether the user says that it was said before."""
    is_evidence: bool = False
    """Whether it was said while something was looked for or weighed up: a reason for what comes of it."""
    is_requested: bool = False
    """Whether the user asked outright that it be remembered: then it is never left out."""

    @property
    def text(self) -> str:
        """The fact and what it hangs on, as one text."""
        words = self.words if self.kind is Kind.SYNTHESIS else in_one_line(fact_sentences(self))
        return "\n\n".join((words, *self.context))


def distinct(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return the findings, each once: the later of two that say the same names all turns."""
    kept: list[Finding] = []
    for finding in findings:
        same = [other for other in kept if _is_same(other, finding)]
        if any(each.is_requested for each in same) and not finding.is_requested:
            continue
        for other in same:
            kept.remove(other)
        turns = {number for each in (*same, finding) for number in each.turns}
        fuller = max((*same, finding), key=lambda each: (each.is_requested, len(each.words)))
        kept.append(replace(fuller, turns=tuple(sorted(turns)), heard_at=finding.heard_at))
    return tuple(kept)


def likeness(left: str, right: str) -> float:
    """Return which share of the shorter text's terms the other has, too."""
    ours, theirs = set(terms(left)), set(terms(right))
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller else 0.0


def _is_same(old: Finding, new: Finding) -> bool:
    if old.is_requested and new.is_requested:
        return _is_said_again(old.words, new.words)
    if old.kind is new.kind is Kind.SOLVED and old.turns[0] == new.turns[0]:
        return True
    if Kind.SOLVED in (old.kind, new.kind) and old.is_requested != new.is_requested:
        return False  # the rule that is drawn from a problem is one fact, the problem another
    if old.kind is Kind.SYNTHESIS or new.kind is Kind.SYNTHESIS:
        return old.kind is new.kind and likeness(old.text, new.text) >= SAME
    return likeness(old.words, new.words) >= (AKIN if new.is_repeat else SAME)


def says_the_same(body: str, other: str) -> bool:
    """Say whether two bodies say the same in the user's own words, whatever they quote as evidence.

    One word more or less, and what is asked for may be another thing: the job of the US cluster.
    """
    return _is_said_again(own_words(body), own_words(other))


def _is_said_again(words: str, others: str) -> bool:
    """Say whether two texts are the same but for what says nothing: a sign, a capital or an order may say something."""
    if fold(words) != fold(others):
        return False
    from commonplace.core.judge.restatement import restates  # noqa: PLC0415 - loads the judge's words

    return words == others or restates(("", words), ("", others))


def spoken_about(conversation: Conversation, number: int) -> str:
    """Return what the agent said last before turn `number`."""
    backwards = (conversation.turns[at] for at in range(number - 1, -1, -1))
    return next((turn.text for turn in backwards if not turn.is_users), "")


def title_of(finding: Finding) -> str:
    """Return what a finding claims, without the words that only keep a chat going."""
    first = _story(finding)[0].rstrip(".。")
    return with_capital(claim_title(first))


def summary_of(finding: Finding) -> str:
    """Return what a finding says from its title on, as the one line that is injected."""
    return shorten(with_capital(in_one_line(_story(finding))), SUMMARY_CHARACTERS)


def _story(finding: Finding) -> list[str]:
    """Return the sentences from the one that is the point.

    Of a solved problem it is where the cause is told; a yes for good means what stood before it.
    """
    said = _telling(in_one_line(fact_sentences(finding)))
    if finding.kind is Kind.APPROVAL and approves_for_good(normalize_lowercase(finding.words)):
        return [*finding.context, *said]
    causes = (at for at, each in enumerate(said) if explains(normalize_lowercase(each)))
    return said[next(causes, 0) :] if finding.kind is Kind.SOLVED else said


def _telling(words: str) -> list[str]:
    """Return the sentences of `words` from the first one that says something, without fillers."""
    said = [without_filler(each.text).strip() for each in sentences_of(words)]
    said = [each for each in said if each] or [words]
    heads = (at for at, each in enumerate(said) if len(terms(each)) >= TITLE_TERMS)
    return said[next(heads, 0) :]


def body_of(finding: Finding, form: str = "quoted", pointers: str = "") -> str:
    """Return the fact in the form that a book gives it; a result that is kept stands as it is.

    Where it has room, what the fact was said about stands below it, quoted: evidence, not claims.
    """
    if finding.kind is Kind.SYNTHESIS:
        return finding.text
    quoted = ["\n".join(f"> {line}" for line in text.splitlines()) for text in finding.context]
    match form:
        case "points":
            return "\n".join(f"- {sentence}" for sentence in fact_sentences(finding))
        case "decision":
            decision = in_one_line(fact_sentences(finding))
            note = note_body(decision, _signal(finding), pointers)
            return "\n\n".join((note, *quoted))
        case _:
            return "\n\n".join((in_one_line(fact_sentences(finding)), *quoted))


def fact_sentences(finding: Finding) -> list[str]:
    """Return the user's sentences that say something, without praise and thanks and what keeps a chat going."""
    if "\n" in finding.words.strip():
        return [finding.words]
    said = [each.text for each in sentences_of(finding.words) if not is_cheer(each.text)]
    # A yes or a no means something where the question stands below it.
    is_answer = any(mark in "".join(finding.context) for mark in "?？")
    bare = [each if is_answer else without_filler(each) for each in said]
    told = [
        each if before.endswith((";", "；")) else with_capital(each)
        for before, each in zip(["", *said], bare, strict=False)
    ]
    return [each for each in told if any(map(str.isalnum, each))] or [finding.words]


def without_filler(sentence: str) -> str:
    """Return a sentence without the words before it that only keep a chat going."""
    return _FILLER.sub("", sentence)


def in_one_line(sentences: Sequence[str]) -> str:
    """Return sentences as one text, each with a stop: two that nobody ended are not one."""
    found = ""
    for each in sentences:
        is_wide = found != "" and (is_han(found[-1]) or found[-1] in "。！？；，：")
        stop = "" if not found or found[-1] in _STOPS else "。" if is_wide else "."
        found += f"{stop}{'' if is_wide or not found else ' '}{each}"
    return found


def is_cheer(sentence: str) -> bool:
    """Say whether a sentence only says that somebody is content."""
    return _CHEER.match(sentence) is not None


def _signal(finding: Finding) -> str:
    """Return by what the fact is known: that the user said so, or that it was seen to work."""
    numbers = [str(number + 1) for number in finding.turns]
    is_seen = finding.kind is Kind.SOLVED
    if any(map(is_han, finding.words)):
        return f"{'验证有效' if is_seen else '用户所说'}（第 {'、'.join(numbers)} 轮）"
    return f"{'seen to work' if is_seen else 'said by the user'} (turns {', '.join(numbers)})"


ACTIVATING = (Kind.PREFERENCE, Kind.CORRECTION, Kind.FACT, Kind.DECISION, Kind.APPROVAL)

ABOUT_THE_PERSON = (Kind.PREFERENCE, Kind.CORRECTION, Kind.APPROVAL)


def activates(finding: Finding, profile: str) -> bool:
    """Say whether a profile whose page says `profile` takes a finding in by itself."""
    if finding.kind not in ACTIVATING:
        return False
    from commonplace.core.judge.restatement import restates  # noqa: PLC0415 - as above

    lines = (bare for line in profile.splitlines() if (bare := line.strip(" -#*")))
    return not any(restates(("", finding.words), ("", line)) for line in lines)


def belongs_to_person(finding: Finding) -> bool:
    """Say whether a finding is about the person, so that it goes where the person goes."""
    is_theirs = finding.kind in ABOUT_THE_PERSON or finding.is_requested
    return finding.is_personal and is_theirs
