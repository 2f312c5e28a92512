"""`python -m commonplace` is the command."""

from commonplace.entry import main

main()
