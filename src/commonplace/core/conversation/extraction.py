"""Extract the findings of a conversation: turn by turn, solved problems included, and what became of each later on.

A solved problem is told as one story: what was wrong, what it came from, and that it is over. Nothing is told
before the user says that it works. Who only says so lets the agent's account of the cause and the cure
stand; a bare "works now" is a story only where an earlier guess had been wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from commonplace.core import lazy_re as re
from commonplace.core.classification import ClaimKind, kind_of_claim
from commonplace.core.conversation.cues import Cue
from commonplace.core.conversation.findings import (
    AKIN,
    Finding,
    Kind,
    distinct,
    in_one_line,
    is_cheer,
    likeness,
    spoken_about,
)
from commonplace.core.conversation.phrases import (
    FEWEST_OUTRIGHT_TERMS,
    assents,
    concedes,
    concludes,
    denies,
    denies_guess,
    did_it,
    did_not_help,
    drops_last,
    explains,
    inspects,
    is_kept,
    is_result,
    is_settled,
    is_table,
    is_valued,
    may_be_over,
    mends,
    recaps,
    repeats,
    reports,
    takes_back,
    tells_of_absence,
    tells_of_cure,
    tells_of_success,
    tells_of_trial,
    tells_of_trouble,
    turns_away,
)
from commonplace.core.conversation.requests import (
    declines,
    declines_what_was_said,
    only_asks,
    requested_words,
    with_what_follows,
)
from commonplace.core.conversation.sentences import (
    Mood,
    Sentence,
    agents_sentences,
    asking_sentences,
    mood_of,
    normalize_lowercase,
    sentences_of,
)
from commonplace.core.conversation.signs import position_of, specifics_of
from commonplace.core.conversation.statements import (
    UserStatement,
    context_of,
    kind_of,
    statement_of,
    statements_in,
)
from commonplace.core.conversation.turns import Conversation, Turn
from commonplace.core.hygiene import shorten
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms
from commonplace.core.values import dataclass, replace

MOST_FINDINGS = 12
"""More than a dozen things worth remembering in one session are a sign that we misheard."""
MOST_HEARD = 4 * MOST_FINDINGS
"""Where so many were heard before any was told apart, nothing more is listened to."""
JUST_NOW = 2
RESULT_CHARACTERS = 2_000
LOOKED_BACK = 5
"""How many turns back a result can stand that the user asks to keep."""
BARE_TERMS = 4
"""A sentence with fewer words of its own takes back whatever was said last."""
STORY_TURNS = 40
"""How many turns back the trouble can stand whose cure is told."""
PRELUDE_TURNS = 4
"""Trouble is often told before a word of ours gives it away."""
TOLD_TERMS = 6
"""With fewer words of its own a cure is not told: "it works now" says nothing for the next time."""
ACCOUNT_TERMS = 4
MOST_SENTENCES = 5
CAUSES = 2
FULL_RECAP = 3
"""A summary of fewer sentences names the cause, and leaves out what was done."""
QUOTED_CHARACTERS = 300
RECAP_CHARACTERS = 600
EXPLAINING = 2
"""What it counts that a sentence gives a cause or a cure, beside each name in it."""
MOST_COUNTED = 3
TELLING = 1
"""A sentence with so many names or words of the trouble tells of it, whatever its shape."""
RULING = 2
"""A custom that is told more clearly than this is a rule, not a reason."""
OUTCOMES = (Kind.SOLVED, Kind.DECISION)
"""What a search or a deliberation comes to: what was told on the way there are its reasons."""
_KINDS_OF_CLAIMS: dict[ClaimKind | None, Kind] = {
    ClaimKind.RULE: Kind.PREFERENCE,
    ClaimKind.PREFERENCE: Kind.PREFERENCE,
    ClaimKind.DECISION: Kind.DECISION,
}
UNSURE = (Mood.ASKED, Mood.SUPPOSED, Mood.GUESSED, Mood.REPORTED)
"""Moods in which nobody says that something is solved; a cure may well be told with "yesterday"."""


def extract_findings(conversation: Conversation) -> tuple[Finding, ...]:
    """Return what is worth remembering, in the order in which it was said."""
    found: list[Finding] = []
    for turn in conversation.turns:
        if turn.is_users:
            said = replace(turn, text=with_what_follows(turn.text))
            requested = list(_requests(conversation, said))
            told = replace(said, text=_without_requests(said.text)) if requested else turn
            if told.text and len(found) < MOST_HEARD:
                found = _not_taken_back(found, told)
                heard = list(_in_turn(conversation, told))
                if any(each.kind in OUTCOMES for each in heard):
                    found = [each for each in found if not each.is_evidence]
                found += heard
            found += requested
    return _at_most(distinct(found), MOST_FINDINGS)


def _at_most(findings: Sequence[Finding], most: int) -> tuple[Finding, ...]:
    """Return the first `most` findings, and every one that was asked for."""
    heard = [each for each in findings if not each.is_requested][:most]
    return tuple(each for each in findings if each.is_requested or each in heard)


def _requests(conversation: Conversation, turn: Turn) -> Iterator[Finding]:
    """Yield what a turn asks to be remembered: each sentence by itself, with nothing around it.

    The turn is the evidence; quoted into the text it would make two requests of one session look alike.
    """
    said = asking_sentences(turn.text)
    for at, sentence in enumerate(said):
        words = requested_words(sentence.text)
        if mood_of(sentence.mask) is Mood.JOKING:
            continue
        if not words and only_asks(sentence.text):
            words = _pointed_at(conversation, turn)
        if words:
            words = in_one_line([words, *(each.text for each in _going_on(said, at))])
            meant = Sentence(words, normalize_lowercase(words))
            statement = statement_of((meant,), position_of(conversation, turn))
            yield Finding(
                kind=_kind_by_words(words),
                words=words,
                turns=_with_answer(conversation, turn.number),
                heard_at=turn.number,
                is_personal=statement.is_personal,
                is_requested=True,
            )


def _kind_by_words(words: str) -> Kind:
    """Return what kind of thing is asked to be remembered: it stands by itself, as what is typed does."""
    return _KINDS_OF_CLAIMS.get(kind_of_claim(words), Kind.FACT)


def _pointed_at(conversation: Conversation, turn: Turn) -> str:
    """Return what "remember that" means: what else the turn states, else what the agent said last in prose."""
    before = spoken_about(conversation, turn.number)
    told = () if is_result(before) else agents_sentences(before)[-CAUSES:]
    for meant in (sentences_of(_without_requests(turn.text)), told):
        stated = [each.text for each in meant if mood_of(each.mask) is not Mood.ASKED]
        if len(terms(" ".join(stated))) >= FEWEST_OUTRIGHT_TERMS:
            return " ".join(stated)
    return ""


def _without_requests(text: str) -> str:
    """Return what else a turn says, empty when it only asks for things to be remembered."""
    said = asking_sentences(text)
    taken = {at for at, each in enumerate(said) if requested_words(each.text)}
    taken |= {at + n for at in taken for n in range(1, 1 + len(_going_on(said, at)))}
    left = (each.text for at, each in enumerate(said) if at not in taken)
    return " ".join(each for each in left if not only_asks(each))


_GOES_ON = re.compile(r"(?:they|it|he|she|those|these)\b|[它他她]们?")


def _going_on(said: Sequence[Sentence], at: int) -> tuple[Sentence, ...]:
    """Return the sentence after one that is to be remembered, where it goes on about the same by a pronoun."""
    return tuple(
        each
        for each in said[at + 1 : at + 2]
        if _GOES_ON.match(each.mask)
        and mood_of(each.mask) is None
        and not requested_words(each.text)
        and not only_asks(each.text)
    )


def _in_turn(conversation: Conversation, turn: Turn) -> Iterator[Finding]:
    told, beside = _without_asides(turn)
    if beside.text and (solved := solved_in(conversation, told)):
        yield solved
        turn = beside
    elif solved := solved_in(conversation, turn):
        yield solved
        if tells_of_cure(normalize_lowercase(turn.text)):
            return
    if kept := _kept_result(conversation, turn):
        yield kept
    turn = replace(turn, text=_without_declined(turn.text))
    for statement in statements_in(turn.text, position_of(conversation, turn)):
        if not (kept and statement.cues[Cue.KEEP]):
            yield _stated(conversation, turn, statement)


def _without_declined(text: str) -> str:
    """Return a turn without the sentences that ask for something to be not remembered, and what they point at."""
    said = sentences_of(text)
    if any(declines_what_was_said(each.mask) for each in said):
        return ""
    left = [each.text for each in said if not declines(each.mask)]
    return " ".join(left) if len(left) < len(said) else text


def _without_asides(turn: Turn) -> tuple[Turn, Turn]:
    """Return a turn up to where it turns to something else ("by the way"), and what it says from there on."""
    said = sentences_of(turn.text)
    start = next((at for at, each in enumerate(said) if at and turns_away(each.mask)), len(said))
    parts = (said[:start], said[start:])
    told, beside = (" ".join(each.text for each in part) for part in parts)
    return (
        (replace(turn, text=told), replace(turn, text=beside))
        if beside
        else (turn, replace(turn, text=""))
    )


def _stated(conversation: Conversation, turn: Turn, statement: UserStatement) -> Finding:
    results = _results_before(conversation, turn) if concludes(statement.mask) else ""
    return Finding(
        kind=Kind.SYNTHESIS if results else kind_of(statement),
        words=statement.words,
        context=(shorten(results, RESULT_CHARACTERS),) if results else context_of(statement),
        turns=_with_answer(conversation, turn.number),
        heard_at=turn.number,
        is_personal=statement.is_personal,
        is_repeat=repeats(statement.mask),
        is_evidence=_is_evidence(statement),
    )


def _is_evidence(statement: UserStatement) -> bool:
    """Say whether a statement tells how things are because it was asked, and neither rules nor decides."""
    place, cues = statement.position, statement.cues
    is_sought = (
        place.is_weighed_up or place.is_amid_trouble or (place.is_answer and not place.is_offer)
    )
    is_settling = cues[Cue.UNIVERSAL] > 1 or cues[Cue.HABIT] > RULING or cues[Cue.DECIDED]
    return is_sought and not is_settling and not statement.is_outright


def _results_before(conversation: Conversation, turn: Turn) -> str:
    """Return what the agent had found shortly before, empty when that was nothing to sum up."""
    recent = conversation.turns[max(0, turn.number - LOOKED_BACK) : turn.number + 1]
    results = [each.text for each in recent if not each.is_users and is_result(each.text)]
    return "\n\n".join(results)


def _kept_result(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the result of the agent's that the user asks to keep, or calls worth it."""
    said = sentences_of(turn.text)
    wanted = is_result if any(is_kept(each.mask) for each in said) else is_table
    if wanted is is_table and not any(is_valued(each.mask) for each in said):
        return None
    recent = conversation.turns[max(0, turn.number - LOOKED_BACK) : turn.number]
    results = [each for each in recent if not each.is_users and wanted(each.text)]
    if not results:
        return None
    since = [each for each in recent if each.number >= results[-1].number and not each.is_users]
    return Finding(
        kind=Kind.SYNTHESIS,
        words=" ".join(each.text for each in said),
        context=(shorten("\n\n".join(each.text for each in since), RESULT_CHARACTERS),),
        turns=tuple(sorted({turn.number, *(each.number for each in since)})),
        heard_at=turn.number,
    )


