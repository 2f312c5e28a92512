"""`commonplace reject`: refuse a claim, so that it does not come back from wherever it came.

`commonplace verify`: a person says that a memory still fits its code, and the day is noted.
"""

from __future__ import annotations

from datetime import date

import click

from commonplace.app.provenance import anchor_said, project_of
from commonplace.core.anchors import AnchorStanding
from commonplace.core.changes import Bury
from commonplace.core.names import check_topic
from commonplace.core.rejections import EVERYWHERE, Rejection
from commonplace.core.values import replace
from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.remember import read_text
from commonplace.doors.render.common import Json, visible
from commonplace.errors import BadInput
from commonplace.flows.anchors import verify
from commonplace.flows.capture import line, plain
from commonplace.flows.change import lift, reject, standing_rejections
from commonplace.flows.view import View


@command("reject", "commonplace reject 'Use npm for the web repo.' --reason 'we use pnpm'")
@click.argument("text", required=False, default=None)
@option("--reason", metavar="TEXT", default="")
@option("--scope", "refused_in", metavar="TOPIC", default="")
@option("--until", metavar="DATE", default="")
@option("--lift", "lifts", is_flag=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    text: str | None,
    reason: str,
    refused_in: str,
    until: str,
    lifts: bool,
    yes: bool,
    dry_run: bool,
) -> int:
    """Refuse TEXT from now on, or list what is refused."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    view = desk.view(book)
    if text is None:
        _list(desk, view)
        return 0
    claim = plain(read_text(text)).strip()
    if not claim:
        raise BadInput("empty-text")
    if lifts:
        desk.require_person()
        return settle(desk, book, lift(claim, view), how)
    rejection = Rejection(
        claim=claim,
        scope=check_topic(refused_in) if refused_in else EVERYWHERE,
        reason=line(reason),
        who=desk.who,
        at=view.today,
        expires=_day(until),
    )
    proposal = reject(rejection, view)
    code = settle(desk, book, proposal, how)
    if ids := ", ".join(
        change.memory.id for change in proposal.changes if isinstance(change, Bury)
    ):
        desk.notice("notice.rejected-with", ids=ids)
    return code


def _list(desk: Desk, view: View) -> None:
    found = standing_rejections(view)
    rows: list[Json] = [_as_json(each) for each in found]
    lines = [f"{each.id}  {each.at}  {visible(each.line)}" for each in found]
    desk.show("\n".join(lines) or desk.text("reject.empty"), rows)


def _as_json(rejection: Rejection) -> Json:
    return {
        "id": rejection.id,
        "claim": rejection.claim,
        "scope": rejection.scope,
        "reason": rejection.reason,
        "who": rejection.who,
        "at": str(rejection.at),
        "expires": str(rejection.expires) if rejection.expires else None,
    }


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as cause:
        raise BadInput("not-a-date", text=text) from cause


@command("verify", "commonplace verify MEM-deploys-need-the")
@click.argument("memory_id", metavar="ID")
@option("--anchor", "anchors_now", metavar="PATH:LINES", multiple=True)
@consent_options
@click.pass_obj
def verify_line(
    desk: Desk, *, memory_id: str, anchors_now: tuple[str, ...], yes: bool, dry_run: bool
) -> int:
    """Check the lines that memory ID quotes, ask whether it still holds, and note the day."""
    book = desk.open()
    view = desk.view(book)
    anew = [anchor_said(book, desk.folder, said) for said in anchors_now]
    found = verify(memory_id, anew, view, project_of(book))
    lines = [_told(desk, each) for each in found.standings]
    states: list[Json] = [
        {"path": each.anchor.path, "state": each.state.value, "found_in": each.found_in}
        for each in found.standings
    ]
    for told in lines:
        desk.echo(told, err=True)
    how = replace(wish(yes=yes, dry_run=dry_run), beside=lambda _: {"anchors": states})
    return settle(desk, book, found.proposal, how)


def _told(desk: Desk, found: AnchorStanding) -> str:
    values = {"path": visible(found.anchor.path)}
    if found.found_in:
        values["other"] = visible(found.found_in)
    return desk.text(f"verify.{found.state}", **values)
