"""The plugin for OpenCode, driven as the program drives it: in Node, with real hooks and a real book."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from programs import Program

from commonplace.hosts.install.written_texts import opencode_plugin

pytestmark = pytest.mark.hosts

DRIVER = """
import { Commonplace } from "./commonplace.mjs"
const hooks = await Commonplace({ directory: process.argv[2], client: {} })
const sessionID = "ses_1", system = [], found = []
const event = (type, properties) => hooks.event({ event: { type, properties } })
async function turn(id, prompt, answer) {
  const parts = [{ type: "text", text: prompt }]
  await hooks["chat.message"]({ sessionID }, { message: { id: `msg_${id}` }, parts })
  found.push(parts.slice(1))
  const [messageID, completed] = [`msg_${id}a`, 1]
  await event("message.part.updated", { part: { type: "text", id: "p1", messageID, text: answer } })
  await event("message.updated", { info: { id: messageID, role: "assistant", sessionID, time: { completed } } })
  await event("session.idle", { sessionID })
}
await turn(1, "Which port does the staging gateway listen on?", "6001.")
await hooks["experimental.chat.system.transform"]({ sessionID }, { system })
await turn(2, '"From now on always use pnpm instead of npm in this repository."', "Understood: pnpm.")
await event("session.created", { info: { id: "ses_child", parentID: sessionID } })
const asked = [{ type: "text", text: "Which port does the staging gateway listen on?" }]
await hooks["chat.message"]({ sessionID: "ses_child" }, { message: { id: "msg_9" }, parts: asked })
console.log(JSON.stringify({ system, found, child: asked.length }))
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    program = Program("opencode", tmp_path / "home", tmp_path / "project", 9)
    program.commonplace("init")
    program.commonplace(
        "remember", "The staging gateway listens on port 6001 behind the proxy.", "--yes"
    )
    return program


def test_the_plugin_tells_session_and_prompt_and_leaves_what_was_said(
    program: Program, tmp_path: Path
) -> None:
    plugin = opencode_plugin((sys.executable, "-P", "-m", "commonplace"))
    (tmp_path / "commonplace.mjs").write_text(plugin.replace("LIMIT_MS = 5000", "LIMIT_MS = 60000"))
    (tmp_path / "driver.mjs").write_text(DRIVER)

    ran = subprocess.run(
        ["node", "driver.mjs", str(program.project)],
        cwd=tmp_path,
        # A busy machine is not what is tested here.
        env=program.environment() | {"COMMONPLACE_HOOK_BUDGET_S": "60"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)

    assert "1 memory from earlier work" in told["system"][0]
    (first,) = told["found"][0]
    assert ("port 6001" in first["text"], first["synthetic"], first["messageID"]) == (
        True,
        True,
        "msg_1",
    )
    assert told["child"] == 1, "nobody typed what a sub-agent is asked"
    assert "pnpm" in json.dumps(captured(program))


HOOK = """
const told = { additionalContext: `told at ${process.argv.at(-1)}`, systemMessage: "A hook failed." }
console.log(JSON.stringify(told))
"""
NOTICES = """
import { Commonplace } from "./commonplace.mjs"
const shown = []
const clients = {
  none: undefined,
  "no-tui": {},
  "no-toast": { tui: {} },
  plain: { tui: { showToast: ({ body }) => void shown.push(body.message) } },
  throwing: { tui: { showToast: () => { throw new TypeError("no terminal") } } },
  rejecting: { tui: { showToast: async () => { throw new Error("no server") } } },
  hanging: { tui: { showToast: () => new Promise(() => {}) } },
}
const found = {}
for (const [name, client] of Object.entries(clients)) {
  const hooks = await Commonplace({ directory: ".", client })
  const parts = []
  await hooks["chat.message"]({ sessionID: "ses_1" }, { message: { id: "msg_1" }, parts })
  found[name] = parts.map((part) => part.text)
}
console.log(JSON.stringify({ shown, found }))
"""


def test_a_notice_never_keeps_a_prompt_from_its_memories(tmp_path: Path) -> None:
    node = shutil.which("node") or pytest.skip("node is not installed")
    (tmp_path / "hook.mjs").write_text(HOOK)
    plugin = opencode_plugin((node, str(tmp_path / "hook.mjs")))
    (tmp_path / "commonplace.mjs").write_text(plugin.replace("LIMIT_MS = 5000", "LIMIT_MS = 60000"))
    (tmp_path / "driver.mjs").write_text(NOTICES)

    ran = subprocess.run(
        [node, "driver.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["shown"] == ["A hook failed."]
    assert set(map(tuple, told["found"].values())) == {("told at prompt",)}, told["found"]


def captured(program: Program) -> object:
    end = time.monotonic() + 60
    while True:
        found = json.loads(program.commonplace("review", "--json"))
        found = found["pending"] if isinstance(found, dict) else found
        if found or time.monotonic() > end:
            return found
        time.sleep(0.5)
