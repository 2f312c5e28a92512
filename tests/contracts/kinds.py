"""How each engine gives its reasons: by them an answer is known for its own."""

BY_TOKENS = frozenset({"word", "near", "note", "links", "meaning"})
_OWN = {"keyword": frozenset({"keyword", "category"}), "qmd": frozenset({"qmd"})}


def own_reasons(engine: str) -> frozenset[str]:
    """Return the kinds of reasons that `engine` may give; the server ranks as the embedded one does."""
    return _OWN.get(engine, BY_TOKENS)
