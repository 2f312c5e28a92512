"""Fit the gates from scratch, and say whether the numbers we ship are the ones they land on.

    python benchmarks/gate_fit.py [--gate | --judges] [--of NAME] [--write]

Logistic regression by Newton's method. The gate of words says of each memory whether it answers: each pool weighs alike at each
size, and in it answerable and foreign prompts alike; its bias is then set so that a known share of unrelated prompts and chatter
would get a pointer. A judge (by words, with the English model, with the multilingual one) says of a prompt whether one of three memories
answers it, which three those are, and whether one of them does by itself. Its bias and the weight of the book's size are set so that as much
noise passes in books of every size, and the bias of a single note so that few near misses get a line. `--gate` and `--judges` fit one kind alone, `--of words` one judge of the three,
`--write` keeps the result in gate_fit.json, and a test holds `core/weights.py` to it.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import datasets
import numpy as np
from commonness import MATTER_SCALE
from gate_samples import (
    ACROSS,
    ANSWERABLE,
    APART,
    FOREIGN,
    LATER,
    NOISE,
    SIZES,
    Cosines,
    Judged,
    Sample,
    all_pools,
    judged,
    paragraph_pools,
    samples,
    set_pools,
    turn_pools,
    typed,
)
from handover import NEAR, is_chinese
from meaning import CHOICES, ENGLISH_NAME, MODEL_NAME

from commonplace.core import weights
from commonplace.core.gate import LEAST, LEAST_ODDS, MOST, MOST_POINTERS, MOST_SHARED, Judge, trust
from commonplace.core.tokens import tokens
from commonplace.engines.embedders.packing import cosines
from commonplace.engines.local.vectors import EmbedderChoice

RESULTS = Path(__file__).with_name("gate_fit.json")
TOLERANCE = 0.15
"""By so much the share right may differ from the confidence."""
RIDGE = 0.1
CLOSE = 1e-5
MANY = 100
"""With more numbers than this a step is found by gradients: the words of all prompts are a thousand."""
DIGITS = 2
WORDS = "words"
NOISE_SHARE = 0.03
"""How many unrelated prompts and how much chatter would get a pointer by the gate of words alone, were it told from `POINTED`."""
POINTED = 0.5
QUIET = {WORDS: 0.0125, ENGLISH_NAME: 0.05, MODEL_NAME: 0.025}
"""How many of them may get a pointer by each judge."""
NEAR_SAID = {WORDS: 0.08, ENGLISH_NAME: 0.04, MODEL_NAME: 0.05}
"""How many prompts may get a line whose answer is not there, though the book speaks of the same matter: what a model
says comes to what words said already."""
SIZE = 4
"""The place of the book's size among the signals of an aim."""
MATTER_RIDGE = 3.0
FEWEST_PROMPTS, FEWEST_AUTHORS = 6, 3
"""A word says something of prompts when so many hold it, by so many authors: else it is the matter of one book."""
KINDS = {ANSWERABLE: 1.0, NOISE: 1.0, FOREIGN: 0.3}
"""What the prompts of each kind weigh together: turns of other people's sessions often touch a book by chance of trade."""
JUDGES = {
    WORDS: weights.JUDGE_WORDS,
    ENGLISH_NAME: weights.JUDGE_MINILM,
    MODEL_NAME: weights.JUDGE_UNIVERSAL,
}
MATTERS = {WORDS: "words", ENGLISH_NAME: "minilm", MODEL_NAME: "universal"}


def usable(found: Sequence[Sample]) -> list[Sample]:
    """Return the samples that a fit may see."""
    return [each for each in found if each.kind not in APART]


def fit(found: Sequence[Sample], noise: float) -> tuple[float, ...]:
    """Return the weights that make these samples most likely, and the bias that lets so much noise in."""
    rows = np.array([(1.0, *each.signals) for each in found])
    right = np.array([float(each.is_right) for each in found])
    answer = _likeliest(rows, right, _masses(found))
    answer[0] -= _excess(found, rows @ answer, noise)
    return _rounded(answer)


