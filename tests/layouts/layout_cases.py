"""The layouts that keep the laws of `test_layout_contract`: one row each, and what to try it on."""

from collections.abc import Mapping
from dataclasses import dataclass

from example_layout import CardsLayout

from commonplace.core.changes import Files
from commonplace.core.ports import Layout
from commonplace.layouts.lingxi import LingxiLayout
from commonplace.layouts.mem_skill import MemSkillLayout
from commonplace.layouts.profile import ProfileLayout
from commonplace.layouts.vault import VaultLayout


@dataclass(frozen=True)
class LayoutCase:
    """A layout, books that it must keep, and a source file that can be spoiled."""

    layout: Layout
    books: Mapping[str, Files]
    """Name to sources; every line that holds `unknown` must survive whatever happens."""
    spoilable: str
    """A file of the `plain` book that hostile bytes are written into."""
    unheld_in_new: frozenset[str] = frozenset()
    """Fields that a new memory cannot bring along, though an old one may hold them."""
    naming: frozenset[str] = frozenset()
    """Fields that a memory is named by: it has another id when one of them is edited."""

    @property
    def name(self) -> str:
        return self.layout.name


VAULT_NOTE = """\
---
title: "Retry with backoff"   # the unknown comment
created: 2026-01-05
tags: [PATTERN, http]
unknown_key: {a: [1, 2], b: 'kept'}
topic: 'python/libs'
source: user input
modified: 2026-02-01
keywords:
  - retry
  # unknown comment between
  - "back-off"
summary: "Retry idempotent calls"

# an unknown comment of its own
retrieval_count: 3
last_retrieved:
category: PATTERN
---

# Retry with backoff

Retry idempotent calls three times.
  Odd   unknown spacing\t

## Unknown section

```md
## Connections
[[not-a-link]] unknown
```

## Connections
<!-- Add links to related memories using [[filename]] syntax -->
- [[MEM-other]] — unknown remark
"""
VAULT_OTHER = """\
---
title: Unquoted title
created: 2025-12-31
tags: []
---
No heading here, unknown text.
"""
VAULT_BURIED = """\
---
title: "Old port"
created: 2025-05-05
tags: [CONFIG]
topic: ""
source: "user input"
modified: 2025-06-06
keywords: []
summary: ""
status: tombstoned
tombstoned_at: 2025-07-07
tombstone_reason: "merged_into:MEM-other"
retrieval_count: 0
last_retrieved: null
---

# Old port

6001 unknown

## History

### Previous Version (2025-05-05)

6000
"""


def _vault(note: str, other: str = VAULT_OTHER) -> Files:
    return {
        "10-Memories/MEM-retry.md": note.encode(),
        "10-Memories/MEM-other.md": other.encode(),
        "10-Memories/MEM-old-port.md": VAULT_BURIED.encode(),
    }


VAULT = LayoutCase(
    layout=VaultLayout(),
    books={
        "plain": _vault(VAULT_NOTE),
        "windows": _vault(VAULT_NOTE.replace("\n", "\r\n"), VAULT_OTHER.replace("\n", "\r\n")),
        "mixed": _vault(VAULT_NOTE.replace("times.\n", "times.\r\n")),
        "marked": _vault("\ufeff" + VAULT_NOTE, "\ufeff" + VAULT_OTHER),
        "unfinished": _vault(VAULT_NOTE.removesuffix("\n"), VAULT_OTHER.removesuffix("\n")),
        "no front matter": _vault(VAULT_NOTE, "# Just text\n\nunknown body"),
        "empty": _vault(VAULT_NOTE, ""),
    },
    spoilable="10-Memories/MEM-retry.md",
)

MEM_SKILL_PAGE = """\
# Workflow, unknown head

unknown introduction

## Retry with backoff
**Date:** 2026-01-05
**Source:** conversation
**Context:** A flaky service
**Best Practice:**
- Wait longer each time
  - with **jitter**, unknown   spacing\t
**Related:** [[skill-pdf#Fonts]]
**Keywords:** retry, backoff

---

## Release `v2`: cut (twice) → ship — done

**Related:** [[workflow#Old port]] unknown remark
**Date:** 2026-02-01
**Unknown Field:** the tag was wrong
```md
## unknown heading in code
**Keywords:** unknown
```
<!-- unknown
## comment -->
**Keywords:** release
"""
MEM_SKILL_SKILL = """\
## [Fonts]
**Date:** 2026-03-01
**Skill:** pdf
**Solution:**
- embed them
**Key Files/Paths:**
- unknown/fonts
**Related:** [[workflow#Retry with backoff]]
**Keywords:** pdf, fonts

***
## Bare, with unknown text only
unknown"""
MEM_SKILL_GRAVE = """\
## Old port
**Date:** 2025-05-05
**Updated:** 2025-06-06
**Best Practice:**
6001 unknown
**Keywords:** port

<!-- buried: {"at": "2025-07-07", "reason": "moved", "from": "knowledge-base/workflow.md#0#"} -->
"""


def _mem_skill(page: str, skill: str = MEM_SKILL_SKILL) -> Files:
    return {
        "knowledge-base/workflow.md": page.encode(),
        "experience/skill-pdf.md": skill.encode(),
        ".commonplace/tombstones/workflow-old-port.md": MEM_SKILL_GRAVE.encode(),
    }


