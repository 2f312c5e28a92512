"""Ways to find memories: each engine answers the same questions about the same book."""
