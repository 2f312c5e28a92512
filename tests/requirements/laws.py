"""What every layout promises, whatever its files look like."""

REQUIREMENTS = {
    "law.bytes": ("design 4", "an untouched memory comes out byte for byte as it went in"),
    "law.own-lines": ("design 4", "an edit changes only its own lines"),
    "law.unknown-text": ("design 4", "what we do not model is kept exactly as found"),
    "law.foreign": ("design 4", "files that are not a layout's own do not exist for it"),
    "law.burial": ("design 4", "a tombstone can be undone to the byte; an erased memory is gone"),
    "law.indices": ("design 4", "derived files are computed from the sources alone"),
    "law.hostile": ("reliability 2.2", "hostile files are listed with a reason, never rewritten"),
    "law.draft": ("style 4", "two memories with the same title never share a file"),
    "law.create": ("design 4", "what is written can be read back"),
}
