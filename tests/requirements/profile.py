"""memory-save's files and operation, the reader of a session, and the decisions where both are silent."""

REQUIREMENTS = {
    "C1.soul": ("seed formats C1", "soul: existing fields change, nothing else is added"),
    "C1.user": (
        "seed formats C1",
        "user: a field is added or updated, never twice; facts are lines",
    ),
    "C1.agent": ("seed formats C1", "agent: an item is ticked, or a whole section is removed"),
    "C1.topic": (
        "seed formats C1",
        "topic: memory_<name>.md is made or overwritten; memory.md is not touched",
    ),
    "C1.index": (
        "seed formats C1",
        "memory.md is read, never a memory; its lines are `- topic → file.md`",
    ),
    "C1.templates": ("seed formats C1", "a new profile has the original's four files and headings"),
    "C2.input": ("seed formats C2", "target with content, field and value, item, heading or name"),
    "C2.budget": ("seed formats C2", "one read and one write, nothing read back"),
    "C2.compared": (
        "decision 0015",
        "a fact is compared as `remember` compares, with its page and through the index with others",
    ),
    "C2.proactive": (
        "seed formats C2",
        "a save of the user's own words, quoted by an agent, is written at once",
    ),
    "C2.present": ("seed formats C2", "what is there already is not written: 无需写入"),
    "C2.result": ("seed formats C2", "the three answers, word for word, with the full-width colon"),
    "C2.calls": (
        "seed formats C2",
        "the skill, the help and the answer to a wrong call show how each target is called",
    ),
    "C2.paths": (
        "seed formats C2",
        "only the allowed paths; a failed write tries no other and says so",
    ),
    "C2.never-later": (
        "seed formats C2",
        "a save that was answered with a failure is never written later",
    ),
    "C2.shown": (
        "seed formats C2",
        "errcode 0 means that the next bootstrap shows it; what waits says so, and hides nothing",
    ),
    "C2.bootstrap": (
        "seed formats C2",
        "four blocks joined by blank lines; missing skipped; 200 lines of index",
    ),
    "C2.activate": ("seed formats C2", "when an agent saves by itself, and when it does not"),
    "C5.1": ("seed formats C5.1", "the index line is added only with --index"),
    "C5.2": ("seed formats C5.2", "a new name replaces every whole word, and the count is told"),
    "C5.3": (
        "seed formats C5.3",
        "a section ends at the next heading of its level or higher, fences ignored",
    ),
    "C5.4": ("seed formats C5.4", "present means the same whole line or value, not a part of one"),
    "C5.5": (
        "seed formats C5.5",
        "an item that is absent or ambiguous fails, and nothing is written",
    ),
    "C5.6": ("seed formats C5.6", "user and topic are made when missing, soul and agent are not"),
    "C5.7": ("seed formats C5.7", "the root is where the book is; the files are an allow-list"),
    "C5.8": (
        "seed formats C5.8",
        "1001 bad target or name, 1002 unsafe content, 1003 anything else",
    ),
    "profile.policy": ("design 4, part 7", "a profile is written unasked; every other layout asks"),
    "profile.sections": (
        "design 4",
        "each section that says something is a memory, each topic file too",
    ),
    "profile.quarantine": ("design 12", "what nobody approved is not handed to an agent"),
}

LATER: dict[str, str] = {}
