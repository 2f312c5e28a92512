"""`commonplace config`: every setting, its value, and where the value came from."""

from __future__ import annotations

from contextlib import suppress

import click

from commonplace.config import SETTINGS, Setting, Settings, shown, write_setting
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, group
from commonplace.doors.render.common import Json, visible
from commonplace.errors import NoBook


@group("config", "commonplace config set language zh")
@click.pass_context
def command_line(context: click.Context) -> None:
    """Show every setting with its source."""
    if context.invoked_subcommand is None:
        _show(context.obj)


CONSENT = ("agents", "arrivals", "policy", "postgres_url", "postgres_replica_url")
"""What an agent must not decide for its user: who is asked before a write, and where copies go."""


# A value may begin with a dash: of -5 the setting says itself that it is too small.
@command("set", "commonplace config set who ada", ignore_unknown_options=True)
@click.argument("key")
@click.argument("value")
@click.pass_obj
def set_(desk: Desk, key: str, value: str) -> None:
    """Set KEY to VALUE in the user's file."""
    if key in CONSENT:
        desk.require_person()
    path = write_setting(desk.environ, key, value)
    desk.show(
        desk.text("done.config-set", key=key, value=shown(key, value), path=path),
        {"result": "committed", "key": key, "value": shown(key, value), "path": str(path)},
    )


@command("unset", "commonplace config unset who")
@click.argument("key")
@click.pass_obj
def unset(desk: Desk, key: str) -> None:
    """Take KEY out of the user's file."""
    if key in CONSENT:
        desk.require_person()
    path = write_setting(desk.environ, key, None)
    desk.show(
        desk.text("done.config-unset", key=key, path=path),
        {"result": "committed", "key": key, "value": None, "path": str(path)},
    )


command_line.add_command(set_)
command_line.add_command(unset)


def _value(chosen: Settings, setting: Setting) -> Json:
    value: Json = getattr(chosen, setting.name)
    return shown(setting.name, value) if setting.is_secret else value


def _show(desk: Desk) -> None:
    with suppress(NoBook):  # Without a book there are settings too, only no project's file.
        desk.open()
    chosen = desk.settings
    rows = [(s.name, _value(chosen, s), chosen.sources[s.name]) for s in SETTINGS]
    width = max(len(name) for name, _, _ in rows)
    text = "\n".join(
        visible(f"{name:<{width}} = {value!s:<10}  ({source})") for name, value, source in rows
    )
    value: dict[str, Json] = {
        name: {"value": value, "source": source} for name, value, source in rows
    }
    desk.show(text, value)
