"""skill-memory's vault: its files, and the traps found in real ones."""

REQUIREMENTS = {
    "vault.hostile": ("reliability 2.2", "dangerous front matter is refused at once, never hangs"),
    "vault.spans": ("design 8", "front matter is edited in place by spans, never re-emitted"),
}
