"""Save into a profile: the target is opened once for reading and published once; what it displaced is compared.

This is memory-save's own budget, so it does not go through `commit`, which reads the book again for
its indices: a profile has none. A write that fails is told as it failed; no other path is tried.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from commonplace.core.changes import FileEdit, Outcome, Proposal, Receipt, fingerprint
from commonplace.core.governance import NEIGHBOURS_AT_MOST, overlap
from commonplace.core.headings import bare, prose_flags
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
from commonplace.core.quarantine import is_held
from commonplace.core.rejections import Exact, Near, Rejection, recognise
from commonplace.core.relations import Contradicts
from commonplace.errors import CommonplaceError
from commonplace.flows.proposing import changes_between

ADDED_TO = "user"
"""The target whose page is a list of facts."""


def question_about(request: SaveRequest, page: bytes | None, judge: Judge | None) -> str:
    """Return what has to be asked before `request` is written beside what `page` says; empty for nothing."""
    if judge is None or request.target != ADDED_TO or not request.content.strip():
        return ""
    new = Candidate(title="", body=request.content)
    lines = (page or b"").decode("utf-8", "replace").splitlines()
    facts = [
        Memory(id=request.target, title=bare(line), body=bare(line))
        for line, is_prose in zip(lines, prose_flags(lines), strict=True)
        if is_prose and not line.startswith("#") and bare(line)
    ]
    shares = [(overlap(new, fact), fact) for fact in facts]
    nearest = sorted((each for each in shares if each[0]), key=lambda each: -each[0])
    for _, fact in nearest[:NEIGHBOURS_AT_MOST]:
        relation = judge.compare(new, fact)
        if isinstance(relation, Contradicts):
            return relation.question
    return ""


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
    """Who is asked whether a fact contradicts another on its page; nobody where none is given."""


@dataclass(frozen=True, slots=True)
class _Planned:
    path: str
    before: bytes | None
    after: Rewritten


def save(
    request: SaveRequest,
    profile: Profile,
    stamp: Stamp,
    now: datetime,
    origin: Origin = Origin.HUMAN,
) -> SaveResult:
    """Carry `request` out and say how it ended; nothing is raised for what a caller can meet."""
    if trouble := refusal(request):
        return failed(trouble.code, trouble.reason)
    if answer := _refused(request, profile, now):
        return answer
    try:
        with profile.store.locked():
            return _save(request, profile, stamp, now, origin)
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
        case Near(rejection):
            return failed(SaveCode.FAILED, f"与 {rejection.at} 被拒绝的内容相近，没有写入")
        case None:
            return None


def propose_save(
    request: SaveRequest, profile: Profile, now: datetime, origin: Origin
) -> Proposal | SaveResult:
    """Propose what `request` would write, for somebody who has to be asked; else say why nothing is."""
    if trouble := refusal(request):
        return failed(trouble.code, trouble.reason)
    if answer := _refused(request, profile, now):
        return answer
    planned = _planned(request, profile)
    if isinstance(planned, SaveResult):
        return planned
    proposal = _proposal(planned, profile, now, origin)
    name = f"{now:%Y%m%dT%H%M%S}-{proposal.digest[:6]}"
    question = question_about(request, planned[0].before, profile.judge)
    asked = json.dumps(asdict(request), ensure_ascii=False)
    return replace(proposal, id=name, action=ASKED_ABOUT, note=question, request=asked)


def propose_anew(waited: Proposal, profile: Profile, now: datetime) -> Proposal | SaveResult:
    """Propose the request that `waited` was made of on its page as it is now, under the same name."""
    made = propose_save(
        SaveRequest(**json.loads(waited.request)), profile, now, origin=waited.origin
    )
    return made if isinstance(made, SaveResult) else replace(made, id=waited.id)


def _save(
    request: SaveRequest, profile: Profile, stamp: Stamp, now: datetime, origin: Origin
) -> SaveResult:
    planned = _planned(request, profile)
    if isinstance(planned, SaveResult):
        return planned
    if question := question_about(request, planned[0].before, profile.judge):
        return _open(f"可能与已有内容矛盾，没有写入：{question}")
    if is_held(origin, stamp.channel):
        # A page is shown whole: a mark on its section would hide what others said there.
        return _open("需要确认，没有写入")
    proposal = _proposal(planned, profile, now, origin)
    read = {one.path: one.before for one in planned}
    return _told(profile.store.apply(proposal, stamp, read), planned, profile.root)


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
