"""Real servers, started once for all tests of a run."""

from servers.fixtures import cluster, prepared, server_url

__all__ = ["cluster", "prepared", "server_url"]
