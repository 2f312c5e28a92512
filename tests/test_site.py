"""The documentation site is built from the pages as they are, and a dead link fails it."""

import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MKDOCS = ROOT / ".venv-site" / "bin" / "mkdocs"


def lay_out(target: Path) -> None:
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "scripts" / "site_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.lay_out(target)


def test_every_page_of_the_site_is_laid_out_where_it_stands_here(tmp_path: Path) -> None:
    lay_out(tmp_path / "pages")

    named = re.findall(r"[\w./-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8"))
    assert len(named) > 40
    assert [page for page in named if not (tmp_path / "pages" / page).is_file()] == []
    assert (tmp_path / "pages" / "docs" / "pictures" / "session.svg").is_file()


@pytest.mark.laws
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    if not MKDOCS.exists():
        pytest.skip("`make test-laws` and `make site` install what builds the site")
    lay_out(tmp_path / "pages")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    for folder in ("pages", "html"):
        config = config.replace(f".cache/site/{folder}", str(tmp_path / folder))
    (tmp_path / "mkdocs.yml").write_text(config, "utf-8")

    ran = subprocess.run(
        [MKDOCS, "build", "--quiet", "--strict", "--config-file", tmp_path / "mkdocs.yml"],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    found = json.loads((tmp_path / "html" / "search" / "search_index.json").read_text("utf-8"))
    assert any(page["title"].startswith("从零开始") for page in found["docs"])
    assert (tmp_path / "html" / "docs" / "reference" / "commands.html").is_file()
