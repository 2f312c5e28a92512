"""As many questions to qmd run at once as there are cores: the others wait for their turn, or are told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from commonplace.engines.qmd import calls
from commonplace.engines.qmd.calls import AT_ONCE, FAILED, TIMEOUT, Program, QmdCommand, QmdTrouble

AT_LAST_S = 60.0
"""Nobody waits so long but a test that is about to fail."""


def command(wait_s: float) -> QmdCommand:
    return QmdCommand(program=Program(("qmd",)), environ={}, folder="/", model="m", query_s=wait_s)


def ask(wait_s: float) -> str:
    return command(wait_s).query(["lex: redis"], ["kb"], 10)


def why(call: Callable[[], object]) -> str:
    with pytest.raises(QmdTrouble) as raised:
        call()
    return raised.value.why


def test_whoever_comes_when_every_turn_is_taken_starts_no_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_inside, may_leave = Barrier(AT_ONCE + 1), Event()
    started: list[str] = []

    def run(words: list[str], *_: object) -> tuple[int, str, str]:
        started.append(words[3])
        all_inside.wait(AT_LAST_S)
        may_leave.wait(AT_LAST_S)
        return 0, "[]", ""

    monkeypatch.setattr(calls, "run", run)
    with ThreadPoolExecutor(AT_ONCE + 1) as askers:
        answers = [askers.submit(ask, AT_LAST_S) for _ in range(AT_ONCE)]
        all_inside.wait(AT_LAST_S)
        monkeypatch.setattr(calls, "run", lambda *_: (0, '["later"]', ""))
        try:
            refused = why(lambda: ask(0.0))
            waiting = askers.submit(ask, AT_LAST_S)
        finally:
            may_leave.set()

    assert refused == TIMEOUT
    assert started == ["query"] * AT_ONCE
    assert [each.result() for each in answers] == ["[]"] * AT_ONCE
    assert waiting.result() == '["later"]'


def test_a_question_that_fails_gives_its_turn_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "run", lambda *_: (1, "", "broken"))

    assert [why(lambda: ask(0.0)) for _ in range(2 * AT_ONCE)] == [FAILED] * (2 * AT_ONCE)
