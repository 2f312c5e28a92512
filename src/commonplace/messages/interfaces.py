"""What Python programs are told: the API, the memory tool, the LangGraph store."""

INTERFACES: dict[str, tuple[str, str]] = {
    "error.extra-missing": (
        "{name} needs a package that is not installed. Nothing was done.",
        "{name} 需要一个尚未安装的软件包。未执行任何操作。",
    ),
    "hint.extra-missing": (
        "Install it with `pip install 'commonplace[{extra}]'`.",
        "请用 `pip install 'commonplace[{extra}]'` 安装。",
    ),
    "error.nobody-approves": (
        "A proposal is written when a person agreed to it, and none is named. Nothing was written.",
        "提案须经人同意才会写入，但未指明同意者。未写入任何内容。",
    ),
    "hint.nobody-approves": (
        'Show it to somebody and pass `approved_by="their name"`, or leave it for `commonplace review`.',
        '请先给人过目，再传入 `approved_by="姓名"`；或留给 `commonplace review` 处理。',
    ),
    "error.unknown-verb": (
        "{verb} is nothing that can be done with a text. Nothing was written.",
        "{verb} 不是可对文本执行的操作。未写入任何内容。",
    ),
    "hint.unknown-verb": ("One of: {verbs}.", "可选：{verbs}。"),
    "error.secret-in-name": (
        "A namespace or key holds a secret. Nothing was written.",
        "命名空间或键中含有机密。未写入任何内容。",
    ),
    "hint.secret-in-name": (
        "Name the item without it; secrets inside values are redacted.",
        "请换用不含机密的名称；值中的机密会被隐去。",
    ),
    "error.value-not-json": (
        "The value of {key} cannot be kept as JSON: {cause}. Nothing was written.",
        "{key} 的值无法保存为 JSON：{cause}。未写入任何内容。",
    ),
    "hint.value-not-json": (
        "Keep texts, numbers, lists and objects with text keys.",
        "请使用文本、数字、列表，以及键为文本的对象。",
    ),
    "error.no-drawer": (
        "There is no drawer at {path}. Nothing was done.",
        "{path} 处没有抽屉。未执行任何操作。",
    ),
    "hint.no-drawer": (
        "Name `memory-tool`, `langgraph`, or the folder that a program was given.",
        "请指定 `memory-tool`、`langgraph`，或程序所用的文件夹。",
    ),
    "option.drawer": (
        "A drawer instead of a book: memory-tool, langgraph, or its folder.",
        "改用抽屉而非记忆簿：memory-tool、langgraph 或其文件夹。",
    ),
}