def _with_answer(conversation: Conversation, number: int) -> tuple[int, ...]:
    """Return the turn and the agent's answer to it, which shows how it was understood."""
    has_answer = (
        number + 1 < len(conversation.turns) and not conversation.turns[number + 1].is_users
    )
    return (number, number + 1) if has_answer else (number,)


def _not_taken_back(found: list[Finding], turn: Turn) -> list[Finding]:
    """Return the findings that a turn does not take back: by its words, or the last by a mere "that"."""
    taken = [each for each in sentences_of(turn.text) if takes_back(each.mask)]
    is_bare = any(len(terms(each.text)) < BARE_TERMS for each in taken)
    said = normalize_lowercase(turn.text)
    is_last = is_bare or drops_last(said) or concedes(said)
    return [
        each
        for each in found
        if not (taken and likeness(each.words, turn.text) >= AKIN)
        and not (is_last and turn.number - each.heard_at <= JUST_NOW)
    ]


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of the story, and the turn that it stands in."""

    number: int
    sentence: Sentence
    worth: int
    by_agent: bool
    explains: bool
    mends: bool

    @property
    def text(self) -> str:
        return shorten(self.sentence.text, QUOTED_CHARACTERS)


def solved_in(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the problem that a turn of the user's says is solved, with what it was about."""
    meant = [each for each in sentences_of(turn.text) if mood_of(each.mask) not in UNSURE]
    mask = " ".join(each.mask for each in meant)
    was_reported = _is_left_at(conversation, turn)
    is_seen = was_reported or tells_of_success(mask)
    recap = _recap(conversation, turn) if is_seen else ""
    may_end = was_reported or may_be_over(mask)
    is_told = tells_of_success(mask) or tells_of_cure(mask) or recaps(mask)
    trouble = _trouble_before(conversation, turn, is_seen=is_told) if may_end else None
    if trouble is None:
        return None
    words = " ".join(each.text for each in meant)
    since = conversation.turns[trouble.number + 1 : turn.number]
    if not tells_of_trial(mask) and _is_over_already(since):
        return None
    is_over = was_reported or assents(mask) or tells_of_absence(mask)
    if not is_over and tells_of_trouble(mask) and _is_new(words, trouble, conversation, turn):
        return None
    story = conversation.turns[max(0, trouble.number - PRELUDE_TURNS) : turn.number]
    is_told = len(terms(words)) >= TOLD_TERMS and tells_of_cure(mask)
    if not (is_told or recap or was_reported or _is_confirmed(mask, trouble, story)):
        return None
    account = _cause_and_cure(story, trouble, words)
    own = sentences_of(recap)
    if len(own) >= FULL_RECAP:
        account = []
    told = [*filter(None, [recap]), *(each.text for each in account if each.text not in recap)]
    seen = [each.text for each in meant if is_told or _tells_how(each)]
    return Finding(
        kind=Kind.SOLVED,
        words=in_one_line([*told, *(each for each in seen if not is_cheer(each))]),
        context=(shorten(_problem(trouble), QUOTED_CHARACTERS),),
        turns=tuple(sorted({trouble.number, turn.number, *(each.number for each in account)})),
        heard_at=turn.number,
    )


