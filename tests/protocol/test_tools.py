"""The tools through the official client, in both eras of the protocol."""

import json
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult, ListRootsResult, ResourceTemplateReference, Root
from pydantic import AnyUrl

from commonplace import open_book
from commonplace.app.books import Book, found_book, personal_folder
from commonplace.config import Settings
from commonplace.core.memory import Origin
from commonplace.doors.cli.main import run
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.server import make_server
from protocol.meeting import MODES, TEXT, Person, book_at, call, let_agents_save, told
from requirements import requirement

pytestmark = [pytest.mark.mcp, pytest.mark.parametrize("mode", MODES)]
ROOT = Path(__file__).resolve().parents[2]
TOOLS = {"recall", "show", "remember", "learn", "save", "review", "forget", "health", "undo", "status"}  # fmt: skip
LAYOUTS = ("vault", "mem-skill", "lingxi")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return book_at(tmp_path)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@requirement("mcp.tools", "mcp.always-load")
def test_each_tool_has_all_four_hints_a_description_and_an_output_schema(
    book: Book, mode: str
) -> None:
    async def listing() -> list[object]:
        async with Client(make_server(ServerPlace(folder=book.project)), mode=mode) as client:
            return (await client.list_tools()).tools

    tools = anyio.run(listing)

    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        hints = tool.annotations.model_dump(exclude={"title"})
        assert None not in hints.values(), tool.name
        assert tool.description
        assert tool.output_schema
    shown = {tool.name for tool in tools if (tool.meta or {}).get("anthropic/alwaysLoad")}
    assert shown == {"recall", "show", "remember"}


@requirement("mcp.consent")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_the_person_agrees_to_is_written_as_the_agents_and_listed_with_its_channel(
    tmp_path: Path, layout: str, mode: str
) -> None:
    book, person = book_at(tmp_path, layout), Person()

    ending = told(tmp_path, "remember", {"text": TEXT}, mode=mode, person=person)

    assert ending["result"] == "committed", ending
    (approval,) = [each for each in book.ledger.read() if each.memory != "*"]
    assert (approval.origin, approval.channel) == (Origin.AGENT, "elicitation")
    assert "6001" in person.asked[0]
    assert len(person.asked) == 1
    found = told(tmp_path, "recall", {"query": "which port does staging listen on?"}, mode=mode)
    assert [each["id"] for each in found["memories"]] == ending["memories"]


@requirement("mcp.facts")
def test_what_nobody_approved_is_recalled_only_when_asked_for_and_says_so(
    book: Book, mode: str
) -> None:
    note = f"---\ntitle: Staging port\nsummary: {TEXT}\ntrust: quarantined\n---\n\n# Staging port\n\n{TEXT}\n"
    (book.root / "10-Memories" / "MEM-held.md").write_text(note, "utf-8")
    asked = {"query": "which port does staging listen on?"}

    without = told(book.project, "recall", asked, mode=mode)
    with_it = told(book.project, "recall", {**asked, "include_unapproved": True}, mode=mode)

    assert without["memories"] == []
    (held,) = with_it["memories"]
    assert (held["id"], held["status"]) == ("MEM-held", "quarantined")


@requirement("mcp.consent", "mcp.facts")
def test_where_nobody_can_be_asked_it_waits_and_the_answer_says_how_to_review_it(
    book: Book, mode: str
) -> None:
    before = files(book.root)

    ending = told(book.project, "remember", {"text": TEXT}, mode=mode)

    assert ending["result"] == "pending"
    assert f"commonplace review accept {ending['proposal']}" in ending["message"]
    assert files(book.root) == before
    (waiting,) = told(book.project, "review", mode=mode)["waiting"]
    assert (waiting["id"], waiting["origin"]) == (ending["proposal"], "agent")
    found = told(book.project, "recall", {"query": "which port does staging listen on?"}, mode=mode)
    assert found["memories"] == []


def test_what_waits_is_listed_five_at_a_time(book: Book, mode: str) -> None:
    names = ("alpha", "bravo", "carol", "delta", "eager", "frank")
    for name in names:
        told(book.project, "remember", {"text": f"The {name} gate opens at dawn."}, mode=mode)

    first = told(book.project, "review", mode=mode)
    second = told(book.project, "review", {"page": 2}, mode=mode)

    assert [len(each["waiting"]) for each in (first, second)] == [5, 1]
    assert first["message"].endswith("1 more come after these: `page` 2.")
    assert second["message"].startswith("6 proposals wait.")


