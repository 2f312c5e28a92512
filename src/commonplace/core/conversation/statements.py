"""Choose the sentences of a user's turn that hold beyond it, what kind of thing they say, and what they refer to."""

from __future__ import annotations

from collections import Counter

from commonplace.core import lazy_re as re
from commonplace.core.classification import claims_nothing
from commonplace.core.conversation import phrases
from commonplace.core.conversation.cues import Cue, cues_in
from commonplace.core.conversation.findings import Kind, without_filler
from commonplace.core.conversation.sentences import (
    Mood,
    Sentence,
    agents_sentences,
    mood_of,
    normalize_lowercase,
    sentences_of,
)
from commonplace.core.conversation.signs import Position, is_likely, signs_of, specifics_in
from commonplace.core.hygiene import shorten
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms
from commonplace.core.values import dataclass

ENOUGH = 3
"""A sentence whose cues weigh so much together can begin a statement of its own."""
FEWEST_TERMS = 3
"""With fewer words of its own a statement speaks of nothing that could be found again."""
_DENIES = re.compile(
    r"\b(?:not|no|never|n't|isn't|doesn't|don't|aren't|wasn't|only)\b|n't\b|不|没|别|无"
)
_OPENS_WITH_NO = re.compile(r"\W*(?:no|nope|nah|not|never|don't|wrong|stop)\b|不|别|错")
_HANGS_ON = re.compile(
    r"(?:it|that|this|they|those|these|and|so|because|then|otherwise|(?:the |main |my )?reason|outside of (?:that|it))\b|这|那|它|所以|因为|理由|否则|不然"
)
_OURS = re.compile(r"\b(?:we|our|ours|us|you|here)\b|我们|咱|你|这边|这里")
"""Who was telling of others comes back to the work with one of these."""
_PERSON = re.compile(r"\b(?:i|me|my|mine|i'm|i'd|i'll|you)\b|我(?!们)|你(?!们)")
CONTEXT_CHARACTERS = 300
ANSWER_TERMS = 4
"""An answer with fewer words of its own says only that it was heard."""
BARE_TERMS = 5
"""A reply with fewer words of its own is not understood without what it replies to."""
WHOLE_TERMS = 7
"""Who says so many words of their own names what they speak of."""
_YES_OR_NO = re.compile(
    r"\W*(?:yes|yep|yeah|yup|no|nope|nah|sure|ok|okay)\b(?!-| \w)|\W*(?:是的?|对|不是|不要|不用|不|好的?|可以)[，,。！!\s]"
)
_WEIGHS = re.compile(r"\bvs\b|\bor\b|\bversus\b|还是|或者|选型|哪[个种]")
_CLAUSE = re.compile(r"[,;:，；：]")
_OF_SOMEBODY = re.compile(r"\b(?:him|her|them|they|those|these|it|each)\b|[他她它]")
_OPENS_BACK = re.compile(
    r"(?:that|this|these|those|it|them|they|the (?:same|other|first|second|third|last)|both|instead|do (?:that|it|so)|same|neither|either|love (?:this|that|it|the)|exactly)\b(?! (?:one|is why)\b)"
    r"|(?:就)?[这那它](?!么|就|还|以后|先|也|改|用|走|你|我)|就(?:用|按|照)|照|后者|前者|同样"
)
_POINTS_BACK = re.compile(
    r"\b(?:that|this|these|those|it|them|they|the same|both|instead)\b|\btoo \w+|[这那它]|就用|就按|照|太"
)


@dataclass(frozen=True, slots=True)
class UserStatement:
    """Sentences of one turn that belong together, the cues they give, and where they stand."""

    sentences: tuple[Sentence, ...]
    cues: Counter[Cue]
    position: Position

    @property
    def words(self) -> str:
        """The sentences as they were typed."""
        return " ".join(each.text for each in self.sentences)

    @property
    def mask(self) -> str:
        """The sentences as they are looked at."""
        return " ".join(each.mask for each in self.sentences)

    @property
    def signs(self) -> dict[str, float]:
        """What speaks for keeping it and against it."""
        return signs_of(self.sentences, self.cues, self.position)

    @property
    def is_likely(self) -> bool:
        """Whether it is likely enough to hold beyond this conversation, or says so outright."""
        return self.is_outright or (is_likely(self.signs) and self._says_something)

    @property
    def is_outright(self) -> bool:
        """Whether it says itself how it is meant: one sentence, or a yes for good to what was done."""
        if phrases.approves_for_good(self.mask):
            return bool(self.position.before)
        enough = len(terms(self.words)) >= phrases.FEWEST_OUTRIGHT_TERMS
        return enough and len(self.sentences) == 1 and phrases.is_outright(self.mask)

    @property
    def is_personal(self) -> bool:
        """Whether it speaks of the person or to the agent, not of the work."""
        return _PERSON.search(self.mask) is not None and Cue.HABIT not in self.cues

    @property
    def _says_something(self) -> bool:
        """Whether it speaks of something in particular; an answer does so with its question."""
        own = terms(self.words)
        known = len(own) + (len(terms(self.position.before)) if self.position.is_answer else 0)
        return known >= FEWEST_TERMS and any(term not in CHATTER for term in own)


