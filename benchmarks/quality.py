"""How well memories are found: by words, by meaning and by both, beside plain FTS5.

    python benchmarks/quality.py

Quality figures are deterministic. With 760 questions, R@10 carries a sampling error of about 3 points.
"""

from collections.abc import Callable
from dataclasses import dataclass

import datasets
from contestants import BY_MEANING, CONTESTANTS, Asker
from datasets import Task
from kept import kept
from meaning import CHOICES, MISSING
from measures import MEASURES, mean, measured

XQUAD_GOALS = {"en": 93.9, "zh": 93.4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One table: the tasks it sums up, and the figures to reach without a model."""

    title: str
    tasks: list[Task]
    goals: dict[str, float]


def sections() -> list[Section]:
    conversations = datasets.locomo()
    texts = {language: datasets.xquad(language) for language in datasets.XQUAD}
    english, chinese = texts["en"], texts["zh"]
    return [
        Section(
            title="LoCoMo, turns, one index for each conversation",
            tasks=datasets.by_turn(conversations),
            goals={"R@5": 63.1, "R@10": 73.8, "MRR": 53.4},
        ),
        Section(
            title="LoCoMo, turns, all conversations in one index",
            tasks=datasets.pooled(conversations) if conversations else [],
            goals={"R@10": 68.2, "MRR": 48.5},
        ),
        Section(
            title="LoCoMo, turns, each a file of its own, one index for each conversation",
            tasks=datasets.by_file(conversations),
            goals={"R@5": 57.0},
        ),
        Section(
            title="LoCoMo, sessions (adversarial questions included)",
            tasks=datasets.by_session(conversations),
            goals={"R@5": 89.2, "R@10": 93.6},
        ),
        *(
            Section(
                title=f"XQuAD {name}",
                tasks=datasets.asked_in(texts[language], texts[language]),
                goals={"R@1": XQUAD_GOALS.get(language, 86.0)},
            )
            for language, name in datasets.XQUAD.items()
        ),
        Section(
            title="XQuAD, English questions, Chinese paragraphs",
            tasks=datasets.asked_in(english, chinese),
            goals={},
        ),
        Section(
            title="XQuAD, Chinese questions, English paragraphs",
            tasks=datasets.asked_in(chinese, english),
            goals={},
        ),
        Section(title="Note set, dev half", tasks=datasets.noteset("dev"), goals={}),
        Section(title="Note set, held half", tasks=datasets.noteset("held"), goals={}),
    ]


def table(section: Section) -> str:
    count = sum(len(task.questions) for task in section.tasks)
    if not count:
        return f"### {section.title}\n\nSkipped: the data is not beside the repository.\n"
    lines = [
        f"### {section.title}",
        "",
        f"{count} questions.",
        "",
        "| | " + " | ".join(MEASURES) + " |",
        "|---|" + "--:|" * len(MEASURES),
    ]
    found = {name: figures(section, prepare) for name, prepare in CONTESTANTS.items()}
    for name, prepare in BY_MEANING.items():
        found[name] = kept(f"{section.title}: {name}", lambda p=prepare: figures(section, p))
    for name, values in found.items():
        if values:
            lines.append(f"| {name} | " + " | ".join(f"{value:.1f}" for value in values) + " |")
    if section.goals:
        goals = (section.goals.get(measure) for measure in MEASURES)
        cells = (f"{goal:.1f}" if goal else "" for goal in goals)
        lines.append("| *to reach without a model* | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def figures(section: Section, prepare: Callable[[Task], Asker]) -> list[float]:
    rows = []
    for task in section.tasks:
        ask = prepare(task)
        rows += [measured(ask(each.text), each.relevant) for each in task.questions]
    return [round(value, 1) for value in mean(rows)]


def report() -> str:
    missing = "" if CHOICES else f"{MISSING}\n"
    return f"## Quality\n\n{missing}" + "\n".join(map(table, sections()))


if __name__ == "__main__":
    print(report())
