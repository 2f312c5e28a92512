"""What kind of thing a text claims, guessed where it is clear."""

import pytest

from commonplace.core.classification import ClaimKind, chances_of_kinds, kind_of_claim


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Every migration must set lock_timeout at the top.", ClaimKind.RULE),
        ("I prefer tabs over spaces.", ClaimKind.PREFERENCE),
        ("We decided on Postgres in favour of MySQL.", ClaimKind.DECISION),
        ("If testcontainers hangs on a Mac, it's nearly always Colima.", ClaimKind.PITFALL),
        ("To deploy Larder, run `just ship` from the repo root.", ClaimKind.HOWTO),
        ("The default port is 8084.", ClaimKind.SETTING),
        ("The staging API listens on port 6003.", ClaimKind.SETTING),
        ("Yusuf owns payments-adapter.", ClaimKind.FACT),
        ("新页面一律用 Compose。", ClaimKind.RULE),
        ("我喜欢简短的回答。", ClaimKind.PREFERENCE),
        ("本地打包卡死，基本是堆内存不够。", ClaimKind.PITFALL),
        ("Lunch?", None),
    ],
)
def test_the_kind_of_a_claim(text: str, kind: ClaimKind | None) -> None:
    assert kind_of_claim(text) is kind


def test_a_lead_in_changes_no_kind() -> None:
    assert chances_of_kinds("Note: lunch is at noon") == chances_of_kinds("lunch is at noon")
    assert kind_of_claim("记住：我喜欢简短的回答。") is ClaimKind.PREFERENCE


@pytest.mark.parametrize("text", ["", "Lunch?", "The blue one", "蓝色的那个"])
def test_no_kind_is_guessed_unless_one_is_likelier_than_all_others_together(text: str) -> None:
    assert max(chances_of_kinds(text).values()) < 0.5
    assert kind_of_claim(text) is None


def test_the_first_sentence_counts_more_than_what_follows() -> None:
    asked, told = "Never push on Fridays.", "The office is in Bergen."

    first = chances_of_kinds(f"{asked} {told}")[ClaimKind.RULE]
    later = chances_of_kinds(f"{told} {asked}")[ClaimKind.RULE]

    assert first > later
