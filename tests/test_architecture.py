"""The map of rooms: imports point down only, and siblings never know each other."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "src" / "commonplace"
ADAPTERS = {"engines", "hosts", "layouts", "pages", "storage"}
EVERYBODY = {"data", "errors", "messages"}
MAY_IMPORT = {
    "data": set(),
    "messages": {"data"},
    "errors": {"messages"},
    "config": EVERYBODY,
    "core": EVERYBODY,
    **{room: {"core"} | EVERYBODY for room in ADAPTERS},
    "flows": {"core"} | EVERYBODY,
    "app": {"config", "core", "flows"} | EVERYBODY | ADAPTERS,
    "testing": {"core"} | EVERYBODY,
    "doors": {"app", "config", "core", "flows"} | EVERYBODY,
    "__init__": {"doors", "errors"},
    "__main__": {"entry"},
    "entry": {"doors"},
}
MODULES = sorted(ROOT.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def rooms_imported_by(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "commonplace":
            parts = (node.module or "").split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides the room it comes from"
        elif isinstance(node, ast.Import):
            found |= {
                alias.name.split(".")[1]
                for alias in node.names
                if alias.name.startswith("commonplace.")
            }
    return found - {"__version__"}


def test_a_module_imports_only_the_rooms_its_own_room_may_see() -> None:
    strays = {
        str(path.relative_to(ROOT)): rooms
        for path in MODULES
        if (rooms := rooms_imported_by(path) - {room_of(path)} - MAY_IMPORT[room_of(path)])
    }

    assert not strays


def test_core_uses_the_standard_library_only() -> None:
    import sys

    outside = {
        name.split(".")[0]
        for path in (ROOT / "core").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    } - {"commonplace"}

    assert outside <= set(sys.stdlib_module_names) | {"_sha2"}  # of Python 3.12 and later
