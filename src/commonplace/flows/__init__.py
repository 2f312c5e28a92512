"""The paths through the house, as short stories: gather, decide, propose, commit."""
