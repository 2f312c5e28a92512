"""mem-skill's core loop, decided: what a turn is about, whether the topic changed, what to ask.

Plain functions on strings and tuples, because the prompt hook runs them in a fresh process. The
sentences an agent shall say are the original's, word for word; they are part of that format.
"""

from __future__ import annotations

from commonplace.core.injection import essence
from commonplace.core.keywords import key_terms
from commonplace.core.letters import SIGNS, levelled
from commonplace.core.stopwords import STOP_WORDS

FEWEST_KEYWORDS = 3
MOST_KEYWORDS = 8
FINGERPRINT = 3
SAME_TOPIC_ABOVE = 0.6
"""The share of keywords that two turns about one topic have in common; exactly so many is a switch."""
GROWN_ABOVE = 50
"""Entries above which another engine is suggested."""

RECORD = "We solved [problem]. I'd like to record this experience so I can reference it next time. Is that okay?"
RELATED = "I found an existing entry '[[{link}]]' that's related. Should I update it with the new information, or create a separate entry?"
NO_CATEGORY = "No category matches this topic. When something of it is worth recording, suggest a new one (for example `{name}`) and ask for its name and keywords."
SYNTHESIS = (
    "This {kind} seems valuable beyond this conversation. Want me to save it to the knowledge base?"
)
FORCED = "We used {skill} this time, but there's no experience record yet. Can I record this session's approach for future reference?"
GROWN = "Your knowledge base has grown to {count} entries. For faster semantic search, consider upgrading to QMD: run /mem-skill init --mem-engine=qmd."

_AT_CLAUSE_START = ("also", "next", "instead", "另外", "接下来", "顺便", "下一个")
"""Common words: only there do they turn to something else."""
_ANYWHERE = (
    "switch to", "by the way", "new topic", "another topic", "different topic", "change the topic",
    "change the subject", "new category", "another category", "different category",
    "换个话题", "换一个话题", "换个分类", "换个类别", "新的分类", "新分类", "新类别", "顺便问",
)  # fmt: skip
_CONTENT = (
    "great", "perfect", "excellent", "awesome", "wonderful", "brilliant", "fantastic", "lovely", "nice", "lgtm",
    "that works", "it works", "this works", "works now", "works great", "that worked", "it worked", "looks good",
    "looks great", "that did it", "that fixed it", "that solved it", "well done", "good job", "all done",
    "problem solved", "we are done", "task complete", "all tests pass",
    "太好了", "完美", "可以了", "搞定", "解决了", "好极了", "很好", "不错", "成功了", "完成了", "太棒了",
)  # fmt: skip
_BEFORE_CONTENT = ("ok", "okay", "yes", "yeah", "wow", "thanks", "and", "oh", "now")
_DENIALS = frozenset({"not", "no", "never", "isn't", "doesn't", "don't", "didn't", "but", "if", "almost"})  # fmt: skip
_KINDS = (
    ("comparison", ("compare", "comparison", "versus", "vs", "pros and cons", "trade-offs", "tradeoffs", "对比", "比较")),
    ("analysis", ("analyse", "analyze", "analysis", "root cause", "deep dive", "分析")),
    ("summary", ("summarise", "summarize", "summary", "recap", "总结", "归纳")),
)  # fmt: skip
_CLAUSE_ENDS = ".!?;:,"
_WIDE_ENDS = str.maketrans("。！？；：，、", ".!?;:,,")


def keywords_of(text: str) -> tuple[str, ...]:
    """Return three to eight words that `text` is about, in lower case, the best first (step 1).

    What only tells that somebody is content is not what a turn is about.
    """
    said = "\n".join(clause for clause in clauses(essence(text)) if not _is_content(clause))
    found = dict.fromkeys(word.casefold() for word in key_terms(said, MOST_KEYWORDS))
    for word in _words(said):
        if len(found) >= FEWEST_KEYWORDS:
            break
        if word not in STOP_WORDS and len(word) > 1:
            found[word] = None
    return tuple(found)


def fingerprint(keywords: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words by which a topic is known again."""
    return keywords[:FINGERPRINT]


def is_switch(before: tuple[str, ...], now: tuple[str, ...], text: str) -> bool:
    """Say whether a turn is about something else than the one before it (step 2)."""
    if turns_away(text) or not before:
        return True
    if not now:
        return False
    shared = len(set(before) & set(now)) / max(len(set(before)), len(set(now)))
    return shared <= SAME_TOPIC_ABOVE


def turns_away(text: str) -> bool:
    """Say whether `text` turns to something else in so many words."""
    for clause in clauses(essence(text)):
        words = f" {' '.join(_words(clause))} "
        if _begins(words, _AT_CLAUSE_START) or any(_stands(phrase, words) for phrase in _ANYWHERE):
            return True
    return False


def is_content(text: str) -> bool:
    """Say whether somebody tells that the task is done, or done well (step 5)."""
    return any(map(_is_content, clauses(essence(text))))


def synthesis_in(text: str) -> str:
    """Return what sort of synthesis `text` asks for, empty for none (step 5)."""
    words = f" {' '.join(_words(essence(text)))} "
    return next((kind for kind, signs in _KINDS if any(_stands(s, words) for s in signs)), "")


def clauses(text: str) -> list[str]:
    """Return what commas, full stops and line ends divide; a sign inside a word divides nothing."""
    found: list[str] = []
    words: list[str] = []
    for line in text.translate(_WIDE_ENDS).split("\n"):
        for word in _spaced_ends(line).split():
            words.append(word)
            if word[-1] in _CLAUSE_ENDS:
                found.append(" ".join(words))
                words = []
        found.append(" ".join(words))
        words = []
    return [clause for clause in found if clause]


def _spaced_ends(line: str) -> str:
    """Return a line in which signs between Chinese characters end a word, as those before a space do."""
    if line.isascii():
        return line
    return "".join(
        f"{char} " if char in _CLAUSE_ENDS and before > "\u2e7f" else char
        for before, char in zip(" " + line, line, strict=False)
    )


def _is_content(clause: str) -> bool:
    words = _words(clause)
    if clause.endswith("?") or _DENIALS & set(words):
        return False
    while words and words[0] in _BEFORE_CONTENT:
        words = words[1:]
    return _begins(f" {' '.join(words)} ", _CONTENT)


def _begins(words: str, phrases: tuple[str, ...]) -> bool:
    return any(
        words.startswith(f" {phrase} " if phrase.isascii() else f" {phrase}") for phrase in phrases
    )


def _stands(phrase: str, words: str) -> bool:
    return (f" {phrase} " if phrase.isascii() else phrase) in words


def _words(text: str) -> list[str]:
    return [word for raw in levelled(text).casefold().split() if (word := raw.strip(SIGNS))]