def _likeliest(
    rows: "np.ndarray",
    right: "np.ndarray",
    masses: "np.ndarray",
    ridge: float = RIDGE,
    start: "np.ndarray | None" = None,
) -> "np.ndarray":
    answer = np.zeros(rows.shape[1]) if start is None else start.copy()
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ answer, -30, 30)))
        slope = rows.T @ (masses * (right - chance)) - ridge * answer
        bends = masses * chance * (1 - chance)
        step_of = _by_gradients if rows.shape[1] > MANY else _exactly
        step = step_of(rows, bends, slope, ridge)
        answer += step
        if np.abs(step).max() < CLOSE:
            break
    return answer


def _exactly(
    rows: "np.ndarray", bends: "np.ndarray", slope: "np.ndarray", ridge: float
) -> "np.ndarray":
    bend = (rows * bends[:, None]).T @ rows
    return np.linalg.solve(bend + ridge * np.eye(rows.shape[1]), slope)


def _by_gradients(
    rows: "np.ndarray", bends: "np.ndarray", slope: "np.ndarray", ridge: float
) -> "np.ndarray":
    """Return the same step where there are many numbers, by conjugate gradients."""
    step, left = np.zeros_like(slope), slope.copy()
    way, length = left.copy(), float(left @ left)
    for _ in range(200):
        if length < CLOSE**2:
            break
        bent = rows.T @ (bends * (rows @ way)) + ridge * way
        share = length / float(way @ bent)
        step += share * way
        left -= share * bent
        length, before = float(left @ left), length
        way = left + length / before * way
    return step


def _rounded(answer: "np.ndarray") -> tuple[float, ...]:
    return tuple(round(float(value), DIGITS) + 0.0 for value in answer)


def _excess(found: Sequence[Sample], odds: "np.ndarray", noise: float) -> float:
    """Return what the odds must lose so that but this share of unrelated prompts and chatter is pointed at."""
    prompts = defaultdict(list)
    for each, own in zip(found, odds, strict=True):
        if each.kind == NOISE:
            prompts[each.prompt].append(own)
    low, high = -20.0, 20.0
    while prompts and high - low > 1e-4:
        middle = (low + high) / 2
        told = sum(_any_of(np.array(own) - middle) >= POINTED for own in prompts.values())
        low, high = (middle, high) if told > noise * len(prompts) else (low, middle)
    return high if prompts else 0.0


def _any_of(odds: "np.ndarray") -> float:
    best = np.sort(odds)[-MOST_POINTERS:]
    return float(1 - np.prod(1 - 1 / (1 + np.exp(-np.clip(best, -30, 30)))))


def _masses(found: Sequence[Sample]) -> "np.ndarray":
    groups = defaultdict(list)
    for at, each in enumerate(found):
        groups[each.pool, each.size, each.is_answerable].append(at)
    masses = np.zeros(len(found))
    for places in groups.values():
        masses[places] = 1 / len(places)
    return masses * len(found) / masses.sum()


def fit_judge(found: Sequence[Judged], name: str) -> tuple[tuple[float, ...], ...]:
    """Return what a prompt as a whole is judged by, with the model of that name: its aim, the order of the notes, and whether one answers by itself.

    Each author weighs alike at each size, and so does each kind of prompt. Bias and weight of the book's size are then set so
    that the allowed share of the unrelated prompts and chatter is pointed at in books of every size.
    """
    nears = [each for each in found if each.kind == NEAR]
    found = [each for each in found if each.kind != NEAR]
    rank = _order(found)
    groups = Counter((author(each), each.size, each.kind) for each in found)
    masses = np.array(
        [KINDS[each.kind] / groups[author(each), each.size, each.kind] for each in found]
    )
    masses *= len(found) / masses.sum()
    named = [_named(each, rank) for each in found]
    rows = np.array([(1.0, *each.aim) for each in found])
    right = np.array([float(any(note[2] for note, _ in three)) for three in named])
    aim = _likeliest(rows, right, masses)
    odds = rows @ aim
    lone = [
        ((1.0, *_lone(own, note, part)), float(note[2]), mass)
        for own, three, mass in zip(odds, named, masses, strict=True)
        for note, part in three
    ]
    alone = _likeliest(*(np.array(column) for column in zip(*lone, strict=True)))
    grows, least = _noise_by_size(found, odds, QUIET[name])
    bound = weights.SPEAK["normal"][1]
    aim[0] += np.log(bound / (1 - bound)) - least
    aim[1 + SIZE] -= grows
    alone[0] -= _too_sure((aim, rank, alone), nears, NEAR_SAID[name])
    return _rounded(aim), _rounded(np.array(rank)), _rounded(alone)


