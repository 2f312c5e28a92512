"""The template beside the notes: what a person or an agent copies to write one by hand."""

from __future__ import annotations

TEMPLATE_PATH = "memory/references/memory-note-template.md"

TEMPLATE = """# <Title>

## Meta

- **Id**: MEM-<id>
- **Title**: <Title>
- **Kind**: principle | heuristic | decision | pattern | business | tech | reference | other
- **Status**: active
- **Strength**: hypothesis | validated | enforced
- **Scope**: narrow | medium | broad

## When to load

- <one to three situations, in natural language>

## One-liner (for injection)

<one imperative sentence>

## Context / Decision

- **Decision**: <what was being judged, not what was done>
- **Signals**: <the observable evidence that decided it>
- **Alternatives**: <what was rejected, optional>
- **Counter-signals**: <when it does not apply, optional>

## Decision Shape

- **Decision being made**: <optional section>
- **Alternatives rejected**: <at least one>
- **Discriminating signal**: <what tells them apart>

## Judgment Capsule

- **I used to think**: <optional section>
- **Now I believe**: <...>
- **Because the decisive variable is**: <...>

## Pointers

- <files and modules, no long copies>
"""
