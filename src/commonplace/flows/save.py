"""Save into a profile: the target is opened once for reading and published once; what it displaced is compared.

This is memory-save's own budget, so it does not go through `commit`, which reads the book again for
its indices: a profile has none. A write that fails is told as it failed; no other path is tried.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from commonplace.core.changes import (
    Compared,
    FileEdit,
    Outcome,
    Proposal,
    Receipt,
    fingerprint,
    is_held,
)
from commonplace.core.governance import (
    NEIGHBOURS_AT_MOST,
    Compatible,
    Duplicate,
    Label,
    Neighbour,
    Skip,
    decide,
    overlap,
)
from commonplace.core.headings import bare, prose_flags
from commonplace.core.letters import is_unspaced
from commonplace.core.memory import Candidate, Memory, Origin
from commonplace.core.ports import Judge, Layout, Stamp, Store
from commonplace.core.profile_save import (
    AlreadyThere,
    CannotSave,
    Rewriting,
    Rewritten,
    SaveCode,
    SaveRequest,
    SaveResult,
    paths_of,
    refusal,
)
from commonplace.core.rejections import Exact, Rejection, recognise
from commonplace.core.rejections import Near as NearRefusal
from commonplace.core.values import asdict, dataclass, replace
from commonplace.errors import CommonplaceError
from commonplace.flows.govern import compared_with, evidence_of, labels_of, with_labels
from commonplace.flows.proposals import changes_between
from commonplace.messages import say

Read = Mapping[str, bytes | None]
"""The pages that a save has read, by their paths."""
Near = Callable[[str, Read], Sequence[Memory]]
"""What other pages say that is near a text, by the index; the pages in hand are not read again."""

ADDED_TO = ("user", "topic")
"""Targets that words are added to; rules and the soul change by a person's own hand."""
ASKED_ABOUT = "profile"
"""The verb of a save that waits for a person."""

Rewrite = Callable[[SaveRequest, str, bytes | None], Rewriting]
"""What a request makes of one file: the layout's own knowledge, without any reading or writing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The book that is saved into, and how its files are rewritten."""

    root: str
    layout: Layout
    store: Store
    rewrite: Rewrite
    rejections: tuple[Rejection, ...] = ()
    """What was refused in this book: read by whoever opened it, for a save reads its target alone."""
    judge: Judge | None = None
    """Who is asked how a text stands to what the profile says; nobody where none is given."""
    near: Near | None = None


@dataclass(frozen=True, slots=True)
class _Planned:
    path: str
    before: bytes | None
    after: Rewritten


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weighed:
    """What a text was compared with, and what came of it."""

    compared: tuple[Compared, ...] = ()
    question: str = ""
    """What a person is asked before it is written; empty for nothing."""
    known: str = ""
    """The line of the page that says it already; empty where none does."""


def save(
    request: SaveRequest,
    profile: Profile,
    stamp: Stamp,
    now: datetime,
    origin: Origin = Origin.HUMAN,
    *,
    labels: Sequence[Label] = (),
) -> SaveResult:
    """Carry `request` out and say how it ended; nothing is raised for what a caller can meet.

    `labels` is what an agent says about what the text is compared with: it may have a person asked.
    """
    if trouble := refusal(request):
        return failed(trouble.code, trouble.reason)
    if answer := _refused(request, profile, now):
        return answer
    try:
        with profile.store.locked():
            return _save(request, profile, stamp, now, origin, labels=labels)
    except CommonplaceError as error:
        return failed(SaveCode.FAILED, error.message("zh"))


def _refused(request: SaveRequest, profile: Profile, now: datetime) -> SaveResult | None:
    """Return the answer to what was refused before: exactly is nothing to do, nearly is no yes."""
    said = request.content or f"{request.field}: {request.value}"
    match recognise(said, profile.rejections, "", now.date()):
        case Exact(rejection):
            return SaveResult(
                errcode=SaveCode.DONE, message=f"无需写入：该内容已于 {rejection.at} 被拒绝"
            )
        case NearRefusal(rejection):
            return failed(SaveCode.FAILED, f"与 {rejection.at} 被拒绝的内容相近，没有写入")
        case None:
            return None


