"""Where the world comes in: read input, call a flow, show the result; no decisions."""