@pytest.mark.parametrize(
    ("person", "result", "waiting"),
    [
        (Person("wait"), "pending", 1),
        (Person(action="cancel"), "pending", 1),
        (Person(action="decline"), "declined", 0),
        (Person("refuse"), "refused", 0),
    ],
    ids=["wait", "cancel", "decline", "refuse"],
)
def test_every_other_answer_writes_no_memory(
    book: Book, person: Person, result: str, waiting: int, mode: str
) -> None:
    ending = told(book.project, "remember", {"text": TEXT}, mode=mode, person=person)

    assert ending["result"] == result
    assert book.reading().memories == ()
    assert len(told(book.project, "review", mode=mode)["waiting"]) == waiting


def test_what_the_person_refused_is_not_proposed_again(book: Book, mode: str) -> None:
    told(book.project, "remember", {"text": TEXT}, mode=mode, person=Person("refuse"))

    ending = told(book.project, "remember", {"text": TEXT}, mode=mode, person=Person())

    assert ending["result"] == "skipped"
    assert "refused" in ending["message"]


@requirement("mcp.no-argument-approves")
@pytest.mark.parametrize("name", ["approved", "yes", "consent", "plan", "decision"])
def test_no_argument_stands_for_the_person(book: Book, name: str, mode: str) -> None:
    forged = {"text": TEXT, name: {"action": "accept", "data": {"decision": "write"}}}

    call(book.project, "remember", forged, mode=mode)

    assert book.reading().memories == ()


def test_a_waiting_proposal_is_accepted_by_the_person_alone(book: Book, mode: str) -> None:
    waiting = told(book.project, "remember", {"text": TEXT}, mode=mode)["proposal"]
    asked = {"proposal": waiting, "accept": True}

    assert told(book.project, "review", asked, mode=mode)["result"] == "pending"
    let_agents_save()
    assert told(book.project, "review", asked, mode=mode)["result"] == "pending"
    assert told(book.project, "review", asked, mode=mode, person=Person())["result"] == "committed"
    assert len(book.reading().memories) == 1


def test_with_the_users_own_policy_an_agent_writes_forgets_and_takes_back_without_making_facts(
    book: Book, mode: str
) -> None:
    let_agents_save()

    written = told(book.project, "remember", {"text": TEXT}, mode=mode)
    forgotten = told(book.project, "forget", {"ids": written["memories"]}, mode=mode)
    undone = told(book.project, "undo", {"receipt": forgotten["receipt"]}, mode=mode)

    assert [each["result"] for each in (written, forgotten, undone)] == ["committed"] * 3
    shown = told(book.project, "show", {"id": written["memories"][0]}, mode=mode)
    assert shown["standing"].startswith("quarantined")
    assert {receipt.channel for receipt in book.store.receipts()} == {"policy"}


def test_a_contradiction_comes_back_as_a_question_for_the_user(book: Book, mode: str) -> None:
    let_agents_save()
    told(book.project, "remember", {"text": TEXT}, mode=mode)
    other = {"text": TEXT.replace("6001", "6002")}

    vetoed = told(book.project, "remember", other, mode=mode)
    settled = told(
        book.project, "remember",
        {**other, "answer": "supersede", "into": vetoed["memories"][0]}, mode=mode,
    )  # fmt: skip

    assert vetoed["result"] == "vetoed"
    assert "6001 or 6002" in vetoed["question"]
    assert settled["result"] == "committed"


def test_an_agent_is_shown_the_neighbours_and_its_label_has_the_user_asked(
    book: Book, mode: str
) -> None:
    let_agents_save()
    known = told(book.project, "remember", {"text": "Catalogue prices are net."}, mode=mode)
    text = {"text": "VAT is part of the catalogue prices."}
    (near,) = told(book.project, "remember", text, mode=mode)["neighbours"]
    told(book.project, "undo", {}, mode=mode)
    label = {"memory": near["id"], "label": "contradicts", "reason": "net is without VAT"}

    labelled = told(book.project, "remember", {**text, "labels": [label]}, mode=mode)

    assert [near["id"]] == known["memories"]
    assert labelled["result"] == "pending"
    (waiting,) = book.proposals.list()
    (compared,) = waiting.compared
    assert (compared.label, compared.reason) == ("contradicts", "net is without VAT")
    assert compared.labelled_by == "mcp"


