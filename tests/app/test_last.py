"""What was told last is shown as an agent saw it, whatever the files hide."""

from commonplace.app.recall import LastInjection, ToldLine, cleaned

HIDDEN = "\u202e\u200b\x1b\u3164\U000e0041"


def test_what_is_shown_holds_no_hidden_characters() -> None:
    told = ToldLine(
        memory=f"MEM{HIDDEN}-a", line=f"Port {HIDDEN}6001", path="a.md", score=1.0, book="project"
    )
    last = LastInjection(at="", session="", prompt=f"port{HIDDEN}?", block=HIDDEN, lines=(told,))

    shown = cleaned(last)

    assert (shown.prompt, shown.block) == ("port?", "")
    assert (shown.lines[0].memory, shown.lines[0].line) == ("MEM-a", "Port 6001")
