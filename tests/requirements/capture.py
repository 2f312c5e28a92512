"""Capture from what is written: mem-skill's criteria, ingest and recordnow, LingXi's capture."""

_A3 = "seed mem-skill, recording criteria"
_INGEST = "seed formats A2 ingest"
_RECORD = "seed formats A2 recordnow"
_D2 = "seed formats D2 capture"

REQUIREMENTS = {
    "A3.workflow": (_A3, "workflows and decision steps are recorded"),
    "A3.mistake": (_A3, "costly mistakes and their correction are recorded"),
    "A3.parameter": (_A3, "parameters, settings and prerequisites are recorded"),
    "A3.preference": (_A3, "preferences and rules of style are recorded"),
    "A3.attempts": (_A3, "solutions found in several attempts are recorded"),
    "A3.template": (_A3, "templates, checklists and forms are recorded"),
    "A3.resource": (_A3, "dependencies and places are recorded"),
    "A3.not-question": (_A3, "a single question and answer is not"),
    "A3.not-concept": (_A3, "an explanation without steps is not"),
    "A3.not-conclusion": (_A3, "a conclusion without context is not"),
    "A3.pitfall": (_A3, "pitfalls of a skill and their fixes are recorded"),
    "A3.skill-parameter": (_A3, "parameters of a skill are recorded"),
    "A3.skill-template": (_A3, "templates and prompts of a skill are recorded"),
    "A3.skill-path": (_A3, "assets that a skill needs are recorded"),
    "A3.skill-order": (_A3, "steps of a skill that need their order are recorded"),
    "A3.not-theory": (_A3, "theory is no experience"),
    "A3.not-irreproducible": (_A3, "a conclusion without steps is no experience"),
    "A3.not-once": (_A3, "what was done once is no experience"),
    "A2.ingest.read": (_INGEST, "a file is read, of a folder all Markdown files"),
    "A2.ingest.url": (
        _INGEST,
        "a page is read; Source names its address and the hash of what came",
    ),
    "A2.ingest.extract": (
        _INGEST,
        "up to ten points that pass the criteria; fewer than three is said",
    ),
    "A2.ingest.never-copied": (_INGEST, "ten short points at most, never the source itself"),
    "A2.ingest.category": (_INGEST, "each point goes to the category whose keywords it uses"),
    "A2.ingest.related": (_INGEST, "a related entry is offered for update"),
    "A2.ingest.list": (_INGEST, "the approval list in the original's words: all / 1,3 / none"),
    "A2.ingest.write": (_INGEST, "Source, links, counts and dates are written"),
    "A2.ingest.log": (_INGEST, "one line in the log says how many entries came of it"),
    "A2.ingest.elsewhere": (
        "design 5",
        "in another layout ingest takes the same points, each as a memory of its own",
    ),
    "A2.recordnow.list": (_RECORD, "tasks worth recording are listed with their shelf, and chosen"),
    "A2.recordnow.write": (
        _RECORD,
        "what is chosen is written as in step 5, related entries included",
    ),
    "A2.recordnow.log": (_RECORD, "the log says how many were recorded by hand"),
    "A2.recordnow.nothing": (_RECORD, "nothing found is said, with the original's question"),
    "D2.capture.filter": (
        _D2,
        "plain knowledge, guesses and one-off details are left out silently",
    ),
    "D2.capture.display": (_D2, "candidates are shown in the original's form"),
    "D2.capture.shape": (
        "seed formats D1",
        "decision shape and judgment capsule are kept where present",
    ),
    "D2.capture.select": (_D2, "`remember 1,3`, `all` and 全部 write candidates that were shown"),
    "D2.capture.asks": (_D2, "`remember` without text asks for it"),
    "D2.capture.intents": (_D2, "a statement, the conversation just had, a choice, or several"),
    "D2.capture.init": (
        _D2,
        "init --capture reads a project and proposes; nothing is written by default",
    ),
    "D2.capture.silence": (_D2, "without a candidate nothing is said"),
    "capture.answers": ("design 5", "learn and ingest take answers from a file"),
}
