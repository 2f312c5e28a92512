"""`commonplace recordnow`: mem-skill's name for `record`."""

from __future__ import annotations

from commonplace.doors.cli.record import ACTION, recording

command_line = recording(ACTION)
