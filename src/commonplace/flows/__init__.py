"""The use cases, one module each: gather, decide, propose, commit."""
