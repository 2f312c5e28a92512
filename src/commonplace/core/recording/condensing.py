"""Say a sentence shorter: without what leads up to it, what hedges it and what refers elsewhere."""

from __future__ import annotations

import re

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
_LINK = re.compile(r"\[([^\]\n]{1,200})\](?:\([^)\n]{0,300}\)|\[[^\]\n]{0,100}\])")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1")
_AFTERTHOUGHT = re.compile(
    r"(?:, (?:because|since|so that|which|as|e\.g\.|for example|and|with|or)\b|; | [—–-] |[，；])"
)
_ENDS = " \t.。;；,，:："


def condensed(sentence: str) -> str:
    """Return `sentence` in fewer words, as one line without its stop; every claim of it is kept."""
    said = _STRONG.sub(r"\2", _LINK.sub(r"\1", _IMAGE.sub("", sentence)))
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
