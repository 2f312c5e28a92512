"""`commonplace save`: memory-save as a command; whatever happens, the answer is one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.govern import profile_in, settle_saved
from commonplace.app.learn import speaks_for_user
from commonplace.core.changes import QUOTED, Proposal
from commonplace.core.governance import Label
from commonplace.core.memory import Origin
from commonplace.core.ports import Question, Stamp
from commonplace.core.profile_save import SaveCode, SaveRequest, SaveResult, refusal
from commonplace.doors.cli.consent import tell_ending
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, StandingAnswer, asker_for, labels_said
from commonplace.doors.cli.remember import read_text
from commonplace.doors.render.common import Json
from commonplace.doors.render.proposals import neighbour_as_json
from commonplace.errors import CommonplaceError
from commonplace.flows.save import ADDED_TO, failed, propose_save, save
from commonplace.flows.settle import Settled

TOLD_TWICE = failed(SaveCode.BAD_REQUEST, "content 给出了两次")


@command("save", "commonplace save --target user --field 语言 --value 中文")
@click.argument("text", metavar="TEXT", default="")
@option("--target", metavar="NAME", default="")
@option("--content", metavar="TEXT", default="")
@option("--field", metavar="NAME", default="")
@option("--value", metavar="TEXT", default="")
@option("--check", "tick", metavar="ITEM", default="")
@option("--remove-section", "remove_section", metavar="HEADING", default="")
@option("--name", metavar="TOPIC", default="")
@option("--index", "wants_index", is_flag=True)
@option("--label", "labels", metavar="ID=LABEL:REASON", multiple=True)
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def command_line(
    desk: Desk, /, text: str, content: str, yes: bool, wants_index: bool, **asked: Any
) -> int:
    """Save TEXT into soul, user, agent or a topic: one reading and one write."""
    labels = labels_said(asked.pop("labels"), desk.agent)
    said = read_text(content or text)
    request = SaveRequest(content=said, wants_index=wants_index, **asked)
    ended: Settled | None = None
    try:
        if text and content:
            result = TOLD_TWICE
        else:
            result, ended = _saved(desk, request, labels, yes=yes)
    except CommonplaceError as error:
        result = failed(SaveCode.FAILED, error.message("zh"))
    desk.write(json.dumps(desk.for_agent(_as_json(result, ended)), ensure_ascii=False))
    if ended:
        tell_ending(desk, replace(ended, closed=()))  # the answer has named them
    return 0 if result.errcode is SaveCode.DONE else 1


def _saved(
    desk: Desk, request: SaveRequest, labels: Sequence[Label], *, yes: bool
) -> tuple[SaveResult, Settled | None]:
    """Return what came of a request, and how the write ended if there was one."""
    if trouble := refusal(request):
        return failed(trouble.code, trouble.reason), None
    book = desk.open(reads_pages=False)  # its target is opened once, by the save
    result = _agreed(desk, book, request, labels, yes=yes)
    if result.receipt is None:
        return result, None
    return result, settle_saved(book, result.receipt, desk.clock(), desk.settings)


def _agreed(
    desk: Desk, book: Book, request: SaveRequest, labels: Sequence[Label], *, yes: bool
) -> SaveResult:
    """Ask, and save what was agreed to; what nobody agreed to waits."""
    is_quoted = bool(desk.agent) and _quotes_user(desk, request, yes=yes)
    asker = StandingAnswer(answer=YES, channel=QUOTED) if is_quoted else asker_for(desk, yes=yes)
    origin = Origin.AGENT if desk.agent and not is_quoted else Origin.HUMAN
    profile = profile_in(book)

    def left_waiting() -> SaveResult:
        """Keep it for a person, with what the agent says about what it was compared with."""
        made = propose_save(request, profile, desk.clock(), origin, labels)
        return _left_waiting(desk, book, made)

    match asker.ask(Question(text=desk.text("ask.save", target=request.target))):
        case None:
            return left_waiting()
        case answer if answer != YES:
            return SaveResult(errcode=SaveCode.DONE, message="无需写入：未获同意")
    stamp = Stamp(who=desk.who, channel=asker.channel)
    result = save(request, profile, stamp, desk.clock(), origin, labels=labels)
    return left_waiting() if result.is_open else result


def _quotes_user(desk: Desk, request: SaveRequest, *, yes: bool) -> bool:
    """Say whether an agent adds nothing but the user's own words, where saves need no asking."""
    if not (yes or desk.settings.policy == "auto") or request.target not in ADDED_TO:
        return False
    said = filter(None, (request.content, request.field, request.value))
    return speaks_for_user(list(said), desk.environ)


def _left_waiting(desk: Desk, book: Book, made: Proposal | SaveResult) -> SaveResult:
    """Keep what nobody was there to agree to; what is there already needs nobody."""
    if isinstance(made, SaveResult):
        return made
    kept_as = book.proposals.save(replace(made, proposed_by=desk.agent), desk.clock())
    why = f"（{made.note}）" if made.note else ""
    told = failed(
        SaveCode.FAILED, f"需要确认{why}，没有写入；已留待审阅（commonplace review）：{kept_as}"
    )
    return replace(told, waiting=kept_as, compared=made.compared)


def _as_json(result: SaveResult, ended: Settled | None) -> dict[str, Json]:
    told: dict[str, Json] = {
        "errcode": int(result.errcode),
        "message": result.message,
        "files": list(result.files),
    }
    if result.replaced:
        told["replaced"] = result.replaced
    if result.waiting:
        told["waiting"] = result.waiting
    if doubts := [each for each in result.compared if each.doubt]:
        told["doubts"] = [{"memory": each.memory, "question": each.doubt} for each in doubts]
    if result.compared:
        told["neighbours"] = [neighbour_as_json(each) for each in result.compared]
    if ended and ended.closed:
        told["closed"] = list(ended.closed)
    return told
