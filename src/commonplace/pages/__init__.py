"""Reads pages from the web for a person who names them: the only room that opens connections outward."""
