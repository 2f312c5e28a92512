"""`doctor`, its canary, `metrics`, and the figures beside the seeds' score."""

REQUIREMENTS = {
    "doctor.lines": (
        "design 7",
        "doctor names versions, book, index, engine, lock, journal, hosts, hooks and files",
    ),
    "doctor.next": ("design 7", "what is not well has something to do about it, in both languages"),
    "doctor.exit": ("design 7", "exit code 1 when something does not work, and only then"),
    "doctor.arrivals": ("design 12", "doctor lists what arrived since the last look"),
    "doctor.fix": ("design 7", "--fix mends what can be made again and touches no memory"),
    "doctor.fix.hosts": ("design 12", "missing hook entries are written only with consent"),
    "doctor.guarantees": (
        "design 8",
        "doctor says what the file system promises, and what is untested",
    ),
    "doctor.hooks": ("design 6", "hooks that failed are counted, and the notice tells of them"),
    "canary.way": ("design 7", "a memory goes through every stage to a real hook's output and out"),
    "canary.breakage": ("design 7", "the first stage that is broken is named, whichever it is"),
    "canary.clean": ("design 7", "nothing of the canary is left, in the book or beside it"),
    "D3.metrics.noise": (
        "seed formats D3",
        "injection noise: lines handed over that were not used",
    ),
    "D3.metrics.hits": ("seed formats D3", "hit rate: answers that used what they were handed"),
    "D3.metrics.cost": ("seed formats D3", "governance cost from the receipts, bounded by K"),
    "D3.metrics.library": ("seed formats D3", "duplicate rate, conflict rate, index consistency"),
    "D3.metrics.history": ("seed formats D3", "metrics are recorded over time"),
    "D3.metrics.chart": ("design 7", "a small chart in the terminal"),
    "D3.metrics.none": ("design 7", "no data yet is said, and null in JSON, rather than 0"),
    "health.beside": (
        "design 7",
        "probe recall, noise, hits, duplicates, contradictions, orphans, proposals, quarantine, anchors",
    ),
    "health.apart": ("design 7", "figures beside the seeds' score are never mixed into it"),
}
