"""The package's data files and the one function that reads them: no code but this is in the folder.

A file is JSON in one canonical form, kept by `scripts/data_files.py`. The prompt hook reads none
of them: what it needs is generated into constants by the same script.
"""

from __future__ import annotations

import os
from typing import Any


def read_data(name: str) -> Any:
    """Return the parsed content of the data file `name`; the caller knows its form."""
    import json  # noqa: PLC0415 - only who reads a file pays for the parser

    path = os.path.join(os.path.dirname(__file__), f"{name}.json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_packed(name: str) -> bytes:
    """Return the content of the compressed data file `name`; the caller knows its form."""
    import zlib  # noqa: PLC0415 - as above

    with open(os.path.join(os.path.dirname(__file__), f"{name}.z"), "rb") as file:
        return zlib.decompress(file.read())
