"""`distill`: skill-memory's upkeep (seed formats B1, B3, B4, B5, B7), on every layout."""

_B3 = "seed formats B3"

REQUIREMENTS = {
    "B3.scores": (
        f"{_B3} scores",
        "four parts, their weights and the clamp, tombstoned ones skipped",
    ),
    "B3.health": (f"{_B3} scores", "100 less 3, 5 and 2 for each candidate, and its word"),
    "B3.report": (f"{_B3} report", "what the report counts"),
    "B3.substituted": (
        "design 7",
        "days by git or file, keywords by text, counters by usage; told",
    ),
    "B3.every-run": (f"{_B3} flags", "every run is logged"),
    "B3.messages": (_B3, "every sentence of the original, word for word"),
    "B3.unknown-flag": (f"{_B3} flags", "an unknown flag is named with those there are"),
    "B3.purge": (f"{_B3} purge", "candidates with their option text; cancelling changes nothing"),
    "B3.consent": ("design 7", "upkeep proposes; what waits is logged when it is accepted"),
    "B3.merge.proof": ("design 7", "a successor that is not found as well is not proposed"),
    "B3.merge.links": (f"{_B3} merge", "links to the secondary lead to the primary"),
    "B3.order": (_B3, "candidates stand in the original's order, in each sub-mode"),
    "B3.merge.form": (
        f"{_B3} merge",
        "who stays, whose keys count, where the other's text stands, and its tombstone",
    ),
    "B3.compress": (
        f"{_B3} compress",
        "key points, code whole, keywords kept, original in History",
    ),
    "B3.refine": (f"{_B3} refine", "three automatic fixes and three that are asked about"),
    "B3.auto": (f"{_B3} auto", "no question, Tier 1 only; the second run changes nothing"),
    "B3.gc": (f"{_B3} gc", "seven days, never a date to come, never what is archived"),
    "B3.claims": ("design 5", "every operation keeps every claim or names what it buries"),
    "B3.kill": ("design 8", "a kill during upkeep leaves the old book or the new one"),
    "B4.suggest": ("seed formats B4", "upkeep is suggested at most once a day, never below five"),
    "B5.distill": ("seed formats B5", "weights, ages, sizes, cut-offs and times to live"),
    "B5.ttl": ("seed formats B5", "days to live by category, which move the order alone"),
    "B1.5.schema": ("seed formats B1.5", "the log's fields, in order"),
    "B1.6.state": ("seed formats B1.6", "memory_health only where specs/state.json exists"),
    "B7.1.fold": (
        "seed formats B7.1",
        "this machine's retrievals are folded in once, undo included",
    ),
    "B7.gc-receipt": ("design 8", "a receipt of this machine overrules a backdated tombstone"),
}
