"""The wiring: the only room that knows every other.

`books` finds a book and says what it is made of, `book_index` and `indexing` keep its search index fresh,
`injecting` hands memories to agents. `hot` and its neighbours are the same for the hook, on the lightest
of modules. Nothing is loaded here, so that they stay light.
"""