def propose_save(
    request: SaveRequest,
    profile: Profile,
    now: datetime,
    origin: Origin,
    labels: Sequence[Label] = (),
) -> Proposal | SaveResult:
    """Propose what `request` would write, for somebody who has to be asked; else say why nothing is."""
    if trouble := refusal(request):
        return failed(trouble.code, trouble.reason)
    if answer := _refused(request, profile, now):
        return answer
    planned = _planned(request, profile)
    if isinstance(planned, SaveResult):
        return planned
    weighed = _weighed(request, planned, profile, labels)
    if weighed.known:
        return _known(weighed)
    proposal = _proposal(planned, profile, now, origin)
    return replace(
        proposal,
        id=f"{now:%Y%m%dT%H%M%S}-{proposal.digest[:6]}",
        action=ASKED_ABOUT,
        note=weighed.question,
        request=json.dumps(asdict(request), ensure_ascii=False),
        compared=weighed.compared,
    )


def propose_anew(waited: Proposal, profile: Profile, now: datetime) -> Proposal | SaveResult:
    """Propose the request that `waited` was made of on its page as it is now, under the same name."""
    request = SaveRequest(**json.loads(waited.request))
    made = propose_save(request, profile, now, waited.origin, labels_of(waited))
    return made if isinstance(made, SaveResult) else replace(made, id=waited.id)


def _save(
    request: SaveRequest,
    profile: Profile,
    stamp: Stamp,
    now: datetime,
    origin: Origin,
    *,
    labels: Sequence[Label],
) -> SaveResult:
    planned = _planned(request, profile)
    if isinstance(planned, SaveResult):
        return planned
    weighed = _weighed(request, planned, profile, labels)
    if weighed.known:
        return _known(weighed)
    if weighed.question:
        return _open(f"可能与已有内容矛盾，没有写入：{weighed.question}")
    if is_held(origin, stamp.channel):
        # A page is shown whole: a mark on its section would hide what others said there.
        return _open("需要确认，没有写入")
    proposal = _proposal(planned, profile, now, origin)
    read = {one.path: one.before for one in planned}
    told = _told(profile.store.apply(proposal, stamp, read), planned, profile.root)
    return replace(told, compared=weighed.compared)


def _weighed(
    request: SaveRequest,
    planned: Sequence[_Planned],
    profile: Profile,
    labels: Sequence[Label],
) -> _Weighed:
    """Compare a text as `remember` does: with each line of its page that stays, and what is near elsewhere.

    What another page says already is mentioned and written all the same: pages are read apart.
    """
    said = _said(request)
    if profile.judge is None or not said:
        return _Weighed()
    new = Candidate(title="", body=said)
    stays = _lines_kept(planned[0], new) if request.target == "user" else []
    other = profile.near(said, {one.path: one.before for one in planned}) if profile.near else ()
    here = compared_with(stays, new, profile.judge)
    there = compared_with(other, new, profile.judge)
    neighbours = with_labels((*here, *map(_repeated, there)), labels, new)
    decision = decide(neighbours, profile.layout.traits.cut_offs)
    if isinstance(decision, Skip):
        assert decision.memory is not None, "what is known names who says it"
        return _Weighed(known=decision.memory.body)
    question = getattr(decision, "question", "")
    return _Weighed(compared=evidence_of(neighbours, new, is_open=not question), question=question)


def _said(request: SaveRequest) -> str:
    """Return the claim of a request; ticks, sections and the soul's own fields claim nothing about others."""
    if request.target not in ADDED_TO:
        return ""
    content = request.content.strip()
    return content or f"{request.field.strip()}: {request.value.strip()}"


