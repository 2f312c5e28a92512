"""A LangGraph store over our files says what LangGraph's own store in memory says."""

import asyncio
import io
import json
import re
import stat
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import commonplace
from commonplace.core.memory import Origin
from commonplace.errors import BadInput
from requirements import requirement

if TYPE_CHECKING:
    from langgraph.store.memory import InMemoryStore

    from commonplace import LangGraphStore

pytestmark = pytest.mark.laws  # LangGraph alone takes a second to load

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LABELS = st.sampled_from(["users", "Users", "ada", "喜", "a b", "con"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=4).map(tuple)
KEYS = st.sampled_from(["prefs", "Prefs", "a/b", "", ".", "…", "x" * 300])
SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["red", "blue", "1.5"])
NESTED = SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.sampled_from("ab"), SCALARS)
VALUES = st.dictionaries(st.sampled_from(["a", "b", "colour"]), NESTED, max_size=3)
SIGNS = st.sampled_from(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in"])
WANTED = NESTED | st.dictionaries(SIGNS, SCALARS, min_size=1, max_size=2)
FILTERS = st.none() | st.dictionaries(st.sampled_from(["a", "b", "colour"]), WANTED, max_size=2)
PATHS = st.none() | st.lists(LABELS | st.just("*"), min_size=1, max_size=3).map(tuple)
PUTS = st.lists(st.tuples(NAMESPACES, KEYS, st.none() | VALUES), max_size=8)
COUNTS = st.integers(0, 4)


@pytest.fixture
def store(tmp_path: Path) -> "LangGraphStore":
    return commonplace.LangGraphStore(tmp_path / "items", who="graph")


def put_both(store: "LangGraphStore", puts: list[tuple[Any, str, Any]]) -> "InMemoryStore":
    """Put the same into ours and into theirs, and return theirs with nothing but what is left.

    Theirs also lists namespaces that are empty by now, or that were only asked for.
    """
    from langgraph.store.base import PutOp
    from langgraph.store.memory import InMemoryStore

    theirs = InMemoryStore()
    left: dict[Any, Any] = {}
    for namespace, key, value in puts:
        store.batch([PutOp(namespace, key, value)])
        if value is None:
            left.pop((namespace, key), None)
        else:
            left[(namespace, key)] = value
    for (namespace, key), value in left.items():
        theirs.put(namespace, key, value)
    return theirs


def outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except (TypeError, ValueError) as trouble:
        return type(trouble)


def named(items: list[Any]) -> dict[Any, Any]:
    assert len({(item.namespace, item.key) for item in items}) == len(items)
    return {(item.namespace, item.key): item.value for item in items}


@requirement("langgraph.same")
@pytest.mark.parametrize("first", [None, "red"])
def test_of_two_values_that_cannot_be_compared_the_older_decides_what_is_raised(
    store: "LangGraphStore", first: str | None
) -> None:
    other = "red" if first is None else None
    puts = [(("users",), "b", {"a": first}), (("users",), "a", {"a": other})]
    theirs = put_both(store, puts)

    raised = [
        outcome(lambda each=each: each.search((), filter={"a": {"$gt": 1}}))
        for each in (store, theirs)
    ]  # type: ignore[misc]

    assert raised == [TypeError if first is None else ValueError] * 2


@requirement("langgraph.same")
@given(puts=PUTS, wanted=FILTERS, prefix=st.just(()) | NAMESPACES, limit=COUNTS, offset=COUNTS)
@settings(max_examples=100)
def test_get_and_search_find_what_the_store_in_memory_finds(
    tmp_path_factory: pytest.TempPathFactory,
    *,
    puts: list[tuple[Any, str, Any]],
    wanted: dict[str, Any] | None,
    prefix: tuple[str, ...],
    limit: int,
    offset: int,
) -> None:
    store = commonplace.LangGraphStore(tmp_path_factory.mktemp("items"))
    theirs = put_both(store, puts)

    for namespace, key, _ in puts:
        ours, other = store.get(namespace, key), theirs.get(namespace, key)
        assert (ours and ours.value) == (other and other.value)

    def whole(each: Any) -> list[Any]:
        return list(each.search(prefix, filter=wanted, limit=100))

    ours, other = outcome(lambda: whole(store)), outcome(lambda: whole(theirs))
    if isinstance(ours, type) or isinstance(other, type):
        assert ours == other
        return
    assert named(ours) == named(other)
    page = store.search(prefix, filter=wanted, limit=limit, offset=offset)
    assert page == ours[offset : offset + limit]
    assert len(page) == len(theirs.search(prefix, filter=wanted, limit=limit, offset=offset))


@requirement("langgraph.same")
@given(
    puts=PUTS,
    prefix=PATHS,
    suffix=PATHS,
    depth=st.none() | st.integers(1, 4),
    limit=COUNTS,
    offset=COUNTS,
)
@settings(max_examples=100)
def test_namespaces_are_listed_as_the_store_in_memory_lists_them(
    tmp_path_factory: pytest.TempPathFactory, puts: list[tuple[Any, str, Any]], **asked: Any
) -> None:
    store = commonplace.LangGraphStore(tmp_path_factory.mktemp("items"))
    theirs = put_both(store, puts)
    asked["max_depth"] = asked.pop("depth")

    assert store.list_namespaces(**asked) == theirs.list_namespaces(**asked)


@requirement("langgraph.validation")
@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.put((), "k", {}),
        lambda store: store.put(("langgraph", "x"), "k", {}),
        lambda store: store.put(("a.b",), "k", {}),
        lambda store: store.put(("a", ""), "k", {}),
        lambda store: store.put((1,), "k", {}),
        lambda store: store.get(("a\x00",), "k"),
        lambda store: store.delete(("a.b",), "k"),
        lambda store: store.search(("",)),
        lambda store: store.list_namespaces(prefix=("a.b",)),
        lambda store: store.put(("a",), "k", {}, ttl=5),
        lambda store: store.batch(["nonsense"]),
    ],
)
def test_what_is_no_name_is_refused_in_the_same_words(
    store: "LangGraphStore", call: Callable[[Any], object]
) -> None:
    from langgraph.store.memory import InMemoryStore

    with pytest.raises((ValueError, NotImplementedError)) as ours:
        call(store)
    with pytest.raises((ValueError, NotImplementedError)) as theirs:
        call(InMemoryStore())

    said = str(theirs.value).replace("InMemoryStore", "LangGraphStore")
    assert (type(ours.value), str(ours.value)) == (type(theirs.value), said)


