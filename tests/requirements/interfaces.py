"""What the standard interfaces for Python programs ask of us."""

REQUIREMENTS: dict[str, tuple[str, str]] = {
    "python-api.consent": (
        "DESIGN 5",
        "a program proposes; it is written when a person agreed by name",
    ),
    "python-api.agents": ("DESIGN 12", "inside an agent program nobody agrees for the user"),
    "python-api.health": ("DESIGN 7", "a program can ask how healthy a book is"),
    "python-api.typed": ("DESIGN 11", "public names are typed and listed; `py.typed` is shipped"),
    "memory-tool.sdk-tests": (
        "ecosystem 5.1",
        "the SDK's own file-system tests pass, sync and async",
    ),
    "memory-tool.runner": ("ecosystem 5.1", "the real client of the SDK runs our tool"),
    "memory-tool.same-words": ("ecosystem 5.1", "the exact strings of the SDK, for any commands"),
    "memory-tool.paths": ("ecosystem 5.1", "`/memories` or `/memories/` exactly; no way out"),
    "memory-tool.links": ("ecosystem 5.1", "a link that leads outside is refused"),
    "memory-tool.receipts": ("DESIGN 5", "every command has a receipt and can be undone"),
    "memory-tool.own-folder": ("DESIGN 12", "what a model keeps is in a private folder of its own"),
    "memory-tool.secrets": ("DESIGN 12", "secrets are redacted before anything is written"),
    "langgraph.same": (
        "ecosystem 5.2",
        "what LangGraph's store in memory finds and lists, ours does",
    ),
    "langgraph.validation": ("ecosystem 5.2", "names are validated in LangGraph's own words"),
    "langgraph.receipts": ("DESIGN 5", "a batch is one receipt and can be undone"),
    "langgraph.secrets": ("DESIGN 12", "secrets in values are redacted, in names refused"),
    "drawers.together": ("DESIGN 8", "several programs write into one drawer and lose nothing"),
    "drawers.commands": ("DESIGN 5", "a person sees and undoes what a model wrote into its drawer"),
}