def _too_sure(judge: tuple[Sequence[float], ...], nears: Sequence[Judged], share: float) -> float:
    """Return what the odds of single notes must lose so that but the allowed share of near misses gets a line."""
    surest = [max(judge_whole(judge, each)[2], 1e-9) for each in nears]
    reached = float(np.quantile(surest, 1 - share))
    said = weights.SPEAK["normal"][0]
    return float(np.log(reached / (1 - reached)) - np.log(said / (1 - said)))


def _noise_by_size(
    found: Sequence[Judged], odds: "np.ndarray", noise: float
) -> tuple[float, float]:
    """Return how the odds that the allowed share of the noise reaches grow with the size, and where they begin."""
    reached = defaultdict(list)
    for each, own in zip(found, odds, strict=True):
        if each.kind == NOISE:
            nearest = min(SIZES, key=lambda size: abs(np.log(size / each.size)))
            reached[nearest].append((each.aim[SIZE], own))
    sizes = [np.mean([size for size, _ in own]) for own in reached.values()]
    bounds = [np.quantile([o for _, o in own], 1 - noise) for own in reached.values()]
    grows, least = np.polyfit(sizes, bounds, 1)
    return float(grows), float(least)


def _named(each: Judged, rank: Sequence[float]) -> list[tuple[tuple[float, float, bool], float]]:
    """Return the three notes that rank best and their shares, as `core.gate.Verdict` names them."""
    worth = lambda note: rank[0] * note[0] + rank[1] * trust(note[1])  # noqa: E731
    best = sorted(each.notes, key=worth, reverse=True)[:MOST_POINTERS]
    masses = np.exp([worth(note) - worth(best[0]) for note in best])
    return list(zip(best, masses / masses.sum(), strict=True)) if best else []


def _lone(odds: float, note: tuple[float, float, bool], part: float) -> tuple[float, ...]:
    bounded = min(max(odds, LEAST_ODDS), np.log(MOST / (1 - MOST)))
    return bounded, np.log(max(part, LEAST)), note[1], note[0]


def _order(found: Sequence[Judged]) -> tuple[float, float]:
    """Return what nearness and words are worth so that the notes that answer rank first (conditional logit)."""
    groups = [
        (
            np.array([(near, trust(odds)) for near, odds, _ in each.notes]),
            np.array([note[2] for note in each.notes]),
        )
        for each in found
        if len(each.notes) > 1 and any(note[2] for note in each.notes)
    ]
    answer = np.zeros(2)
    for _ in range(40):
        slope, bend = -RIDGE * answer, RIDGE * np.eye(2)
        for rows, right in groups:
            chance = np.exp(rows @ answer - (rows @ answer).max())
            chance /= chance.sum()
            mean = chance @ rows
            slope += (chance * right) @ rows / (chance * right).sum() - mean
            bend += (rows * chance[:, None]).T @ rows - np.outer(mean, mean)
        step = np.clip(np.linalg.solve(bend, slope), -3, 3)
        answer += step
        if np.abs(step).max() < 1e-6:
            break
    return float(answer[0]), float(answer[1])


