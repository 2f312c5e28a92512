"""The doctor: every look at the machine, the book, its index and the agent programs."""
