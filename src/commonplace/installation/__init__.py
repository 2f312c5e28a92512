"""Wire agent programs and shells to a book, and take the wires out again."""
