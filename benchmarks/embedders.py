"""Measure the embedders: recall by meaning, across languages, and what a fresh process pays.

Run with `make bench-embedders`. Reads the retrieval data beside the repository, and says so when it is
not there. Times are ratios to a bare interpreter started in the same run.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from commonplace.engines.embedders.models import ENGLISH, FILES, MULTILINGUAL, load_numpy

load_numpy()  # with one thread, as the product does

import numpy as np  # noqa: E402

from commonplace.core.ports import Embedder  # noqa: E402
from commonplace.engines.embedders.model_embedder import ModelEmbedder  # noqa: E402
from commonplace.engines.embedders.packing import cosines  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data" / "retrieval"
PAIRS = (("en", "zh"), ("zh", "en"), ("en", "en"), ("zh", "zh"))
RUNS = 20
ASK = """
from commonplace.engines.embedders.models import open_prepared
open_prepared({model!r}, {cache!r}, {key!r})([{prompt!r}])
"""
PROMPT = "which port does the payment service use on staging, and how do I restart it? 端口号是多少"


def read_xquad(language: str) -> tuple[list[str], list[tuple[str, int]]]:
    articles = json.loads((DATA / f"xquad.{language}.json").read_text("utf-8"))["data"]
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    questions = [(qa["question"], n) for n, p in enumerate(paragraphs) for qa in p["qas"]]
    return [paragraph["context"] for paragraph in paragraphs], questions


def read_locomo() -> list[tuple[list[str], list[tuple[str, set[int]]]]]:
    stores = []
    for sample in json.loads((DATA / "locomo_dev.json").read_text("utf-8")):
        talk = sample["conversation"]
        sessions = [talk[f"session_{n}"] for n in range(1, 100) if f"session_{n}" in talk]
        turns = [turn for session in sessions for turn in session]
        numbers = {turn["dia_id"]: n for n, turn in enumerate(turns)}
        questions = [
            (qa["question"], {numbers[e] for e in qa["evidence"] if e in numbers})
            for qa in sample["qa"]
            if qa["category"] != 5
        ]
        texts = [f"{turn['speaker']}: {turn['text']}" for turn in turns]
        stores.append((texts, [(text, gold) for text, gold in questions if gold]))
    return stores


def recall(
    embedder: Embedder,
    passages: list[str],
    questions: list[tuple[str, set[int]]],
    at: tuple[int, ...],
) -> list[list[float]]:
    """Return, for each question, the share of its passages among the first `at`."""
    rows = embedder.embed_passages(passages)
    shares = []
    for question, gold in questions:
        order = np.argsort(-np.array(cosines(embedder.embed_query(question), rows)), kind="stable")
        shares.append([len(gold & set(order[:k].tolist())) / len(gold) for k in at])
    return shares


def print_recall(name: str, embedder: Embedder) -> None:
    cells = []
    for asked, stored in PAIRS:
        questions = [(question, {n}) for question, n in read_xquad(asked)[1]]
        shares = recall(embedder, read_xquad(stored)[0], questions, (1, 10))
        cells.append("/".join(f"{100 * value:.1f}" for value in np.mean(shares, axis=0)))
    turns = [share for store in read_locomo() for share in recall(embedder, *store, (1, 10))]
    cells.append("/".join(f"{100 * value:.1f}" for value in np.mean(turns, axis=0)))
    print("| " + " | ".join([name, *cells]) + " |", flush=True)


def path_line() -> str:
    """Return the line that lets an isolated interpreter import what this one can."""
    where = [str(ROOT / "src"), *(path for path in sys.path if "site-packages" in path)]
    return f"import sys; sys.path[:0] = {where!r}\n"


def run_fresh(scripts: list[str]) -> list[list[float]]:
    """Return the times in ms of fresh interpreters, taken in turns so that load hits all alike."""
    times: list[list[float]] = [[] for _ in scripts]
    for _ in range(RUNS):
        for script, taken in zip(scripts, times, strict=True):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-I", "-c", script], check=True)
            taken.append(1000 * (time.perf_counter() - began))
    return times


def peak_memory(code: str) -> float:
    """Return the most memory the interpreter held, in MB."""
    # Not getrusage: after fork and exec, Linux still counts what the parent held.
    tail = "\nprint(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code + tail], check=True, capture_output=True
    )
    return float(done.stdout) / 1024


def print_times(cache: Path, embedders: dict[str, Embedder]) -> None:
    known = {"cache": str(cache), "prompt": PROMPT}
    scripts = {"bare interpreter": "pass", "import numpy": path_line() + "import numpy"} | {
        f"{model}: one prompt": path_line()
        + ASK.format(model=model, key=embedder.identity.key, **known)
        for model, embedder in embedders.items()
    }
    times = run_fresh(list(scripts.values()))
    best, median = min(times[0]), statistics.median(times[0])
    print(f"\nbare interpreter: best {best:.1f} ms, median {median:.1f} ms\n")
    print("| fresh process | best | median | peak memory |\n|---|---|---|---|")
    for (name, script), taken in zip(scripts.items(), times, strict=True):
        ratios = f"{min(taken) / best:.2f} x | {statistics.median(taken) / median:.2f} x"
        print(f"| {name} | {ratios} | {peak_memory(script):.0f} MB |")


def print_warm(name: str, embedder: Embedder, passages: list[str], prompts: list[str]) -> None:
    began = time.perf_counter()
    embedder.embed_passages(passages)
    rate = len(passages) / (time.perf_counter() - began)
    times = []
    for prompt in prompts:
        began = time.perf_counter()
        embedder.embed_query(prompt)
        times.append(1000 * (time.perf_counter() - began))
    print(f"| {name} | {statistics.median(times):.2f} ms | {rate:.0f} |")


def main() -> None:
    if not DATA.is_dir():
        print(f"skipped: there is no retrieval data at {DATA.relative_to(ROOT.parent)}")
        return
    with tempfile.TemporaryDirectory() as scratch:
        cache = Path(scratch)
        embedders: dict[str, Embedder] = {}
        for model in (ENGLISH, MULTILINGUAL):
            began = time.perf_counter()
            embedders[model] = ModelEmbedder.open(model, cache)
            size = (cache / FILES[model]).stat().st_size / 1e6
            print(f"unpacking {model}: {time.perf_counter() - began:.1f} s, {size:.0f} MB")
        print("\n| R@1/R@10 | en->zh | zh->en | en->en | zh->zh | LoCoMo turns |")
        print("|---|---|---|---|---|---|")
        for model, embedder in embedders.items():
            print_recall(model, embedder)
        passages = [text for language in ("en", "zh") for text in read_xquad(language)[0]]
        prompts = [text for language in ("en", "zh") for text, _ in read_xquad(language)[1][:200]]
        print_times(cache, embedders)
        print("\n| warm | one prompt (median) | passages a second |\n|---|---|---|")
        for model, embedder in embedders.items():
            print_warm(model, embedder, passages, prompts)


if __name__ == "__main__":
    main()
