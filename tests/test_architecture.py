"""The map of rooms: imports point down only, and siblings never know each other."""

import ast
import re
import sys
from pathlib import Path

from commonplace.layouts.registry import NAMES

ROOT = Path(__file__).resolve().parent.parent / "src" / "commonplace"
ADAPTERS = {"engines", "hosts", "layouts", "pages", "storage"}
EVERYBODY = {"data", "errors", "messages"}
WIRED = {"config", "core", "flows", "hook_settings"} | EVERYBODY | ADAPTERS
"""What wires a book together knows every adapter."""
MAY_IMPORT = {
    "data": set(),
    "messages": {"data"},
    "errors": {"messages"},
    "config": {"core"} | EVERYBODY,
    "hook_settings": {"storage"},
    "core": EVERYBODY,
    **{room: {"core"} | EVERYBODY for room in ADAPTERS},
    "flows": {"core"} | EVERYBODY,
    "app": WIRED,
    **{room: {"app"} | WIRED for room in ("drawers", "hook", "installation")},
    "doctor": {"app", "hook", "installation"} | WIRED,
    "testing": {"core"} | EVERYBODY,
    "doors": {"app", "config", "core", "doctor", "drawers", "flows", "hook", "installation"}
    | {"hook_settings"}
    | EVERYBODY,
    "__init__": {"doors", "errors"},
    "__main__": {"entry"},
    "entry": {"doors"},
}
TEXTS = {path: path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py"))}
IMPORT = re.compile(r"^[ \t]*((?:from [\w.]+ import (?:\([^)]*\)|.*)|import .*))", re.MULTILINE)
"""A statement that imports: to read these alone takes a tenth of what reading every module takes."""
PUBLIC_CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
NAMED = re.compile(r"\b_?(?:layout|target)\.name\b")


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports_of(path: Path) -> list[ast.stmt]:
    return ast.parse("\n".join(IMPORT.findall(TEXTS[path]))).body


def rooms_imported_by(path: Path) -> set[str]:
    found: set[str] = set()
    for node in imports_of(path):
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
        for path in TEXTS
        if (rooms := rooms_imported_by(path) - {room_of(path)} - MAY_IMPORT[room_of(path)])
    }

    assert not strays


def test_core_uses_the_standard_library_only() -> None:
    outside = {
        name.split(".")[0]
        for path in TEXTS
        if room_of(path) == "core"
        for node in imports_of(path)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    } - {"commonplace"}

    assert outside <= set(sys.stdlib_module_names) | {"_sha2"}  # of Python 3.12 and later


def test_every_public_class_has_a_name_of_its_own() -> None:
    """`Book` is exempt: the promised name of the Python API, and our word for what it wraps (decision 0020)."""
    places: dict[str, list[str]] = {}
    for path, text in TEXTS.items():
        for name in PUBLIC_CLASS.findall(text):
            places.setdefault(name, []).append(str(path.relative_to(ROOT)))

    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {
        "Book": ["app/books.py", "doors/python_api.py"]
    }


def is_name_of_layout(node: ast.AST) -> bool:
    """Say whether an expression is the name of a layout: `book.layout.name` and the like."""
    if not isinstance(node, ast.Attribute) or node.attr != "name":
        return False
    owner = node.value
    return getattr(owner, "attr", getattr(owner, "id", "")) in {"layout", "_layout", "target"}


def decisions_by_name(tree: ast.AST) -> list[int]:
    """Return the lines where something depends on which layout it is: compared, looked up, listed."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                named = any(map(is_name_of_layout, (node.left, *node.comparators)))
            case ast.Subscript():
                named = is_name_of_layout(node.slice)
            case ast.Call(func=ast.Attribute(attr="get")):
                named = any(map(is_name_of_layout, node.args))
            case ast.Dict(keys=keys) | ast.Set(elts=keys):
                texts = {key.value for key in keys if isinstance(key, ast.Constant)}
                named = len(texts & set(NAMES)) > 1
            case _:
                named = False
        if named:
            found.append(node.lineno)
    return found


def test_only_layouts_know_which_layout_they_are() -> None:
    """What others must know stands in a layout's `traits`."""
    strays = {
        str(path.relative_to(ROOT)): lines
        for path, text in TEXTS.items()
        if room_of(path) != "layouts"
        and (NAMED.search(text) or sum(f'"{name}"' in text for name in NAMES) > 1)
        and (lines := decisions_by_name(ast.parse(text)))
    }

    assert not strays


def test_a_decision_by_the_name_of_a_layout_is_seen() -> None:
    for text in (
        "if book.layout.name == 'vault': pass",
        "if layout.name in KNOWN: pass",
        "TABLE[view.layout.name]",
        "TABLE.get(layout.name, 0)",
        "TABLE = {'vault': 1, 'profile': 2}",
    ):
        assert decisions_by_name(ast.parse(text)) == [1]


def test_a_module_that_another_one_names_is_there() -> None:
    rooms = "|".join(path.name for path in ROOT.iterdir() if path.is_dir())
    named = re.compile(rf"`((?:{rooms})\.\w+)`")

    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in TEXTS.items()
        for name in named.findall(text)
        if not list(ROOT.glob(name.replace(".", "/") + "*"))
    ]

    assert gone == []
