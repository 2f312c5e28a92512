"""What the doors of recall say, and what their commands and options are for."""

from __future__ import annotations

RECALLING: dict[str, tuple[str, str]] = {
    "help.last": (
        "Show what was injected last and why; with --wrong, set a line of it right in one step.",
        "显示上次注入的内容及原因；使用 --wrong 可一步纠正其中一条。",
    ),
    "option.lowers_bar": (
        "Also what is too unsure to be shown, and what nobody approved; never what was forgotten.",
        "也显示把握不足和未经批准的记忆；已忘记的除外。",
    ),
    "recall.left-out": (
        "(Relevant, but left out by the budget: {count}.)",
        "（另有 {count} 条相关记忆超出预算，未显示。）",
    ),
    "recall.unmet-none": ("none yet", "尚无"),
    "recall.unmet-topic": (
        "No memory here has the topic {value}; there are: {known}.",
        "这里没有主题为 {value} 的记忆；现有主题：{known}。",
    ),
    "recall.unmet-kind": (
        "No memory here is of the kind {value}; there are: {known}.",
        "这里没有类别为 {value} 的记忆；现有类别：{known}。",
    ),
    "recall.unmet-tag": (
        "No memory here has the tag {value}; there are: {known}.",
        "这里没有标签为 {value} 的记忆；现有标签：{known}。",
    ),
    "engine.keyword": (
        "{name}: {memories} memories, found by their keywords; there is no index to keep",
        "{name}：{memories} 条记忆，按关键词查找；无需索引",
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
    "help.eval": (
        "Measure recall on SET, prompts with known answers; or with --probe, whether each memory is found by the questions that should bring it.",
        "用 SET（带有已知答案的提示集）衡量回忆效果；或用 --probe 检查每条记忆能否被应当触发它的问题找到。",
    ),
    "option.notes": (
        "Ask a book made of the notes in FILE, which is gone afterwards.",
        "对由 FILE 中笔记临时建立的记忆库提问，用后即删。",
    ),
    "option.wants_probe": (
        "Ask each memory's own questions; exit with 1 when one does not bring it.",
        "用每条记忆自己的问题提问；有问题未找到记忆时以 1 退出。",
    ),
    "eval.report": (
        """Prompts: {prompts}, answerable: {answerable}
Hit rate      {hit}  of the answerable were handed a memory that answers
First         {first}  of them as the first line
Noise rate    {noise}  of all lines handed over answer nothing
Silence rate  {silence}  of the unanswerable were handed nothing
Latency       median {median} ms, 19 of 20 below {slow} ms""",
        """提示：{prompts}，可回答：{answerable}
命中率  {hit}  的可回答提示得到了能回答的记忆
首位率  {first}  的可回答提示首条即能回答
噪声率  {noise}  的注入行没有回答任何问题
静默率  {silence}  的不可回答提示没有得到任何内容
延迟    中位数 {median} 毫秒，二十分之十九低于 {slow} 毫秒""",
    ),
    "eval.wrong": (
        "Missed prompts: {missed}; prompts with noise: {noisy}. `--json` lists them.",
        "未命中的提示：{missed}；有噪声的提示：{noisy}。`--json` 会逐一列出。",
    ),
    "eval.unknown": (
        "Not in the book: {count} of the memories that the set names ({ids})",
        "集合中提到的 {count} 条记忆不在库中（{ids}）",
    ),
    "probe.when": (
        "When to load: {found} of {asked} questions brought their memory",
        "加载时机：{asked} 个问题中 {found} 个找到了对应的记忆",
    ),
    "probe.person": (
        "Written by people: {found} of {asked}",
        "人工编写：{asked} 个中 {found} 个",
    ),
    "probe.prompt": (
        "Prompts that hit before: {found} of {asked}",
        "曾命中的提示：{asked} 个中 {found} 个",
    ),
    "probe.self": (
        "Own words (self, counted apart): {found} of {asked}",
        "自身词语（self，单独计数）：{asked} 个中 {found} 个",
    ),
    "probe.missed": ("not found: {id} by ({kind}) {text}", "未找到：{id}，问题（{kind}）{text}"),
    "probe.unasked": (
        "For {count} memories nobody has said when they matter: `commonplace edit ID --when TEXT`, or a section `## Probes`.",
        "有 {count} 条记忆没有说明何时有用：请用 `commonplace edit ID --when TEXT`，或添加 `## Probes` 小节。",
    ),
    "error.bad-set": (
        "Line {line} of {path} cannot be taken: {cause}. Nothing was measured.",
        "{path} 第 {line} 行无法读取：{cause}。未进行任何衡量。",
    ),
    "hint.bad-set": (
        'Each line is one JSON object, for example {{"prompt": "which port?", "relevant": ["MEM-port"]}}.',
        '每行是一个 JSON 对象，例如 {{"prompt": "哪个端口？", "relevant": ["MEM-port"]}}。',
    ),
    "error.empty-set": (
        "{path} is empty. Nothing was measured.",
        "{path} 是空的。未进行任何衡量。",
    ),
    "hint.empty-set": (
        'Write one JSON object on each line, for example {{"prompt": "which port?", "relevant": ["MEM-port"]}}.',
        '请每行写一个 JSON 对象，例如 {{"prompt": "哪个端口？", "relevant": ["MEM-port"]}}。',
    ),
    "error.probe-alone": (
        "--probe asks the book at hand its own questions: it takes neither a SET nor --notes. Nothing was measured.",
        "--probe 用当前记忆库自己的问题提问：不接受 SET，也不接受 --notes。未进行任何衡量。",
    ),
    "hint.probe-alone": (
        "Give two commands: `commonplace eval {given}`, and `commonplace eval --probe`.",
        "请分两条命令执行：`commonplace eval {given}` 和 `commonplace eval --probe`。",
    ),
    "error.set-or-probe": (
        "There is nothing to measure: neither a SET nor --probe was given.",
        "没有可衡量的内容：既没有给出 SET，也没有给出 --probe。",
    ),
    "hint.set-or-probe": (
        "`commonplace eval prompts.jsonl` measures a set; `commonplace eval --probe` asks the book's own questions.",
        "`commonplace eval prompts.jsonl` 衡量提示集；`commonplace eval --probe` 用记忆库自己的问题提问。",
    ),
}