MEM_SKILL = LayoutCase(
    layout=MemSkillLayout(),
    books={
        "plain": _mem_skill(MEM_SKILL_PAGE),
        "windows": _mem_skill(
            MEM_SKILL_PAGE.replace("\n", "\r\n"), MEM_SKILL_SKILL.replace("\n", "\r\n")
        ),
        "mixed": _mem_skill(MEM_SKILL_PAGE.replace("time\n", "time\r\n")),
        "marked": _mem_skill("\ufeff" + MEM_SKILL_PAGE, "\ufeff" + MEM_SKILL_SKILL),
        "unfinished": _mem_skill(MEM_SKILL_PAGE.removesuffix("\n")),
    },
    spoilable="knowledge-base/workflow.md",
    naming=frozenset({"title", "topic", "kind"}),
)

LINGXI_NOTE = """\
# Retry with backoff

## Meta

- **Id**: MEM-retry
- Kind: heuristic
- **Status**: active
- **Strength**: validated
* **Unknown key**： unknown   value
- **Tags**:
  - http
  - net, unknown

## Unknown before

unknown text

## When to load

<!-- unknown comment -->
* a call fails
  and unknown more
- a request timed out

## One-liner (for injection)

Retry idempotent calls.

## Context / Decision

- **Decision**: retry or not?
  Odd   unknown spacing\t

```md
## Meta
- **Id**: unknown
```

## Pointers
- `src/unknown.py`
"""
LINGXI_OTHER = """\
## Meta

- **Id**: MEM-other
- **Title**: No first heading
- **CreatedAt**: 2026-01-05T10:00:00Z

unknown text in Meta
"""
LINGXI_BURIED = """\
# Old port

## Meta

- **Id**: MEM-old-port

6001 unknown

<!-- buried: {"at": "2025-07-07", "reason": "moved", "from": "memory/notes/MEM-old-port.md"} -->
"""


def _lingxi(note: str, other: str = LINGXI_OTHER) -> Files:
    return {
        "memory/notes/MEM-retry.md": note.encode(),
        "memory/notes/share/other.md": other.encode(),
        "memory/.trash/MEM-old-port.md": LINGXI_BURIED.encode(),
    }


LINGXI = LayoutCase(
    layout=LingxiLayout(),
    books={
        "plain": _lingxi(LINGXI_NOTE),
        "windows": _lingxi(LINGXI_NOTE.replace("\n", "\r\n"), LINGXI_OTHER.replace("\n", "\r\n")),
        "mixed": _lingxi(LINGXI_NOTE.replace("calls.\n", "calls.\r\n")),
        "marked": _lingxi("\ufeff" + LINGXI_NOTE, "\ufeff" + LINGXI_OTHER),
        "unfinished": _lingxi(LINGXI_NOTE.removesuffix("\n"), LINGXI_OTHER.removesuffix("\n")),
        "no meta": _lingxi(LINGXI_NOTE, "just unknown text"),
        "empty": _lingxi(LINGXI_NOTE, ""),
    },
    spoilable="memory/notes/MEM-retry.md",
)

PROFILE_USER = """\
# 用户档案, unknown head

unknown introduction

## 基本信息
- **称呼**：Ada
- **城市**: 上海, unknown   spacing\t

## 偏好与习惯

### unknown sub-heading

- **语言**：中文

```md
## unknown heading in code
```
## 习惯
the unknown habit
## Empty, unknown

# Another unknown part
## 重要记忆

- 2026-01-05 unknown milestone
"""
PROFILE_TOPIC = """\
# Deploys

Through the VPN.

## unknown section
- one
"""
PROFILE_GRAVE = """\
## Old port

6001 unknown

<!-- buried: {"at": "2025-07-07", "reason": "moved", "from": "user.md#user#基本信息"} -->
"""


def _profile(user: str, topic: str = PROFILE_TOPIC) -> Files:
    return {
        "user.md": user.encode(),
        "memory_deploys.md": topic.encode(),
        ".commonplace/tombstones/user-old-port.md": PROFILE_GRAVE.encode(),
    }


PROFILE = LayoutCase(
    layout=ProfileLayout(),
    books={
        "plain": _profile(PROFILE_USER),
        "windows": _profile(
            PROFILE_USER.replace("\n", "\r\n"), PROFILE_TOPIC.replace("\n", "\r\n")
        ),
        "mixed": _profile(PROFILE_USER.replace("Ada\n", "Ada\r\n")),
        "marked": _profile("\ufeff" + PROFILE_USER, "\ufeff" + PROFILE_TOPIC),
        "unfinished": _profile(PROFILE_USER.removesuffix("\n"), PROFILE_TOPIC.removesuffix("\n")),
        "no title": _profile("## A\nunknown", "unknown\n# later\n"),
    },
    spoilable="user.md",
    naming=frozenset({"title", "kind"}),
)

CARDS = LayoutCase(
    layout=CardsLayout(),
    books={
        "plain": {
            "cards/retry.md": b"Retry with backoff\n\nThree times.\n\n  unknown   spacing\t\n",
            "cards/fonts.md": b"Fonts\r\n\r\nEmbed the unknown ones.",
            "cards/old-port.md": b"Old port\n\n6001 unknown\n\n<!-- buried: "
            b'{"at": "2025-07-07", "reason": "moved", "from": "cards/old-port.md"} -->\n',
        },
    },
    spoilable="cards/retry.md",
)

CASES = [VAULT, MEM_SKILL, LINGXI, PROFILE, CARDS]