@requirement("langgraph.receipts")
def test_a_batch_is_one_receipt_read_before_it_is_written_and_can_be_undone(
    store: "LangGraphStore",
) -> None:
    from langgraph.store.base import GetOp, PutOp

    store.put(("a",), "one", {"v": 1})
    first = store.get(("a",), "one")
    results = store.batch(
        [
            PutOp(("a",), "one", {"v": 2}),
            GetOp(("a",), "one"),
            PutOp(("b",), "two", {"v": 9}),
            PutOp(("b",), "two", {"v": 3}),
        ]
    )
    second = store.get(("a",), "one")
    receipts = list(store.receipts())

    assert results == [None, first, None, None]
    assert (len(receipts), len(receipts[0].images)) == (2, 2)
    assert {(each.origin, each.channel, each.who) for each in receipts} == {
        (Origin.AGENT, "policy", "graph")
    }
    assert second.value == {"v": 2}
    assert second.created_at == first.created_at < second.updated_at
    store.undo()
    assert store.get(("a",), "one") == first
    assert store.list_namespaces() == [("a",)]


def test_a_query_puts_the_items_that_share_its_words_first(store: "LangGraphStore") -> None:
    store.put(("m",), "tea", {"text": "prefers green tea in the morning"})
    store.put(("m",), "port", {"text": "staging listens on port 6001"})
    store.put(("m",), "茶", {"text": "早上喜欢喝绿茶"})
    store.put(("m",), "other", {"text": "nothing", "note": "port"}, index=["text"])
    store.put(("m",), "hidden", {"text": "port port"}, index=False)

    found = store.search(("m",), query="which port?")

    assert [item.key for item in found][:1] == ["port"]
    assert (found[0].score, found[-1].key, found[-1].score) == (1.0, "hidden", None)
    assert store.search(("m",), query="喝什么茶", limit=1)[0].key == "茶"


