"""`learn`: skill-memory's modes, segmentation and messages (seed formats B1.7, B2, B5, B7)."""

_B2 = "seed formats B2"

REQUIREMENTS = {
    "B1.7.lines": ("seed formats B1.7", "each segment names its exact lines"),
    "B2.mode": (
        f"{_B2} mode choice",
        "task, folder, file, text; what it looks like before the disk",
    ),
    "B2.usage": (f"{_B2} mode choice", "no argument is a usage error, exit 2"),
    "B2.segments": (f"{_B2} segmentation", "no line of a source is lost or told twice"),
    "B2.markdown": (f"{_B2} segmentation", "Markdown by headings outside code fences"),
    "B2.code": (f"{_B2} segmentation", "code by definitions, imports together, comments attached"),
    "B2.plain": (f"{_B2} segmentation", "plain text by paragraphs with more than 40 % in common"),
    "B2.folder-segments": (
        f"{_B2} segmentation",
        "a folder: one segment per file, above 800 split",
    ),
    "B2.bypass": (f"{_B2} segmentation", "up to 500 tokens: one segment"),
    "B2.sizes": (f"{_B2} segmentation", "below 100 joined, above 800 split"),
    "B2.terms": (f"{_B2} key terms", "at most five, proper nouns before technical before common"),
    "B2.topic": (f"{_B2} topic inference", "by the folder, by keywords, by the memory it joins"),
    "B2.provenance": (f"{_B2} operations", "a memory names its file; ours with its lines"),
    "B2.text": (f"{_B2} text mode", "a text is learnt"),
    "B2.file": (f"{_B2} file mode", "a file is learnt, and told as file_path"),
    "B2.task": (f"{_B2} task mode", "the artifacts of specs/NNN_* or specs/N_*, sorted"),
    "B2.task-errors": (f"{_B2} task mode", "a missing folder and missing artifacts are named"),
    "B2.task-kinds": (f"{_B2} task mode", "each segment is classified, or all by --category"),
    "B2.folder": (f"{_B2} directory mode", "text files but those of the excluded folders"),
    "B2.folder-text": (f"{_B2} directory mode", "text by extension, else by content"),
    "B2.folder-limits": (f"{_B2} directory mode", "100 KB skipped, 50 warned of, 200 refused"),
    "B2.folder-pages": (f"{_B2} directory mode", "files are chosen in pages of ten"),
    "B2.returns": (f"{_B2} returns", "status, mode, content_map, operations, memories_affected"),
    "B2.messages": (f"{_B2} messages", "the seed's own sentences"),
    "B2.again": ("design 5", "learning an unchanged folder again proposes nothing"),
    "B2.one-commit": ("design 5", "one proposal, one commit, one receipt; Ctrl-C leaves nothing"),
    "B2.postflight": (f"{_B2} postflight", "git add and commit of the book"),
    "B2.url": ("design 5", "a page is learnt"),
    "B2.transcript": ("design 5", "a conversation is learnt"),
    "B5.sizes": ("seed formats B5", "100, 200-500, 800"),
    "B7.8.bypass": ("seed formats B7.8", "exactly 500 tokens are one segment"),
    "B7.13.terms": ("seed formats B7.13", "text that is not English has terms and a summary"),
    "B7.13.topic": ("seed formats B7.13", "text that is not English has a topic and a file name"),
}

LATER = {}
