"""The key to the server's address, for doors."""

from commonplace.storage.tokens import read_token as read_token  # noqa: PLC0414 - for doors
from commonplace.storage.tokens import renew_token as renew_token  # noqa: PLC0414
from commonplace.storage.tokens import token_path as token_path  # noqa: PLC0414
