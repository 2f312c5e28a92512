"""The wiring: the only room that knows every other.

`books` finds a book and says what it is made of, `indexing` keeps its search index fresh, `hot` is
the same for the hook, on the lightest of modules. Nothing is loaded here, so that `hot` stays light.
"""
