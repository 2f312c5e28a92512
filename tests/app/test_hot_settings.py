"""The hook reads its few settings as every other door does, without the parser."""

import os
from pathlib import Path

import pytest

from commonplace.config import read_settings, user_file, write_setting
from commonplace.core.presets import PRESETS
from commonplace.hook_settings import (
    CHOICES,
    DEFAULTS,
    contents_tokens,
    engine_of,
    hook_budget_s,
    injected_lines,
    injection,
    speak,
)
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
    'speak = "more"\ncontents_tokens = 0 # none\n',
    'contents_tokens = 1_500\nspeak = "less"\n',
    'who = "ada"\ninjection = "memory-save"\nhook_budget_s = 2 # seconds\n',
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_users_file_says_the_same_to_hook_and_command_line(text: str) -> None:
    write_own(text)
    settings = read_settings(os.environ)

    assert (injection(""), engine_of("")) == (settings.injection, settings.engine)
    assert (speak(""), contents_tokens("")) == (settings.speak, settings.contents_tokens)
    assert hook_budget_s() == settings.hook_budget_s


@requirement("D5.2")
@pytest.mark.parametrize("lines", CHOICES["injected_lines"])
def test_how_many_lines_are_injected_can_be_chosen_and_is_three_at_first(lines: str) -> None:
    assert (injected_lines(""), read_settings(os.environ).injected_lines) == (3, "3")

    write_setting(os.environ, "injected_lines", lines)

    assert (injected_lines(""), read_settings(os.environ).injected_lines) == (int(lines), lines)


def test_a_key_below_a_table_is_not_ours() -> None:
    write_own('[other]\ninjection = "vault"\n')

    assert injection("") == "contents"


def test_what_the_command_line_sets_the_hook_reads() -> None:
    write_setting(os.environ, "injection", "vault")
    write_setting(os.environ, "hook_budget_s", "0.5")
    write_setting(os.environ, "speak", "more")
    write_setting(os.environ, "contents_tokens", "0")

    assert (injection(""), hook_budget_s()) == ("vault", 0.5)
    assert (speak(""), contents_tokens("")) == ("more", 0)


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
    monkeypatch.setenv("COMMONPLACE_SPEAK", value)
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", value)

    assert (injection(""), speak(""), hook_budget_s()) == ("contents", "normal", 0.3)


@pytest.mark.parametrize("value", ["nonsense", "-1", "1.5", "10001", "9" * 5000, "½"])
def test_a_size_of_contents_that_means_nothing_leaves_the_default(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONTENTS_TOKENS", value)

    assert contents_tokens("") == 2_000


def test_the_hook_knows_every_preset_and_no_engine_that_needs_a_server_or_a_program() -> None:
    assert set(CHOICES["injection"]) == set(PRESETS)
    assert CHOICES["engine"] == ("local", "keyword")


def test_where_nothing_is_said_the_hook_and_every_other_door_choose_alike() -> None:
    settings = read_settings({})

    assert {name: str(getattr(settings, name)) for name in DEFAULTS} == DEFAULTS
    assert hook_budget_s() == settings.hook_budget_s
    assert contents_tokens("") == settings.contents_tokens
