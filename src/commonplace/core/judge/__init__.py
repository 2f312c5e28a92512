"""Compare a candidate with a memory and say how they relate."""
