// installed by commonplace: `commonplace uninstall opencode` takes it away again.
// OpenCode runs no commands at its events, so this plugin does, and hands on what they say.
import { spawn, spawnSync } from "node:child_process"

const COMMAND = __COMMAND__
const LIMIT_MS = 5000

/** Run one of our hooks and return what it has for the model and for the user. */
function ask(event, value) {
  return new Promise((resolve) => {
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), event], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: LIMIT_MS,
    })
    let said = ""
    child.stdout.on("data", (piece) => (said += piece))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve({}))
    child.on("close", () => {
      try {
        resolve(JSON.parse(said || "{}"))
      } catch {
        resolve({})
      }
    })
    child.stdin.end(JSON.stringify(value))
  })
}

/** Tell our hook and wait: the program may end as soon as we return. It only leaves a job behind. */
function tell(event, value) {
  spawnSync(COMMAND[0], [...COMMAND.slice(1), event], {
    input: JSON.stringify(value),
    stdio: ["pipe", "ignore", "ignore"],
    timeout: LIMIT_MS,
  })
}

const typed = (parts) =>
  parts
    .filter((part) => part.type === "text" && !part.synthetic)
    .map((part) => part.text)
    .join("\n")
    .replace(/^"([^]*)"$/, "$1") // `opencode run` puts what it was given between quotes

export const Commonplace = async ({ directory, client }) => {
  const blocks = new Map() // session -> what it is told once
  const answers = new Map() // message -> its texts, part by part
  const last = new Map() // session -> what was answered since the last prompt
  const children = new Set() // sessions of sub-agents: nobody types there
  const about = (session, more) => ({ session_id: session, cwd: directory, ...more })

  /** Show a notice where the program can. Nobody waits for it: it must not cost a prompt its memories. */
  async function show(message) {
    try {
      await client?.tui?.showToast?.({ body: { message, variant: "info" } })
    } catch {}
  }

  async function begin(session) {
    const told = await ask("session", about(session, { source: "startup" }))
    blocks.set(session, told.additionalContext ?? "")
    if (told.systemMessage) show(told.systemMessage)
  }

  return {
    "chat.message": async ({ sessionID }, { message, parts }) => {
      if (!blocks.has(sessionID)) await begin(sessionID)
      if (children.has(sessionID)) return
      last.delete(sessionID)
      const turn = { prompt: typed(parts), turn_id: message.id }
      const { additionalContext } = await ask("prompt", about(sessionID, turn))
      if (!additionalContext) return
      const id = `prt_${message.id.replace(/^msg_/, "")}zz`
      const part = { id, sessionID, messageID: message.id, type: "text", synthetic: true }
      parts.push({ ...part, text: additionalContext })
    },
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      const block = blocks.get(sessionID)
      if (block) output.system.push(block)
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      if (!children.has(sessionID)) tell("compaction", about(sessionID))
    },
    event: async ({ event: { type, properties } }) => {
      if (type === "session.created" && properties.info.parentID) children.add(properties.info.id)
      if (type === "message.part.updated" && properties.part.type === "text") {
        const { messageID, id, text } = properties.part
        answers.set(messageID, { ...answers.get(messageID), [id]: text })
      }
      if (type === "message.updated" && properties.info.time?.completed) {
        const { id, role, sessionID } = properties.info
        const said = Object.values(answers.get(id) ?? {}).join("\n")
        answers.delete(id)
        if (role === "assistant" && said) {
          last.set(sessionID, [last.get(sessionID), said].filter(Boolean).join("\n"))
        }
      }
      const session = properties?.sessionID
      if (type === "session.idle" && last.has(session) && !children.has(session)) {
        tell("answer", about(session, { last_assistant_message: last.get(session) }))
        last.delete(session)
      }
    },
  }
}
