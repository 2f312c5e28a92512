"""Wire agent programs to a book, and take the wires out again."""
