"""What kind of thing a text claims, guessed where it is clear."""

import pytest

from commonplace.core.classification import ClaimKind, kind_of_claim


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Every migration must set lock_timeout at the top.", ClaimKind.RULE),
        ("I prefer tabs over spaces.", ClaimKind.PREFERENCE),
        ("We decided on Postgres in favour of MySQL.", ClaimKind.DECISION),
        ("If testcontainers hangs on a Mac, it's nearly always Colima.", ClaimKind.PITFALL),
        ("To deploy Larder, run `just ship` from the repo root.", ClaimKind.HOWTO),
        ("The default port is 8084.", ClaimKind.SETTING),
        ("Yusuf owns payments-adapter.", ClaimKind.FACT),
        ("新页面一律用 Compose。", ClaimKind.RULE),
        ("我喜欢简短的回答。", ClaimKind.PREFERENCE),
        ("本地打包卡死，基本是堆内存不够。", ClaimKind.PITFALL),
        ("Lunch?", None),
    ],
)
def test_the_kind_of_a_claim(text: str, kind: ClaimKind | None) -> None:
    assert kind_of_claim(text) is kind
