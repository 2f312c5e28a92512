"""The HTTP server as its own clients meet it, for a judge that cannot bring a token: it is added here.

    python with_token.py FOLDER

Everything else is the real application, its gate included.
"""

import sys
from pathlib import Path

import uvicorn

from commonplace.doors.local_http import listen
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.http import Gate, application
from commonplace.doors.mcp.server import make_server

TOKEN = "conformance"


def main() -> None:
    listening = listen(0)
    port = listening.getsockname()[1]
    app = application(
        make_server(ServerPlace(folder=Path(sys.argv[1]))), Gate(port=port, token=TOKEN)
    )

    async def with_token(scope, receive, send):
        if scope["type"] == "http":
            bearer = (b"authorization", f"Bearer {TOKEN}".encode())
            scope = {**scope, "headers": [*scope["headers"], bearer]}
        await app(scope, receive, send)

    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(with_token, log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main()