class Matters:
    """What tells prompts about a matter of one's own from the others, fitted without their authors."""

    def __init__(
        self,
        seen_as: "Callable[[list[str]], np.ndarray]",
        is_read: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """`seen_as` turns prompts into rows of numbers, those that `is_read` says are in a language it knows."""
        self._seen_as = seen_as
        known = [each for each in typed() if is_read(each[1])]
        self._authors, texts, own = zip(*known, strict=True)
        self._rows = np.hstack([np.ones((len(texts), 1)), seen_as(list(texts))])
        self._is_own = np.array(own, float)
        self._by = dict(zip(texts, self._authors, strict=True))
        self._fitted: dict[str, np.ndarray] = {}
        self._seen: dict[str, np.ndarray] = {}
        self._start: np.ndarray | None = None

    def without(self, author: str = "") -> "np.ndarray":
        """Return what each number weighs, by the prompts of all others, in whole steps."""
        if author not in self._fitted:
            kept = np.array([not author or each != author for each in self._authors])
            rows, own = self._rows[kept], self._is_own[kept]
            masses = np.where(own, 1 / own.sum(), 1 / (1 - own).sum()) * len(own) / 2
            fitted = _likeliest(rows, own, masses, MATTER_RIDGE, self._start)
            self._start = fitted if self._start is None else self._start
            self._fitted[author] = np.clip(np.rint(fitted[1:] * MATTER_SCALE), -127, 127)
        return self._fitted[author]

    def told(self, found: Sequence[Judged]) -> list[Judged]:
        """Return the prompts with what this says of each: by a fit that has not seen its author."""
        new = list(dict.fromkeys(each.text for each in found if each.text not in self._seen))
        if new:
            self._seen |= dict(zip(new, self._seen_as(new), strict=True))
        return [
            replace(each, aim=(*each.aim[:-1], self._of(each) / MATTER_SCALE)) for each in found
        ]

    def _of(self, each: Judged) -> float:
        writer = self._by.get(each.text) or author(each)
        return float(self._seen[each.text] @ self.without(writer))


def words_seen() -> tuple[list[str], "Callable[[list[str]], np.ndarray]"]:
    """Return the words that prompts of several authors share, and how prompts are seen by them."""
    prompts, authors = Counter(), defaultdict(set)
    for name, text, _ in typed():
        for word in set(tokens(text)):
            prompts[word] += 1
            authors[word].add(name)
    shared = sorted(
        word
        for word, count in prompts.items()
        if count >= FEWEST_PROMPTS and len(authors[word]) >= FEWEST_AUTHORS and " " not in word
    )
    places = {word: place for place, word in enumerate(shared)}

    def seen_as(texts: list[str]) -> "np.ndarray":
        rows = np.zeros((len(texts), len(places)))
        for row, text in zip(rows, texts, strict=True):
            row[[places[word] for word in set(tokens(text)) if word in places]] = 1
        return rows

    return shared, seen_as


def author(each: Judged) -> str:
    return each.pool.removesuffix(f", {ACROSS}")


def judge_whole(
    judge: tuple[tuple[float, ...], ...], each: Judged
) -> tuple[float, bool, float, bool]:
    """Return how likely one of three notes answers and whether one does, then the same of the surest by itself."""
    aim, rank, alone, *_ = judge
    odds = float(np.dot(aim, (1.0, *each.aim)))
    three = _named(each, rank)
    said = [(_chance(np.dot(alone, (1.0, *_lone(odds, *own)))), own[0][2]) for own in three]
    surest = max(said, default=(0.0, False))
    return _chance(odds), any(note[2] for note, _ in three), *surest


def first_hit(judge: tuple[tuple[float, ...], ...], each: Judged) -> tuple[float, bool]:
    """Return the confidence of the note that is told first, as `core.gate.Verdict` has it, and whether it answers."""
    aim, rank, alone, *_ = judge
    odds = float(np.dot(aim, (1.0, *each.aim)))
    found = []
    for note, part in _named(each, rank):
        lone = _chance(np.dot(alone, (1.0, *_lone(odds, note, part))))
        share = min(1 - (1 - _chance(odds)) ** part, MOST_SHARED)
        found.append((lone if lone > MOST_SHARED else share, note[2]))
    return max(found, default=(0.0, False))


def _chance(odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def judge(gate: tuple[float, ...], each: Sample) -> float:
    odds = gate[0] + sum(slope * seen for slope, seen in zip(gate[1:], each.signals, strict=True))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def left_out(found: Sequence[Sample], noise: float) -> list[tuple[Sample, float]]:
    """Return each sample with the confidence of a gate that has not seen its author or language."""
    judged = []
    for name in dict.fromkeys(each.pool for each in found):
        gate = fit([each for each in usable(found) if each.pool != name], noise)
        judged += [(each, judge(gate, each)) for each in found if each.pool == name]
    return judged


def bins(judged: Sequence[tuple[Sample, float]]) -> list[tuple[str, int, float, float, float, int]]:
    """Return pool, size, bin, mean confidence, share right and count, of bins with 30 best hits or more."""
    cells = defaultdict(list)
    for each, sure in judged:
        if each.place == 0 and each.kind not in APART:
            cells[each.pool, each.size, min(int(sure * 10), 9)].append((sure, each.is_right))
    return [
        (
            pool,
            size,
            at / 10,
            float(np.mean([s for s, _ in own])),
            float(np.mean([r for _, r in own])),
            len(own),
        )
        for (pool, size, at), own in sorted(cells.items())
        if len(own) >= 30
    ]


def cosines_of(choice: EmbedderChoice) -> Cosines:
    """Return how a model compares a prompt with passages."""
    embedder = choice.open()

    def compared(text: str, passages: Sequence[tuple[int, str]]) -> dict[int, float]:
        rows = embedder.embed_passages([each for _, each in passages])
        found = cosines(embedder.embed_query(text), rows)
        return dict(zip((key for key, _ in passages), map(float, found), strict=True))

    return compared


def judged_by(name: str) -> tuple[list[Judged], Matters]:
    """Return the prompts as words or a model sees them, in the languages that it knows, and what tells their matter."""
    pools = set_pools()
    if name == WORDS:
        asked = [pool for pool in pools if not pool.name.endswith(ACROSS)]
        return list(judged(asked)), Matters(words_seen()[1])
    choice = CHOICES[name]
    query = choice.open().embed_query
    known = [each for each in pools if is_chinese(each.notes[0].body) is (name == MODEL_NAME)]
    matters = Matters(
        lambda texts: np.array([query(each) for each in texts]),
        lambda text: name != ENGLISH_NAME or not is_chinese(text),
    )
    return list(judged(known, cosines_of(choice))), matters


def told_judge(found: Sequence[Judged], name: str, matters: Matters) -> dict:
    """Return where the fit lands, and what the books get whose author was left out."""
    known = matters.told(found)
    landed, unseen, apart, firsts = fit_judge(known, name), {}, [], []
    for held in dict.fromkeys(map(author, found)):
        judge = fit_judge([each for each in known if author(each) != held], name)
        own = [(each, *judge_whole(judge, each)) for each in known if author(each) == held]
        apart += own
        firsts += [(each, *first_hit(judge, each)) for each, *_ in own]
        unseen[held] = {kind: _spoken(own, kind) for kind in (*KINDS, NEAR)}
    return {
        "judge": [list(each) for each in landed],
        "chance off": _off_whole((each, *judge_whole(landed, each)) for each in known),
        "chance off, left out": _off_whole(apart),
        "first hit off, left out": _off_whole(firsts),
        "pointed at, and said, rightly, left out": unseen,
    }


def elsewhere(matters: Matters) -> str:
    """Return how many bins of first hits are off by words in books and languages that no judge was fitted on."""
    languages = [pool for pool in paragraph_pools() if not pool.name.endswith(ACROSS)]
    pools = [
        replace(
            pool,
            asked=pool.asked[:: 1 + len(pool.asked) // len(pool.foreign)],
            noise=pool.foreign[::2],
            turns=pool.foreign[1::2],
        )
        for pool in (*list(turn_pools())[:2], *languages[::2])
    ]
    found = matters.told(list(judged(pools)))
    return _off_whole((each, *first_hit(weights.JUDGE_WORDS, each)) for each in found)


def _spoken(own: Sequence[tuple], kind: str) -> str:
    """Return how many prompts of a kind are pointed at something, and get a line: the right one, where they have an answer."""
    said_from, told_from = weights.SPEAK["normal"]
    rows = [each for each in own if each[0].kind == kind]
    told = sum(e[1] >= told_from and (e[2] or kind != ANSWERABLE) for e in rows)
    said = sum(e[3] >= said_from and (e[4] or kind != ANSWERABLE) for e in rows)
    return f"{100 * told / max(len(rows), 1):.0f} %, {100 * said / max(len(rows), 1):.0f} %"


def _off_whole(judged: Iterable[tuple]) -> str:
    """Return how many bins of an author, a size and a tenth of probability, with 30 prompts or more, are off."""
    cells = defaultdict(list)
    for each, chance, right, *_ in (each for each in judged if each[0].kind != NEAR):
        cells[author(each), each.size, min(int(chance * 10), 9)].append((chance, right))
    means = [np.mean(own, axis=0) for own in cells.values() if len(own) >= 30]
    return f"{sum(abs(a - b) > TOLERANCE for a, b in means)} of {len(means)}"


def told_words(found: Sequence[Sample]) -> dict:
    """Return where the fit lands, and how many bins of confidence are off, fitted and left out."""
    landed = fit(usable(found), NOISE_SHARE)
    shipped = [(each, judge(landed, each)) for each in found]
    unseen = left_out(found, NOISE_SHARE)
    return {"gate": list(landed), "off": _off(shipped), "off, left out": _off(unseen)}


def _off(judged: Sequence[tuple[Sample, float]]) -> str:
    table = bins(judged)
    wrong = [row for row in table if abs(row[3] - row[4]) > TOLERANCE]
    return f"{len(wrong)} of {len(table)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--gate", action="store_true", help="fit the gate of words alone")
    parser.add_argument("--judges", action="store_true", help="fit the judges alone")
    parser.add_argument("--of", choices=tuple(MATTERS), help="fit the judge of that name alone")
    parser.add_argument("--write", action="store_true", help="keep what the fit lands on")
    arguments = parser.parse_args()
    kept = json.loads(RESULTS.read_text("utf-8"))
    found, matter = {WORDS: dict(kept[WORDS])}, dict(kept.get("matter", {}))
    if not arguments.judges and datasets.locomo():
        pools = [pool for pool in all_pools(LATER) if not pool.name.endswith(ACROSS)]
        found[WORDS] |= told_words(samples(pools))
    named = () if arguments.gate else (arguments.of,) if arguments.of else (WORDS, *CHOICES)
    for name in named:
        own, matters = judged_by(name)
        found[name] = found.get(name, {}) | told_judge(own, name, matters)
        if name == WORDS:
            found[name]["first hit off, LoCoMo and XQuAD"] = elsewhere(matters)
        matter[MATTERS[name]] = _kept_matter(name, matters)
    for name, each in found.items():
        print(f"{name}: {json.dumps(each)}", flush=True)
    if arguments.write:
        kept |= {**found, "matter": matter}
        RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    is_same = tuple(found[WORDS]["gate"]) == weights.GATE
    if not is_same or any(_listed(JUDGES[n]) != each.get("judge") for n, each in found.items()):
        sys.exit("The fit does not land on the numbers we ship.")


def _kept_matter(name: str, matters: Matters) -> dict[str, int] | str:
    steps = matters.without().astype(int)
    if name != WORDS:
        return steps.astype(np.int8).tobytes().hex()
    return {word: int(step) for word, step in zip(words_seen()[0], steps, strict=True) if step}


def _listed(judge: Judge) -> list[list[float]]:
    return [list(each) for each in judge[:3]]


if __name__ == "__main__":
    main()
