"""What a user asks for outright is proposed: each once, in just its own words, none lost."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commonplace.app.books import found_book
from commonplace.config import Settings
from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.findings import Kind
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order
from commonplace.hook.child import capture_session

NOW = datetime(2026, 11, 1, tzinfo=UTC)
FACTS = (
    "the staging port is 6001",
    "the production port is 6002",
    "the staging database is called shop-staging",
    "releases go out on Tuesdays only",
    "Maya owns the invoicing service",
    "we no longer support Node 18",
    "the nightly job must not run during a migration",
    "invoices are rounded down to whole cents",
    "conventional commits are used in every repository",
    "the API times out after 30 seconds",
    "the API retries three times",
    "never mind the deprecation warnings of the old client",
)
LEADS = (
    "Remember that {}.",
    "remember: {}",
    "Please remember that {}",
    "Also, remember that {}.",
    "Keep in mind that {}.",
    "Don't forget that {}.",
    "ok great. Remember that {}.",
    "I'll say it once: remember that {}.",
    "It would help if you remembered that {}.",
    "There's one thing you should remember: {}",
    "add this to memory - {}",
    "Update your notes: {}",
    "Kindly remember that {}.",
    "I want this remembered: {}",
    "/remember {}",
    "**Remember**: {}",
    "Would you mind remembering that {}?",
)


def conversation(texts: list[str]) -> Conversation:
    said = (
        Turn(speaker=(Speaker.USER, Speaker.AGENT)[at % 2], text=text)
        for at, text in enumerate(texts)
    )
    return Conversation(session="s", host="claude-code", turns=in_order(said))


def test_a_request_is_a_finding_of_just_its_sentence_without_its_lead() -> None:
    (found,) = extract_findings(
        conversation(
            ["Remember that the staging port is 6001.", "Noted, the staging port is 6001."]
        )
    )

    assert (found.words, found.context) == ("The staging port is 6001.", ())
    assert found.is_requested


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("请记住：发布只在周二进行。", "发布只在周二进行。"),
        ("记住，测试环境的端口是 6001。", "测试环境的端口是 6001。"),
        ("麻烦记一下：发票由小李负责", "发票由小李负责"),
        ("Make a note that Maya owns billing.", "Maya owns billing."),
        ("Could you remember that Maya owns billing?", "Maya owns billing."),
        ("For the future: remember `make migrate` comes first", "`make migrate` comes first"),
        ("I'd like you to store this: docs go out on tags", "Docs go out on tags"),
        ("oh and make a note somewhere that Maya owns billing", "Maya owns billing"),
        ("one more thing to keep in mind for later: Maya owns billing", "Maya owns billing"),
        ("yes do that, and remember that releases need a tag", "Releases need a tag"),
        ("Maya owns billing, please remember that for next time", "Maya owns billing"),
        ("Maya owns billing. Please remember that.", "Maya owns billing."),
        ("Add this to your notes: Maya owns billing", "Maya owns billing"),
        ("For future sessions: Maya owns billing", "Maya owns billing"),
        ("From now on always run make migrate first.", "Always run make migrate first."),
        ("这个帮我存下来，以后会用到：对账单的单位是分", "对账单的单位是分"),
        ("周五下午不发版，这个记一下", "周五下午不发版"),
        ("以后记得提交前跑一遍 lint", "提交前跑一遍 lint"),
        ("Do remember that Maya owns billing.", "Maya owns billing."),
        ("Please don't ever forget: Maya owns billing.", "Maya owns billing."),
        ("It'd be great if you could remember that Maya owns billing.", "Maya owns billing."),
        ("Write down that Maya owns billing.", "Maya owns billing."),
        ("Before you go on: remember that Maya owns billing.", "Maya owns billing."),
        ("You should know for next time that Maya owns billing.", "Maya owns billing."),
        ("remember I like tabs", "I like tabs"),
        ("Remember that Maya owns billing, ok?", "Maya owns billing."),
        (
            "Remember these two facts: Maya owns billing, and docs go out on tags.",
            "Maya owns billing, and docs go out on tags.",
        ),
        ("Remember that our AI assistant is called Otto.", "Our AI assistant is called Otto."),
        ("Remember how to release: `make release`", "How to release: `make release`"),
        ("你要记得，发布只在周二进行。", "发布只在周二进行。"),
        ("發票由小李負責，請記住這一點。", "發票由小李負責"),
        ("下次注意：发布只在周二进行。", "发布只在周二进行。"),
        ("给我记牢了，生产库不能直连。", "生产库不能直连。"),
        ("保存到记忆：发票由小李负责", "发票由小李负责"),
        ("This is important, remember it: Maya owns billing.", "Maya owns billing."),
        ("There's one thing you should remember. Maya owns billing.", "Maya owns billing."),
        (
            "We moved, so please remember not to use the old host.",
            "We moved, not to use the old host.",
        ),
        ("remember: no lodash in new code", "No lodash in new code"),
        ("Remember to wait for CI.", "Wait for CI."),
        ("Remeber that Maya owns billing.", "Maya owns billing."),
        ("Reminder for future sessions: Maya owns billing.", "Maya owns billing."),
        ("Starting today, Maya owns billing.", "Maya owns billing."),
        ("Note to self: Maya owns billing.", "Maya owns billing."),
        ("能不能记住发票由小李负责？", "发票由小李负责。"),
        ("这件事很重要，一定要记住：发票由小李负责。", "发票由小李负责。"),
        ("谨记发票由小李负责。", "发票由小李负责。"),
        ("发票由小李负责，记一下，合同里也写了", "发票由小李负责，合同里也写了"),
        ("Can I ask you to remember that Maya owns billing?", "Maya owns billing."),
        ("Save the following fact: Maya owns billing", "Maya owns billing"),
        ("Memo: Maya owns billing", "Maya owns billing"),
        ("以后的对话里都要记得发票由小李负责。", "发票由小李负责。"),
        ("发票由小李负责，麻烦你记一下哈。", "发票由小李负责"),
        ("往后代码评审至少两个人通过。", "代码评审至少两个人通过。"),
    ],
)
def test_a_request_is_known_by_its_lead_in_either_language(said: str, words: str) -> None:
    assert [each.words for each in extract_findings(conversation([said]))] == [words]


@pytest.mark.parametrize(
    "said",
    [
        "Do you remember what the staging port was?",
        "I can't remember that command.",
        "Remember that?",
        "Remember when the build took an hour?",
        "你还记得端口是多少吗？",
        "do you remember that film about the man on mars?",
        "save this to src/app.py: print(1)",
        "Save that to src/config.yaml please",
        "The form should remember the last choice.",
        "Make the cache remember the last 10 values.",
        "As you may remember, we moved the docs.",
        "No need to remember that.",
        "Log the error and return 500",
        "File a bug for this: it crashes on start",
        "实现记住密码的功能",
        "让缓存记住最近十个值",
        "你能记住多少东西？",
        "add a note to the README that this is deprecated",
        "save it and run the tests",
        "记得上次那个工具叫什么来着？",
        "You don't need to remember that the port is 6001.",
        "No need to remember this: port 6001.",
        "The port is 6001 for today's demo, don't store this anywhere.",
        "She said: remember that cats are nice.",
        "不要记住我的密码。",
    ],
)
def test_who_only_speaks_of_remembering_asks_for_nothing(said: str) -> None:
    assert not any(each.is_requested for each in extract_findings(conversation([said])))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("You don't need to remember that the port is 6001.", []),
        ("We always use port 6001 here, never 7000. Don't store that.", []),
        (
            "We always use port 6001 here, never 7000. No need to remember the ticket number.",
            ["We always use port 6001 here, never 7000."],
        ),
        (
            "We use pnpm here, never npm. I don't remember who decided that.",
            ["We use pnpm here, never npm."],
        ),
        (
            "I don't remember the ticket, but please remember that Maya owns billing.",
            ["Maya owns billing."],
        ),
    ],
)
def test_what_is_declined_is_left_out_and_nothing_beside_it(said: str, words: list[str]) -> None:
    found = [each.words for each in extract_findings(conversation([said]))]

    assert [next((one for one in found if one.startswith(word)), found) for word in words] == words
    assert len(found) == len(words)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Please remember these:\n- Maya owns billing\n- docs go out on tags\n\nNow fix the test.", ["Maya owns billing", "Docs go out on tags"]),
        ("I want you to remember the following:\n\n1. Maya owns billing\n   since June\n\n2. docs go out on tags", ["Maya owns billing since June", "Docs go out on tags"]),
        ("Remember:\nMaya owns billing.\nDocs go out on tags.\n\nFix the test.", ["Maya owns billing.", "Docs go out on tags."]),
        ("Remember our ports:\n- staging 6001\n- production 6002", ["Our ports: staging 6001", "Our ports: production 6002"]),
        ("Remember how we release:\n```\nmake release\nmake publish\n```\nNow fix the test.", ["How we release: `make release`, `make publish`"]),
        ("请记住以下几点：\n1. 发票由小李负责\n2. 发布只在周二进行", ["发票由小李负责", "发布只在周二进行"]),
    ],
)  # fmt: skip
def test_each_point_below_a_request_is_asked_for_by_itself(said: str, words: list[str]) -> None:
    found = extract_findings(conversation([said]))

    assert [each.words for each in found if each.is_requested] == words


def test_a_request_in_a_long_turn_without_a_line_break_is_heard() -> None:
    talk = "so the build went on and on with the tests and so forth, " * 15

    found = extract_findings(conversation([f"{talk}. Remember that Maya owns billing. {talk}"]))

    assert [each.words for each in found] == ["Maya owns billing."]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Remember that the staging port is 6001.", Kind.FACT),
        ("Remember to always run make lint before a commit.", Kind.PREFERENCE),
        ("Remember that we decided to go with NATS because SQS was too slow.", Kind.DECISION),
        ("请记住：对账服务的端口是 6001。", Kind.FACT),
    ],
)
def test_what_is_asked_for_is_of_the_kind_that_its_words_say(said: str, kind: Kind) -> None:
    assert [each.kind for each in extract_findings(conversation([said]))] == [kind]


def test_remember_that_by_itself_means_what_the_agent_has_just_said() -> None:
    found = extract_findings(
        conversation(
            ["where do the docs go?", "The docs are published by docs-publish.", "Remember that."]
        )
    )

    assert [(each.words, each.is_requested) for each in found] == [
        ("The docs are published by docs-publish.", True)
    ]


PLACES = ("EU", "US", "Asian", "test", "demo")
JOBS = (
    *("the nightly export job of the billing service runs at two in the {} cluster",),
    *("the {} cluster is drained before a release of the gateway goes out",),
    *("only Maya may restart the database of the {} cluster on a Sunday",),
    *("logs of the {} cluster are kept for thirty days and then deleted",),
    *("the {} cluster has no access to the pricing engine of the agency",),
    *("invoices of the {} cluster are rounded down to whole cents",),
    *("alerts of the {} cluster go to the channel of team Harbor",),
    *("the certificate of the {} cluster is renewed by hand in March",),
    *("backups of the {} cluster are restored once a quarter as a test",),
    *("deploys to the {} cluster need a tag and two approvals",),
)
TWINS = tuple(job.format(place) for job in JOBS for place in PLACES)
"""Fifty facts of which each has four that differ in one word."""


def _claude(role: str, text: str) -> list[dict[str, object]]:
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    return [{"type": role, "sessionId": "s", "timestamp": "t", "message": message}]


def _codex(role: str, text: str) -> list[dict[str, object]]:
    content = [{"type": "input_text" if role == "user" else "output_text", "text": text}]
    payload = {"type": "message", "role": role, "content": content}
    return [{"type": "response_item", "timestamp": "t", "payload": payload}]


def _gemini(role: str, text: str) -> list[dict[str, object]]:
    told = {"user": "user", "assistant": "gemini"}[role]
    return [{"id": "i", "timestamp": "t", "type": told, "content": [{"text": text}]}]


def _copilot(role: str, text: str) -> list[dict[str, object]]:
    head = {"type": f"{role}.message", "id": "i", "timestamp": "t", "parentId": None}
    return [{**head, "data": {"content": text}}]


def _cursor(role: str, text: str) -> list[dict[str, object]]:
    typed = f"<user_query>\n{text}\n</user_query>" if role == "user" else text
    return [{"role": role, "message": {"content": [{"type": "text", "text": typed}]}}]


def _qwen(role: str, text: str) -> list[dict[str, object]]:
    by = {"user": "real_user", "assistant": "assistant_output"}[role]
    message = {"role": role, "parts": [{"text": text}]}
    head = {"uuid": "u", "sessionId": "s", "timestamp": "t", "type": role, "provenance": by}
    return [{**head, "message": message}]


def _any(role: str, text: str) -> list[dict[str, object]]:
    return [{"role": role, "text": text}]


COPILOT_START = {"type": "session.start", "data": {"sessionId": "s", "producer": "copilot-agent"}}
FORMS = {
    "claude-code": (_claude, []),
    "codex": (_codex, [{"type": "session_meta", "payload": {"id": "s"}}]),
    "gemini": (_gemini, [{"sessionId": "s", "startTime": "t", "kind": "main"}]),
    "copilot": (_copilot, [COPILOT_START]),
    "cursor": (_cursor, []),
    "qwen": (_qwen, []),
    "": (_any, []),
}


class Killed(BaseException):
    """What stops a child at once, as a signal does."""


@pytest.mark.laws
@pytest.mark.parametrize("host", FORMS)
def test_fifty_requests_are_each_proposed_once_in_every_hosts_form_whenever_the_child_is_killed(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = found_book(tmp_path / "project", Settings(), NOW)
    dice = Random(host)
    facts = dice.sample(TWINS, len(TWINS))
    form, head = FORMS[host]
    path = tmp_path / "session.jsonl"
    _write(path, head)
    save = type(book.proposals).save

    def dies(*given: object) -> str:
        saved = save(*given) if dice.random() < 0.5 else ""
        if dice.random() < 0.3:
            raise Killed
        return saved or save(*given)

    for at in range(0, len(facts), 5):
        for fact in facts[at : at + 5]:
            _write(path, form("user", dice.choice(LEADS).format(fact)))
            _write(path, form("assistant", "Noted."))
        with monkeypatch.context() as patch, suppress(Killed):
            patch.setattr(type(book.proposals), "save", dies)
            capture_session(book, path, host, session="s")
    capture_session(book, path, host, session="s")

    proposed = [each.candidates[0].body.rstrip(".") for each in book.proposals.list()]
    assert sorted(proposed) == sorted(fact[:1].upper() + fact[1:] for fact in TWINS)


def _write(path: Path, records: list[dict[str, object]]) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


@st.composite
def sittings(draw: st.DrawFn) -> list[list[str]]:
    """Return sessions of turns: every fact once, under any lead, in any order, several in one turn."""
    told = [draw(st.sampled_from(LEADS)).format(fact) for fact in draw(st.permutations(FACTS))]
    sessions: list[list[str]] = [[]]
    for each in told:
        place = draw(st.sampled_from(("turn", "same turn", "session")))
        if place == "session" and sessions[-1]:
            sessions.append([])
        if place == "same turn" and sessions[-1]:
            end = "" if sessions[-1][-1].endswith(".") else "."
            sessions[-1][-1] += f"{end} {each}"
        else:
            sessions[-1].append(each)
    return sessions


@pytest.mark.laws
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sessions=sittings(), stops_early=st.booleans())
def test_each_request_is_proposed_once_however_they_are_spread(
    tmp_path_factory: pytest.TempPathFactory, sessions: list[list[str]], stops_early: bool
) -> None:
    folder = tmp_path_factory.mktemp("requests")

    proposed = captured(folder, sessions, stops_early=stops_early)

    assert proposed == sorted(fact[:1].upper() + fact[1:] for fact in FACTS)


def test_requests_in_one_turn_and_in_another_session_are_each_proposed_once(tmp_path: Path) -> None:
    one, two, three = FACTS[:3]
    sessions = [[f"Remember that {one}. Keep in mind that {two}."], [f"remember: {three}", one]]

    proposed = captured(tmp_path, sessions, stops_early=True)

    assert proposed == sorted(fact[:1].upper() + fact[1:] for fact in (one, two, three))


def captured(folder: Path, sessions: list[list[str]], *, stops_early: bool) -> list[str]:
    """Return what waits after each turn of each session was heard."""
    book = found_book(folder / "project", Settings(), NOW)
    for number, turns in enumerate(sessions):
        path = folder / f"session-{number}.jsonl"
        for turn in turns:
            _say(path, "user", turn)
            _say(path, "assistant", "Noted.")
            if stops_early:  # a child that was killed before it noted how far it heard
                capture_session(book, path, budget_s=-1.0)
            capture_session(book, path)

    return sorted(each.candidates[0].body.rstrip(".") for each in book.proposals.list())


def _say(path: Path, role: str, text: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps({"role": role, "text": text}) + "\n")
