"""What happens to a candidate follows from its neighbours, the layout and the person asked."""

import pytest

from commonplace.core.governance import (
    Compatible,
    Contradicts,
    CreateMemory,
    Duplicate,
    Evidence,
    Extend,
    Merge,
    Neighbour,
    Override,
    Refines,
    Skip,
    SkipReason,
    Supersede,
    Unrelated,
    Update,
    Verb,
    Veto,
    decide,
    overlap,
)
from commonplace.core.memory import Candidate, Memory
from commonplace.layouts.registry import NAMES, layout_of
from requirements import requirement

CUT_OFFS = {name: layout_of(name).traits.cut_offs for name in NAMES}

OLD = Memory(id="MEM-old", title="Retry with backoff")
OTHER = Memory(id="MEM-other", title="Timeouts")
NOTHING = Evidence()
MUCH = Evidence(shared=("retry", "backoff"), new_in_old=1.0)


def near(relation, share=0.0, memory=OLD, evidence=MUCH):
    return Neighbour(memory, relation(evidence), share)


def conflict():
    return Neighbour(OLD, Contradicts(Evidence(new_in_old=0.5, old_in_new=0.4), "Which one?"), 0.9)


@pytest.mark.parametrize("layout", CUT_OFFS)
def test_a_candidate_without_neighbours_becomes_a_memory(layout):
    assert decide([], CUT_OFFS[layout]) == CreateMemory()


@requirement("D2.veto")
@pytest.mark.parametrize("layout", CUT_OFFS)
def test_a_contradiction_that_nobody_has_settled_is_vetoed_with_its_question(layout):
    neighbours = [near(Duplicate, 1.0, OTHER), conflict()]

    assert decide(neighbours, CUT_OFFS[layout]) == Veto(OLD, "Which one?")


@requirement("C2.present")
@pytest.mark.parametrize("layout", CUT_OFFS)
def test_what_is_already_known_is_skipped(layout):
    assert decide([near(Duplicate)], CUT_OFFS[layout]) == Skip(SkipReason.ALREADY_KNOWN, OLD)


@requirement("B2.decision", "B7.8")
@pytest.mark.parametrize(
    ("share", "decision"),
    [
        (1.0, Update(OLD)),
        (0.61, Update(OLD)),
        (0.60, Extend(OLD)),
        (0.30, Extend(OLD)),
        (0.29, CreateMemory()),
        (0.0, CreateMemory()),
    ],
)
def test_the_vault_updates_above_60_percent_and_extends_from_30(share, decision):
    covering = Evidence(shared=("retry", "backoff"), old_in_new=1.0)

    assert decide([near(Refines, share, evidence=covering)], CUT_OFFS["vault"]) == decision


def test_a_text_that_leaves_something_out_extends_instead_of_replacing():
    partial = Evidence(shared=("retry", "backoff"), old_in_new=0.7)

    assert decide([near(Refines, 0.9, evidence=partial)], CUT_OFFS["vault"]) == Extend(OLD)


def test_what_holds_beside_a_memory_never_replaces_it():
    more = Evidence(shared=("retry", "backoff"), new_in_old=0.5)

    assert decide([near(Compatible, 0.9, evidence=more)], CUT_OFFS["vault"]) == Extend(OLD)


def test_what_is_made_of_a_memorys_own_words_and_adds_no_value_never_joins_it():
    """`Compulsory for all users` beside `compulsory for admins and optional for everybody else`."""
    assert decide([near(Compatible, 0.9)], CUT_OFFS["vault"]) == CreateMemory()


@pytest.mark.parametrize("layout", CUT_OFFS)
def test_what_has_one_word_in_common_with_a_memory_adds_nothing_to_it(layout):
    """`Since October we deploy every day` beside `We deploy twice a week`."""
    evidence = Evidence(shared=("deploy",), new_in_old=1.0, old_in_new=1.0)

    assert decide([near(Refines, 1.0, evidence=evidence)], CUT_OFFS[layout]) == CreateMemory()


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence(shared=("retry", "backoff"), apart="environment"),
        Evidence(shared=("retry",)),
    ],
)
def test_what_holds_elsewhere_or_shares_one_word_is_a_memory_of_its_own(evidence):
    assert decide([near(Compatible, 0.9, evidence=evidence)], CUT_OFFS["vault"]) == CreateMemory()


def test_what_is_filed_under_another_topic_joins_no_memory():
    elsewhere = Neighbour(OLD, Refines(MUCH), 0.9, is_elsewhere=True)

    assert decide([elsewhere], CUT_OFFS["vault"]) == CreateMemory()


