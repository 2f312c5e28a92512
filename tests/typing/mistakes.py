"""What a type checker must not let through: each line with the mistake that it makes."""

import commonplace

book = commonplace.open_book()
book.commit("a text", approved_by="ada")  # arg-type
book.commit(book.propose("a text"), approved_by="ada")  # arg-type
book.propose("a text", tpoic="ops")  # call-arg
book.recall("a prompt").text = ""  # misc
nonsense = commonplace.nonsense  # attr-defined
