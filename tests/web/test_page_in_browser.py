"""The local page in a real browser, served by the real command: every page, every decision by its key."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

import pytest

from doors import local_page

pytestmark = pytest.mark.web

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: `make test-web` installs it"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
if not CHROMIUM:
    pytest.skip("no chromium is installed and none could be", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
AXE = ROOT / ".cache" / "web" / "node_modules" / "axe-core" / "axe.min.js"
SECURITY = ROOT.parent / "shared" / "data" / "security"
PATIENCE_MS = 60_000
"""A busy machine is slow, and nothing here is about time."""
VPN = "Deploys need the VPN: start it before running make deploy."
VPN_AND_KEY = "Deploys need the VPN and the hardware key; start it before running make deploy."
COFFEE = "The coffee machine takes code 4412."
PAGES = ("/review", "/try", "/activity", "/search", "/health", "/graph")
WATCH = """
window.ran = 0; window.violations = [];
for (const name of ["alert", "confirm", "prompt"]) window[name] = () => { window.ran += 1; };
document.addEventListener("securitypolicyviolation", (e) => window.violations.push(e.violatedDirective));
"""


def now() -> datetime:
    return datetime.now().astimezone()


def type_in(folder: Path, *words: str, **variables: str) -> int:
    """Run a command at this moment: the server keeps the real time, and proposals grow too old."""
    return local_page.type_in(folder, *words, at=now(), **variables)


@pytest.fixture(scope="module")
def browser() -> Iterator["playwright.Browser"]:
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


class Window:
    """A page that a person opened with the printed address, and what went wrong in it."""

    def __init__(self, folder: Path, browser: "playwright.Browser", **how: object) -> None:
        self.folder = folder
        self.server = subprocess.Popen(
            [sys.executable, "-m", "commonplace", "ui", "--port", "0", "--no-open"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.address = self.server.stdout.readline().strip()
        self.origin = self.address.partition("/open")[0]
        self.context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **how})
        self.context.add_init_script(WATCH)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on(
            "dialog", lambda dialog: (self.troubles.append(dialog.message), dialog.dismiss())
        )
        self.page.goto(self.address)

    def go(self, path: str) -> None:
        self.page.goto(self.origin + path)

    def press(self, key: str) -> None:
        """Press a key and wait until what it does is done."""
        self.page.keyboard.press(key)
        self.page.wait_for_function("() => !isBusy")

    def decide(self, key: str, path: str) -> None:
        """Press the key of a decision, and wait for its answer to be shown."""
        with self.page.expect_response(lambda answer: answer.url.endswith(path)):
            self.page.keyboard.press(key)
        self.page.wait_for_function("() => !isBusy && document.querySelector('#notices p')")

    def bodies(self) -> list[str]:
        from commonplace.app.books import book_in
        from commonplace.config import Settings

        found = book_in(self.folder, Settings()).reading().memories
        return sorted(memory.body.strip() for memory in found if memory.is_active)

    def count(self, name: str) -> int:
        return self.page.evaluate(f"() => window.{name}.length ?? window.{name}")

    def close(self) -> None:
        self.context.close()
        self.server.terminate()
        self.server.wait(60)
        self.server.stdout.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    type_in(tmp_path, "init", "--layout", "vault")
    assert type_in(tmp_path, "remember", VPN, "--yes") == 0
    return tmp_path


@pytest.fixture
def windows(folder: Path, browser: "playwright.Browser") -> Iterator[object]:
    opened: list[Window] = []

    def open_window(**how: object) -> Window:
        opened.append(Window(folder, browser, **how))
        return opened[-1]

    yield open_window
    for each in opened:
        each.close()


def propose(folder: Path, *texts: str) -> None:
    for text in texts:
        assert type_in(folder, "remember", text, COMMONPLACE_AGENT="claude-code") == 4


def waiting(folder: Path) -> int:
    from commonplace.app.books import book_in
    from commonplace.config import Settings

    return len(book_in(folder, Settings()).proposals.list(now()))


def picture(window: Window, name: str) -> None:
    """Keep a picture for the documentation, where somebody wants new ones."""
    if os.environ.get("COMMONPLACE_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        window.page.screenshot(path=str(PICTURES / f"{name}.png"))


def test_every_page_opens_and_nothing_breaks_its_own_policy(folder, windows) -> None:
    propose(folder, VPN_AND_KEY, COFFEE)
    window = windows()

    for path in (*PAGES, "/memory?id=MEM-deploys-need-vpn", "/try?prompt=what+do+deploys+need"):
        window.go(path)
        assert window.page.locator("h1").count() == 1
        assert window.count("violations") == 0
        picture(window, f"page-{path.strip('/').partition('?')[0]}")

    assert window.troubles == []
    assert "#" not in window.page.url


def test_each_decision_has_its_key_and_can_be_undone(folder, windows) -> None:
    propose(folder, COFFEE)
    window = windows()

    window.decide("y", "/review/accept")
    assert COFFEE in window.bodies()

    window.decide("z", "/activity/undo")
    assert window.bodies() == [VPN]


def test_a_text_is_edited_with_the_keyboard_alone(folder, windows) -> None:
    propose(folder, COFFEE)
    window = windows()

    window.press("e")
    for _ in range(2):
        window.page.keyboard.press("Tab")
    window.page.keyboard.press("Control+A")
    window.page.keyboard.type("The coffee machine takes coins.")
    for _ in range(3):
        window.page.keyboard.press("Tab")
    window.decide("Enter", "/review/edit")

    assert "The coffee machine takes coins." in window.bodies()


def test_a_rejection_is_typed_with_its_reason(folder, windows) -> None:
    propose(folder, COFFEE)
    window = windows()

    window.press("n")
    window.page.keyboard.type("we drink tea")
    window.decide("Enter", "/review/reject")

    assert (window.bodies(), waiting(folder)) == ([VPN], 0)


def test_both_are_kept_after_being_shown(folder, windows) -> None:
    propose(folder, VPN_AND_KEY)
    window = windows()

    window.page.keyboard.press("b")
    window.page.wait_for_url("**as=create**")
    window.decide("y", "/review/accept")

    assert window.bodies() == sorted([VPN, VPN_AND_KEY])


def test_another_decision_is_chosen_shown_and_accepted(folder, windows) -> None:
    propose(folder, VPN_AND_KEY)
    window = windows()

    window.press("u")
    window.page.locator("details[open] select[name=as]").select_option("supersede")
    window.page.locator("details[open] button").click()
    window.page.wait_for_url("**as=supersede**")
    window.decide("y", "/review/accept")

    assert window.bodies() == [VPN_AND_KEY]


def test_one_walks_and_leaves_things_waiting(folder, windows) -> None:
    propose(folder, COFFEE, "The garden is watered on Mondays.")
    window = windows()

    for key in ("j", "k", "s"):
        before = window.page.url
        window.page.keyboard.press(key)
        window.page.wait_for_url(lambda url, old=before: url != old)

    assert waiting(folder) == 2
    window.page.keyboard.press("?")
    assert window.page.locator("dialog[open]").count() == 1


def test_a_batch_takes_one_key_for_each_proposal(folder, windows) -> None:
    texts = [f"Service number {at} answers on port {7000 + at * 13}." for at in range(12)]
    propose(folder, *texts)
    window, keys = windows(), []

    while left := waiting(folder):
        window.decide("y", "/review/accept")
        keys.append(1)
        assert waiting(folder) < left

    assert median(keys) < 5
    assert len(window.bodies()) > 1


def test_what_is_typed_is_searched_for(folder, windows) -> None:
    type_in(folder, "remember", COFFEE, "--yes")
    window = windows()
    window.go("/search")

    window.page.keyboard.press("/")
    window.page.locator("input[name=q]").fill("coffee machine code")

    window.page.locator("#results ol.considered").wait_for()
    assert "MEM-coffee-machine-takes" in window.page.locator("#results").inner_text()


def test_it_is_dark_where_the_system_is(folder, windows) -> None:
    propose(folder, VPN_AND_KEY)
    window = windows(color_scheme="dark")

    colour = window.page.evaluate("() => getComputedStyle(document.body).backgroundColor")

    picture(window, "page-review-dark")
    assert colour == "rgb(25, 24, 22)"


def test_it_fits_a_narrow_window(folder, windows) -> None:
    propose(folder, VPN_AND_KEY)
    window = windows(viewport={"width": 400, "height": 800})

    for path in PAGES:
        window.go(path)
        assert window.page.evaluate("() => document.documentElement.scrollWidth") <= 400, path
        picture(window, f"page-{path.strip('/')}-narrow")


def test_it_speaks_chinese(folder, windows, monkeypatch) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    window = windows()

    for path in PAGES:
        window.go(path)
        assert window.page.locator("html").get_attribute("lang") == "zh"
        assert any(ord(letter) > 0x4E00 for letter in window.page.locator("h1").inner_text())


def strings() -> list[str]:
    """Return attacks on pages from the public lists beside the repository."""
    found = [
        line.strip()
        for path in sorted(SECURITY.rglob("*"))
        if path.is_file() and path.suffix in (".txt", ".md")
        for line in path.read_text("utf-8", "replace").splitlines()
        if "alert" in line or "onerror" in line or "javascript:" in line
    ]
    return found[:: max(1, len(found) // 300)]


@pytest.mark.skipif(
    not SECURITY.is_dir(), reason="the lists of attacks are not beside the repository"
)
def test_no_stored_or_typed_text_runs(folder, windows) -> None:
    attacks = strings()
    notes = folder / ".memory" / "10-Memories"
    for at in range(0, len(attacks), 20):
        some = attacks[at : at + 20]
        title = some[0].replace('"', "'")[:150]
        head = f'---\nid: MEM-x{at}\ntitle: "{title}"\ntags: ["{title[:60]}"]\n---\n'
        (notes / f"MEM-x{at}.md").write_text(head + "\n\n".join(some) + "\n", "utf-8")
    window = windows()

    for path in ("/search", "/activity", "/review", "/graph", "/health"):
        window.go(path)
        assert window.count("ran") == 0
    for at in range(0, len(attacks), 20):
        window.go(f"/memory?id=MEM-x{at}")
        assert window.count("ran") == 0
    window.go("/search")
    for attack in dict.fromkeys(attacks[::40]):
        with window.page.expect_response(lambda answer: "/search?" in answer.url):
            window.page.locator("input[name=q]").fill(attack)
        window.go(f"/search?{urlencode({'q': attack, 'topic': attack, 'tag': attack})}")
        assert window.count("ran") == 0

    assert len(attacks) > 100
    assert window.troubles == []
    assert window.count("violations") == 0


@pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: `make test-web` installs it"
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_problem_for_who_cannot_see_it(folder, windows, scheme) -> None:
    propose(folder, VPN_AND_KEY)
    window = windows(color_scheme=scheme)
    found = []

    for path in (*PAGES, "/memory?id=MEM-deploys-need-vpn", "/try?prompt=what+do+deploys+need"):
        window.go(path)
        window.page.evaluate(AXE.read_text("utf-8"))
        result = window.page.evaluate("() => axe.run()")
        found += [
            (path, each["id"], each["nodes"][0]["html"][:120])
            for each in result["violations"]
            if each["impact"] in ("serious", "critical")
        ]

    assert found == []


def test_a_server_that_is_killed_in_a_decision_leaves_the_old_or_the_new(folder, windows) -> None:
    propose(folder, COFFEE)
    window = windows()

    window.page.keyboard.press("y")
    window.server.kill()
    window.server.wait(60)

    assert window.bodies() in ([VPN], sorted([VPN, COFFEE]))
