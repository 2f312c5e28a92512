"""What we ask qmd, what we take from its answers, and what is said when it cannot answer."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.memory import Memory, Status
from commonplace.core.search import LIVING, Query, SearchResult, Source
from commonplace.engines.qmd.calls import (
    Collection,
    Collections,
    QmdCommand,
    QmdTrouble,
    check_mask,
    check_name,
    find_model,
    find_program,
    own_qmd,
    private_qmd,
    qmd_health,
    run,
)
from commonplace.engines.qmd.engine import QmdEngine, read_answers, typed_lines
from commonplace.errors import BadInput
from fake_qmd import FakeQmd
from requirements import requirement

HELD = Collections(
    scope="project",
    mask="**/*.md",
    all=(Collection(name="kb", folder="/book/knowledge-base", inside="knowledge-base"),),
)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeQmd:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    return FakeQmd(tmp_path / "fake")


def command(fake: FakeQmd) -> QmdCommand:
    program, model = find_program(os.environ), find_model(os.environ)
    return private_qmd(program, os.environ, str(fake.here), model, HELD)


def engine(fake: FakeQmd, *sources: Source) -> QmdEngine:
    return QmdEngine(
        lambda: command(fake), HELD, lambda paths: [each for each in sources if each.path in paths]
    )


def source(name: str, *memories: Memory) -> Source:
    lines = {each.id: (10 * at + 1, 10 * at + 9) for at, each in enumerate(memories)}
    path = f"knowledge-base/{name}"
    return Source(path=path, memories=memories, sha256=name, lines=lines)


def answer(
    file: str, *, words: bool = True, cosine: float = 0.0, line: int = 1
) -> dict[str, object]:
    explain = {"ftsScores": [0.4] if words else [], "vectorScores": [cosine] if cosine else []}
    return {"file": f"qmd://{file}", "line": line, "score": 0.03, "explain": explain}


def found(finding: SearchResult) -> list[str]:
    return [hit.memory for hit in finding.hits]


@requirement("qmd.order")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how is it?", ()),
        ("the redis lock", ("lex: redis lock", "lex: redis", "lex: lock", "vec: the redis lock")),
        ('the "redis', ("lex: redis", "vec: the redis")),
        ("redis -v", ("lex: redis v", "lex: redis", "lex: v", "vec: redis v")),
        ("緩存", ("lex: 缓存", "lex: 緩存", "vec: 緩存")),
    ],
)
def test_a_prompt_becomes_one_line_for_each_word_and_one_for_its_meaning(
    text: str, expected: tuple[str, ...]
) -> None:
    assert typed_lines(text) == expected


@requirement("qmd.own-words")
@given(st.text(max_size=60))
def test_no_prompt_is_ever_anything_but_typed_lines(text: str) -> None:
    for line in typed_lines(text):
        assert line.startswith(("lex: ", "vec: "))
        assert len(line.splitlines()) == 1
        assert '"' not in line
        assert line.isprintable()


def test_a_long_prompt_keeps_its_longest_words_in_their_order() -> None:
    text = " ".join(f"word{'x' * at}" for at in range(30))

    words = [line[5:] for line in typed_lines(text) if line.startswith("lex:")]

    assert words == [f"word{'x' * at}" for at in range(20, 30)]


def test_a_long_chinese_prompt_is_asked_for_to_its_end() -> None:
    lines = typed_lines("上个月部署的服务又报错了怎么处理缓存雪崩")

    assert {"lex: 部署", "lex: 缓存", "lex: 雪崩"} <= set(lines)


@requirement("qmd.order")
def test_the_order_of_qmd_is_kept_and_its_scores_are_not(fake: FakeQmd) -> None:
    fake.install().answer(json.dumps([answer("kb/b.md"), answer("kb/a.md")]))
    a, b = (source(f"{name}.md", Memory(id=name, title="Redis port")) for name in "ab")

    finding = engine(fake, a, b).find(Query(text="redis port"))

    assert found(finding) == ["b", "a"]
    assert finding.hits[0].score > finding.hits[1].score > 0.5
    assert fake.asked == [
        "qmd query --json --no-rerank --explain -n 40 -C 40 -c kb -- lex: redis port",
        "lex: redis",
        "lex: port",
        "vec: redis port",
    ]


@requirement("qmd.only-ours")
def test_what_is_no_active_memory_of_this_book_is_dropped(fake: FakeQmd) -> None:
    names = ("kb/gone.md", "other/note.md", "kb/buried.md", "kb/held.md", "kb/good.md")
    fake.install().answer(json.dumps([answer(name) for name in names]))
    sources = (
        source("buried.md", Memory(id="buried", title="redis", status=Status.TOMBSTONED)),
        source("held.md", Memory(id="held", title="redis", status=Status.QUARANTINED)),
        source("good.md", Memory(id="good", title="redis")),
    )

    assert found(engine(fake, *sources).find(Query(text="redis"))) == ["good"]
    asked = Query(text="redis", statuses=LIVING)
    assert found(engine(fake, *sources).find(asked)) == ["held", "good"]


def test_in_a_file_of_many_those_are_meant_that_hold_the_words_or_stand_at_the_line(
    fake: FakeQmd,
) -> None:
    page = source(
        "page.md",
        Memory(id="one", title="Redis"),
        Memory(id="two", title="Redis lock"),
        Memory(id="three", title="Fonts"),
    )
    fake.install().answer(json.dumps([answer("kb/page.md")]))
    by_words = engine(fake, page).find(Query(text="redis lock"))
    fake.answer(json.dumps([answer("kb/page.md", words=False, cosine=0.6, line=23)]))
    by_meaning = engine(fake, page).find(Query(text="typefaces"))

    assert found(by_words) == ["two", "one"]
    assert found(by_meaning) == ["three"]
    assert by_meaning.confidence == 1.0
    assert [hit.reasons[0].why for hit in by_meaning.hits] == ["qmd:meaning"]


@requirement("qmd.only-ours")
def test_a_word_that_stands_only_in_the_keys_of_front_matter_finds_nothing(fake: FakeQmd) -> None:
    fake.install().answer(json.dumps([answer("kb/a.md"), answer("kb/b.md")]))
    a = source("a.md", Memory(id="a", title="Redis port"))
    b = source("b.md", Memory(id="b", title="Kafka topics"))

    assert found(engine(fake, a, b).find(Query(text="kafka topics"))) == ["b"]


def test_the_nearest_of_nothing_is_not_found_by_meaning() -> None:
    printed = json.dumps([answer("kb/far.md", words=False, cosine=0.29), answer("kb/words.md")])

    assert [each.name for each in read_answers(printed)] == ["words.md"]


def test_words_that_say_little_of_a_prompt_leave_the_gate_unsure(fake: FakeQmd) -> None:
    fake.install().answer(json.dumps([answer("kb/a.md")]))
    a = source("a.md", Memory(id="a", title="Redis listens on port 6379"))
    sure = engine(fake, a).find(Query(text="which port does redis listen on"))
    unsure = engine(fake, a).find(Query(text="a port wine from the Douro valley goes with cheese"))

    assert sure.confidence > 0.73 > unsure.confidence


@requirement("qmd.degraded")
def test_a_qmd_that_cannot_answer_says_why(fake: FakeQmd) -> None:
    whys = [engine(fake).find(Query(text="redis")).degraded]
    fake.install_under_node("v20.20.2")
    whys.append(engine(fake).find(Query(text="redis")).degraded)
    (fake.here / "bin" / "node").unlink()
    whys.append(engine(fake).find(Query(text="redis")).degraded)
    fake.install().answer("no JSON")
    whys.append(engine(fake).find(Query(text="redis")).degraded)
    (fake.here / "model.gguf").unlink()
    whys.append(engine(fake).find(Query(text="redis")).degraded)

    assert whys == ["qmd-missing", "qmd-old-node", "qmd-no-node", "qmd-failed", "qmd-no-model"]
    assert engine(fake).status().trouble == "qmd-no-model"


@requirement("qmd.degraded")
def test_what_could_not_be_brought_up_to_date_is_not_asked(fake: FakeQmd) -> None:
    asked = engine(fake, source("a.md", Memory(id="a", title="redis")))
    with pytest.raises(QmdTrouble):
        asked.sync()
    fake.install().answer(json.dumps([answer("kb/a.md")]))

    assert asked.find(Query(text="redis")).degraded == "qmd-missing"
    asked.sync()
    assert found(asked.find(Query(text="redis"))) == ["a"]


def test_health_says_what_is_wrong_and_what_is_there(fake: FakeQmd) -> None:
    missing = qmd_health(os.environ)
    fake.install()
    well = qmd_health(os.environ)

    assert (missing.why, well.why) == ("qmd-missing", "")
    assert (well.command, well.model) == (
        str(fake.here / "bin" / "qmd"),
        str(fake.here / "model.gguf"),
    )


def test_a_node_of_its_own_is_preferred_and_a_new_one_will_do(fake: FakeQmd) -> None:
    fake.install_under_node("v24.1.0")

    assert find_program(os.environ).words == (
        str(fake.here / "bin" / "node"),
        str(fake.here / "bin" / "qmd"),
    )


@requirement("qmd.own-config")
def test_a_project_brings_no_qmd_and_no_trust_of_its_own(
    fake: FakeQmd, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = find_program({"PATH": str(fake.install().here / "bin")})
    monkeypatch.chdir(fake.here)
    trusting = {"QMD_TRUST_LOCAL_CONFIG": "1", "QMD_EMBED_MODEL": "x"}

    with pytest.raises(QmdTrouble):
        find_program({"PATH": "bin:."})
    assert own_qmd(program, trusting, "/", "").environ == {"QMD_EMBED_MODEL": "x", "NO_COLOR": "1"}
    assert "QMD_TRUST_LOCAL_CONFIG" not in command(fake).environ


@requirement("qmd.in-time")
def test_what_takes_too_long_is_stopped_with_all_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    words = ["/bin/sh", "-c", f"sleep 60 & echo $! > {pids}; wait"]

    with pytest.raises(QmdTrouble, match="qmd-timeout"):
        run(words, {"PATH": "/usr/bin:/bin"}, "/", 0.2)

    assert _is_over(int(pids.read_text()))


def _is_over(pid: int) -> bool:
    """Say whether a process is gone, or dead and only waiting to be counted."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    return False