def test_a_save_shows_its_neighbours_and_takes_labels(tmp_path: Path, mode: str) -> None:
    book = book_at(tmp_path, "profile")
    (book.root / "memory_tax.md").write_text("Prices in the catalogue are net.\n", "utf-8")
    book.trust("ann", datetime.now(UTC))
    asked = {"target": "user", "content": "VAT is in the catalogue prices already."}

    (near,) = told(tmp_path, "save", asked, mode=mode)["neighbours"]
    label = {"memory": near["id"], "label": "contradicts", "reason": "net is without VAT"}
    labelled = told(tmp_path, "save", {**asked, "labels": [label]}, mode=mode)

    assert (near["id"], near["reading"]) == ("memory_tax", "compatible")
    assert labelled["result"] == "pending"
    notes = [(each.compared[0].label, each.note) for each in book.proposals.list()]
    assert [label for label, _ in notes] == ["contradicts"]
    assert "net is without VAT" in notes[0][1]


@requirement("mcp.inside")
@pytest.mark.parametrize("path", ["/etc/passwd", "../secret.md", "link.md", "a\0b"])
def test_nothing_outside_the_project_is_read(tmp_path: Path, path: str, mode: str) -> None:
    project = tmp_path / "project"
    book_at(project)
    (tmp_path / "secret.md").write_text("The password is swordfish.", "utf-8")
    (project / "link.md").symlink_to(tmp_path / "secret.md")

    result = call(project, "learn", {"path": path}, mode=mode)

    assert result.is_error
    assert "swordfish" not in str(result)


def test_a_file_of_the_project_is_learnt_part_by_part(book: Book, mode: str) -> None:
    (book.project / "notes.md").write_text(f"# Ports\n\n{TEXT}\n", "utf-8")

    ending = told(book.project, "learn", {"path": "notes.md"}, mode=mode, person=Person())

    assert ending["result"] == "committed"
    assert [part["verb"] for part in ending["parts"]] == ["create"]


def test_a_profile_is_saved_into_when_the_person_agrees(tmp_path: Path, mode: str) -> None:
    book = book_at(tmp_path, "profile")
    asked = {"target": "topic", "name": "ports", "content": TEXT}

    waiting = told(tmp_path, "save", asked, mode=mode)
    ending = told(tmp_path, "save", asked, mode=mode, person=Person())

    assert (waiting["result"], ending["result"]) == ("pending", "committed")
    assert TEXT in (book.root / "memory_ports.md").read_text("utf-8")


@requirement("mcp.facts")
def test_a_book_that_nobody_trusts_answers_nothing_and_says_so(book: Book, mode: str) -> None:
    written = told(book.project, "remember", {"text": TEXT}, mode=mode, person=Person())
    book.distrust()

    found = told(book.project, "recall", {"query": "which port does staging listen on?"}, mode=mode)
    shown = told(book.project, "show", {"id": written["memories"][0]}, mode=mode)

    assert (found["outcome"], found["memories"]) == ("degraded:untrusted", [])
    assert shown["standing"].startswith("untrusted")


def test_resources_prompts_and_completion_speak_of_the_same_book(book: Book, mode: str) -> None:
    asked = {"text": TEXT, "topic": "ops/ports"}
    (name,) = told(book.project, "remember", asked, mode=mode, person=Person())["memories"]

    async def reading() -> tuple[str, ...]:
        async with Client(make_server(ServerPlace(folder=book.project)), mode=mode) as client:
            pages = [
                (await client.read_resource(f"memory://{uri}")).contents[0].text
                for uri in ("index", "contents", f"note/{name}", "topic/ops")
            ]
            prompt = await client.get_prompt("memory-remember", {"text": TEXT})
            reference = ResourceTemplateReference(uri="memory://note/{id}")
            found = await client.complete(reference, {"name": "id", "value": name[:6]})
            assert found.completion.values == [name]
            return (*pages, prompt.messages[0].content.text)

    index, contents, note, topic, prompt = anyio.run(reading)

    assert name in index
    assert contents.startswith("[contents] ")
    assert f"- {name}: {TEXT}" in contents
    assert name in topic
    assert TEXT in note
    assert TEXT in prompt