@requirement("langgraph.secrets")
def test_secrets_in_values_are_marked_and_names_with_one_refused(store: "LangGraphStore") -> None:
    store.put(("a",), "k", {"t": f"use {TOKEN}", "deep": [{"password": "Tr0ub4dor&3xY9"}]})
    (file,) = store.path.rglob("*.json")

    assert TOKEN not in (text := file.read_text("utf-8"))
    assert "Tr0ub4dor" not in text
    for namespace, key in ((("a",), TOKEN), ((TOKEN,), "k")):
        with pytest.raises(BadInput):
            store.put(namespace, key, {})


@pytest.mark.parametrize(
    "value", [{"a": {1: 2}}, {"a": {1, 2}}, {"a": float("nan")}, {"a": "\ud800"}]
)
def test_what_is_no_json_is_refused_and_nothing_written(
    store: "LangGraphStore", value: dict[str, Any]
) -> None:
    with pytest.raises(BadInput):
        store.put(("a",), "k", value)

    assert list(store.receipts()) == []


def test_a_file_that_a_person_edits_is_seen_and_one_that_is_no_item_passed_over(
    store: "LangGraphStore",
) -> None:
    store.put(("a",), "k", {"v": 1})
    assert len(store.search(())) == 1
    (file,) = store.path.rglob("*.json")
    whole = json.loads(file.read_text("utf-8"))

    file.write_text(json.dumps({**whole, "value": {"v": "by hand"}}), "utf-8")
    (store.path / "stray.json").write_text("[]", "utf-8")

    assert [item.value for item in store.search(())] == [{"v": "by hand"}]
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_asynchronous_side_loses_nothing_when_many_write(store: "LangGraphStore") -> None:
    async def story() -> int:
        await asyncio.gather(*(store.aput(("n",), str(k), {"k": k}) for k in range(8)))
        await store.adelete(("n",), "0")
        return len(await store.asearch(("n",), limit=100))

    assert asyncio.run(story()) == 7


def test_the_example_of_the_guide_prints_what_the_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    guide = Path(__file__).resolve().parents[2] / "docs" / "guides" / "langgraph.md"
    program, expected = re.findall(
        r"```(?:python|text)\n(.*?)```", guide.read_text("utf-8"), re.DOTALL
    )
    said = io.StringIO()

    with redirect_stdout(said):
        exec(program, {})

    assert said.getvalue() == expected


LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = st.lists(st.sampled_from(["red", "apple", "car", "blue", "zebra"]), min_size=1, max_size=3)
DOCUMENTS = st.dictionaries(
    st.sampled_from(["one", "two", "three", "four"]),
    st.tuples(
        st.fixed_dictionaries(
            {"text": WORDS.map(" ".join), "more": WORDS.map(" and ".join).map("more: {}".format)}
        ),
        st.sampled_from([None, False, ["more"], ["text", "more"]]),
    ),
    min_size=1,
)


def by_letters(texts: list[str]) -> list[list[float]]:
    """Embed texts by how often each letter stands in them: the same for the same text, near for near ones."""
    return [[float(text.lower().count(letter)) for letter in LETTERS] for text in texts]


async def by_letters_later(texts: list[str]) -> list[list[float]]:
    await asyncio.sleep(0)
    return by_letters(texts)


