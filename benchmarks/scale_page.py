"""Write the tables of docs/scale.md from engines.json and start_up.json: no figure there is typed by hand.

PYTHONPATH=tests python benchmarks/scale_page.py
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine_rows import Row

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "engines.json"
COMMANDS = HERE / "start_up.json"
PAGE = HERE.parent / "docs" / "scale.md"
BEGIN, END = "<!-- written by benchmarks/scale_page.py: begin -->", "<!-- end -->"
FRESHNESS = HERE / "freshness.json"
COMMANDS_BEGIN = "<!-- written by benchmarks/start_up.py: begin -->"
FRESHNESS_BEGIN = "<!-- written by benchmarks/freshness.py: begin -->"
GIVEN_UP_S = 30
"""So long a prompt is waited for that is fresh."""
FAR = 1_000_000
CORES = 8
GIGABYTE = 1e9
BUDGET_MS = 2000
"""So long the server may work on one question."""


def read_rows() -> list[Row]:
    return [Row(**each) for each in json.loads(FIGURES.read_text("utf-8"))]


def write_rows(rows: Sequence[Row]) -> None:
    """Keep the figures, row by row: a run that is cut short has what it had."""
    told = [asdict(row) for row in rows]
    FIGURES.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def rendered(rows: Sequence[Row]) -> str:
    """Return both tables, with what they mean."""
    parts = (*_measured(rows), "", _loaded(rows), "", *_reckoned(rows))
    return "\n".join((BEGIN, "", *parts, "", END))


def write() -> None:
    """Put the tables into their places on the page."""
    text = PAGE.read_text("utf-8")
    fresh: dict[str, dict[str, Any]] = json.loads(FRESHNESS.read_text("utf-8"))
    for block in (
        rendered(read_rows()),
        rendered_commands(read_commands()),
        rendered_freshness(fresh),
    ):
        begin = block.partition("\n")[0]
        before, _, rest = text.partition(begin)
        text = before + block + rest.partition(END)[2]
    PAGE.write_text(text, "utf-8")


def read_commands() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(COMMANDS.read_text("utf-8"))
    return found


def rendered_commands(kept: dict[str, dict[str, Any]]) -> str:
    """Return what commands and hooks take at each size, as multiples of a bare interpreter."""
    sizes = sorted(kept, key=lambda size: int(size.replace(",", "")))
    heads = "".join(f" {size} notes | goal |" for size in sizes)
    names = kept[sizes[0]]["rows"]
    lines = [f"| |{heads}", "|---|" + "--:|--:|" * len(sizes)]
    for name, row in names.items():
        cells = (_command(kept[size]["rows"][name]) for size in sizes)
        lines.append(f"| {row['said']} |" + "".join(cells))
    peaks = "".join(f" {kept[size]['remember_peak_mb']:g} MB | 200 MB |" for size in sizes)
    lines.append(f"| `remember --yes`, peak memory |{peaks}")
    return "\n".join((COMMANDS_BEGIN, "", *lines, "", END))


def rendered_freshness(kept: dict[str, dict[str, Any]]) -> str:
    """Return how soon a prompt was fresh after each change, and what one changed note cost."""
    lines = []
    for size, found in kept.items():
        counts = sorted({row["files"] for row in found["changes"]})
        after = {(row["change"], row["files"]): row["fresh_after_s"] for row in found["changes"]}
        one = found["one_note"]
        heads = " | ".join(f"{count:,} files" for count in counts)
        lines += [
            (
                f"In a book of {size} notes, on a machine on which {found['load']:g} processes wanted the two cores. A prompt after one changed"
                f" note took {one['changed_x']:g} times what one took when nothing had changed ({one['changed']:g} and {one['unchanged']:g} ms"
                f" on the processor, a bare interpreter {one['bare']:g}); the dearest of all prompts took {max(row['dearest_ms'] for row in found['changes'])} ms."
            ),
            "",
            f"| seconds until a prompt was fresh | {heads} |",
            "|---|" + "--:|" * len(counts),
            *(
                f"| {change} | {' | '.join(_seconds(after[change, count]) for count in counts)} |"
                for change in dict.fromkeys(row["change"] for row in found["changes"])
            ),
            *_refreshers(found.get("work", {})),
        ]
    return "\n".join((FRESHNESS_BEGIN, "", *lines, "", END))


def _refreshers(work: dict[str, dict[str, dict[str, float]]]) -> list[str]:
    """Return what the refresher takes on the processor for each change, which a busy machine changes little."""
    counts = list(work)
    heads = " | ".join(f"{int(count):,} files" for count in counts)
    return [
        "",
        f"| seconds on the processor that the refresher takes (times a bare interpreter) | {heads} |",
        "|---|" + "--:|" * len(counts),
        *(
            "| "
            + " | ".join(
                (
                    change,
                    *(
                        f"{work[each][change]['s']:.1f} ({work[each][change]['x']})"
                        for each in counts
                    ),
                )
            )
            + " |"
            for change in (work[counts[0]] if counts else ())
        ),
    ][: None if counts else 0]


def _seconds(after_s: float) -> str:
    return f"over {GIVEN_UP_S}" if after_s >= GIVEN_UP_S else f"{after_s:g}"


def _command(row: dict[str, Any]) -> str:
    goal = "–" if row["goal"] is None else f"{row['goal']:g}"
    return f" {row['cpu_x']:.1f} ({row['clock_x']:.1f}) | {goal} |"


def _measured(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        "| engine | notes | taken in: notes per second | per CPU second | on disk, MB"
        " | questions | p50 ms | p99 ms | CPU ms |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    yield from (
        _line(row) for row in sorted(rows, key=lambda row: (row.notes, row.vectors, row.engine))
    )


def _loaded(rows: Sequence[Row]) -> str:
    loads = [row.load for row in rows]
    return (
        f"Between {min(loads):g} and {max(loads):g} processes wanted the two cores meanwhile (the load of the"
        " machine beside each row is in the file), so **times by the clock are upper bounds**; CPU time, of the"
        " asking process, the programs it starts and the server together, is what other work cannot stretch."
    )


def _line(row: Row) -> str:
    name = f"`{row.engine}`" + (" + v" if row.vectors else "")
    start = f"| {name} | {row.notes:,} |"
    if row.reached < row.notes:
        kind = "vectors" if row.vectors else "notes"
        told = f"not reached in {row.limit_min:g} minutes: {row.reached:,} {kind} were"
        return f"{start} {told} | | | | | | |"
    taken = f"{_told(row.notes_per_s)} | {_told(row.notes_per_cpu_s)} | {_told(row.megabytes)}"
    asked = f"{row.p50_ms} | {row.p99_ms} | {row.cpu_ms}"
    return f"{start} {taken} | {row.questions} | {asked} |"


def _told(value: float | None) -> str:
    return f"{value:,.0f}" if value and value >= 10 else f"{value:.1f}" if value else "–"


def _reckoned(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what follows for a server, each formula with the figures that it was made of."""
    words = _of(rows, vectors=False)
    if len(words) < 2:  # a line needs two points
        return
    few, many = words[-2:]
    per_note = 1e6 * many.megabytes / many.notes
    slope = ((many.cpu_ms or 0) - (few.cpu_ms or 0)) / (many.notes - few.notes)
    base = (few.cpu_ms or 0) - slope * few.notes
    yield "N is the number of notes in one book."
    yield ""
    yield f"| on the server | made of | formula | {FAR:,} notes |"
    yield "|---|---|---|--:|"
    yield (
        f"| size, words | {many.megabytes:,} MB for {many.notes:,} notes"
        f" | N · {per_note:,.0f} bytes | {FAR * per_note / GIGABYTE:,.1f} GB |"
    )
    yield from _vectors(rows, words)
    yield (
        f"| taking in, once for the team | {many.notes_per_cpu_s} notes per CPU second at"
        f" {many.notes:,} | N / {many.notes_per_cpu_s:.0f} CPU seconds"
        f" | {FAR / (many.notes_per_cpu_s or 1) / 3600:,.1f} h |"
    )
    far_ms = base + slope * FAR
    limit = ": beyond the two seconds that a question has" if far_ms > BUDGET_MS else ""
    yield (
        f"| a question, words | {few.cpu_ms} ms at {few.notes:,}, {many.cpu_ms} ms at {many.notes:,}"
        f" | {base:.1f} + {slope:.5f} · N CPU ms | {far_ms:,.0f} ms{limit} |"
    )
    yield ""
    yield from _fed(few)


