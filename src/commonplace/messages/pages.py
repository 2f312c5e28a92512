"""What is said about pages from the web: why one was not read, and what to do about it."""

from __future__ import annotations

_NOT_READ = ("{url} was not read: ", "没有读取 {url}：")
_NOTHING = (" Nothing was written.", "没有写入任何内容。")

_REFUSED: dict[str, tuple[str, str]] = {
    "page-not-https": ("it is not https.", "它不是 https 地址。"),
    "page-url-too-long": ("the address is too long.", "地址过长。"),
    "page-url-odd-letters": (
        "the address has a space, a backslash or a control character in it.",
        "地址中含有空格、反斜杠或控制字符。",
    ),
    "page-url-malformed": ("the address is not well-formed.", "地址格式不正确。"),
    "page-url-credentials": (
        "the address carries a user name or a password.",
        "地址中带有用户名或密码。",
    ),
    "page-url-port": (
        "the address names a port on which no pages are served.",
        "地址指定了并非用于网页的端口。",
    ),
    "page-url-scheme": ("the address is neither https nor http.", "地址既不是 https 也不是 http。"),
    "page-url-host": (
        "its host is no name, or a number in disguise.",
        "其主机不是名称，或是伪装的数字。",
    ),
    "page-not-public": (
        "it leads to an address that is not on the public internet. No connection was made there.",
        "它指向的地址不在公共互联网上。没有与该地址建立连接。",
    ),
    "page-redirects": (
        "it was redirected more than {most} times.",
        "重定向超过 {most} 次。",
    ),
    "page-too-large": (
        "it is longer than 5 MiB once unpacked.",
        "解压后超过 5 MiB。",
    ),
    "page-too-slow": (
        "it did not arrive within {seconds} seconds.",
        "在 {seconds} 秒内没有收到。",
    ),
    "page-unreachable": ("{cause}.", "{cause}。"),
    "page-status": ("the server answered with status {status}.", "服务器返回状态 {status}。"),
    "page-not-text": (
        "it is of the type {type}, which is no text.",
        "其类型为 {type}，不是文本。",
    ),
    "page-packed": (
        "it is packed as {packing}, which was not asked for.",
        "它以 {packing} 压缩，而我们没有请求这种压缩。",
    ),
    "page-letters": ("its letters cannot be decoded.", "无法解码其中的文字。"),
    "page-empty": ("no main text was found in it.", "其中没有找到正文。"),
}
_CHECK = (
    "Check the address, or save the page as a file and learn the file.",
    "请检查地址，或将网页保存为文件后再学习。",
)
_HINTS: dict[str, tuple[str, str]] = {
    "page-not-https": (
        "Use the https address; `--allow-http` reads the page without encryption.",
        "请使用 https 地址；`--allow-http` 会以不加密的方式读取。",
    ),
    "page-url-credentials": (
        "Nothing is read with credentials: save the page as a file and learn the file.",
        "我们不会使用凭据读取网页：请将其保存为文件后再学习。",
    ),
    "page-not-public": (
        "Pages of your own network are not read: save the page as a file and learn the file.",
        "不会读取您自己网络中的网页：请将其保存为文件后再学习。",
    ),
    "page-too-slow": (
        "Try again later, or save the page as a file and learn the file.",
        "请稍后再试，或将网页保存为文件后再学习。",
    ),
}

PAGES: dict[str, tuple[str, str]] = {
    **{
        f"error.{key}": (
            _NOT_READ[0] + english + _NOTHING[0],
            _NOT_READ[1] + chinese + _NOTHING[1],
        )
        for key, (english, chinese) in _REFUSED.items()
    },
    **{f"hint.{key}": _HINTS.get(key, _CHECK) for key in _REFUSED},
    "error.page-reader-missing": (
        "The main text of a page cannot be found without the extra `web`. Nothing was written.",
        "没有安装附加组件 `web`，无法提取网页正文。没有写入任何内容。",
    ),
    "hint.page-reader-missing": (
        "Install it with `pip install 'commonplace[web]'`.",
        "请用 `pip install 'commonplace[web]'` 安装。",
    ),
    "error.page-by-agent": (
        "{url} was not fetched: only a person may have a page read, and {agent} runs this command.",
        "没有获取 {url}：只有本人可以要求读取网页，而此命令由 {agent} 运行。",
    ),
    "hint.page-by-agent": (
        "Ask the user to run `commonplace learn {url}` in their own terminal.",
        "请让用户在自己的终端中运行 `commonplace learn {url}`。",
    ),
    "option.allows_http": (
        "Read a page over plain http, too.",
        "也允许通过不加密的 http 读取网页。",
    ),
}
