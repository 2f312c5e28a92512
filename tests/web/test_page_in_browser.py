"""The local page in a real browser, served by the real command: every page, every decision by its key."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

import pytest

from commonplace.core.memory import Memory
from commonplace.hook.log import ran
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.small_state import note_point, record_uses
from commonplace.storage.upkeep_state import HISTORY
from commonplace.storage.usage import append_line
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
NEVER_NPM = "no, we use pnpm here, never npm: there is one lockfile at the root"
CACHE = "the CI cache is keyed on pnpm-lock.yaml"
NAMES = [
    f"{first}{second}"
    for first in ("Ash", "Birch", "Cedar", "Elm", "Fir")
    for second in ("bank", "dale", "field", "ford", "gate", "ham", "mere", "stone", "ton", "wood")
]
"""Of fifty services, none like another."""
PAGES = ("/review", "/review/batch", "/try", "/activity", "/search", "/health", "/graph")
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
        found = memories(self.folder)
        return sorted(memory.body.strip() for memory in found if memory.is_active)

    def count(self, name: str) -> int:
        return self.page.evaluate(f"() => window.{name}.length ?? window.{name}")

    def close(self) -> None:
        self.context.close()
        self.server.terminate()
        self.server.wait(60)
        self.server.stdout.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMMONPLACE_WHO", "ada")
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


def memories(folder: Path) -> tuple[Memory, ...]:
    from commonplace.app.books import book_in
    from commonplace.config import Settings

    return book_in(folder, Settings()).reading().memories


def waiting(folder: Path) -> int:
    from commonplace.app.books import book_in
    from commonplace.config import Settings

    return len(book_in(folder, Settings()).proposals.list(now()))


def picture(window: Window, name: str) -> None:
    """Keep a picture of the content for the documentation, where somebody wants new ones."""
    if os.environ.get("COMMONPLACE_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        main = window.page.locator("main").bounding_box()
        clip = {"x": 0, "y": 0, "width": 1200, "height": min(900, main["y"] + main["height"] + 16)}
        window.page.screenshot(path=str(PICTURES / f"{name}.png"), clip=clip)


def test_every_page_opens_and_nothing_breaks_its_own_policy(folder, windows) -> None:
    propose(folder, VPN_AND_KEY, COFFEE)
    window = windows()

    for path in (*PAGES, "/memory?id=MEM-deploys-need-vpn", "/try?prompt=what+do+deploys+need"):
        window.go(path)
        assert window.page.locator("h1").count() == 1
        assert window.count("violations") == 0

    assert window.troubles == []
    assert "#" not in window.page.url


NOTES = {
    "Staging runs on port 6001, behind nginx.": "ops/ports",
    "Retry a flaky upload twice, then stop and tell somebody.": "ops",
    "We use pnpm in the monorepo; there is one lockfile at the root.": "frontend/tools",
    "Feature flags live in flags.yaml and are removed within two sprints.": "frontend/flags",
    "Postgres 16 is what production runs.": "data/postgres",
    "Migrations are written by hand and reviewed by two people.": "data/postgres",
    "The checkout service owns the cart table.": "data/checkout",
    "Backups of production are restored into staging every Sunday.": "data/postgres",
    "Slow queries over 200 ms are logged with their plan.": "data/postgres",
    "Customer emails are never logged; the hashed id is.": "data/privacy",
    "Grafana dashboards are generated from jsonnet, edits by hand are lost.": "ops",
    "Alerts that nobody acts on for a month are deleted.": "ops",
    "Releases are cut on Tuesdays, and never on the day before a holiday.": "process/release",
    "A release needs one approval from the platform team.": "process/release",
    "A pull request over 400 lines is split before review.": "process/review",
    "Architecture decisions are recorded in docs/decisions.": "process",
    "Colours come from tokens.css; no component names its own.": "frontend/styles",
    "Every dialog returns the focus to what opened it.": "frontend/styles",
    "Money is counted in cents and rounded once, at the end.": "billing",
    "Invoices are rendered by WeasyPrint since March.": "billing",
    "Prices of a running subscription never change before its renewal.": "billing",
}
LINKS = {
    "Backups of production": "Postgres 16",
    "Slow queries": "Postgres 16",
    "Invoices": "Money",
    "A release needs": "Releases are cut",
    "Grafana": "Alerts",
}
"""Which of them lead to which, by how they begin."""
PORT, PNPM = "MEM-ports-staging-runs-port", "MEM-tools-pnpm-monorepo"


def use(folder: Path) -> None:
    """Let two weeks of work with a book pass: notes, sessions, upkeep, and what agents leave waiting."""
    for text, topic in NOTES.items():
        assert type_in(folder, "remember", text, "--topic", topic, "--yes") == 0
    type_in(folder, "edit", PORT, "--link", "MEM-deploys-need-vpn", "--yes")
    names = {memory.body: memory.id for memory in memories(folder)}
    for one, other in LINKS.items():
        here, there = (
            next(names[each] for each in names if each.startswith(begins))
            for begins in (one, other)
        )
        type_in(folder, "edit", here, "--link", there, "--yes")  # where it does not yet
    assert (
        type_in(
            folder,
            "remember",
            "A release needs one approval of the platform team.",
            "--separate",
            "--yes",
        )
        == 0
    )
    behind = "Staging runs on port 6001, behind nginx and the VPN."
    type_in(folder, "edit", PORT, "--body", behind, "--yes")
    old = (now() - timedelta(days=500)).date().isoformat()
    modem = f"---\ntitle: The modem dials nine\ncreated: {old}\ntopic: ops\n---\n\nThe modem dials nine first.\n"
    (folder / ".memory" / "10-Memories" / "MEM-modem.md").write_text(modem, "utf-8")
    state = state_of(str(folder / ".memory"))
    for days in range(14, 0, -1):
        day = (now() - timedelta(days=days)).date().isoformat()
        figures = {
            "memories": len(NOTES) + 3 - days,
            "duplicate_rate": (days + 4) / 100,
            "conflict_rate": days // 5 / 100,
        }
        append_line(os.path.join(state, HISTORY), {"at": day, "health_score": 96 - days % 5 * 3})
        note_point(state, {"day": day, **figures})
        usage.count_contents(state, day, f"session-{days}", 180 + days * 7)
        told = {"at": now().isoformat(), "prompt": "where does staging listen?", "block": "x" * 99}
        usage.record(state, day, f"session-{days}", {PORT: "a", PNPM: "b"}, told)
        record_uses(
            state, day, json.dumps([f"session-{days}", day]), [PORT], [PNPM] if days % 3 else []
        )
        ran("claude-code UserPromptSubmit", 0.041, has_told=days % 2 == 0)
    propose(folder, VPN_AND_KEY, "Postgres 15 is what production runs.", COFFEE)


def test_a_book_in_use_is_shown_on_every_page(folder, windows) -> None:
    use(folder)
    window = windows()

    def shown(path: str, name: str = "") -> str:
        window.go(path)
        picture(window, f"page-{name or path.strip('/')}")
        return window.page.locator("main").inner_text()

    assert "Deploys need the VPN and the hardware key" in shown("/review")
    assert "Coffee machine takes code 4412" in shown("/review/batch", "batch")
    assert "Staging runs on port 6001" in shown("/try?prompt=on+which+port+is+staging", "try")
    assert "where does staging listen" in shown("/activity")
    assert "claude-code UserPromptSubmit" in window.page.locator("main").inner_text()
    assert "sessions: 14" in shown(f"/memory?id={PORT}", "memory")
    assert window.page.locator(".change ins").inner_text().strip() == "and the VPN"
    shown("/health")
    assert window.page.locator("polyline").count() == 8
    shown("/graph")
    assert window.page.locator(".graph line").count() > len(LINKS)
    assert "data · 6" in window.page.locator(".graph text").all_text_contents()
    assert (window.troubles, window.count("violations")) == ([], 0)


def test_each_decision_has_its_key_and_can_be_undone(folder, windows) -> None:
    propose(folder, COFFEE)
    window = windows()

    assert window.page.locator("nav .count").inner_text() == "1"
    window.decide("y", "/review/accept")
    assert COFFEE in window.bodies()
    assert window.page.locator("nav .count").count() == 0

    window.decide("z", "/review/undo")
    assert window.bodies() == [VPN]
    assert window.page.locator("h1").inner_text() == "Review"


def say_instead(window: Window, words: str) -> None:
    """Edit what is shown, by keys alone."""
    window.press("e")
    window.page.keyboard.press("Control+A")
    window.page.keyboard.type(words)
    window.decide("Control+Enter", "/review/edit")


def test_a_text_is_edited_with_the_keyboard_alone(folder, windows) -> None:
    propose(folder, COFFEE)
    window = windows()

    say_instead(window, "The coffee machine takes coins.")

    assert "The coffee machine takes coins." in window.bodies()


def test_edited_words_that_contradict_a_memory_are_answered_by_keys_before_they_are_written(
    folder, windows
) -> None:
    known = "The staging database listens on port 6001."
    assert type_in(folder, "remember", known, "--yes") == 0
    propose(folder, COFFEE)
    window = windows()

    say_instead(window, "The staging database listens on port 6002.")

    assert "6001 or 6002" in window.page.locator(".conflict").first.inner_text()
    assert window.bodies() == sorted([VPN, known])
    window.decide("b", "/review/edit")
    assert window.bodies() == sorted([VPN, known])
    window.decide("y", "/review/accept")

    assert window.bodies() == sorted([VPN, known, "The staging database listens on port 6002."])


def question(folder: Path) -> None:
    """Let a contradiction wait for its answer, as it is heard in a conversation."""
    from commonplace.app.books import book_in
    from commonplace.app.govern import neighbour_search_for
    from commonplace.config import Settings
    from commonplace.core.memory import Origin
    from commonplace.flows.capture import Given, capture
    from commonplace.flows.govern import govern

    book = book_in(folder, Settings())
    text = capture("The staging database listens on port 6002.", Given(origin=Origin.AGENT))
    made = govern([text], book.view(now()), neighbour_search_for(book))
    book.proposals.save(made.proposal, now())


@pytest.mark.parametrize(
    ("keys", "left"), [(("y",), ["6002"]), (("w", *"in the lab", "Enter"), ["6001", "6002"])]
)
def test_a_contradiction_is_answered_by_keys_and_shown_before_it_is_written(
    folder, windows, keys: tuple[str, ...], left: list[str]
) -> None:
    known = "The staging database listens on port {}."
    assert type_in(folder, "remember", known.format(6001), "--yes") == 0
    question(folder)
    window = windows()

    for key in keys[:-1]:
        window.press(key)
    with window.page.expect_navigation():
        window.page.keyboard.press(keys[-1])
    assert window.bodies() == sorted([VPN, known.format(6001)])
    window.decide("y", "/review/accept")

    assert window.bodies() == sorted([VPN, *map(known.format, left)])


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


def test_some_texts_of_a_lesson_are_picked_by_keys(folder, windows) -> None:
    said = ("user", NEVER_NPM), ("assistant", "Sorry."), ("user", f"remember that {CACHE}")
    turns = "".join(json.dumps({"role": role, "text": text}) + "\n" for role, text in said)
    (folder / "chat.jsonl").write_text(turns, "utf-8")
    type_in(folder, "learn", "--transcript", "chat.jsonl")
    window = windows()
    assert window.page.locator("details.choice [name=text-0]").count() == 1

    window.press("p")
    window.page.keyboard.press("Space")
    window.page.keyboard.press("Control+Enter")
    window.page.wait_for_url("**text-1=1**")
    window.decide("y", "/review/accept")

    assert sorted(body.lower() for body in window.bodies()) == sorted([VPN.lower(), CACHE.lower()])
    assert waiting(folder) == 1


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


def test_what_was_accepted_together_is_undone_together(folder, windows) -> None:
    propose(folder, COFFEE, "The garden is watered on Mondays.")
    window = windows()

    window.page.keyboard.press("a")
    window.page.wait_for_url("**/review/batch")
    window.decide("y", "/review/batch/accept")
    assert (len(window.bodies()), waiting(folder)) == (3, 0)
    window.decide("z", "/review/batch/undo")

    assert window.bodies() == [VPN]


def test_one_of_several_is_left_out_by_keys(folder, windows) -> None:
    propose(folder, COFFEE, "The garden is watered on Mondays.", "Invoices are numbered by year.")
    window = windows()
    window.go("/review/batch")

    for key in ("k", "j", "j", "k", "Space"):
        window.press(key)
    window.decide("y", "/review/batch/accept")

    assert (len(window.bodies()), waiting(folder)) == (3, 1)
    assert "The garden is watered on Mondays." not in window.bodies()


def test_fifty_proposals_take_few_keys_each(folder, windows) -> None:
    """Ten are read one by one, five rejected with a reason, two edited, and the rest decided by the page."""
    texts = [f"Service {name} answers on port {7000 + at * 13}." for at, name in enumerate(NAMES)]
    propose(folder, *texts)
    window, keys = windows(), []

    def decided(*pressed: str, path: str) -> None:
        """Press keys, the last of which decides, and share them among what was decided by them."""
        before = waiting(folder)
        for key in pressed[:-1]:
            window.press(key)
        window.decide(pressed[-1], path)
        done = before - waiting(folder)
        keys.extend([len(pressed) / done] * done)

    assert waiting(folder) == 50
    for _ in range(10):
        decided("y", path="/review/accept")
    for _ in range(5):
        decided("n", *"wrong", "Enter", path="/review/reject")
    for _ in range(2):
        decided("e", "End", *" at last", "Control+Enter", "y", path="/review/accept")
    with window.page.expect_navigation():
        window.page.keyboard.press("a")
    while waiting(folder):
        decided("y", path="/review/batch/accept")
    keys[-1] += 1  # the one that led to the batch

    assert (len(keys), waiting(folder)) == (50, 0)
    assert len(window.bodies()) == 46
    assert sum("at last" in body for body in window.bodies()) == 2
    assert median(keys) < 5


def test_what_is_typed_is_searched_for(folder, windows) -> None:
    type_in(folder, "remember", COFFEE, "--yes")
    window = windows()
    window.go("/search")

    window.page.locator("body").press("Escape")
    window.page.evaluate("() => document.activeElement.blur()")
    window.page.keyboard.press("/")
    window.page.keyboard.type("coffee machine code")

    window.page.locator("#results ol.considered").wait_for()
    assert "MEM-coffee-machine-takes" in window.page.locator("#results").inner_text()


def test_the_slider_is_moved_with_an_arrow_and_says_where_it_stands(folder, windows) -> None:
    window = windows()
    window.go("/try?prompt=does+anybody+know+what+a+deploy+wants")
    slider = window.page.get_by_role("slider", name="How readily memories are told")
    before = window.page.locator("#results").inner_text()

    slider.focus()
    with window.page.expect_response(lambda answer: "speak=2" in answer.url):
        window.page.keyboard.press("ArrowRight")
    window.page.wait_for_url("**speak=2**")

    assert slider.get_attribute("aria-valuetext") == "more"
    assert window.page.locator("#results").inner_text() != before
    window.page.reload()
    assert slider.get_attribute("aria-valuetext") == "more"


def test_it_is_dark_where_the_system_is(folder, windows) -> None:
    propose(folder, VPN_AND_KEY)
    window = windows(color_scheme="dark")

    colour = window.page.evaluate("() => getComputedStyle(document.body).backgroundColor")

    assert colour == "rgb(25, 24, 22)"


def test_it_fits_a_narrow_window(folder, windows) -> None:
    use(folder)
    window = windows(viewport={"width": 400, "height": 800})

    for path in PAGES:
        window.go(path)
        assert window.page.evaluate("() => document.documentElement.scrollWidth") <= 400, path


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


def file_name(attack: str) -> str:
    """Return an attack as the name of a file, as far as a file system has names like it."""
    plain = attack.replace("/", "\u2215").replace("\0", "").strip(". ")
    return plain.encode()[:180].decode("utf-8", "ignore")


@pytest.mark.skipif(
    not SECURITY.is_dir(), reason="the lists of attacks are not beside the repository"
)
def test_no_stored_or_typed_text_runs(folder, windows) -> None:
    attacks = strings()
    notes, step = folder / ".memory" / "10-Memories", 20
    for at in range(0, len(attacks), step):
        some = attacks[at : at + step]
        names = {
            "id": f"MEM-x{at}",
            "title": some[0][:150],
            "tags": some[:5],
            "topic": some[-1][:60],
        }
        head = "".join(f"{name}: {json.dumps(value)}\n" for name, value in names.items())
        body = "\n\n".join(some)
        (notes / f"MEM-x{at}.md").write_text(f"---\n{head}---\n{body}\n", "utf-8")
        named = f"# {some[0][:150]}\n\n{body}\n"
        (notes / f"{file_name(some[0])}.md").write_text(named, "utf-8")
    window, looked_at = windows(), 0

    def look(path: str) -> None:
        nonlocal looked_at
        window.go(path)
        assert (window.count("ran"), window.count("violations")) == (0, 0), path
        looked_at += 1

    number = len(range(0, len(attacks), step))
    for path in ("/search", "/search?page=2", "/activity", *PAGES, "/review?page=2"):
        look(path)
    links = window.page.evaluate(
        "async () => { const found = []; for (const page of [1, 2, 3]) {"
        " const answer = await fetch(`/search?page=${page}`);"
        " const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');"
        " for (const link of parsed.querySelectorAll('#results a[href^=\"/memory\"]'))"
        " found.push(link.getAttribute('href')); } return [...new Set(found)]; }"
    )
    for link in links:
        look(link)
    for attack in dict.fromkeys(attacks[::40]):
        look("/search")
        with window.page.expect_response(lambda answer: "/search?" in answer.url):
            window.page.locator("input[name=q]").fill(attack)
        assert (window.count("ran"), window.count("violations")) == (0, 0), attack
        look(f"/search?{urlencode({'q': attack, 'topic': attack, 'tag': attack})}")
        look(f"/try?{urlencode({'prompt': attack})}")
        look(f"/review?{urlencode({'proposal': attack})}")

    assert len(attacks) > 100
    assert len(links) >= number, "the notes were not read"
    assert looked_at > number
    assert window.troubles == []
    assert len(list(notes.glob("*<*"))) > 3, "no file has an attack for its name"


def test_what_would_run_is_counted(folder, windows) -> None:
    """What the test above relies on: a script in the page is stopped by the policy, and the stop is seen."""
    window = windows()
    image = "<img src=x onerror=alert(1)>"

    window.page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", image)
    window.page.wait_for_function("() => window.violations.length > 0")

    assert window.count("ran") == 0


@pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: `make test-web` installs it"
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_problem_for_who_cannot_see_it(folder, windows, scheme) -> None:
    use(folder)
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
