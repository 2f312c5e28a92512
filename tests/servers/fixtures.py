"""One server for all tests of a run, and a database for those that want it to themselves."""

import os
from collections.abc import Iterator
from itertools import count

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from servers.patience import PATIENT
from servers.postgres import NAMED, Cluster, made_cluster

NUMBERS = count()


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Return the URL of a superuser of a real server."""
    if NAMED:
        yield NAMED
        return
    cluster = made_cluster()
    yield cluster.url
    cluster.remove()


@pytest.fixture(scope="session")
def prepared(server_url: str) -> str:
    """Return the URL of a database with our tables."""
    return new_database(server_url)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """Return a server that a test may stop, copy and kill."""
    made = made_cluster()
    yield made
    made.remove()


def new_database(server_url: str, *, prepares: bool = True) -> str:
    from commonplace.engines.postgres.server import Server

    name = f"commonplace_test_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(server_url, autocommit=True) as line:
        line.execute(f"DROP DATABASE IF EXISTS {name}")  # type: ignore[arg-type]
        line.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    url = make_conninfo(server_url, dbname=name)
    if prepares:
        Server(url, "anybody", limits=PATIENT).prepare()
    return url