def statements_in(text: str, position: Position) -> tuple[UserStatement, ...]:
    """Return what the user states in a turn: what is likely to last.

    Several things said in one turn are several statements only where each is likely alone: what is
    not explains the others, and chat is typed in halves of sentences. What is said outright counts
    beside an errand, too.
    """
    whole = whole_turn(text, position)
    if whole is None:
        return ()
    groups = [statement_of(group, whole.position) for group in _groups(whole)]
    standing = tuple(each for each in groups if each.is_likely)
    if len(standing) > 1:
        return standing
    alone = [statement_of((each,), whole.position) for each in whole.sentences]
    if standing or whole.is_likely:
        # What else somebody opens with is the errand.
        lasting = tuple(each for each in alone if position.is_first and each.is_likely)
        return lasting or (whole,)
    return tuple(each for each in alone if each.is_outright)


def whole_turn(text: str, position: Position) -> UserStatement | None:
    """Return all that a turn states as one statement; None when it states nothing."""
    meant = tuple(each for each in sentences_of(text) if mood_of(each.mask) is None)
    if position.is_of_others and not any(_OURS.search(each.mask) for each in meant):
        return None
    return statement_of(meant, position) if meant else None


def kind_of(statement: UserStatement) -> Kind:
    """Return what kind of thing a statement says."""
    cues = statement.cues
    if phrases.approves_for_good(statement.mask):
        return Kind.APPROVAL
    if cues[Cue.PRAISE] and (cues[Cue.UNIVERSAL] or cues[Cue.WISH] > 1):
        return Kind.APPROVAL
    if cues[Cue.CORRECTING] and not cues[Cue.DECIDED]:
        return Kind.CORRECTION
    if cues[Cue.DECIDED]:
        return Kind.DECISION
    if cues[Cue.TOLD] or cues[Cue.BOUND] > cues[Cue.WISH] + cues[Cue.HABIT]:
        return Kind.FACT
    return Kind.PREFERENCE


def _groups(whole: UserStatement) -> list[tuple[Sentence, ...]]:
    """Return the sentences that belong together: a new group begins with what is of another matter."""
    groups: list[list[Sentence]] = []
    known: set[str] = set()
    has_head = False
    for sentence in whole.sentences:
        is_head = sum(statement_of((sentence,), whole.position).cues.values()) >= ENOUGH
        own = set(terms(sentence.text)) - CHATTER
        goes_on = _HANGS_ON.match(sentence.mask) is not None or not known.isdisjoint(own)
        # What follows a denial says what holds instead.
        goes_on = goes_on or (
            bool(groups) and _OPENS_WITH_NO.match(groups[-1][-1].mask) is not None
        )
        if not groups or (is_head and has_head and not goes_on):
            groups.append([])
            known = set()
        groups[-1].append(sentence)
        known |= own
        has_head = has_head or is_head
    return [tuple(group) for group in groups]


def statement_of(sentences: tuple[Sentence, ...], position: Position) -> UserStatement:
    """Return sentences of one turn as one statement, with the cues that they give together."""
    cues: Counter[Cue] = Counter()
    for sentence in sentences:
        for cue, weight in cues_in(sentence.mask).items():
            cues[cue] = max(cues[cue], weight)
        if _contradicts(sentence, position):
            cues[Cue.CORRECTING] = max(cues[Cue.CORRECTING], 2)
    return UserStatement(sentences, cues, position)


