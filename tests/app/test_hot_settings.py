"""The hook reads its few settings as every other door does, without the parser."""

import os
from pathlib import Path

import pytest

from commonplace.app.hot_settings import (
    ENGINES,
    INJECTIONS,
    LINES_AT_MOST,
    engine_of,
    hook_budget_s,
    injected_lines,
    injection,
)
from commonplace.config import SETTINGS, read_settings, user_file, write_setting
from commonplace.core.presets import PRESETS
from requirements import requirement


def write_own(text: str) -> None:
    path = user_file(os.environ)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


TEXTS = [
    "",
    'injection = "vault"\n',
    'engine = "keyword"\n',
    "injection = 'mem-skill' # why not\n",
    '# injection = "vault"\n',
    '  injection="vault"\nhook_budget_s = 1.5\n',
    'who = "ada"\ninjection = "memory-save"\nhook_budget_s = 2 # seconds\n',
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_users_file_says_the_same_to_hook_and_command_line(text: str) -> None:
    write_own(text)
    settings = read_settings(os.environ)

    assert (injection(""), engine_of("")) == (settings.injection, settings.engine)
    assert hook_budget_s() == settings.hook_budget_s


@requirement("D5.2")
@pytest.mark.parametrize("lines", LINES_AT_MOST)
def test_how_many_lines_are_injected_can_be_chosen_and_is_three_at_first(lines: str) -> None:
    assert (injected_lines(""), read_settings(os.environ).injected_lines) == (3, "3")

    write_setting(os.environ, "injected_lines", lines)

    assert (injected_lines(""), read_settings(os.environ).injected_lines) == (int(lines), lines)


def test_a_key_below_a_table_is_not_ours() -> None:
    write_own('[other]\ninjection = "vault"\n')

    assert injection("") == "lingxi"


def test_what_the_command_line_sets_the_hook_reads() -> None:
    write_setting(os.environ, "injection", "vault")
    write_setting(os.environ, "hook_budget_s", "0.5")

    assert (injection(""), hook_budget_s()) == ("vault", 0.5)


def test_a_projects_file_may_say_how_to_inject_but_not_how_long_to_take(tmp_path: Path) -> None:
    write_own('injection = "vault"\n')
    (tmp_path / ".commonplace.toml").write_text('injection = "mem-skill"\nhook_budget_s = 60\n')

    assert (injection(str(tmp_path)), hook_budget_s()) == ("mem-skill", 0.3)


def test_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".commonplace.toml").write_text('injection = "mem-skill"\n')
    monkeypatch.setenv("COMMONPLACE_INJECTION", "vault")
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "2")

    assert (injection(str(tmp_path)), hook_budget_s()) == ("vault", 2.0)


@pytest.mark.parametrize("value", ["nonsense", "-1", "0", "nan", "1e9"])
def test_a_value_that_means_nothing_is_as_good_as_none(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_INJECTION", value)
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", value)

    assert (injection(""), hook_budget_s()) == ("lingxi", 0.3)


def test_the_hook_knows_every_preset_and_every_engine() -> None:
    by_name = {setting.name: setting for setting in SETTINGS}

    assert set(INJECTIONS) == set(PRESETS) == set(by_name["injection"].choices)
    assert by_name["engine"].harmless_choices == ENGINES  # the others need a server or a program
