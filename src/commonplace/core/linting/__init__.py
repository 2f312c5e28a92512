"""What is wrong with what a book says: mem-skill's seven checks, and the code that memories quote."""
