"""The conversation in which a command runs: where it is kept, and whether a person said something in it.

To learn from a conversation is to propose, so whatever the agent program names is read. To write in the
user's name takes more: a hook of the host must have been told of the session and of the very prompt.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from commonplace.app.transcripts import conversation_at
from commonplace.core.agent_detection import session_in
from commonplace.core.conversation.attribution import quotes_user
from commonplace.errors import BadInput
from commonplace.hosts.transcripts.places import HOME_FOLDERS, transcript_in
from commonplace.storage.host_files import installations
from commonplace.storage.witnesses import witnessed

HOOKS_IN = frozenset({"settings.json", "hooks.json", "commonplace.json"})
"""The files into which `install` writes hooks: beside them the host keeps what is its own."""


def current_transcript(environ: Mapping[str, str]) -> Path | None:
    """Return the transcript of the session that this command belongs to, None when it is not known."""
    return transcript_in(environ)


def speaks_for_user(texts: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Say whether an agent's command repeats what the user said in this session, and nothing else.

    The environment says which session it is and nothing more. The transcript is the one that a hook was
    told of, still the same file, in the folder of the host as it is installed; and of its user turns those
    count that a prompt hook was handed, for an agent can append to a file.
    """
    session = witnessed(session_in(environ))
    if session is None or not texts or not session.is_steady:
        return False
    path = Path(session.transcript).resolve()
    if not any(path.is_relative_to(each.resolve()) for each in _transcript_folders(session.host)):
        return False
    try:
        conversation, _ = conversation_at(path, session.host)
    except BadInput:
        return False
    said = [words for words in conversation.users_words if session.was_typed(words)]
    return all(quotes_user(text, said) for text in texts)


def _transcript_folders(host: str) -> Iterator[Path]:
    """Yield where `host` keeps its own: in the account's home, and where its hooks were installed."""
    yield from (_account_home() / name for name in HOME_FOLDERS.get(host, ()))
    for each in installations():
        if each.name.startswith(f"{host}-user-"):
            files = (Path(touched.path) for touched in each.files)
            yield from (path.parent for path in files if path.name in HOOKS_IN)


def _account_home() -> Path:
    """Return the home folder of the account, whatever the environment calls it.

    Windows keeps no such table; there the profile that the environment names is all there is.
    """
    try:
        import pwd  # noqa: PLC0415 - not on every system

        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except (ImportError, KeyError):
        return Path.home()
