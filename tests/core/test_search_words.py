"""Keywords of a memory: what somebody would look for."""

import pytest

from commonplace.core.titles import search_words


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "pnpm, not npm or yarn",
            "Use pnpm, not npm or yarn: the lockfile breaks otherwise.",
            ("pnpm", "npm", "yarn", "lockfile"),
        ),
        (
            "手机号字段统一脱敏",
            "手机号字段统一脱敏，日志里也不能出现手机号",
            ("手机号", "字段", "脱敏", "日志"),
        ),
        (
            "Pool size per billing-core pod is 12",
            "Pool size per billing-core pod is 12. Don't raise it: PgBouncer allows 400.",
            ("pod", "PgBouncer", "pool", "billing-core"),
        ),
        (
            "token expired",
            "The token [REDACTED:github-token:4663cae2] expired",
            ("token", "expired"),
        ),
        (
            "跳板机只能开十个连接",
            "跳板机只能开十个连接，崩溃率超过就报警",
            ("跳板机", "连接", "崩溃率", "报警"),
        ),
        ("", "the of and to", ()),
    ],
)
def test_names_come_first_then_what_it_is_about(
    title: str, text: str, expected: tuple[str, ...]
) -> None:
    assert search_words(title, text) == expected


def test_names_leave_room_for_what_it_is_about() -> None:
    found = search_words("The proxy", "The proxy runs nginx 1.2, HAProxy, Caddy, Envoy and Kong.")

    assert len(found) == 5
    assert "proxy" in found
