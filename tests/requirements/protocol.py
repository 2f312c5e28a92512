"""What the Model Context Protocol, its clients and our own rules ask of the server."""

REQUIREMENTS: dict[str, tuple[str, str]] = {
    "mcp.contents": (
        "design 6",
        "a client without our hooks reads the contents in the instructions, and beyond as a resource",
    ),
    "mcp.first-reply": (
        "ecosystem 0.6",
        "initialize, discover and the lists are answered before anything heavy is loaded",
    ),
    "mcp.table": ("ecosystem 4.3", "the known answers are what the real server says, in both eras"),
    "mcp.tools": ("ecosystem 4.2", "ten tools, all four hints, structured output"),
    "mcp.always-load": ("ecosystem 0.4", "the tools that matter are seen in the first turn"),
    "mcp.consent": (
        "ecosystem 0.5",
        "a person is asked in both eras; where nobody can be, the proposal waits and says how",
    ),
    "mcp.no-argument-approves": ("reliability 3.3", "a tool's argument is never an approval"),
    "mcp.facts": ("DESIGN 12", "nothing pending, quarantined or untrusted is served as a fact"),
    "mcp.inside": ("reliability 3.2", "an agent reads nothing outside the project through us"),
    "mcp.stdout": ("reliability 3.6", "nothing but protocol on standard output; a clean end"),
    "mcp.many": ("DESIGN 8", "several servers and fifty clients write one book and lose nothing"),
    "mcp.killed": ("DESIGN 8", "a server killed in mid-write leaves the old state or the new one"),
    "mcp.http-gate": (
        "reliability 3.6",
        "Host, Origin, Sec-Fetch-Site, method, content type and token are checked on every route",
    ),
    "mcp.inspector": ("ecosystem 4.4", "the inspector finds nothing wrong and can call our tools"),
    "mcp.conformance": ("ecosystem 4.4", "the conformance suite fails only where it is explained"),
}
