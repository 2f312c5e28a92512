"""SHA-256: the interpreter's own, without loading OpenSSL through `hashlib`.

`hashlib` costs a fresh process a third of a bare start, and hashes eight times as fast: it pays from a megabyte on.
The built-in module has another name in Python 3.12 and later; where neither is there, `hashlib` serves.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import _Hash

try:
    from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import sha256


WORTH_LOADING = 1_000_000


def digest(content: bytes) -> str:
    """Return the SHA-256 of `content` as hexadecimal."""
    if len(content) > WORTH_LOADING:
        import hashlib  # noqa: PLC0415 - see above

        return hashlib.sha256(content).hexdigest()
    result: str = sha256(content).hexdigest()
    return result


def begun_digest() -> _Hash:
    """Return a SHA-256 that is fed part by part."""
    begun: _Hash = sha256()
    return begun
