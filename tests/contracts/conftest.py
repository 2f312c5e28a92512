"""A real server for those who ask for one."""

from servers.fixtures import prepared, server_url

__all__ = ["prepared", "server_url"]
