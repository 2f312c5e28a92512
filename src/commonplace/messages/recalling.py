"""What the doors of recall say, and what their commands and options are for."""

from __future__ import annotations

RECALLING: dict[str, tuple[str, str]] = {
    "help.last": (
        "Show what was injected last and why; with --wrong, set a line of it right in one step.",
        "显示上次注入的内容及原因；使用 --wrong 可一步纠正其中一条。",
    ),
    "option.wrong": ("Line N of it was wrong.", "其中第 N 条有误。"),
    "option.wants_forget": ("Bury that memory.", "埋葬该记忆。"),
    "option.correction": ("Let that memory say TEXT instead.", "让该记忆改为 TEXT。"),
    "option.condition": ("Let that memory hold only when TEXT.", "让该记忆仅在 TEXT 时成立。"),
    "option.wants_block": (
        "Print the block that an agent would be handed, and count nothing.",
        "输出将交给智能体的内容块，不计入使用次数。",
    ),
    "option.preset": (
        "In the form of that system; else as the setting `injection` says.",
        "按该系统的形式；默认取设置 `injection`。",
    ),
    "error.unknown-preset": (
        "There is no preset {name}. Nothing was read or written.",
        "没有名为 {name} 的预设。未读取或写入任何内容。",
    ),
    "hint.unknown-preset": ("Choose one of: {names}.", "请选择：{names}。"),
    "last.empty": ("Nothing was injected yet.", "尚未注入任何内容。"),
    "last.prompt": ("{at}, for: {prompt}", "{at}，对应提示：{prompt}"),
    "last.choices": (
        """{id}: {line}
Nothing was changed. If that was wrong:
  commonplace last --wrong {number} --forget             bury it
  commonplace last --wrong {number} --correct TEXT       let it say TEXT
  commonplace last --wrong {number} --only-when TEXT     let it hold only then""",
        """{id}：{line}
未作任何更改。如果有误：
  commonplace last --wrong {number} --forget             埋葬它
  commonplace last --wrong {number} --correct TEXT       改为 TEXT
  commonplace last --wrong {number} --only-when TEXT     限定其适用条件""",
    ),
    "error.one-remedy": (
        "Only one of --forget, --correct and --only-when can be carried out, and only with --wrong N. Nothing was done.",
        "--forget、--correct 与 --only-when 只能选其一，且须与 --wrong N 一起使用。未作任何更改。",
    ),
    "hint.one-remedy": (
        "`commonplace last` numbers the lines; `commonplace last --wrong 1` shows the choices.",
        "`commonplace last` 会为各条编号；`commonplace last --wrong 1` 显示可选操作。",
    ),
    "error.no-such-line": (
        "There is no line {number}: {count} were injected last. Nothing was done.",
        "没有第 {number} 条：上次共注入 {count} 条。未作任何更改。",
    ),
    "hint.no-such-line": (
        "`commonplace last` shows the lines with their numbers.",
        "`commonplace last` 会显示各条及其编号。",
    ),
}
