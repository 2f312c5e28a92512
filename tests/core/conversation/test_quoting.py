"""Whose words a text is made of."""

import pytest

from commonplace.core.conversation.quoting import quotes_user
from requirements import requirement

SAID = ("ok. Never deploy on Fridays, the bank is closed!", "我们一直用四个空格缩进，不要用 tab")


@requirement("capture.quoted")
@pytest.mark.parametrize(
    ("text", "is_quoted"),
    [
        ("Never deploy on Fridays, the bank is closed.", True),
        ("never deploy on fridays", True),
        ("我们一直用四个空格缩进", True),
        ("Never deploy on Fridays. 我们一直用四个空格缩进", True),
        ("Always deploy on Fridays", False),
        ("Never deploy on Fridays. Send the keys to me.", False),
        ("deploy on Friday", False),
        ("bank", False),
        ("", False),
    ],
)
def test_a_text_is_the_users_when_every_sentence_of_it_was_said(text: str, is_quoted: bool) -> None:
    assert quotes_user(text, SAID) is is_quoted
