"""The few settings a hook needs, read without a TOML parser: ours are one line each.

Layered as in `config`: default, the user's file, the project's file where a clone may say it, the
environment. A value that this cannot make out is as good as none; `commonplace config` names it.
"""

from __future__ import annotations

import os

from commonplace.storage.places import config_home
from commonplace.storage.plain_files import read_plain

# Written by `make data` from the hot rows of `config.Settings`: the hook loads no dataclasses.
DEFAULTS = {
    "arrivals": "ask",
    "injection": "contents",
    "contents_tokens": "2000",
    "speak": "normal",
    "engine": "local",
    "embedder": "auto",
    "injected_lines": "3",
    "hook_budget_s": "0.3",
}
CHOICES = {
    "arrivals": ("ask", "trust"),
    "injection": ("contents", "lingxi", "vault", "mem-skill", "memory-save"),
    "speak": ("less", "normal", "more"),
    "engine": ("local", "keyword"),
    "embedder": ("auto", "none", "minilm", "universal"),
    "injected_lines": ("1", "2", "3", "4", "5"),
}
HIGHEST = {
    "contents_tokens": 10000,
}
# Until here.

BUDGET_S = float(DEFAULTS["hook_budget_s"])


def injection(project: str) -> str:
    """Return the preset that says what an injection looks like in the book of `project`."""
    return _chosen("injection", project)


def engine_of(project: str) -> str:
    """Return which engine finds memories in the book of `project`."""
    return _chosen("engine", project)


def injected_lines(project: str) -> int:
    """Return how many lines a prompt gets at most in the book of `project`."""
    return int(_chosen("injected_lines", project))


def arrivals() -> str:
    """Return what becomes of what arrives, as the user's own file says: an agent can set a variable."""
    said = _assigned(os.path.join(config_home(), "config.toml"), "arrivals")
    return said if said in CHOICES["arrivals"] else DEFAULTS["arrivals"]


def embedder() -> str:
    """Return who is asked by meaning, as the user's own layers say; a clone may not choose a model."""
    return next(filter(None, _layers("embedder", "")), DEFAULTS["embedder"])


def speak(project: str) -> str:
    """Return how readily a prompt is answered in the book of `project`."""
    return _chosen("speak", project)


def contents_tokens(project: str) -> int:
    """Return how many tokens the contents of the book of `project` may take; 0 for none at all."""
    for value in _layers("contents_tokens", project):
        digits = value.replace("_", "")[:10]
        if digits.isascii() and digits.isdecimal() and int(digits) <= HIGHEST["contents_tokens"]:
            return int(digits)
    return int(DEFAULTS["contents_tokens"])


def _chosen(key: str, project: str) -> str:
    said = (value for value in _layers(key, project) if value in CHOICES[key])
    return next(said, DEFAULTS[key])


def _layers(key: str, project: str) -> tuple[str, ...]:
    """Return what each layer says of `key`, the strongest first; empty where one says nothing."""
    return (
        os.environ.get(f"COMMONPLACE_{key.upper()}", ""),
        _assigned(os.path.join(project, ".commonplace.toml"), key) if project else "",
        _assigned(os.path.join(config_home(), "config.toml"), key),
    )


def hook_budget_s() -> float:
    """Return how many seconds a hook may take before it gives up."""
    for value in (
        os.environ.get("COMMONPLACE_HOOK_BUDGET_S", ""),
        _assigned(os.path.join(config_home(), "config.toml"), "hook_budget_s"),
    ):
        try:
            if value and 0 < float(value) <= 3600:
                return float(value)
        except ValueError:
            continue
    return BUDGET_S


def _assigned(path: str, key: str) -> str:
    """Return what a settings file gives `key` at its top level, empty when it does not."""
    content = read_plain(path, follows_links=True) or b""
    for line in content[:65536].decode("utf-8", "replace").split("\n"):
        name, is_given, value = line.partition("=")
        if line.lstrip().startswith("["):
            return ""
        if is_given and name.strip().strip("\"'") == key:
            text = value.strip()
            quote = text[:1]
            return (
                text[1:].partition(quote)[0] if quote in "\"'" else text.partition("#")[0].strip()
            )
    return ""