def _tells_how(sentence: Sentence) -> bool:
    """Say whether a user's sentence tells what was done, or on what and how long it was tried."""
    is_told = tells_of_trial(sentence.mask) or did_it(sentence.mask)
    return is_told and len(terms(sentence.text)) >= CAUSES


def _is_over_already(since: Sequence[Turn]) -> bool:
    """Say whether the user was content before, and has told of no trouble since."""
    told = [normalize_lowercase(each.text) for each in since if each.is_users]
    over = [at for at, said in enumerate(told) if assents(said) and tells_of_success(said)]
    return bool(over) and not any(tells_of_trouble(said) for said in told[over[-1] + 1 :])


def _is_new(words: str, trouble: Turn, conversation: Conversation, turn: Turn) -> bool:
    """Say whether trouble that a turn tells of is another than the one before it: they share no word."""
    known = f"{trouble.text} {spoken_about(conversation, turn.number)}"
    return (set(terms(words)) - CHATTER).isdisjoint(terms(known))


def _is_left_at(conversation: Conversation, turn: Turn) -> bool:
    """Say whether the agent has just told why, what it did and what came of it, and the user leaves it at that."""
    before = conversation.turns[turn.number - 1 : turn.number] if turn.number else ()
    said = normalize_lowercase(turn.text)
    if not any(reports(normalize_lowercase(each.text)) for each in before) or not any(
        _diagnoses(each) for each in conversation.turns[: turn.number]
    ):
        return False
    is_short = len(terms(turn.text)) < TOLD_TERMS
    return assents(said) or ((is_short or recaps(said)) and is_settled(said))


