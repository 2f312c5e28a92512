"""mem-skill's core loop, paragraph by paragraph, and what hooks do in each host."""

REQUIREMENTS = {
    "A2.4.category": (
        "seed formats A2 step 4",
        "a topic that no category matches brings the suggestion of a new one",
    ),
    "A2.0.variables": ("seed formats A2 step 0", "seven variables are kept within a conversation"),
    "A2.1.keywords": ("seed formats A2 step 1", "three to eight keywords, each once, in one case"),
    "A2.1.fingerprint": ("seed formats A2 step 1", "the top three keywords are the fingerprint"),
    "A2.2.switch": ("seed formats A3", "overlap of at most 0.6 is a switch, 0.6 included"),
    "A2.2.edges": ("seed formats A3", "nothing before is a switch, nothing now is none"),
    "A2.2.words": (
        "seed formats A2 step 2",
        "a transition word or an explicit request is a switch",
    ),
    "A2.3.experience": ("seed formats A2 step 3", "experience is read whenever a skill is used"),
    "A2.3.once": ("seed formats A2 step 3", "each skill is read and announced once a session"),
    "A2.3.missing": ("seed formats A2 step 3", "a skill without experience is remembered as such"),
    "A2.3.log": ("seed formats A2 step 3", "the first read of a skill in a session is logged"),
    "A2.4.knowledge": (
        "seed formats A2 step 4",
        "every matching page, on the first turn or a switch",
    ),
    "A2.4.whole": ("seed formats A3", "Java does not match JavaScript"),
    "A2.4.reuse": ("seed formats A2 step 4", "without a switch the matched categories are reused"),
    "A2.4.log": ("seed formats A2 step 4", "knowledge is logged once a session"),
    "A2.5.category": (
        "seed formats A2 dynamic category",
        "no category: one is suggested on recording",
    ),
    "hook.dialects": ("ecosystem 1 to 3", "every recorded event passes, in its host's dialect"),
    "hook.foreign": ("ecosystem 3.9", "a hook under another host answers in that host's dialect"),
    "hook.twice": ("ecosystem 0.2", "a hook that is wired in twice answers once"),
    "hook.sizes": (
        "ecosystem 1.5",
        "no more than the host shows whole, and the fence stays closed",
    ),
    "hook.skips": ("ecosystem 1.4", "prompts nobody typed and slash commands are not answered"),
    "hook.notice": ("design 11", "at most one notice a day"),
    "hook.capture": ("ecosystem 0.3", "capture survives its host, in a child that ends by itself"),
    "hook.inert": ("design 11", "inside a child agent nothing is captured"),
    "hook.compaction": (
        "ecosystem 1.4",
        "what is about to be lost is captured, and told again after",
    ),
    "hook.no-process": ("design 11", "a thousand hooks leave no process"),
}
