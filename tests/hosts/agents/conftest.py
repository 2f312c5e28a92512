"""A real program with a home of its own, a fake model for it, and a book with two memories."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_models import FakeModel, fake_model
from programs import PATHS, Program

STAGING = "The staging gateway listens on port 6001 behind the proxy."


@pytest.fixture(params=sorted(PATHS))
def host(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not PATHS[name].exists():
        pytest.skip(f"{name} is not installed: `make agents` could not fetch it")
    return name


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with fake_model() as running:
        yield running


@pytest.fixture
def program(host: str, model: FakeModel, tmp_path: Path) -> Program:
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    program = Program(host, tmp_path / "home", tmp_path / "project", model.port)
    program.prepare()
    program.commonplace("init")
    program.commonplace("remember", STAGING, "--yes")
    program.commonplace("remember", "Deploys to production need the VPN and a ticket.", "--yes")
    return program


@pytest.fixture
def wired(program: Program) -> Program:
    program.commonplace("install", program.host, "--scope", "user", "--yes")
    return program
