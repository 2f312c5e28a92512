"""A finding as a memory would say it: a title that stands on its own, and a body."""

from __future__ import annotations

import re

from commonplace.core.conversation.findings import Finding, Kind
from commonplace.core.conversation.outcomes import explains
from commonplace.core.conversation.outright import approves_for_good
from commonplace.core.conversation.sentences import levelled, sentences_of
from commonplace.core.hygiene import shorten
from commonplace.core.tokens import terms

TITLE_TERMS = 3
"""A sentence with fewer words of its own is no title: the next one is tried."""

SUMMARY_CHARACTERS = 200

_FILLER = re.compile(
    r"^(?:(?:ok|okay|so|yeah|yep|yes|no|nope|hmm+|wait|and|but|also|oh|ah|well|right|haha|god no|neither|perfect"
    r"|fyi|btw|by the way|heads up|scratch that|anyway|actually|please|pls|for the record|note that)\b[\s,.:;!👌👍-]*"
    r"|(?:对了|等等|嗯|好的?|那就?|哦|不对?|行|可以|顺便说一?下?|其实|另外|注意)[\s，,。.：:！!]+)+",
    re.IGNORECASE,
)

HEARD = "conversation: "
"""How the source of what was heard begins; the lines that such a text quotes are evidence, not claims."""


def title_of(finding: Finding) -> str:
    """Return the first thing that a finding says, without the words that only keep a chat going."""
    first = _story(finding)[0].rstrip(".。")
    return first[:1].upper() + first[1:]


def summary_of(finding: Finding) -> str:
    """Return what a finding says from its title on, as the one line that is injected."""
    said = " ".join(_story(finding))
    return shorten(said[:1].upper() + said[1:], SUMMARY_CHARACTERS)


def _story(finding: Finding) -> list[str]:
    """Return the sentences from the one that is the point.

    Of a solved problem it is where the cause is told; a yes for good means what stood before it.
    """
    said = _telling(finding.words)
    if finding.kind is Kind.APPROVAL and approves_for_good(levelled(finding.words)):
        return [*finding.context, *said]
    causes = (at for at, each in enumerate(said) if explains(levelled(each)))
    return said[next(causes, 0) :] if finding.kind is Kind.SOLVED else said


def _telling(words: str) -> list[str]:
    """Return the sentences of `words` from the first one that says something, without fillers."""
    said = [_FILLER.sub("", each.text).strip() for each in sentences_of(words)]
    said = [each for each in said if each] or [words]
    heads = (at for at, each in enumerate(said) if len(terms(each)) >= TITLE_TERMS)
    return said[next(heads, 0) :]


def body_of(finding: Finding) -> str:
    """Return the user's words and, quoted, what they were about; a result that is kept is not quoted."""
    if finding.kind is Kind.SYNTHESIS:
        return finding.text
    quoted = ["\n".join(f"> {line}" for line in text.splitlines()) for text in finding.context]
    return "\n\n".join((finding.words, *quoted))
