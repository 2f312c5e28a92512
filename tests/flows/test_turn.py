"""One turn after the other: what is loaded, announced, asked and logged."""

import pytest

from commonplace.core import core_loop
from commonplace.flows.turn import OWN_SKILLS, Session, TurnBook, TurnOutcome, turn
from requirements import requirement

PAGES = {
    "knowledge-base/java.md": "## Streams\n- Close streams in Java.",
    "knowledge-base/javascript.md": "## Promises\n- Await every promise.",
    "knowledge-base/database.md": "## Migrations\n- Run migrations before deploys.",
    "experience/skill-pdf.md": "## Fonts\n- Embed fonts.",
}
CATEGORIES = (
    ("java", "knowledge-base/java.md", ("Java", "jvm")),
    ("javascript", "knowledge-base/javascript.md", ("JavaScript", "promise")),
    ("database", "knowledge-base/database.md", ("database", "migration")),
)


def shelves(entries: int = 3, related: str = "") -> TurnBook:
    return TurnBook(
        categories=CATEGORIES,
        skills={"pdf": "experience/skill-pdf.md"},
        entries=entries,
        updated="2026-03-14",
        load=lambda path: (PAGES[path], f"sha of {path}"),
        related=lambda _: related,
    )


def take(text: str, session: Session, *skills: str, book: TurnBook | None = None) -> TurnOutcome:
    return turn(text, session, book or shelves(), skills=skills, most=5_000, nonce="n0")


@requirement("A2.0.variables")
def test_the_seven_variables_are_kept_from_turn_to_turn() -> None:
    session = Session()

    take("Run the database migration with alembic on staging", session, "pdf", "excel")

    assert session.last_keywords[:2] == ("database", "migration")
    assert session.last_topic_fingerprint == session.last_keywords[:3]
    assert session.last_index_last_updated == "2026-03-14"
    assert session.last_matched_categories == ("database",)
    assert session.last_used_skills == ("pdf", "excel")
    assert session.missing_experience_skills == ("excel",)
    assert session.loaded_experience_skills == ("pdf",)


@requirement("A2.3.experience", "A2.3.once", "A2.3.log")
def test_experience_is_loaded_once_whenever_a_skill_is_used() -> None:
    session = Session()
    take("Build the quarterly report template", session)

    first = take("Build the quarterly report template", session, "pdf")
    again = take("Build the quarterly report template", session, "pdf")

    assert not first.is_switch
    assert first.announcements == ("Loaded experience: skill-pdf.md",)
    assert "- Embed fonts." in first.text
    assert first.log == (("read", "Retrieved experience: skill-pdf.md"),)
    assert (again.text, again.log) == ("", ())


def test_a_skill_that_is_called_by_its_name_counts_as_used() -> None:
    assert take("use pdf to print the invoice", Session()).loaded == {
        "experience/skill-pdf.md": "sha of experience/skill-pdf.md"
    }


@pytest.mark.parametrize("name", [*sorted(OWN_SKILLS), "commonplace:memory-learn", "/mem-skill"])
def test_the_memorys_own_skills_are_no_other_skill(name: str) -> None:
    session = Session()

    done = take("hello there", session, name)

    assert (session.last_used_skills, done.hints) == ((), ())


def test_experience_with_a_skill_that_has_the_name_of_one_of_ours_is_read() -> None:
    book = shelves()
    book.skills = {"memory-review": "experience/skill-pdf.md"}

    assert take("hello there", Session(), "memory-review", book=book).loaded


@requirement("A2.3.missing", "A2.5.forced")
def test_a_used_skill_without_experience_is_asked_about_when_met_and_when_done() -> None:
    session = Session()
    question = core_loop.FORCED.format(skill="excel")

    met = take("Fill the spreadsheet with totals", session, "excel")
    between = take("Fill the spreadsheet with totals again", session, "excel")
    done = take("Perfect, that works!", session)

    assert question in met.text
    assert question not in between.text
    assert question in done.text
    assert question.startswith("We used excel this time, but there's no experience record yet.")


