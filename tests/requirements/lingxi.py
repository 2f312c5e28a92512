"""LingXi's files, its validator, and the decisions where the original contradicts itself."""

REQUIREMENTS = {
    "D1.files": ("seed formats D1", "a new book is an index and the note template, nothing else"),
    "D1.index": (
        "seed formats D1",
        "INDEX.md has exactly the original's head, columns and newlines",
    ),
    "D1.index.rows": (
        "seed formats D1",
        "rows are sorted by id; conditions joined by ；, cut at 160",
    ),
    "D1.index.file": ("seed formats D1", "File is back-quoted and relative to .cursor/.lingxi"),
    "D1.enums": ("seed formats D1", "Status, Strength and Scope have closed values; Kind is free"),
    "D1.note": (
        "seed formats D1",
        "a note is title, Meta, When to load, One-liner and free sections",
    ),
    "D1.note.minimum": (
        "seed formats D1",
        "Meta, When to load and One-liner are written in every note",
    ),
    "D1.note.plain-meta": ("seed formats D1", "Meta lines are accepted without bold keys"),
    "D1.sessions": (
        "seed formats D1",
        "processed sessions: keys once, made on first use, else silent",
    ),
    "D1.candidate": (
        "seed formats D1",
        "what a candidate says reaches the note; pack fields are kept",
    ),
    "D1.shape": (
        "seed formats D1",
        "Decision Shape and Judgment Capsule stay as optional sections",
    ),
    "D1.rule": ("seed formats D1", "memory-injection.mdc: description and alwaysApply"),
    "D1.skills": ("seed formats D1", "the skills for retrieving, capturing and curating"),
    "D1.cues": (
        "seed formats D1",
        "a note that nobody gave conditions gets proposed ones, asked about at a terminal",
    ),
    "D1.init": (
        "seed formats D2 capture",
        "/init where no built-in of the host has that name, else under our prefix",
    ),
    "D1.options": (
        "seed formats D1",
        "Strength, Scope, Audience and Portability can be said with a text",
    ),
    "D5.3.option": ("seed formats D5.3", "new ids are ULIDs where the user's settings say so"),
    "D2.update": (
        "seed formats D2",
        "the index is rebuilt from the notes; bad values are warnings",
    ),
    "D2.check": ("seed formats D2", "a row without note or file is an error, no row a warning"),
    "D2.waiting": (
        "seed formats D2",
        "what nobody approved stands outside notes/, where the original's tools see nothing of it",
    ),
    "D2.packs.export": (
        "seed formats D2 packs",
        "what is for the team, holds elsewhere and is validated is exported with its own bytes",
    ),
    "D2.packs.import": (
        "seed formats D2 packs",
        "an import is a dry run unless applied, and replaces only what its strategy allows",
    ),
    "D2.recursive": ("seed formats D2", "notes are found in sub-folders and in share/"),
    "D2.winner": (
        "seed formats D2",
        "of two notes of one id notes/<Id>.md wins, then outside share/",
    ),
    "D2.defaults": (
        "seed formats D2",
        "missing Meta: id from the file, other, active, hypothesis, medium",
    ),
    "D5.1": ("seed formats D5.1", "notes are the truth: a row stays only while its note exists"),
    "D5.2": ("seed formats D5.2", "how many memories are injected is configurable, default 3"),
    "D5.3": ("seed formats D5.3", "any MEM- id is kept; new ones are slugs, or ULIDs by option"),
    "D5.4": ("seed formats D5.4", "a buried note leaves notes/ and comes back byte for byte"),
    "D5.5": (
        "seed formats D5.5",
        "notes have an H1 and a Title bullet; padded 13-column indices are read",
    ),
    "D5.6": ("seed formats D5.6", "a bar in a cell becomes ｜; the index never has CRLF"),
    "D5.6.update": (
        "seed formats D5.6",
        "the original's --update leaves the index of notes we wrote byte for byte",
    ),
    "D5.7": ("seed formats D5.7", "a literal \\n+ in published notes is ignored"),
    "D5.8": (
        "seed formats D5.8",
        "only active notes are in the index; other Status values are warnings",
    ),
}

LATER: dict[str, str] = {}