@requirement("qmd.own-words")
@pytest.mark.parametrize("name", ["", "-c", "--help", "a/b", "../x", "a b", "a\nb", "x" * 65, "."])
def test_a_name_that_is_an_option_or_a_path_names_no_collection(name: str) -> None:
    with pytest.raises(BadInput):
        check_name(name)


@requirement("qmd.own-words")
@pytest.mark.parametrize("mask", ["-n", "/etc/*", "~/x", "../*.md", "**/*.md,../../x", "a\nb"])
def test_a_mask_that_leads_out_of_its_folder_is_refused(mask: str) -> None:
    with pytest.raises(BadInput):
        check_mask(mask)


def test_good_names_and_masks_are_taken_as_they_are() -> None:
    assert [check_name(name) for name in ("my-kb", "a.b_c", "9")] == ["my-kb", "a.b_c", "9"]
    assert check_mask("**/*.md,**/*.txt") == "**/*.md,**/*.txt"


def test_the_model_is_the_user_s_own_and_only_if_it_is_here(tmp_path: Path) -> None:
    models = tmp_path / "cache" / "qmd" / "models"
    models.mkdir(parents=True)
    config = tmp_path / "config"
    config.mkdir()
    environ = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "QMD_CONFIG_DIR": str(config)}
    steps = [find_model(environ)]
    fetched = models / "hf_ggml-org_embeddinggemma-300M-Q8_0.gguf"
    fetched.touch()
    steps.append(find_model(environ))
    own = tmp_path / "own.gguf"
    own.touch()
    steps.append(find_model({**environ, "QMD_EMBED_MODEL": str(own)}))
    (config / "index.yml").write_text("models:\n  embed: /no/such.gguf\n", "utf-8")
    steps.append(find_model({**environ, "QMD_EMBED_MODEL": str(own)}))

    assert steps == ["", str(fetched), str(own), ""]


def test_an_index_of_the_book_s_own_says_where_everything_is(fake: FakeQmd) -> None:
    fake.install()

    qmd = command(fake)

    assert json.loads((fake.here / "index.yml").read_text("utf-8")) == {
        "collections": {
            "kb": {"path": "/book/knowledge-base", "pattern": "**/*.md", "context": {"": ""}}
        },
        "models": {
            "embed": str(fake.here / "model.gguf"),
            "generate": str(fake.here / "no-such-model.gguf"),
            "rerank": str(fake.here / "no-such-model.gguf"),
        },
    }
    assert {"QMD_CONFIG_DIR", "INDEX_PATH", "XDG_CACHE_HOME"} <= set(qmd.environ)
