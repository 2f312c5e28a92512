"""Run the command line as `python -m commonplace`."""

from commonplace.doors.cli.main import main

main()
