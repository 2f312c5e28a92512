"""The door for programs that speak the Model Context Protocol; the only async room besides the page.

`front.py` answers first, without loading anything; `server.py` is the real server behind it.
"""