@requirement("mcp.table")
def test_the_known_answers_are_what_the_server_says(mode: str) -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import mcp_answers
    finally:
        sys.path.pop(0)
    from commonplace.doors.mcp.fast_start import FOLDER

    kept = {path.name: path.read_text("utf-8") for path in Path(FOLDER).iterdir()}

    assert kept == mcp_answers.tables()


def test_the_health_is_the_one_that_the_python_api_tells(book: Book, mode: str) -> None:
    let_agents_save()
    told(book.project, "remember", {"text": TEXT}, mode=mode)
    found = told(book.project, "health", mode=mode)

    weighed = open_book(book.project).health()
    assert (found["score"], found["active"], found["tokens"], found["never_retrieved"]) == (
        weighed.score,
        weighed.active,
        weighed.tokens,
        weighed.never_retrieved,
    )


@pytest.mark.parametrize("named", ["", "--personal", "--book"])
def test_what_waits_is_decided_by_the_command_that_the_answer_names_wherever_it_is_typed(
    tmp_path: Path, mode: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that starts its server in no project serves the personal book, or one that it was told."""
    found_book(personal_folder(Settings()), Settings(), datetime.now(UTC), is_personal=True)
    book = book_at(tmp_path / "a project")
    place = ServerPlace(
        folder=tmp_path,
        book=str(book.root) if named == "--book" else "",
        personal=named == "--personal",
    )

    async def remembering() -> CallToolResult:
        async with Client(make_server(place), mode=mode) as client:
            return await client.call_tool("remember", {"text": TEXT})

    message = anyio.run(remembering).structured_content["message"]

    command = message.split("`commonplace ")[1].split("`")[0]
    listing = message.split("(`commonplace ")[1].split("`")[0]
    capsys.readouterr()
    assert run([*shlex.split(listing), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1
    assert run([*shlex.split(command), "--yes"]) == 0


def test_a_personal_book_alone_serves_a_program_that_starts_in_no_project(
    tmp_path: Path, mode: str
) -> None:
    found_book(personal_folder(Settings()), Settings(), datetime.now(UTC), is_personal=True)
    let_agents_save()

    status = told(tmp_path, "status", mode=mode)
    kept = told(tmp_path, "remember", {"text": TEXT}, mode=mode)

    assert status["root"].startswith(str(personal_folder(Settings())))
    assert kept["result"] == "committed"


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")  # of the client's own library
@pytest.mark.parametrize("has_personal", [False, True])
def test_a_folder_that_the_client_announces_is_used_where_the_server_stands_in_none(
    tmp_path: Path, mode: str, has_personal: bool
) -> None:
    nowhere, other, project = (tmp_path / name for name in ("nowhere", "other", "a project"))
    nowhere.mkdir()
    other.mkdir()
    book = book_at(project)
    if has_personal:
        found_book(personal_folder(Settings()), Settings(), datetime.now(UTC), is_personal=True)

    async def announced(context: object) -> ListRootsResult:
        return ListRootsResult(
            roots=[
                Root(uri="file://elsewhere/x"),
                Root.model_construct(uri=AnyUrl("vscode-vfs://github/owner/repo")),
                Root(uri=other.as_uri()),
                Root(uri=project.as_uri()),
            ]
        )

    async def asking() -> CallToolResult:
        server = make_server(ServerPlace(folder=nowhere))
        async with Client(server, mode=mode, list_roots_callback=announced) as client:
            return await client.call_tool("status", {})

    result = anyio.run(asking)

    if mode == "legacy":
        assert result.structured_content["root"] == str(book.root)
    else:  # newer connections have no way to ask
        assert result.is_error is not has_personal


def test_a_server_that_was_told_its_book_asks_no_client_for_folders(
    book: Book, tmp_path: Path, mode: str
) -> None:
    async def announced(context: object) -> ListRootsResult:
        raise AssertionError("nobody needs to ask")

    async def asking() -> CallToolResult:
        server = make_server(ServerPlace(folder=tmp_path / "..", book=str(book.root)))
        async with Client(server, mode=mode, list_roots_callback=announced) as client:
            return await client.call_tool("status", {})

    assert anyio.run(asking).structured_content["root"] == str(book.root)
