"""The engine for teams: PostgreSQL with pgvector, a derived copy that many machines share."""
