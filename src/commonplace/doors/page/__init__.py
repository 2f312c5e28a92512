"""The local page: what agents know, what they would be told, and what waits for a person."""
