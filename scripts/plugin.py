"""Write the plugin folder and the marketplace file from the rows of the hosts."""

from pathlib import Path

from commonplace import __version__
from commonplace.hosts.install.plugin import plugin_files

ROOT = Path(__file__).resolve().parent.parent

for name, text in plugin_files(__version__).items():
    path = ROOT / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
