"""Thirty-two kinds of secrets as people paste them, and where to look for what was written of them."""

import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path

HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
MIXED = "kX9pQ2mZ7vLw4RtY8nBc3HsJ6dFg1KaUqWxE5oTi"
TYPED = "Tr0ub4dor7Zk"

KINDS = {
    "aws": ("my access key {} expired", "AKIA" + "Q3EGRXPLKZ7WVN2M"),
    "aws-secret": ("aws_secret_access_key = {}", MIXED),
    "anthropic": ("use {} for now", "sk-ant-api03-" + MIXED),
    "openai": ("use {} for now", "sk-proj-" + MIXED),
    "github": ("the bot pushes with {}", "gh" + "p_" + MIXED[:36]),
    "gitlab": ("the runner has {}", "glpat-" + MIXED[:20]),
    "slack": ("post with {}", "xoxb-" + "214748364-" + MIXED[:24]),
    "stripe": ("charge with {}", "sk_live_" + MIXED[:24]),
    "google": ("maps wants {}", "AIza" + MIXED[:35]),
    "sendgrid": ("mail with {}", f"SG.{MIXED[:22]}.{MIXED}abc"),
    "npm": ("publish with {}", "npm_" + MIXED[:36]),
    "pypi": ("upload with {}", "pypi-AgE" + MIXED + MIXED[:20]),
    "huggingface": ("download with {}", "hf_" + MIXED[:34]),
    "jwt": ("the header is {}", f"eyJ{MIXED}.eyJ{MIXED}.{MIXED}"),
    "private-key": ("here:\n{}\n", f"-----BEGIN RSA PRIVATE KEY-----\n{MIXED}{MIXED[:24]}\n-----END RSA PRIVATE KEY-----"),
    "bearer": ("curl -H 'Authorization: Bearer {}'", MIXED),
    "basic": ("Authorization: Basic {}", "ZGVwbG95OlRyMHViNGRvcg=="),
    "cookie": ("Cookie: session={}; theme=dark", HEX[:32]),
    "postgres": ("postgres://shop:{}@localhost:5432/shop", TYPED),
    "mongodb": ("mongodb+srv://app:{}@cluster0.example.net/x", TYPED),
    "jdbc": ("jdbc:sqlserver://h:1433;user=sa;password={}", TYPED),
    "dsn": ("shop:{}@tcp(10.0.0.1:3306)/shop", TYPED),
    "curl-u": ("curl -u deploy:{} https://api.internal/x", TYPED),
    "mysql-p": ("mysql -u root -p{} shop", TYPED),
    "sshpass": ("sshpass -p {} ssh build", TYPED),
    "env-pass": ("DB_PASS={}", "correcthorsebattery"),
    "smtp-pass": ("SMTP_PASS: {}", TYPED),
    "encryption-key": ("ENCRYPTION_KEY={}", HEX),
    "said": ("the password for the admin is {}", TYPED),
    "prose": ("log in with password {} there", TYPED),
    "german": ("das Passwort lautet {}", TYPED),
    "chinese": ("数据库密码是 {} 请记一下", TYPED),
}  # fmt: skip
"""Kind -> how it is said, and the secret itself."""


def said(kind: str) -> str:
    """Return the sentence that gives a secret away."""
    sentence, secret = KINDS[kind]
    return sentence.format(secret)


def groups(size: int) -> list[list[str]]:
    """Return the kinds in groups: one prompt can hold several."""
    kinds = list(KINDS)
    return [kinds[at : at + size] for at in range(0, len(kinds), size)]


def leaks_in(*folders: Path) -> dict[str, list[str]]:
    """Return the kinds whose secret stands in a file below, in the clear or packed by git."""
    values = {kind: needle(secret).encode() for kind, (_, secret) in KINDS.items()}
    found: dict[str, list[str]] = {}
    for path, content in contents_of(folders):
        for kind, value in values.items():
            if value in content:
                found.setdefault(kind, []).append(str(path))
    return found


def needle(secret: str) -> str:
    """Return what of a secret must stand nowhere: of a key of several lines the second."""
    return secret.split("\n")[1] if "\n" in secret else secret


def contents_of(folders: tuple[Path, ...]) -> Iterator[tuple[Path, bytes]]:
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                content = path.read_bytes()
                yield path, content
                if "objects" in path.parts:
                    yield path, zlib.decompressobj().decompress(content)


def open_to_others(folder: Path) -> list[str]:
    """Return what below `folder` anybody but its owner may read."""
    return [
        str(path)
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(os.lstat(path).st_mode) & 0o077 and not path.is_symlink()
    ]
