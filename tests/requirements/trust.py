"""Trust: what nobody approved is found on request and never injected."""

REQUIREMENTS = {
    "trust.marked": (
        "design 12",
        "what the tool wrote unapproved is quarantined by a mark and by the ledger, in each layout",
    ),
    "trust.approving": ("design 12", "approving lifts it, takes the mark away and is listed"),
    "trust.strict": ("design 12", "policy strict quarantines what arrives without us"),
    "trust.arrivals": ("design 12", "what arrived since the last look is listed"),
    "trust.hook": ("reliability 3.3", "no hook hands over what is quarantined"),
    "trust.lowest": ("reliability 3.3", "derived text has the lowest trust of its sources"),
    "trust.unwritten": ("design 1", "before consent nothing in the book or beside it is touched"),
}

LATER: dict[str, str] = {}