def _vectors(rows: Sequence[Row], words: Sequence[Row]) -> Iterator[str]:
    for row in _of(rows, vectors=True)[-1:]:
        plain = next(each for each in words if each.notes == row.notes)
        per_note = 1e6 * (row.megabytes - plain.megabytes) / row.notes
        yield (
            f"| size, vectors | {row.megabytes:,} MB with and {plain.megabytes:,} MB without them for"
            f" {row.notes:,} notes | N · {per_note:,.0f} bytes | {FAR * per_note / GIGABYTE:,.1f} GB |"
        )


def _fed(row: Row) -> Iterator[str]:
    per_s = 1000 * CORES / (row.cpu_ms or 1)
    yield (
        "How many people one server feeds: questions per second = cores / CPU per question. At"
        f" {row.notes:,} notes and {row.cpu_ms} ms a question, {CORES} cores answer {per_s:,.0f}"
        " questions per second; 500 people who ask twenty times an hour ask 2.8 per second."
    )


def _of(rows: Sequence[Row], *, vectors: bool) -> list[Row]:
    """Return the rows of the server that were reached, the smallest first."""
    found = [row for row in rows if row.engine == "postgres" and row.vectors == vectors]
    return sorted((row for row in found if row.reached == row.notes), key=lambda row: row.notes)


if __name__ == "__main__":
    write()