def _recap(conversation: Conversation, turn: Turn) -> str:
    """Return how the agent sums up what it was, just before or just after the user leaves it at that."""
    around = conversation.turns[max(0, turn.number - 1) : turn.number + 2]
    return next(filter(None, map(_summed_up, reversed(around))), "")


def _summed_up(turn: Turn) -> str:
    """Return the part of an agent's turn that tells cause and cure once more; empty where none does."""
    said = () if turn.is_users else agents_sentences(turn.text)
    first = next((at for at, each in enumerate(said) if recaps(each.mask)), len(said))
    told = [each for each in said[first:] if mood_of(each.mask) is not Mood.ASKED]
    if not any(map(_is_account, told)):
        return ""
    return shorten(" ".join(each.text for each in told[:MOST_SENTENCES]), RECAP_CHARACTERS)


def _is_confirmed(mask: str, trouble: Turn, story: Sequence[Turn]) -> bool:
    """Say whether the user saw that it is over, or is content with what the agent saw."""
    if not any(_is_account(each) for turn in story for each in agents_sentences(turn.text)):
        return False
    is_over = tells_of_success(mask) or denies(mask, set(terms(trouble.text)) - CHATTER)
    was_wrong = any(
        each.is_users and denies_guess(normalize_lowercase(each.text)) for each in story
    )
    if is_over and (was_wrong or tells_of_trial(mask)):
        return True
    reported = normalize_lowercase(story[-1].text)
    return assents(mask) and tells_of_success(reported) and tells_of_trial(reported)


