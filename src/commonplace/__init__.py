"""A governed long-term memory for AI agents, kept as Markdown files that people own."""

__version__ = "0.1.0"
