"""Recall: what is handed to an agent for a prompt, in the ways of the four systems."""

REQUIREMENTS = {
    "D2.retrieve": (
        "seed formats D2, retrieve",
        "a prompt as it is typed finds 5 at most; none to three directly relevant ones are kept",
    ),
    "D2.line": ("seed formats D2, inject", "each is one actionable line with its pointer"),
    "D2.silence": ("seed formats D2, inject", "no match is complete silence"),
    "D2.failure": ("seed formats D2, inject", "a failure is silence, and the prompt goes on"),
    "D2.never-whole": ("seed formats D2, inject", "no whole note, and no word about the search"),
    "B4.block": (
        "seed formats B4, memory-retrieve",
        "a memory-context block of `### title (relevance: N)` and the full file",
    ),
    "B4.budget": (
        "seed formats B4, memory-retrieve",
        "greedily at most 5 memories within 2000 tokens",
    ),
    "B4.nothing": ("seed formats B4, memory-retrieve", "no output when there is nothing to say"),
    "B4.counts": (
        "seed formats B4, memory-retrieve",
        "a retrieval is counted with its day, and no memory file is written for it",
    ),
    "B4.counts.doors": (
        "seed formats B4, memory-retrieve",
        "what is told counts once a session, by `recall`, `show`, MCP and Python alike",
    ),
    "7.11.mem-skill": (
        "seed formats part 7, conflict 11",
        "every category file with a whole keyword in the prompt, announced by name",
    ),
    "7.11.vault": ("seed formats part 7, conflict 11", "5 files, 2000 tokens"),
    "7.11.memory-save": (
        "seed formats part 7, conflict 11",
        "the whole profile and 200 lines of its index, once",
    ),
    "7.11.lingxi": ("seed formats part 7, conflict 11", "three lines at most; the default"),
    "7.11.presets": (
        "seed formats part 7, conflict 11",
        "one builder with a budget; the four systems are data",
    ),
    "inject.fence": (
        "reliability 3.4",
        "plain framing with a nonce that stored text cannot close; data, not instructions, said once",
    ),
    "inject.hygiene": (
        "reliability 3.4",
        "control, bidi, tag and invisible characters are stripped; graphemes are never cut",
    ),
    "hook.budget": (
        "reliability 3.4",
        "300 ms; then silence, exit code 0 and one line in the log",
    ),
    "hook.imports": ("style 3.2", "the hook loads a known list of light modules"),
    "recall.outcome": ("design 6", "hits, nothing_relevant or degraded:<why>, always"),
    "recall.current": ("design 6", "what is served is hashed again; what is stale is taken in"),
    "recall.fresh": (
        "design 6",
        "files added, removed, renamed or edited are seen by the next recall",
    ),
    "recall.never": (
        "design 6",
        "tombstoned, pending, quarantined and conflict-marked memories are never handed over",
    ),
    "recall.once": ("design 6", "a memory is told once in a session unless it changed"),
    "recall.contents": (
        "design 6",
        "a session is told one line for each memory that is a fact, the same bytes for the same book, within its budget",
    ),
    "recall.session": (
        "design 6",
        "the session block is byte-identical over fifty turns, within a budget",
    ),
    "recall.last": (
        "design 6",
        "the last injection and why; wrong lines are set right in one step",
    ),
    "recall.eval": ("design 6", "hit, noise and silence rate and latency on a labelled set"),
    "recall.probe": (
        "design 6",
        "each memory is found by its questions; its own words count apart",
    ),
    "index.damage": ("reliability 1.4", "a damaged index is made again; every answer stays right"),
    "index.crowd": ("reliability 1.4", "forty processes open, search and update without an error"),
}
