"""Text to memories and back: pure translators, one per kind of book."""
