"""Governance: what the seeds ask before they write, and how they decide."""

REQUIREMENTS = {
    "A2.5.record": (
        "seed formats A2 step 5",
        "recording is offered on completion, with its question",
    ),
    "A2.5.related": (
        "seed formats A2 step 5",
        "a related entry is updated, or a separate one is made",
    ),
    "A2.5.question": ("seed formats A2 step 5", "the question names the related entry by its link"),
    "A2.5.links": ("seed formats A2 step 5", "a separate entry is linked both ways"),
    "A2.5.synthesis": ("seed formats A2 step 5", "a valuable synthesis is offered for saving"),
    "A2.5.forced": ("seed formats A2 step 5", "a used skill without experience is asked about"),
    "A2.category": (
        "seed formats A2 dynamic category",
        "no match: a category is suggested, named, keyed and created",
    ),
    "B2.search": ("seed formats B2 search", "the five nearest memories, none of them buried"),
    "B2.fallback": ("seed formats B2 search", "without an index by words alone, which is said"),
    "B2.score": ("seed formats B2 score", "overlap is the share of the segment's terms"),
    "B2.decision": ("seed formats B2 decision", "> 60 % update, 30-60 % extend, < 30 % create"),
    "B2.question": (
        "seed formats B2 question",
        "each segment is asked about before anything is written",
    ),
    "B2.question.topic": (
        "seed formats B2 question",
        "each segment is asked about with its topic, which can be changed",
    ),
    "B2.overrides": ("seed formats B2 question", "every recommendation can be overridden"),
    "C2.present": ("seed formats C2", "what is already present is not written again"),
    "D2.merge": ("seed formats D2 curate", "same scenario and conclusion: merged, on confirmation"),
    "D2.replace": ("seed formats D2 curate", "a conflict in which the user chose the new one"),
    "D2.veto": (
        "seed formats D2 curate",
        "a conflict nobody can judge: nothing written, a question",
    ),
    "D2.new": ("seed formats D2 curate", "everything else becomes a new note"),
    "D2.gate": (
        "seed formats D2 curate",
        "merge and replace wait for confirm, cancel, new or compare",
    ),
    "govern.superset": ("design 5", "no update, merge or replacement loses a claim unnamed"),
    "govern.bounded": ("design 5", "one engine query and at most 5 comparisons per candidate"),
    "govern.rejections": ("design 5", "what was refused or deleted does not come back by itself"),
    "govern.trust": (
        "design 12",
        "a book from a clone is read, and injected only once it is trusted",
    ),
    "govern.agents": (
        "design 12",
        "a command inside an agent program is the agent's, --yes included",
    ),
    "govern.consent": (
        "design 1",
        "nothing is written before consent, and then exactly what was approved",
    ),
    "govern.veto": ("design 5", "a contradiction is exit 3 even with --yes, with its question"),
    "govern.mention": (
        "design 5",
        "what possibly contradicts a memory is written, and the question is told",
    ),
}

LATER = {}
