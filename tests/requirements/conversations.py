"""Conversations: what automatic capture hears, and what it never takes for the user's words."""

_D2 = "seed formats D2 capture"

REQUIREMENTS = {
    "D2.capture.signals": (
        _D2,
        "judgement, constraint, solved problem, acceptance and rejection are heard",
    ),
    "D2.capture.silent": (_D2, "plain knowledge, guesses and one-off details leave nothing"),
    "D2.capture.session": (_D2, "a session is processed once, by its key; new turns are new"),
    "A2.satisfaction": (
        "seed formats A2 step 5",
        "a satisfied word about a way of working is an approval; alone it is none",
    ),
    "A2.synthesis": ("seed formats A2 step 5", "a comparison that the user wants kept is offered"),
    "hosts.transcripts": (
        "ecosystem 1.6, 2.2, 3.1, 3.2",
        "turns of four agent programs; tools, sub-agents, summaries and hooks are none",
    ),
    "hosts.injected": ("ecosystem 1.6", "text that we injected is never mined"),
    "capture.pending": ("design 4 and 5", "what a hook captures waits, and is never written"),
    "capture.quoted": ("design 12", "the user's own quoted words count as the user's"),
    "recall.used": ("design 6", "whether an injected line was used by the answer is recorded"),
}

LATER: dict[str, str] = {}
