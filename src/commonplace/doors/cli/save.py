"""`commonplace save`: memory-save as a command; whatever happens, the answer is one JSON object."""

from __future__ import annotations

import json
from dataclasses import replace

import click

from commonplace.app.books import Book
from commonplace.app.closing import close_written
from commonplace.app.profiles import profile_in
from commonplace.core.changes import Proposal
from commonplace.core.memory import Origin
from commonplace.core.ports import Question, Stamp
from commonplace.core.profile_save import SaveCode, SaveRequest, SaveResult, refusal
from commonplace.doors.cli.asking import YES, asker_for
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.remember import read_text
from commonplace.doors.cli.spoken import command, option
from commonplace.errors import CommonplaceError
from commonplace.flows.save import failed, propose_save, save

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
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def command_line(
    desk: Desk, /, text: str, content: str, yes: bool, wants_index: bool, **asked: str
) -> int:
    """Save TEXT into soul, user, agent or a topic: one reading and one write."""
    said = read_text(content or text)
    request = SaveRequest(content=said, wants_index=wants_index, **asked)
    try:
        result = TOLD_TWICE if text and content else _saved(desk, request, yes=yes)
    except CommonplaceError as error:
        result = failed(SaveCode.FAILED, error.message("zh"))
    desk.echo(json.dumps(_as_json(result), ensure_ascii=False))
    return 0 if result.errcode is SaveCode.DONE else 1


def _saved(desk: Desk, request: SaveRequest, *, yes: bool) -> SaveResult:
    if trouble := refusal(request):
        return failed(trouble.code, trouble.reason)
    book = desk.open()
    asker = asker_for(desk, yes=yes)
    origin = Origin.AGENT if desk.agent else Origin.HUMAN
    profile = profile_in(book)
    match asker.ask(Question(text=desk.text("ask.save", target=request.target))):
        case None:
            return _left_waiting(desk, book, propose_save(request, profile, desk.clock(), origin))
        case answer if answer != YES:
            return SaveResult(errcode=SaveCode.DONE, message="无需写入：未获同意")
    stamp = Stamp(who=desk.who, channel=asker.channel)
    result = save(request, profile, stamp, desk.clock(), origin)
    if result.is_open:
        return _left_waiting(desk, book, propose_save(request, profile, desk.clock(), origin))
    return replace(result, closed=close_written(book, desk.clock())) if result.files else result


def _left_waiting(desk: Desk, book: Book, made: Proposal | SaveResult) -> SaveResult:
    """Keep what nobody was there to agree to; what is there already needs nobody."""
    if isinstance(made, SaveResult):
        return made
    kept_as = book.proposals.save(made, desk.clock())
    why = f"（{made.note}）" if made.note else ""
    return failed(
        SaveCode.FAILED, f"需要确认{why}，没有写入；已留待审阅（commonplace review）：{kept_as}"
    )


def _as_json(result: SaveResult) -> dict[str, int | str | list[str]]:
    told: dict[str, int | str | list[str]] = {
        "errcode": int(result.errcode),
        "message": result.message,
        "files": list(result.files),
    }
    if result.replaced:
        told["replaced"] = result.replaced
    if result.closed:
        told["closed"] = list(result.closed)
    return told
