"""The default engine: one SQLite file in the user's cache folder, our tokens, our scorer."""
