"""Something else in the place of what stood there is seen wherever it stands."""

import pytest

from commonplace.core.judge.contrasts import swaps
from commonplace.core.judge.parse import Pair, parse_text

LIST = "Ingrid looks at accessibility, Bo at performance, and {} at copy."


def plain(old: str, new: str) -> list[tuple[str, str]]:
    """Return what stands for what, as a reader would see it."""
    found = [
        each for each in swaps(Pair(parse_text("", new), parse_text("", old))) if each.is_plain
    ]
    return [(each.old.pieces[0].text, each.new.pieces[0].text) for each in found]


@pytest.mark.parametrize(
    ("old", "new", "swap"),
    [
        (LIST.format("Camille"), LIST.format("Rashid"), ("Camille", "Rashid")),
        ("The default branch of cedar is oak.", "In cedar the default branch is pine.", ("oak", "pine")),
        ("The portal is in TypeScript, on Netlify.", "The portal is in TypeScript, on Zeabur.", ("Netlify", "Zeabur")),
        ("商品服务的负责人是邵一鸣。", "商品服务有问题直接找负责人祁然。", ("邵一", "祁然")),
    ],
)  # fmt: skip
def test_what_stands_in_the_place_of_something_else_is_found(old, new, swap):
    assert swap in plain(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Deploys need the VPN.", "Deploys take an hour."),
        ("The disk has 1 TB.", "The disk has 1024 GB."),
        ("Deploys need the VPN.", "部署之前要先连接VPN。"),
        (LIST.format("Camille"), LIST.format("Camille")),
    ],
)
def test_another_statement_unit_or_language_stands_for_nothing(old, new):
    assert plain(old, new) == []


def test_of_two_swaps_the_one_that_both_texts_begin_with_is_known():
    found = swaps(
        Pair(parse_text("", "Osprey listens on 6002."), parse_text("", "Kestrel listens on 6001."))
    )

    assert any(each.is_at_the_start for each in found)
