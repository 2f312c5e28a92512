"""Resolve pyproject's dependencies and pin them in requirements/*.lock, without index addresses."""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def lock(name: str, wanted: list[str], header: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / f"{name}.in"
        source.write_text("\n".join(wanted) + "\n", encoding="utf-8")
        target = Path(scratch) / f"{name}.txt"
        subprocess.run(
            [
                *(sys.executable, "-m", "piptools", "compile", "--quiet", "--strip-extras"),
                *(
                    "--generate-hashes",
                    "--no-emit-index-url",
                    "--no-emit-trusted-host",
                    "--no-emit-find-links",
                ),
                *("--no-header", "--no-annotate", "--output-file", str(target), str(source)),
            ],
            check=True,
        )
        pins = target.read_text(encoding="utf-8")
    (ROOT / "requirements" / f"{name}.lock").write_text(header + pins, encoding="utf-8")


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run = project["project"]["dependencies"]
    dev = project["dependency-groups"]["dev"]
    build = project["build-system"]["requires"]
    lock(
        "run",
        [*run, *build, "editables"],
        "# What the program needs, and what builds it. Made by `make lock`.\n",
    )
    lock("dev", [*run, *build, "editables", *dev], "# What the tests need. Made by `make lock`.\n")


if __name__ == "__main__":
    main()