def _lines_kept(page: _Planned, new: Candidate) -> list[Memory]:
    """Return the lines of a page nearest to a text that will stand beside it, each by its place."""
    lines = (page.before or b"").decode("utf-8", "replace").splitlines()
    after = set(page.after.content.decode("utf-8", "replace").splitlines())
    facts = [
        Memory(id=f"{page.path}:{number}", title=bare(line), body=bare(line))
        for number, (line, is_prose) in enumerate(zip(lines, prose_flags(lines), strict=True), 1)
        if is_prose and line in after and not line.startswith("#") and bare(line)
    ]
    shares = sorted(((overlap(new, fact), fact) for fact in facts), key=lambda each: -each[0])
    return [fact for share, fact in shares if share][:NEIGHBOURS_AT_MOST]


def _repeated(near: Neighbour) -> Neighbour:
    """Return a neighbour on another page that says the same as one that is mentioned, and drops nothing."""
    if not isinstance(near.relation, Duplicate):
        return near
    language = "zh" if any(map(is_unspaced, near.memory.body)) else "en"
    alike = say("question.alike", language, title=near.memory.title)
    return replace(near, relation=Compatible(replace(near.relation.evidence, alike=alike)))


def _known(weighed: _Weighed) -> SaveResult:
    return SaveResult(errcode=SaveCode.DONE, message=f"无需写入：已有相同内容（{weighed.known}）")


def _open(reason: str) -> SaveResult:
    """Return the answer for a save that a person has to look at before anything is written."""
    return replace(failed(SaveCode.FAILED, reason), is_open=True)


def _planned(request: SaveRequest, profile: Profile) -> list[_Planned] | SaveResult:
    """Return what each file of the request would hold, or the answer when nothing is to be written."""
    planned: list[_Planned] = []
    reasons: list[str] = []
    for path in paths_of(request):
        before = profile.store.read_one(path)
        match profile.rewrite(request, path, before):
            case CannotSave(code=code, reason=reason):
                return failed(code, reason)
            case AlreadyThere(reason=reason):
                reasons.append(reason)
            case Rewritten() as after:
                planned.append(_Planned(path, before, after))
    if not planned:
        return SaveResult(errcode=SaveCode.DONE, message=f"无需写入：{'；'.join(reasons)}")
    for problem in profile.layout.parse({one.path: one.after.content for one in planned}).problems:
        return failed(SaveCode.UNSAFE, f"写入后将无法再读取 {problem.path}（{problem.code}）")
    return planned


def _proposal(planned: list[_Planned], profile: Profile, now: datetime, origin: Origin) -> Proposal:
    """Return the proposal; which memories it is about is read from the texts in hand."""
    before = {one.path: one.before for one in planned if one.before is not None}
    after = {one.path: one.after.content for one in planned}
    edits = (FileEdit(one.path, fingerprint(one.before), one.after.content) for one in planned)
    return Proposal(
        id=f"{now:%Y%m%dT%H%M%S}-save",
        book=profile.root,
        made_at=now,
        action="save",
        changes=changes_between(profile.layout.parse(before), profile.layout.parse(after)),
        edits=tuple(edits),
        origin=origin,
    )


def _told(receipt: Receipt, planned: list[_Planned], root: str) -> SaveResult:
    names = "、".join(one.path for one in planned)
    match receipt.outcome:
        case Outcome.COMMITTED:
            return SaveResult(
                errcode=SaveCode.DONE,
                message=f"成功更新 {names}",
                files=tuple(f"{root}/{one.path}" for one in planned),
                replaced=sum(one.after.replaced for one in planned),
                receipt=receipt,
            )
        case Outcome.CONFLICT:
            reason = f"{names} 同时被他人修改，两份文本都已保留"
        case Outcome.COMMITTED_PENDING:
            told = f"{names} 已记入日志，下次打开记忆库时完成"
            return SaveResult(errcode=SaveCode.PROMISED, message=told, receipt=receipt)
        case Outcome.FAILED:
            reason = f"{names} 未写入"
    return failed(SaveCode.FAILED, reason)


def failed(code: SaveCode, reason: str) -> SaveResult:
    """Return the answer for a save that wrote nothing, and says so."""
    return SaveResult(errcode=code, message=f"memory-save 失败：{reason}")
