"""What stored text may look like when it is handed to an agent: nothing hidden, cut, or in another's name.

Files keep whatever people put into them; only the copy that is handed over is changed. These are plain
functions on strings: the hook imports them in a fresh process, and most texts pass after a few looks.
"""

from __future__ import annotations

_BIDI = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLE = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028\u2029\u2060\u2061\u2062\u2063\u2064\u2065\u206a\u206b\u206c\u206d\u206e\u206f\u3164\ufeff\uffa0\ufff9\ufffa\ufffb\ufffc\U00016fe4\U0001d159"
_REMOVED = frozenset(_BIDI + _INVISIBLE)
_REMOVED_RANGES = (
    (0xD800, 0xF8FF),  # lone surrogates and private use
    (0xFFF0, 0xFFF8),
    (0x13430, 0x1345F),  # controls of hieroglyphs, shorthand and music
    (0x1BCA0, 0x1BCAF),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
    (0xF0000, 0x10FFFF),
)
_JOINERS = "\u200c\u200d"
_BLANK_BRAILLE = "\u2800"
_MONGOLIAN_VARIANTS = "\u180b\u180c\u180d\u180f"
_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
_PRINTABLE_YET_HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffc\U00016fe4\U0001d159"
    + _BLANK_BRAILLE
    + _MONGOLIAN_VARIANTS
    + _VARIANTS
)
"""What Python calls printable and nobody sees; everything else that is hidden is not printable."""
_CONTROLS = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}
_BLACK_FLAG = "\U0001f3f4"
_FLAGS = tuple(
    _BLACK_FLAG + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
"""The only flags that are written with tag characters; any other such text is hidden text."""


def clean(text: str) -> str:
    """Return `text` without control, bidi, tag and invisible characters; newlines and tabs stay.

    Joiners stay between letters that join or emoji (Persian, family emoji), variation selectors after a
    character that has variants, tag characters in the three flags that there are.
    """
    if text.isascii():
        return text if text.isprintable() else text.translate(_CONTROLS)
    flat = text.replace("\n", "").replace("\t", "")
    if flat.isprintable() and _PRINTABLE_YET_HIDDEN.isdisjoint(flat):
        return text
    return "".join(_kept(text))


def _kept(text: str) -> list[str]:
    kept: list[str] = []
    index = 0
    while index < len(text):
        char = text[index]
        if char == _BLACK_FLAG and (flag := _flag_at(text, index)):
            kept.append(flag)
            index += len(flag)
            continue
        if _is_kept(char, text, index, kept):
            kept.append(char)
        index += 1
    return kept


def _flag_at(text: str, start: int) -> str:
    return next((flag for flag in _FLAGS if text.startswith(flag, start)), "")


def _is_kept(char: str, text: str, index: int, kept: list[str]) -> bool:
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return char in "\n\t"
    if code < 0xAD:
        return True
    if char in _JOINERS:
        after = text[index + 1 : index + 2]
        return bool(kept) and _joins(kept[-1]) and bool(after) and _joins(after)
    if char in _VARIANTS or char in _MONGOLIAN_VARIANTS:
        return bool(kept) and _has_variant(kept[-1][-1], char)
    return not (
        char in _REMOVED
        or char == _BLANK_BRAILLE
        or code & 0xFFFE == 0xFFFE
        or (code >= 0xD800 and any(first <= code <= last for first, last in _REMOVED_RANGES))
    )


def _joins(char: str) -> bool:
    """Say whether a joiner beside this character can change how it looks: never in Latin or Chinese."""
    code = ord(char[-1])
    return 0x0300 <= code <= 0x1FFF or 0x2190 <= code <= 0x2BFF or 0x1F000 <= code <= 0x1FAFF or code in (0xFE0F, 0x200D)  # fmt: skip


def _has_variant(before: str, selector: str) -> bool:
    """Say whether the selector can change how the character before it looks."""
    code = ord(before)
    if selector in _MONGOLIAN_VARIANTS:
        return 0x1820 <= code <= 0x18AA
    if selector in "\ufe0e\ufe0f":  # as text, or as an emoji
        return before in "#*0123456789©®" or 0x203C <= code <= 0x3299 or code >= 0x1F000
    is_sign_or_han = 0x2200 <= code <= 0x2BFF or 0x3000 <= code <= 0x9FFF
    return selector <= "\ufe02" and is_sign_or_han


OPENS = {"<": "&lt;", "＜": "&lt;", "﹤": "&lt;", **dict.fromkeys("‹⟨〈\u2329˂ᐸ❮❬⧼《⟪≺≪⦑⦉", "(")}
_BRACKETS = dict.fromkeys("[［【〔⟦⁅❲⦋〚〖﹝⟬⦗", "(")
_SPACES = " \t\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_SLASHES = "/／∕⁄⧸\\＼"
_BEFORE_NAME = _SPACES + _SLASHES + "!?" + "".join(OPENS)
_BARS = "|｜∣│¦❘ǀ"
_PARTS_OF_NAMES = (
    "system", "reminder", "hook", "prompt", "memory", "memories", "context", "instruct", "assistant", "human",
    "tool_", "tool-", "function_", "invoke", "antml", "thinking", "command-", "task-", "notification", "user_",
    "user-", "conversation", "transcript", "agent_", "agent-", "local-", "bash-", "im_", "eot_", "endoftext",
    "of_turn", "untrusted", "policy", "additional", "turn_", "permissions", "collaboration", "environment_", "_important",
    "ide_", "attached_", "_skill", "diagnostics", "open_and_", "fim_", "_snapshot", "_tokens", "_state",
    "persisted-", "-output", "_output", "session-message", "session_message", "teammate", "team_", "subagent",
    "claude", "mcp-", "sandbox_", "plan-mode", "plan_mode", "_rules", "-rules", "background-", "background_", "coordinator",
    "userrequest", "userquery", "usermessage", "tooluse", "toolcall", "toolresult", "workspaceinfo", "workspace_info", "scratchpad",
)  # fmt: skip
"""A part of a tag's name by which hosts, models and we mark whose words follow; no element of HTML has one."""
_WHOLE_NAMES = frozenset({
    "s", "sys", "user", "bos", "eos", "tool", "think", "soul", "result", "results", "function", "parameter",
    "document", "documents", "example", "developer", "agent", "turn", "env", "skill", "message", "info", "file",
    "rules", "channel", "commentary", "analysis", "reasoning", "attachment", "attachments", "functions", "agents", "skills",
    "important", "critical", "admin", "operator", "directive", "directives", "override", "stdout", "stderr", "thought",
})  # fmt: skip
_REMOTE = frozenset({
    "img", "image", "iframe", "embed", "object", "link", "script", "video", "audio", "source", "base", "form", "meta",
    "input", "frame", "track", "use", "feimage", "picture", "style", "bgsound", "portal",
})  # fmt: skip
"""Elements that fetch what they name."""
_FETCHED_IN = ("url(", "background=")
"""How any other element names something that is fetched."""
_QUOTED = ('="', "='")
"""How an attribute begins, behind whose value others may stand that are out of sight."""
_FAR = ("//", "\\", "&#", "&sol", "&bsol", "&colon", "http:", "https:", "ftp:")
"""How an address of another machine may be written where white space and entities do not count."""
_FENCES = frozenset({
    "contents", "book", "memskill", "inst", "sys", "system", "assistant", "user", "human", "developer", "tool",
    "toolcalls", "toolresults", "toolcontent", "availabletools", "systemprompt", "think",
})  # fmt: skip
_SPEAKERS = ("system", "developer", "assistant", "user", "human", "tool", "admin")
_SPEAKS = (
    ": ", "message", "note", "prompt", "reminder", "instruction", "override", "result", "output", "notice",
)  # fmt: skip
"""What stands in brackets behind a speaker where words are put into its mouth: `[system note]`."""
_ENDS = ("endofmemory", "endofcontents", "endofbook")
_LOOK_ALIKE = str.maketrans(
    "аαсԁеεɡһіιјкκӏмոηоοрρԛгѕтτυνԝхχуγ",
    "aacdeeghiijkklmnnooppqrsttuvwxxyy",
)
"""Letters of other alphabets that look like ours."""
_PHRASES = {
    "Human:": "Human：",
    "Assistant:": "Assistant：",
    "Context from:": "Context from：",
    "Project Context ---": "Project Context —",
    "### System:": "### System：",
    "### Instruction:": "### Instruction：",
    "### Response:": "### Response：",
    "SYSTEM: ": "SYSTEM： ",
}
"""How chats and hosts mark without a bracket whose words follow."""
_LINKS = ("(http", "(#", "(.", "(/", "(MEM-")
_AFTER_VALUES = tuple(":;,){}&+*")
_NAME_LETTERS = 64
_FARTHEST = 400
"""How far away the end of a tag is looked for."""
_NESTING = frozenset("[\\`")
_FOREIGN = frozenset(":&\\")


def neutral(text: str) -> str:
    """Return `text` cleaned, with nothing in it that looks like a host's, a model's or our own mark.

    A tag that says whose words follow, a token of a chat format, a fence and an image that would be
    fetched are no longer what they were; any other text, code and HTML among it, stays as it is.
    """
    shown = clean(text)
    if "<" in shown or not shown.isascii():
        for sign, instead in OPENS.items():
            shown = _without_tags(shown, sign, instead) if sign in shown else shown
    if "![" in shown:
        shown = _without_images(shown)
    if "[" in shown or not shown.isascii():
        for sign, instead in _BRACKETS.items():
            shown = _without_fences(shown, sign, instead) if sign in shown else shown
    for phrase, instead in _PHRASES.items():
        shown = shown.replace(phrase, instead) if phrase in shown else shown
    return shown


def defused(value: object) -> object:
    """Return an answer for programs with every text in it `neutral`, names of fields that a file brought included."""
    if isinstance(value, str):
        return neutral(value)
    if isinstance(value, (list, tuple)):
        return [defused(each) for each in value]
    if isinstance(value, dict):
        return {defused(key): defused(each) for key, each in value.items()}
    return value


MOST_NAME, MOST_WIDE_NAME = 48, 12


def plain_name(name: str, instead: str) -> str:
    """Return a name as it may stand outside the fence: a short one of one word, or what stands for it."""
    most = MOST_NAME if name.isascii() else MOST_WIDE_NAME
    is_name = len(name) <= most and all(char.isalnum() or char in "-_.:/#" for char in name)
    return name if is_name else instead


def _without_tags(text: str, sign: str, instead: str) -> str:
    first, *parts = text.split(sign)
    kept = [first]
    for part in parts:
        is_code = (kept[-1][-1:].isalnum() and _is_type(part)) or _is_comparison(kept[-1], part)
        kept.append((instead if _is_mark(part) and not is_code else sign) + part)
    return "".join(kept)


def _is_comparison(before: str, after: str) -> bool:
    """Say whether an angle bracket stands between two values: with spaces around it, and a sign of code after them."""
    is_between = before[-1:] == " " and after[:1] == " " and after[1:2].isalnum()
    rest = after[1 + len(_name(after[1:_NAME_LETTERS])) : _FARTHEST].partition("\n")[0]
    return (
        is_between
        and rest.lstrip(" ")[:1] in _AFTER_VALUES
        and ">" not in rest
        and "＞" not in rest
    )


def _is_type(after: str) -> bool:
    """Say whether an angle bracket after a name is followed by the name of a type: `List<Message>`."""
    name = after[: len(_name(after[:_NAME_LETTERS]))]
    return name[:1].isupper() and name[1:2].islower() and "-" not in name


def _is_mark(after: str) -> bool:
    """Say whether what follows an angle bracket makes it a mark of whose words follow."""
    rest = after.lstrip(_BEFORE_NAME)
    begun = _plain(rest[:_NAME_LETTERS])
    told = begun.lstrip(_BARS)
    if told != begun and (told[:1].isalpha() or told[:1] in ("_", "/", "-")):
        return True
    name = _name(begun)
    near = _flat(after[:_FARTHEST])
    if name in _REMOTE or any(sign in near for sign in (*_FETCHED_IN, *_QUOTED)):
        tag, is_closed = _tag(after)
        is_far = any(sign in _flat(tag) for sign in _FAR)
        if name in _REMOTE:
            return (
                is_far or not is_closed or name == "style"
            )  # what a style fetches may stand far behind
        is_cut = len(after) > _FARTHEST or any(tag.count(quote) % 2 for quote in "\"'")
        if name[:1].isalpha() and not is_closed and is_cut:
            return True  # what its value hides is out of sight
        if is_closed and is_far and any(sign in _flat(tag) for sign in _FETCHED_IN):
            return True
    # What is closed by such a name was opened by somebody for a reader that is no browser.
    if "_" in name and not set(_SLASHES).isdisjoint(after[: len(after) - len(rest)]):
        return True
    is_address = begun[len(name) :].startswith("@")  # `<info@example.org>`
    return (name in _WHOLE_NAMES and not is_address) or any(
        part in name for part in _PARTS_OF_NAMES
    )


def _flat(text: str) -> str:
    return "".join(text.split()).lower()


def _tag(after: str) -> tuple[str, bool]:
    """Return a tag up to its end, which no quoted value is, and whether it ends."""
    quote = ""
    for at, char in enumerate(after[:_FARTHEST]):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in ">＞":
            return after[:at], True
    return after[:_FARTHEST], False


def _plain(text: str) -> str:
    """Return `text` in small letters of ours where it has others that look like them, without marks on them."""
    if text.isascii():
        return text.lower()
    import unicodedata  # noqa: PLC0415 - few marks are written so

    parts = unicodedata.normalize("NFKD", text)
    letters = "".join(char for char in parts if not unicodedata.combining(char))
    return letters.lower().translate(_LOOK_ALIKE)


def _name(begun: str) -> str:
    end = 0
    while end < len(begun) and (begun[end].isalnum() or begun[end] in "-_:."):
        end += 1
    return begun[:end].rstrip("-_:.").lower()


def _without_images(text: str) -> str:
    """Return `text` with images that would be fetched as links, which somebody has to follow."""
    first, *parts = text.split("![")
    before_definitions = " ".join(text.split()).casefold().split("]:")[:-1]
    defined = frozenset(part.rpartition("[")[2] for part in before_definitions)
    return first + "".join(("[" if _is_fetched(part, defined) else "![") + part for part in parts)


def _is_fetched(after: str, defined: frozenset[str]) -> bool:
    """Say whether an image may stand elsewhere: everything but a plain path does."""
    alt, _, rest = after[:_FARTHEST].partition("]")
    if not rest or not _NESTING.isdisjoint(alt):
        return "](" in after or "][" in after
    if rest[0] == "(":
        return not _is_path(rest[1:].partition(")")[0])
    name = " ".join(alt.split()).casefold()
    return rest[0] == "[" or name in defined


def _is_path(target: str) -> bool:
    """Say whether the target of an image is a path of this machine, with a title or without."""
    target = target.strip()
    place = "".join(target.split()) if target[:1] == "<" else target.partition(" ")[0]
    return _FOREIGN.isdisjoint(place) and not place.lstrip("<").startswith("//")


def _without_fences(text: str, sign: str, instead: str) -> str:
    first, *parts = text.split(sign)
    return first + "".join((instead if _is_fence(part) else sign) + part for part in parts)


def _is_fence(after: str) -> bool:
    """Say whether what follows a bracket could pass for one of our fences or a chat format's mark."""
    inside, closed, rest = after[:_NAME_LETTERS].partition("]")
    letters = "".join(filter(str.isalpha, _plain(inside)))
    if letters.startswith("endof") or any(end in letters for end in _ENDS):
        return True
    # and the word that nobody can guess
    is_ours = _plain(inside).lstrip(_BEFORE_NAME).startswith("memory")
    is_link = bool(closed) and rest.startswith(_LINKS)
    is_speaking = _is_speaking(inside) and not (closed and rest.startswith("("))
    return is_speaking or ((is_ours or letters in _FENCES) and not is_link)


def _is_speaking(inside: str) -> bool:
    words = _plain(inside).lstrip(_BEFORE_NAME)
    speaker = next(filter(words.startswith, _SPEAKERS), "")
    return bool(speaker) and words.removeprefix(speaker).lstrip(_SPACES + "-_").startswith(_SPEAKS)


def shorten(text: str, most: int) -> str:
    """Return at most `most` characters of `text`, cut where a reader sees a boundary, with an ellipsis."""
    if len(text) <= most:
        return text
    end = max(most - 1, 0)
    while end > 0 and _continues(text, end):
        end -= 1
    return text[:end].rstrip() + "…" if most > 0 else ""


def _continues(text: str, index: int) -> bool:
    """Say whether the character at `index` belongs to the one before it."""
    import unicodedata  # noqa: PLC0415 - loaded only when something is really cut

    char, before = text[index], text[index - 1]
    code = ord(char)
    return (
        unicodedata.combining(char) != 0
        or unicodedata.category(char) in ("Mn", "Me", "Mc")
        or char in _JOINERS
        or before == "\u200d"
        or 0xFE00 <= code <= 0xFE0F
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0020 <= code <= 0xE007F
        or (_is_flag_letter(char) and _flag_letters_before(text, index) % 2 == 1)
        or 0xDC00 <= code <= 0xDFFF
        or (0x1160 <= code <= 0x11FF)
    )


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_letters_before(text: str, index: int) -> int:
    start = index
    while start > 0 and _is_flag_letter(text[start - 1]):
        start -= 1
    return index - start
