"""Book in, report or proposal out: how a book stays healthy without losing a fact."""