@requirement("A2.4.knowledge", "A2.4.log")
def test_every_matching_page_is_loaded_on_the_first_turn_and_on_a_switch() -> None:
    session = Session()

    first = take("The Java service fails during the database migration", session)
    switched = take("Also, why is the promise in JavaScript pending?", session)

    assert first.announcements == ("Loaded knowledge: java.md, database.md",)
    assert first.log == (("read", "Loaded knowledge: java.md, database.md"),)
    assert switched.announcements == ("Loaded knowledge: javascript.md",)
    assert switched.log == ()


@requirement("A2.4.whole")
def test_java_does_not_match_javascript() -> None:
    assert list(take("JavaScript build is slow", Session()).loaded) == [
        "knowledge-base/javascript.md"
    ]


@requirement("A2.4.reuse")
def test_without_a_switch_nothing_is_read_again() -> None:
    session = Session()
    take("The database migration fails on staging", session)
    read: list[str] = []
    book = shelves()
    book.load = lambda path: read.append(path) or None

    same = take("The database migration fails on staging again", session, book=book)

    assert (same.is_switch, same.text, read) == (False, "", [])
    assert session.last_matched_categories == ("database",)


def test_a_page_that_was_told_is_told_again_only_when_it_changed() -> None:
    session = Session()
    take("The database migration fails", session)
    away = take("Also, how do I bake bread at altitude?", session)
    back = take("Also, the database migration fails", session)
    book = shelves()
    book.load = lambda path: ("## Migrations\n- Twice.", "another hash")

    take("Also, how do I bake bread at altitude?", session)
    changed = take("Also, the database migration fails", session, book=book)

    assert (away.loaded, back.loaded) == ({}, {})
    assert changed.announcements == ("Loaded knowledge: database.md",)


@requirement("A2.5.record")
def test_a_done_task_brings_the_question_of_step_five_and_the_related_entry() -> None:
    session = Session()
    take("The database migration fails on staging", session)

    done = take("Great, that works!", session, book=shelves(related="database#Migrations"))

    assert core_loop.RECORD in done.text
    assert "I found an existing entry '[[database#Migrations]]' that's related." in done.text
    assert "Write only after a yes" in done.text


@requirement("A2.5.category")
def test_a_done_task_of_no_category_brings_the_suggestion_of_one() -> None:
    session = Session()
    take("The oven thermostat drifts by forty degrees", session)

    assert "No category matches it: suggest one" in take("Perfect!", session).text


@requirement("A2.4.category")
def test_a_topic_of_no_category_brings_the_suggestion_of_one_once() -> None:
    session = Session()

    first = take("The oven thermostat drifts by forty degrees", session).text
    again = take("The oven thermostat drifts by forty degrees", session).text

    assert "No category matches this topic" in first
    assert "`thermostat`" in first or "`oven`" in first
    assert "No category" not in again


def test_being_content_with_nothing_is_no_question() -> None:
    assert take("Great!", Session()).text == ""


@requirement("A2.5.synthesis")
def test_a_synthesis_is_offered_for_saving() -> None:
    done = take("Compare monorepos with many repositories", Session())

    assert core_loop.SYNTHESIS.format(kind="comparison") in done.text


@requirement("A5.11")
def test_the_growth_hint_comes_above_fifty_entries_once_a_session() -> None:
    session = Session()

    at_fifty = take("hello parser", session, book=shelves(entries=50))
    above = take("hello parser", session, book=shelves(entries=51))
    again = take("hello parser", session, book=shelves(entries=51))

    assert at_fifty.hints == ()
    assert core_loop.GROWN.format(count=51) in above.text
    assert again.hints == ()


def test_a_page_longer_than_the_host_shows_is_cut_and_says_where_the_rest_is() -> None:
    book = shelves()
    book.load = lambda path: ("## A\n" + "- a line of text\n" * 500, "sha")

    done = turn("database", Session(), book, most=1_000, nonce="n0")

    assert len(done.text) < 1_300
    assert "(the rest is in knowledge-base/database.md)\n[end of memory n0]" in done.text