def _contradicts(sentence: Sentence, position: Position) -> bool:
    """Say whether a sentence denies something particular that the agent has just said."""
    denies = _DENIES.search(sentence.mask) is not None
    return denies and not position.named.isdisjoint(specifics_in(sentence.text))


_ACKNOWLEDGES = re.compile(
    r"(?:noted|got it|understood|acknowledged|will do|i(?:'ve| have) noted|i(?:'ll| will) remember)\b|(?:记住了|记下了|已记住|已记下|收到|明白)"
)
"""How an agent says that it has heard something: what it then says back is about that, not about what comes next."""


def context_of(statement: UserStatement) -> tuple[str, ...]:
    """Return the one sentence without which a statement is not understood: what it answers or points at."""
    if not _hangs_on(statement):
        return ()
    said = (*_question(statement), *_spoken_about(statement), *_asked(statement))
    if _is_choosing(statement):
        said = (*_asked_first(statement), *said)
    own = set(terms(statement.words)) - CHATTER
    best = max(said, key=lambda each: len(own & set(terms(each))), default="")
    return (shorten(best, CONTEXT_CHARACTERS),) if best else ()


def _hangs_on(statement: UserStatement) -> bool:
    """Say whether a statement means nothing by itself: a bare answer, or one that begins with what was there before."""
    if phrases.turns_away(statement.mask):
        return False
    fewest = BARE_TERMS if statement.position.is_answer else FEWEST_TERMS
    is_bare = len(set(terms(statement.words))) < fewest
    is_for_good = phrases.approves_for_good(statement.mask)
    return is_bare or is_for_good or bool(_question(statement)) or _opens_back(statement)


def _opens_back(statement: UserStatement) -> bool:
    """Say whether the first clause points back, or is no more than a word or two that take up what was asked."""
    said = (without_filler(each.mask) for each in statement.sentences)
    first = next((each for each in said if terms(each)), "")
    clause = _CLAUSE.split(first, maxsplit=1)[0]
    is_elliptic = _is_choosing(statement) and len(set(terms(first)) - CHATTER) < FEWEST_TERMS
    return is_elliptic or bool(_OPENS_BACK.match(first) or _OF_SOMEBODY.search(clause))


def _question(statement: UserStatement) -> tuple[str, ...]:
    """Return the question that a yes or a no answers."""
    if not statement.position.is_answer or not _YES_OR_NO.match(statement.mask):
        return ()
    said = agents_sentences(statement.position.before)
    return tuple(each.text for each in said if mood_of(each.mask) is Mood.ASKED)[-1:]


def _points_back(statement: UserStatement) -> bool:
    return _POINTS_BACK.search(statement.mask) is not None


def _is_choosing(statement: UserStatement) -> bool:
    """Say whether the user had asked which of several it should be."""
    asked = normalize_lowercase(statement.position.asked)
    return statement.position.is_weighed_up or _WEIGHS.search(asked) is not None


def _asked_first(statement: UserStatement) -> tuple[str, ...]:
    """Return what the user had asked to choose among."""
    return tuple(each.text for each in sentences_of(statement.position.asked))[:1]


def _asked(statement: UserStatement) -> tuple[str, ...]:
    """Return what the user had asked for, where the statement points back and answers no question."""
    if statement.position.is_answer or not _points_back(statement):
        return ()
    said = [each.text for each in sentences_of(statement.position.asked)]
    return tuple(each for each in said if len(terms(each)) >= ANSWER_TERMS)[:1]


def _spoken_about(statement: UserStatement) -> tuple[str, ...]:
    """Return the agent's sentence that shares most words with the statement: of equals the last."""
    own = set(terms(statement.words)) - CHATTER
    before = agents_sentences(statement.position.before)
    said = [
        each
        for each in before
        if not claims_nothing(each.text)
        and not (_ACKNOWLEDGES.match(each.mask) and own.isdisjoint(terms(each.text)))
    ]
    found = [(len(own & set(terms(each.text))), at) for at, each in enumerate(said)]
    shared, best = max(found, default=(0, 0))
    # What stands there by chance tells nothing: "Switched to pnpm" before the choice of a database.
    is_meant = (
        shared or len(own) < WHOLE_TERMS or statement.position.is_answer or _is_agreed(statement)
    )
    return (said[best].text,) if found and is_meant else ()


def _is_agreed(statement: UserStatement) -> bool:
    return kind_of(statement) is Kind.APPROVAL or _points_back(statement)
