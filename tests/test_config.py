"""Settings: the layers, what a project may not say, and a file edited without losing a comment."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.config import (
    PROJECT_FILE,
    SETTINGS,
    Settings,
    read_settings,
    shown,
    user_file,
    with_setting,
    write_setting,
)
from commonplace.errors import ConfigError
from commonplace.messages import has_sentence
from transcript import command_line


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_any_layer_every_setting_has_its_default(environ: dict[str, str]) -> None:
    chosen = read_settings(environ)

    assert chosen == Settings(sources=dict.fromkeys((s.name for s in SETTINGS), "default"))


def test_each_layer_wins_over_the_one_below_and_says_so(
    environ: dict[str, str], tmp_path: Path
) -> None:
    own = put(user_file(environ), 'language = "zh"\nlayout = "a"\ngit_ignore = "no"\nwho = "ada"\n')
    put(tmp_path / PROJECT_FILE, 'language = "en"\nlayout = "b"\ngit_ignore = "yes"\n')
    environ |= {"COMMONPLACE_LAYOUT": "c", "COMMONPLACE_LANG": "zh"}

    chosen = read_settings(environ, tmp_path, {"layout": "d"})

    assert (chosen.who, chosen.git_ignore, chosen.language, chosen.layout) == (
        "ada",
        "yes",
        "zh",
        "d",
    )
    assert [chosen.sources[key] for key in ("who", "git_ignore", "language", "layout")] == [
        str(own),
        PROJECT_FILE,
        "COMMONPLACE_LANG",
        "argument",
    ]


def test_a_project_may_not_set_what_could_do_harm(environ: dict[str, str], tmp_path: Path) -> None:
    put(tmp_path / PROJECT_FILE, 'policy = "auto"\nbook = "/"\nlanguage = "zh"\nnonsense = 1\n')

    chosen = read_settings(environ, tmp_path)

    assert (chosen.policy, chosen.book, chosen.language) == ("ask", "", "zh")
    assert chosen.refused == ("policy", "book", "nonsense")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('policy = "never"', "policy cannot be never"),
        ("who = 3", "who cannot be 3"),
        ("lock_timeout_s = -1", "lock_timeout_s cannot be -1"),
        ('lock_timeout_s = "soon"', "lock_timeout_s cannot be soon"),
        ('speak = "loudly"', "speak cannot be loudly"),
        ("contents_tokens = -1", "contents_tokens cannot be -1"),
        ("contents_tokens = 10001", "contents_tokens cannot be 10001"),
        ("contents_tokens = 1.5", "contents_tokens cannot be 1.5"),
        ("contents_tokens = true", "contents_tokens cannot be True"),
        ("colour = [", "cannot be used"),
        ("color = 1", "no setting called color"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(
    environ: dict[str, str], text: str, said: str
) -> None:
    path = put(user_file(environ), text)

    with pytest.raises(ConfigError, match=said) as caught:
        read_settings(environ)
    assert str(path) in str(caught.value)


def test_setting_a_value_keeps_comments_order_and_tables(environ: dict[str, str]) -> None:
    path = put(user_file(environ), '# mine\nwho = "ada"  # me\n\n[later]\nwho = "bob"\n')

    write_setting(environ, "who", 'Ada "L" \\ 王')
    write_setting(environ, "lock_timeout_s", "2")

    assert path.read_text("utf-8") == (
        '# mine\nwho = "Ada \\"L\\" \\\\ 王"  # me\nlock_timeout_s = 2.0\n\n[later]\nwho = "bob"\n'
    )


ODD = """\
# mine
  "who"   =   'ada'    # me

layout = \"\"\"
vault\"\"\" # over two lines
[ other."ta ble" ]
who = [ 1,   # one
        2 ]
"""


def test_setting_a_value_keeps_odd_formatting_and_sees_what_is_written_oddly() -> None:
    changed = with_setting(with_setting(ODD, "who", "bob"), "layout", "lingxi")

    assert changed == ODD.replace("'ada'", '"bob"').replace('"""\nvault"""', '"lingxi"')
    assert with_setting(ODD, "who", None) == ODD.replace("  \"who\"   =   'ada'    # me\n", "")


def test_a_file_with_windows_line_ends_keeps_them(environ: dict[str, str]) -> None:
    path = user_file(environ)
    path.parent.mkdir(parents=True)
    path.write_bytes(b'# mine\r\nwho = "ada"\r\n')

    write_setting(environ, "who", "bob")
    write_setting(environ, "layout", "vault")

    assert path.read_bytes() == b'# mine\r\nwho = "bob"\r\nlayout = "vault"\r\n'


def test_unsetting_takes_out_that_line_alone(environ: dict[str, str]) -> None:
    path = put(user_file(environ), '# mine\nwho = "ada"\nlayout = "vault"')

    write_setting(environ, "who", None)

    assert path.read_text("utf-8") == '# mine\nlayout = "vault"'


@pytest.mark.parametrize(("key", "value"), [("colour", "pink"), ("nonsense", "1"), ("who", "a\nb")])
def test_a_wrong_value_is_refused_before_the_file_is_touched(
    environ: dict[str, str], key: str, value: str
) -> None:
    with pytest.raises(ConfigError):
        write_setting(environ, key, value)
    assert not user_file(environ).exists()


@given(
    st.text().filter(str.isprintable), st.sampled_from(["", "# a\n", 'who = "x"', "[t]\na = 1\n"])
)
def test_what_is_set_is_read_back_as_it_was(value: str, before: str) -> None:
    assert tomllib.loads(with_setting(before, "who", value))["who"] == value


def test_every_setting_is_explained_and_is_a_field_of_the_settings() -> None:
    assert all(has_sentence(f"setting.{setting.name}") for setting in SETTINGS)
    assert all(getattr(Settings(), setting.name) == setting.default for setting in SETTINGS)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ada:s3:cr@t@db:5432/m", "postgresql://ada:***@db:5432/m"),
        ("postgresql://ada@db:5432,db2:5432/m", "postgresql://ada@db:5432,db2:5432/m"),
        (
            "postgresql://db/m?user=ada&password=s3cret&x=1",
            "postgresql://db/m?user=ada&password=***&x=1",
        ),
        ("host=db password = 's3 cret' user=ada", "host=db password = *** user=ada"),
        ("", ""),
    ],
)
def test_a_password_in_an_address_is_never_shown(url: str, expected: str) -> None:
    assert shown("postgres_url", url) == expected
    assert shown("who", url) == url


def test_a_wrong_value_in_ones_own_file_is_mended_by_config_itself() -> None:
    path = user_file(os.environ)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('speak = "loud"\nspek = "less"\n', "utf-8")

    refused = command_line(["list"])
    helped = command_line(["help", "config"])
    done = [
        command_line(["config", "set", "speak", "less"]).code,
        command_line(["config"]).code,
        command_line(["config", "unset", "spek"]).code,
        command_line(["config"]).code,
        command_line(["config", "unset", "spek"]).code,
    ]

    assert refused.code == 1
    assert "speak cannot be loud" in refused.err
    assert helped.code == 0
    assert done == [0, 1, 0, 0, 1]
    assert path.read_text("utf-8") == 'speak = "less"\n'