def _cause_and_cure(story: Sequence[Turn], trouble: Turn, words: str) -> list[_Said]:
    """Return the sentences that tell what it was and what mended it, in the order in which they were said."""
    about = set(terms(f"{words} {trouble.text}")) - CHATTER
    told = [
        turn
        for turn, answer in zip_longest(story, story[1:])
        if turn is not trouble and not _is_refuted(turn, answer)
    ]
    said = [each for each in _said(told, about) if each.explains or each.by_agent]
    since = [each for each in said if each.number > trouble.number]
    is_since = any(each.explains or each.mends for each in since)
    ranked = sorted(since if is_since else said, key=lambda each: (-each.worth, -each.number))
    cures = [each for each in ranked if each.mends]
    cures = sorted(cures, key=lambda each: -each.number)[:CAUSES]
    others = [each for each in ranked if each not in cures]
    causes = [each for each in others if each.explains]
    causes = causes or [each for each in others if each.by_agent and each.worth >= TELLING]
    sure = [*causes[:CAUSES], *cures]
    # What a turn says beside a cause or a cure belongs to it.
    turns = {each.number for each in sure}
    beside = [each for each in ranked if each not in sure and each.number in turns]
    beside = [each for each in beside if each.worth]
    chosen = [*sure, *beside][:MOST_SENTENCES] or ranked[:CAUSES]
    return [each for each in said if each in chosen]


def _trouble_before(conversation: Conversation, turn: Turn, *, is_seen: bool) -> Turn | None:
    """Return the first turn of late that tells of trouble; None when nothing was wrong.

    Trouble has more words than anybody can list. What somebody tells, the agent explains and somebody
    then sees working was trouble, too.
    """
    earlier = conversation.turns[max(0, turn.number - STORY_TURNS) : turn.number]
    told = _first_of_the_matter([each for each in earlier if _is_trouble(each)], earlier, turn)
    if told is not None and not told.is_users:
        return next((each for each in reversed(earlier[: told.number]) if each.is_users), told)
    if told is not None or not is_seen:
        return told
    is_explained = any(map(_diagnoses, earlier))
    return next((each for each in earlier if each.is_users), None) if is_explained else None


def _first_of_the_matter(
    troubles: Sequence[Turn], earlier: Sequence[Turn], turn: Turn
) -> Turn | None:
    """Return the earliest trouble that shares words with what was said since the next one: an older matter shares none."""
    first: Turn | None = None
    about: set[str] = set()
    for each in reversed(troubles):
        own = set(terms(each.text)) - CHATTER
        if first is None or own & about:
            first = each
            # Who denies a guess speaks of what was guessed.
            start = each.number - denies_guess(normalize_lowercase(each.text))
            since = (*(one for one in earlier if one.number >= start), turn)
            about = set(terms(" ".join(one.text for one in since))) - CHATTER
    return first


