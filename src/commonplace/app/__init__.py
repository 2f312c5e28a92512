"""The wiring: the only room that knows every other.

`books` finds a book and says what it is made of, `guard` says what of it agents may have, `book_index` keeps its
search index fresh, `recall` hands memories to agents, `govern` and `upkeep` change it. Nothing is loaded here.
"""
