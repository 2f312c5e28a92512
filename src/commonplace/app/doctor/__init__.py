"""The doctor's wiring: every look at the machine, the book, its index and the agent programs around it."""
