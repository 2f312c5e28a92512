"""What governance says: what was decided about a text, what is refused, and how to answer."""

from __future__ import annotations

GOVERNING: dict[str, tuple[str, str]] = {
    "ask.extend": ("Add this to {ids}?", "把这条内容补充到 {ids}？"),
    "ask.update": (
        "Replace the text of {ids} with this? The old text goes to its history.",
        "用这条内容替换 {ids} 的正文？旧内容会移入历史。",
    ),
    "ask.merge": ("Merge this into one memory: {ids}?", "合并为一条记忆：{ids}？"),
    "ask.supersede": ("Let the first replace the other: {ids}?", "用前者取代后者：{ids}？"),
    "done.extend": ("Added it to {ids} (receipt {receipt}).", "已补充到 {ids}（回执 {receipt}）。"),
    "done.update": (
        "Replaced the text of {ids}; the old one is in its history (receipt {receipt}).",
        "已替换 {ids} 的正文；旧内容在其历史中（回执 {receipt}）。",
    ),
    "done.merge": ("Merged: {ids} (receipt {receipt}).", "已合并：{ids}（回执 {receipt}）。"),
    "done.supersede": (
        "The first replaces the other: {ids} (receipt {receipt}).",
        "前者取代后者：{ids}（回执 {receipt}）。",
    ),
    "skipped.already-known": (
        "Already known: {id} says so. Nothing was written; `--separate` keeps it all the same.",
        "已经知道：{id} 中已有。没有写入任何内容；用 `--separate` 可照样保存。",
    ),
    "skipped.chosen": (
        "Skipped, as you said. Nothing was written.",
        "已按您的选择跳过。没有写入任何内容。",
    ),
    "skipped.rejected": (
        "Refused on {at}{why}. Nothing was written; a person may let it in with `--again`.",
        "已于 {at} 被拒绝{why}。没有写入任何内容；可由本人用 `--again` 重新接纳。",
    ),
    "review.anew": (
        "The book has changed since {id} was proposed, so its texts were looked at again.",
        "提案 {id} 之后记忆库已有改动，因此重新审视了其中的内容。",
    ),
    "notice.nearly-refused": (
        "Note: this is close to what was refused on {at}: {claim}",
        "注意：这与 {at} 被拒绝的内容相近：{claim}",
    ),
    "notice.doubtful": (
        "Note: this may contradict {id}. {question} Settle it with `--applies-when TEXT`, `--replace` or `--separate`.",
        "注意：这可能与 {id} 矛盾。{question}可用 `--applies-when 条件`、`--replace` 或 `--separate` 说明。",
    ),
    "notice.mentioned": (
        "Note: {id} may say otherwise. {question} Both are kept unless you decide differently.",
        "注意：{id} 可能另有说法。{question}若不另作决定，两条都会保留。",
    ),
    "ask.what-now": ("What should become of it?", "如何处理这条内容？"),
    "ask.related": (
        "I found an existing entry '{link}' that's related. Should I update it with the new information, or create a separate entry?",
        "我找到一条相关的记录“{link}”。要把新信息更新进去，还是另建一条？",
    ),
    "ask.gate": (
        "## Governance (to be confirmed)\n- **{action}**: {kept} + the new candidate\nA yes, B no, C new instead, D compare",
        "## 治理方案（待确认）\n- **{action}**：{kept} + 新候选\nA 确认，B 取消，C 改为新增，D 查看对比",
    ),
    "ask.settle": (
        "Does it replace {id}, stand beside it as it is, or hold only in some case?",
        "取代 {id}、与之并存，还是只在某种情况下成立？",
    ),
    "ask.when": ("When does it hold?", "在什么情况下成立？"),
    "ask.topic": ("Which topic does it belong to?", "属于哪个主题？"),
    "ask.other": ("Which memory?", "哪一条记忆？"),
    "ask.which": (
        "Which ones should I record? (all / 1,3 / none)",
        "要记录哪些？（全部 / 1,3 / 无）",
    ),
    "curate.segment": ("Text: {title}", "内容：{title}"),
    "curate.topic": ("Topic: {topic}", "主题：{topic}"),
    "curate.terms": ("Key terms: {terms}", "关键词：{terms}"),
    "error.bad-selection": (
        "{answer} does not say which of 1 to {most}. Nothing was written.",
        "{answer} 没有说明是 1 到 {most} 中的哪些。没有写入任何内容。",
    ),
    "hint.bad-selection": (
        "Say all, none, or numbers like 1,3.",
        "请回答 all、none 或 1,3 这样的编号。",
    ),
    "error.bad-answers": (
        "The answers in {path} cannot be taken: {cause}. Nothing was written.",
        "无法采用 {path} 中的回答：{cause}。没有写入任何内容。",
    ),
    "hint.bad-answers": (
        'Write a list with one object for each text, for example [{{"do": "extend", "into": "MEM-x"}}].',
        '请写一个列表，每条内容一个对象，例如 [{{"do": "extend", "into": "MEM-x"}}]。',
    ),
    "option.select": (
        "Remember only these of several, for example 1,3; agrees to them.",
        "只记住其中几条，例如 1,3；视为同意。",
    ),
    "option.answers": (
        "A JSON file with an answer for each text; agrees to them.",
        "为每条内容提供回答的 JSON 文件；视为同意。",
    ),
    "ask.reject": ("Refuse this from now on?", "从现在起拒绝这条内容？"),
    "ask.lift": ("Refuse it no longer?", "不再拒绝这条内容？"),
    "done.reject": (
        "Refused from now on (receipt {receipt}).",
        "从现在起拒绝（回执 {receipt}）。",
    ),
    "notice.rejected-with": (
        "Note: {ids} says exactly this, and goes with it.",
        "注意：{ids} 正是这样说的，随之忘记。",
    ),
    "error.left-for-review": (
        "A person has to look at this, so the proposal waits as {id}. Nothing was written.",
        "这需要由本人查看，提案以 {id} 等待处理。没有写入任何内容。",
    ),
    "hint.left-for-review": (
        "Decide with `commonplace review accept {id}` or `commonplace review reject {id}`.",
        "请用 `commonplace review accept {id}` 或 `commonplace review reject {id}` 决定。",
    ),
    "done.lift": ("Refused no longer (receipt {receipt}).", "不再拒绝（回执 {receipt}）。"),
    "reject.empty": ("Nothing is refused.", "没有被拒绝的内容。"),
    "error.rejected": (
        "{id} says what was refused on {at} ({rejection}). Nothing was written.",
        "{id} 的内容已于 {at} 被拒绝（{rejection}）。没有写入任何内容。",
    ),
    "hint.rejected": (
        "`commonplace reject` lists what is refused; a person may lift it with `reject --lift {rejection}`.",
        "`commonplace reject` 列出被拒绝的内容；可由本人用 `reject --lift {rejection}` 解除。",
    ),
    "error.already-rejected": (
        "This is refused already ({id}). Nothing was written.",
        "这条内容已被拒绝（{id}）。没有写入任何内容。",
    ),
    "hint.already-rejected": (
        "`commonplace reject` lists what is refused.",
        "`commonplace reject` 列出被拒绝的内容。",
    ),
    "error.not-rejected": (
        "This is not refused. Nothing was written.",
        "这条内容没有被拒绝。没有写入任何内容。",
    ),
    "hint.not-rejected": (
        "`commonplace reject` lists what is refused, each with its name.",
        "`commonplace reject` 列出被拒绝的内容及其名称。",
    ),
    "help.reject": (
        "Refuse TEXT from now on, or list what is refused.",
        "从现在起拒绝 TEXT；未指定时列出被拒绝的内容。",
    ),
    "error.left-by-agent": (
        "{agent} cannot agree for you, so the proposal waits as {id}. Nothing was written.",
        "{agent} 不能代您同意，提案以 {id} 等待处理。没有写入任何内容。",
    ),
    "hint.left-by-agent": (
        'Decide in your own terminal with `commonplace review accept {id}`; `agents = "save"` lets agents write.',
        '请在您自己的终端中用 `commonplace review accept {id}` 决定；`agents = "save"` 允许智能体写入。',
    ),
    "error.agent-may-not": (
        "Only a person may do this, and {agent} runs this command. Nothing was written.",
        "只有本人可以这样做，而此命令由 {agent} 运行。没有写入任何内容。",
    ),
    "hint.agent-may-not": ("Run it in your own terminal.", "请在您自己的终端中运行。"),
    "setting.agents": (
        "What a command inside an agent program may do: ask (it waits for you) or save.",
        "智能体程序中的命令可以做什么：ask（等待您决定）或 save（直接写入）。",
    ),
    "help.trust": (
        "Trust the book found here: only then do hooks inject what it says.",
        "信任此处的记忆库：此后钩子才会注入其内容。",
    ),
    "done.trust": (
        "Trusted: {path}. Hooks inject what it says.",
        "已信任：{path}。钩子会注入其内容。",
    ),
    "done.distrust": ("Trusted no longer: {path}.", "不再信任：{path}。"),
    "done.not-trusted": ("{path} was not trusted.", "{path} 原本就未被信任。"),
    "option.revokes": ("Trust it no longer.", "不再信任。"),
    "notice.not-trusted": (
        "Note: hooks inject nothing from this book until you say `commonplace trust`.",
        "注意：在您运行 `commonplace trust` 之前，钩子不会注入此记忆库的内容。",
    ),
    "option.wants_secrets": ("Name every secret in the files.", "列出文件中的每处机密。"),
    "doctor.no-secrets": ("No secrets were found.", "没有发现机密。"),
    "error.other-book": (
        "The proposal is about the book at {path}, not about this one. Nothing was written.",
        "该提案针对 {path} 处的记忆库，而不是这一个。没有写入任何内容。",
    ),
    "hint.other-book": (
        "Name that book with `--book {path}`.",
        "请用 `--book {path}` 指定该记忆库。",
    ),
    "help.review-share": (
        "Put PROPOSAL into the book, for others to decide in a pull request.",
        "将 PROPOSAL 放入记忆库，供他人在合并请求中决定。",
    ),
    "ask.share": ("Put this proposal into the book?", "将此提案放入记忆库？"),
    "done.share": (
        "The proposal is in the book now (receipt {receipt}). Whoever accepts it there writes it.",
        "提案已放入记忆库（回执 {receipt}）。由在那里接受它的人写入。",
    ),
    "option.shared": (
        "Put PROPOSAL into the book, as `review share` does.",
        "将 PROPOSAL 放入记忆库，与 `review share` 相同。",
    ),
    "help.review-edit": (
        "Write the text of PROPOSAL otherwise: in other words, or into another memory.",
        "以别的方式写入 PROPOSAL 的内容：换一种说法，或写入另一条记忆。",
    ),
    "help.review-keep-both": (
        "Keep the text of PROPOSAL beside the memories it is related with.",
        "将 PROPOSAL 的内容与相关记忆一并保留。",
    ),
    "error.nothing-to-redo": (
        "{id} was not made of a text, so it can only be accepted or rejected. Nothing was written.",
        "{id} 不是由文本生成的，只能接受或拒绝。没有写入任何内容。",
    ),
    "hint.nothing-to-redo": (
        "`commonplace review show {id}` shows what it would change.",
        "`commonplace review show {id}` 显示其更改。",
    ),
    "option.again": ("Let in what was refused before.", "重新接纳曾被拒绝的内容。"),
    "option.refused_in": ("Refuse it in this topic only.", "仅在该主题内拒绝。"),
    "option.until": ("The last day on which it is refused.", "拒绝的最后一天。"),
    "option.lifts": ("Let it in again from now on.", "从现在起重新接纳。"),
    "notice.compared-by-words": (
        "Note: the index could not be asked ({why}); memories were compared by their words alone.",
        "注意：无法查询索引（{why}）；仅按词语比较了记忆。",
    ),
    "error.vetoed": (
        "This contradicts {id} (“{title}”). Nothing was written.\n{question}",
        "这与 {id}（“{title}”）矛盾。没有写入任何内容。\n{question}",
    ),
    "hint.vetoed": (
        "Say `--applies-when TEXT` (both hold, this one only then), `--replace` or `--separate`.",
        "请回答 `--applies-when 条件`（两者都成立，这条仅限该条件）、`--replace` 或 `--separate`。",
    ),
    "error.would-drop": (
        "This would drop what {id} says of: {claims}. Nothing was written.",
        "这会丢失 {id} 中的：{claims}。没有写入任何内容。",
    ),
    "hint.would-drop": (
        "Name each with `--drop`, for example `--drop '{first}'`, or say `--as extend`.",
        "请用 `--drop` 逐一指明，例如 `--drop '{first}'`，或使用 `--as extend`。",
    ),
    "error.nothing-near": (
        "There is no memory near this text to {verb}. Nothing was written.",
        "没有与这条内容相近的记忆可供 {verb}。没有写入任何内容。",
    ),
    "hint.nothing-near": (
        "Name one with `--into ID`; `commonplace list` shows the ids.",
        "请用 `--into 编号` 指定一条；`commonplace list` 显示编号。",
    ),
    "error.two-answers": (
        "{flags} say different things. Nothing was written.",
        "{flags} 相互矛盾。没有写入任何内容。",
    ),
    "hint.two-answers": ("Give one of them.", "请只给出其中一个。"),
    "option.verb": (
        "What to do instead of what is proposed.",
        "改为执行的操作，代替所建议的操作。",
    ),
    "option.into": ("The memory it joins or replaces.", "要并入或取代的记忆。"),
    "option.replaces": (
        "It replaces what it contradicts, which is buried.",
        "取代与之矛盾的记忆，后者被埋葬。",
    ),
    "option.is_separate": ("Keep it as a memory of its own.", "作为单独的一条记忆保存。"),
    "option.applies_when": (
        "It holds only then; what it contradicts stands too.",
        "仅在该条件下成立；与之矛盾的记忆同样保留。",
    ),
    "option.dropped": (
        "A claim of the old text that may be lost; may be given several times.",
        "旧内容中可以丢失的一项；可重复。",
    ),
}
