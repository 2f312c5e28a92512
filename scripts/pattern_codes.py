"""Write `data/patterns.z`: the larger patterns of `core` as Python's regular expressions compile them.

Run it with every interpreter that is supported, as `python scripts/pattern_codes.py python3.11 python3.12
python3.13`; it names those whose code is that of the first. A pattern that has changed since is compiled when
it is used, as is every pattern on another interpreter.
"""

import gc
import importlib
import json
import pkgutil
import subprocess
import sys
import zlib
from pathlib import Path

import commonplace.core
from commonplace.core.lazy_re import WORTH_KEEPING, LazyPattern

DATA = Path(__file__).parent.parent / "src" / "commonplace" / "data"
COMPILE = """
import array, json, re._compiler as compiler, re._parser as parser, sys
import _sre
rows, codes = [], array.array("I")
for text, flags in json.load(sys.stdin):
    parsed = parser.parse(text, flags)
    code = compiler._code(parsed, flags)
    state = parsed.state
    rows.append([text, flags, flags | state.flags, state.groups - 1, state.groupdict, len(code)])
    codes.extend(code)
if sys.byteorder == "big":
    codes.byteswap()
print(json.dumps([_sre.MAGIC, rows, codes.tobytes().hex()]))
"""


def main() -> None:
    asked = json.dumps(patterns())
    magics: list[int] = []
    first: list[object] = []
    for python in sys.argv[1:] or [sys.executable]:
        command = [python, "-I", "-c", COMPILE]
        made = subprocess.run(command, input=asked, capture_output=True, check=True, text=True)
        magic, *compiled = json.loads(made.stdout)
        first = first or compiled
        assert compiled == first, f"{python} compiles to another code"
        magics.append(magic)
    rows, codes = first
    assert isinstance(codes, str)
    head = json.dumps([sorted({*magics}), rows], ensure_ascii=False).encode()
    payload = len(head).to_bytes(4, "little") + head + bytes.fromhex(codes)
    (DATA / "patterns.z").write_bytes(zlib.compress(payload, 9))


def patterns() -> list[tuple[str, int]]:
    """Return the text and the flags of every large pattern that stands in a module of `core`."""
    kept_alive = [
        importlib.import_module(name)
        for _, name, _ in pkgutil.walk_packages(commonplace.core.__path__, "commonplace.core.")
    ]
    assert kept_alive
    found = (each for each in gc.get_objects() if isinstance(each, LazyPattern))
    return sorted(
        {(p.pattern, int(p.asked_flags)) for p in found if len(p.pattern) >= WORTH_KEEPING}
    )


if __name__ == "__main__":
    main()
