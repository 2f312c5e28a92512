"""Resolve pyproject's dependencies and pin them in requirements/*.lock, without index addresses."""

import hashlib
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


def append_alone(name: str, wanted: str) -> None:
    """Pin one package by its hash and leave out what it depends on."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([*pip, "download", "--no-deps", "--dest", scratch, wanted], check=True)
        (wheel,) = Path(scratch).iterdir()
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    with (ROOT / "requirements" / f"{name}.lock").open("a", encoding="utf-8") as file:
        file.write(f"{wanted} \\\n    --hash=sha256:{digest}\n")


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run = project["project"]["dependencies"]
    groups = project["dependency-groups"]
    dev = groups["dev"]
    build = project["build-system"]["requires"]
    lock(
        "run",
        [*run, *build, "editables"],
        "# What the program needs, and what builds it. Made by `make lock`.\n",
    )
    lock("site", groups["site"], "# What builds the documentation site. Made by `make lock`.\n")
    lock("dev", [*run, *build, "editables", *dev], "# What the tests need. Made by `make lock`.\n")
    lock(
        "web",
        [*groups["browser"], f"-c {ROOT / 'requirements' / 'dev.lock'}"],
        "# What the tests in a real browser need. Install with --no-deps. Made by `make lock`.\n",
    )
    extras = project["project"]["optional-dependencies"]
    lock(
        "semantic",
        [
            *run,
            *build,
            "editables",
            *dev,
            *extras["semantic"],
            *extras["onnx"],
        ],
        "# What the tests of the real models need. Install with --no-deps. Made by `make lock`.\n",
    )
    for wanted in groups["semantic-alone"]:
        append_alone("semantic", wanted)


if __name__ == "__main__":
    main()