def _diagnoses(turn: Turn) -> bool:
    """Say whether an agent's turn says why something particular is as it is."""
    said = () if turn.is_users else agents_sentences(turn.text)
    return any(explains(each.mask) and specifics_of(each.text) for each in said)


def _is_trouble(turn: Turn) -> bool:
    """Say whether the user tells of something wrong or denies a guess, or the agent makes one."""
    if turn.is_users:
        said = normalize_lowercase(turn.text)
        return tells_of_trouble(said) or denies_guess(said)
    return any(mood_of(each.mask) is Mood.GUESSED for each in agents_sentences(turn.text))


def _problem(trouble: Turn) -> str:
    said = (sentences_of if trouble.is_users else agents_sentences)(trouble.text)
    wrong = [each.text for each in said if tells_of_trouble(each.mask)]
    return next(iter(wrong or [each.text for each in said]), trouble.text)


def _is_account(sentence: Sentence) -> bool:
    """Say whether a sentence tells something, as opposed to asking for it."""
    return len(terms(sentence.text)) >= ACCOUNT_TERMS and mood_of(sentence.mask) is not Mood.ASKED


def _is_refuted(turn: Turn, answer: Turn | None) -> bool:
    """Say whether the user answers an agent's turn that it was something else: it is no part of the cause."""
    if turn.is_users or answer is None or not answer.is_users:
        return False
    return denies_guess(normalize_lowercase(answer.text))


def _said(story: Sequence[Turn], about: set[str]) -> Iterator[_Said]:
    """Yield the sentences that tell something of what it was about, but for what was only looked at or did not help."""
    for turn in story:
        said = sentences_of(turn.text) if turn.is_users else agents_sentences(_with_code(turn.text))
        for sentence in said:
            mask = sentence.mask
            is_guess = mood_of(mask) is Mood.GUESSED
            is_mending = mends(mask) and not turn.is_users and not is_guess
            is_told = is_mending or _is_account(sentence)
            if not is_told or did_not_help(mask) or inspects(mask):
                continue
            worth = min(len(specifics_of(sentence.text)), MOST_COUNTED)
            worth += min(len(about & set(terms(sentence.text))), MOST_COUNTED)
            yield _Said(
                turn.number,
                sentence,
                0 if is_guess else worth + EXPLAINING * explains(mask),
                by_agent=not turn.is_users,
                explains=explains(mask) and not is_guess,
                mends=is_mending,
            )


_GUESSES = re.compile(
    r"^[^\n]*(?:可能的?(?:原因|情况)|可能有|常见(?:的)?原因|\b(?:suspects|candidates|possib\w+|reasons|things (?:could|can|to)))[^\n]*\n(?:[ \t]*\n)*(?:[ \t]*(?:[-*•]|\d+[.、)])[^\n]*(?:\n|\Z)|[ \t]*\n)+",
    re.MULTILINE | re.IGNORECASE,
)
"""What might have been the cause, point by point: at most one of them was."""
_CODE_BELOW = re.compile(r"(?P<lead>[^\n]*)[:：][ \t]*\n+```[^\n]*\n(?P<code>.*?)\n```", re.DOTALL)
MOST_CODE = 3
"""So many lines of code are a command or a value or two; more are a program."""
CODE_CHARACTERS = 160


def _with_code(text: str) -> str:
    """Return an agent's turn with the commands and values of a cure in the sentence above them."""
    return _CODE_BELOW.sub(_in_sentence, _GUESSES.sub("\n", text))


def _in_sentence(match: re.Match[str]) -> str:
    said = agents_sentences(match["lead"])
    lines = [line.strip() for line in match["code"].splitlines() if line.strip()]
    commands = [line[2:] for line in lines if line.startswith("$ ")]
    told = commands or [line.removeprefix("+").strip() for line in lines if line[0] != "-"]
    whole = ", ".join(f"`{line}`" for line in told)
    is_short = 0 < len(told) <= MOST_CODE and len(whole) <= CODE_CHARACTERS
    is_cure = bool(said) and mends(said[-1].mask) and not inspects(said[-1].mask)
    return f"{match['lead']}: {whole}.\n" if is_short and is_cure else match[0]
