"""What is particular to each agent program: mostly data.

`dialects` names the events of its hooks and says how it is spoken to; `payloads` turns its
JSON into our words and back, on the lightest of modules, for the prompt hook is a fresh process.
`transcripts` reads how it writes a conversation down.
"""