@requirement("langgraph.same")
@given(documents=DOCUMENTS, query=WORDS.map(" ".join), fields=st.sampled_from([None, ["text"]]))
@settings(max_examples=60)
def test_with_an_embedder_everything_scores_what_it_scores_in_memory(
    tmp_path_factory: pytest.TempPathFactory,
    documents: dict[str, tuple[dict[str, str], Any]],
    query: str,
    fields: list[str] | None,
) -> None:
    from langgraph.store.memory import InMemoryStore

    index: Any = {"dims": len(LETTERS), "embed": by_letters, "fields": fields}
    both = (
        commonplace.LangGraphStore(tmp_path_factory.mktemp("items"), index=index),
        InMemoryStore(index=index),
    )
    for key, (value, searched) in documents.items():
        for store in both:
            store.put(("docs",), key, value, index=searched)
    ours, theirs = (store.search(("docs",), query=query) for store in both)

    assert {each.key: each.score for each in ours} == pytest.approx(
        {each.key: each.score for each in theirs}
    )
    scores = [each.score for each in ours]
    scored = [score for score in scores if score is not None]
    assert scores == [*sorted(scored, reverse=True), *[None] * (len(scores) - len(scored))]


def vector_store(folder: Path, embed: Any = by_letters) -> "LangGraphStore":
    return commonplace.LangGraphStore(folder, index={"dims": len(LETTERS), "embed": embed})


def test_a_text_that_was_changed_is_found_by_what_it_says_now(tmp_path: Path) -> None:
    store = vector_store(tmp_path / "items")
    store.put(("docs",), "one", {"text": "zany zebra Xerxes"})
    store.put(("docs",), "two", {"text": "something about dogs"})
    before = store.search(("docs",), query="Zany Xerxes")

    store.put(("docs",), "one", {"text": "new text about dogs"})
    after = store.search(("docs",), query="Zany Xerxes")

    assert before[0].key == "one"
    assert {each.key: each.score for each in after}["one"] < before[0].score
    assert vector_store(tmp_path / "items").search(("docs",), query="dogs")[0].score is not None


def test_pages_of_a_search_by_meaning_follow_each_other(tmp_path: Path) -> None:
    store = vector_store(tmp_path / "items")
    for number in range(5):
        store.put(("docs",), f"doc{number}", {"text": "test " + LETTERS[: number + 1]})

    whole = [each.key for each in store.search(("docs",), query="test")]
    pages = [store.search(("docs",), query="test", limit=2, offset=at) for at in (0, 2, 4)]

    assert [each.key for page in pages for each in page] == whole
    assert len(whole) == 5


@pytest.mark.parametrize("query", ["", None])
def test_without_a_question_nothing_is_embedded(tmp_path: Path, query: str | None) -> None:
    store = vector_store(tmp_path / "items", embed=lambda _: pytest.fail("nobody asked"))
    store.put(("docs",), "one", {"text": "test document"})

    (found,) = store.search(("docs",), query=query)

    assert found.score is None


def test_an_embedder_that_is_waited_for_serves_the_asynchronous_methods(tmp_path: Path) -> None:
    store = vector_store(tmp_path / "items", embed=by_letters_later)

    async def found() -> list[str]:
        await asyncio.gather(
            *(store.aput(("docs",), str(n), {"text": f"{n} cars", "n": n}) for n in range(9)),
            store.aput(("docs",), "zebra", {"text": "a zebra", "n": 9}),
        )
        wanted = [{"n": {"$gte": 5}}, {"n": {"$lt": 5}}]
        asked = (store.asearch(("docs",), query="zebra", filter=each) for each in wanted)
        high, low = await asyncio.gather(*asked)
        return [high[0].key, str(len(low))]

    assert asyncio.run(found()) == ["zebra", "5"]


def test_what_is_redacted_in_the_file_never_reaches_the_embedder(tmp_path: Path) -> None:
    seen: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        seen.extend(texts)
        return by_letters(texts)

    store = vector_store(tmp_path / "items", embed=embed)
    store.put(("docs",), "one", {"text": f"the token is {TOKEN}"})
    store.search(("docs",), query="token")

    assert len(seen) == 2
    assert not any(TOKEN in text for text in seen)
