"""Keep typed arrays in one checksummed file that is mapped into memory, not read.

A file is a head (magic, length and CRC-32 of the directory), a directory of text lines, and the arrays,
each on a multiple of 64 bytes. A line with two fields is a label; one with five names an array: name,
type code, offset, length in bytes, CRC-32. Numbers are in the machine's own byte order: such files are
made on the machine that reads them, and a foreign one fails its first checksum.

The prompt hook reads this format in a fresh process, so this module loads no more than it must.
"""

from __future__ import annotations

import os
from mmap import ACCESS_READ, mmap
from struct import Struct
from time import time
from zlib import crc32

Labels = dict[str, str]
Arrays = dict[str, memoryview]
Column = tuple[str, str, bytes]
"""One array to be written: its name, its type code as in `array.array`, and its bytes."""

_HEAD = Struct("=16sII")
_MAGIC = b"commonplace-arr1"
_ALIGNMENT = 64
_STAGED = ".part"
_FORGOTTEN_AFTER_S = 24 * 3600


def open_arrays(path: str) -> tuple[Labels, Arrays] | None:
    """Map the file and return its labels and arrays; None when it is missing, cut short or foreign.

    Only the head and the length are checked: reading every byte would cost more than the answer.
    """
    whole = _mapped(path)
    directory = None if whole is None else _directory(whole)
    if whole is None or directory is None:
        return None
    labels: Labels = {}
    arrays: Arrays = {}
    first = _aligned(_HEAD.size + len(directory))
    for line in directory.decode("utf-8").splitlines():
        name, *fields = line.split("\t")
        if len(fields) == 1:
            labels[name] = fields[0]
            continue
        start, length = first + int(fields[1]), int(fields[2])
        if start + length > len(whole):
            return None
        arrays[name] = whole[start : start + length].cast(fields[0])  # type: ignore[call-overload]
    return labels, arrays


def is_whole(path: str) -> bool:
    """Say whether every byte of the file is as it was written."""
    opened = open_arrays(path)
    whole = _mapped(path)
    directory = None if whole is None else _directory(whole)
    if opened is None or directory is None:
        return False
    sums = {
        line.split("\t")[0]: line.split("\t")[-1]
        for line in directory.decode("utf-8").splitlines()
        if line.count("\t") > 1
    }
    return all(f"{crc32(array.cast('B')):08x}" == sums[name] for name, array in opened[1].items())


def write_arrays(path: str, labels: Labels, columns: list[Column]) -> None:
    """Write the whole file beside `path` and move it there: readers see the old one or the new one."""
    lines = [f"{name}\t{value}" for name, value in labels.items()]
    offset = 0
    for name, code, content in columns:
        lines.append(f"{name}\t{code}\t{offset}\t{len(content)}\t{crc32(content):08x}")
        offset = _aligned(offset + len(content))
    directory = "\n".join(lines).encode("utf-8")
    _sweep(path)
    staged = f"{path}.{os.getpid()}{_STAGED}"
    try:
        made = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(made, "wb") as file:
            file.write(_HEAD.pack(_MAGIC, len(directory), crc32(directory)) + directory)
            for _name, _code, content in columns:
                file.write(bytes(_aligned(file.tell()) - file.tell()))
                file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(staged, path)
    finally:
        if os.path.exists(staged):
            os.unlink(staged)


def _sweep(path: str) -> None:
    """Remove what writers that were killed left beside `path` more than a day ago."""
    folder, name = os.path.split(path)
    for entry in os.scandir(folder or "."):
        is_staged = entry.name.startswith(name) and entry.name.endswith(_STAGED)
        if is_staged and time() - entry.stat().st_mtime > _FORGOTTEN_AFTER_S:
            os.unlink(entry.path)


def _mapped(path: str) -> memoryview | None:
    try:
        with open(path, "rb") as file:
            return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
    except (OSError, ValueError):  # ValueError: an empty file cannot be mapped
        return None


def _directory(whole: memoryview) -> bytes | None:
    if len(whole) < _HEAD.size:
        return None
    magic, length, checksum = _HEAD.unpack_from(whole)
    directory = bytes(whole[_HEAD.size : _HEAD.size + length])
    return directory if magic == _MAGIC and crc32(directory) == checksum else None


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT
