"""`python -m commonplace` is the command; nothing is imported from the folder it is run in.

Python puts the working folder first among the places it imports from, unless it is told `-P`. A project
that somebody cloned may hold a `json.py`. What Python itself imports before this line (`runpy`, the package
`commonplace`) it looks for there, too: only `-P` and the script `commonplace` keep the folder out of that.
"""

import sys

if not sys.flags.safe_path:
    del sys.path[0]

from commonplace.entry import main

main()