@pytest.mark.parametrize("layout", CUT_OFFS)
@pytest.mark.parametrize("relation", [Compatible, Refines])
def test_what_is_in_doubt_joins_no_memory(layout, relation):
    doubted = Evidence(
        shared=("retry", "backoff"), new_in_old=1.0, old_in_new=1.0, doubt="Which one?"
    )

    assert decide([near(relation, 0.9, evidence=doubted)], CUT_OFFS[layout]) == CreateMemory()


def test_without_a_name_an_answer_is_about_what_is_contradicted():
    neighbours = [near(Compatible, 0.9, OTHER), conflict()]

    assert decide(neighbours, CUT_OFFS["vault"], Override(Verb.SUPERSEDE)) == Supersede(OLD)


def test_what_is_unrelated_is_kept_apart_however_many_words_it_shares():
    assert decide([near(Unrelated, 0.9)], CUT_OFFS["vault"]) == CreateMemory()


@requirement("A2.5.related")
def test_mem_skill_updates_a_related_entry_or_makes_a_separate_one():
    related = [near(Refines, 0.1)]

    assert decide(related, CUT_OFFS["mem-skill"]) == Extend(OLD)
    assert decide(related, CUT_OFFS["mem-skill"], Override(Verb.CREATE)) == CreateMemory()
    assert CUT_OFFS["mem-skill"].offers == (Verb.EXTEND, Verb.CREATE, Verb.SKIP)


@requirement("D2.merge", "D2.new")
def test_lingxi_merges_the_same_conclusion_and_makes_everything_else_new():
    assert decide([near(Refines)], CUT_OFFS["lingxi"]) == Merge(OLD)
    assert decide([near(Compatible, 0.9)], CUT_OFFS["lingxi"]) == CreateMemory()


@requirement("D2.replace")
def test_the_new_one_wins_when_a_person_says_so():
    answer = Override(Verb.SUPERSEDE, "MEM-old")

    assert decide([conflict()], CUT_OFFS["lingxi"], answer) == Supersede(OLD)


def test_an_answer_can_keep_both_and_say_when_the_new_one_holds():
    answer = Override(Verb.CREATE, applies_when="staging")

    assert decide([conflict()], CUT_OFFS["vault"], answer) == CreateMemory("staging")


@requirement("B2.overrides")
@pytest.mark.parametrize(
    ("verb", "decision"),
    [
        (Verb.UPDATE, Update(OTHER)),
        (Verb.EXTEND, Extend(OTHER)),
        (Verb.MERGE, Merge(OTHER)),
        (Verb.CREATE, CreateMemory()),
        (Verb.SKIP, Skip(SkipReason.CHOSEN, OTHER)),
    ],
)
def test_every_decision_can_be_overridden_towards_another_memory(verb, decision):
    neighbours = [near(Refines, 0.9), near(Compatible, 0.1, OTHER)]

    assert decide(neighbours, CUT_OFFS["vault"], Override(verb, "MEM-other")) == decision


def test_the_nearest_refinement_is_chosen():
    covering = Evidence(shared=("retry", "backoff"), old_in_new=1.0)
    neighbours = [near(Refines, 0.4), near(Refines, 0.9, OTHER, evidence=covering)]

    assert decide(neighbours, CUT_OFFS["vault"]) == Update(OTHER)


@requirement("B2.score", "B7.9")
def test_overlap_is_the_share_of_the_candidates_terms_that_the_memory_has():
    candidate = Candidate(title="", body="retries backoff jitter proxy")
    memory = Memory(id="m", title="", body="backoff retries", keywords=("Jitter",))

    assert overlap(candidate, memory) == 0.75
    assert overlap(Candidate(title="", body=""), memory) == 0.0


@pytest.mark.parametrize("layout", CUT_OFFS)
def test_every_cut_off_names_the_seed_it_comes_from(layout):
    assert CUT_OFFS[layout].seed
    assert Verb.SKIP in CUT_OFFS[layout].offers


@pytest.mark.parametrize("layout", CUT_OFFS)
def test_what_likely_contradicts_joins_nothing_and_carries_its_question(layout):
    evidence = Evidence(shared=("retry", "backoff"), new_in_old=0.5, old_in_new=0.4)
    doubt = Neighbour(OLD, Contradicts(evidence, "Which one?", is_sure=False), 0.9)

    decision = decide([near(Refines, 0.9, OTHER), doubt], CUT_OFFS[layout])

    assert decision == CreateMemory(question="Which one?", disputed=OLD)


def test_an_answer_settles_a_doubt():
    evidence = Evidence(shared=("retry", "backoff"), new_in_old=0.5, old_in_new=0.4)
    doubt = Neighbour(OLD, Contradicts(evidence, "Which one?", is_sure=False), 0.9)

    assert decide([doubt], CUT_OFFS["vault"], Override(Verb.CREATE)) == CreateMemory()
