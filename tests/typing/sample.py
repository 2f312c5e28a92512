"""A program of a user, as a type checker sees it: every public name, used as the guide says."""

import asyncio

import commonplace


def consult(prompt: str) -> str:
    try:
        book: commonplace.Book = commonplace.open_book("my-project", personal=False)
    except commonplace.errors.NoBook as trouble:
        return trouble.hint("zh")
    injection: commonplace.Injection = book.recall(prompt, session="s")
    recalled: commonplace.Recalled = book.search("port", most=3, topic="ops", session="s")
    assert all(found.tier in ("sure", "likely", "unsure") for found in recalled.found)
    memories: tuple[commonplace.Memory, ...] = book.memories()
    return injection.text + "".join(memory.title for memory in memories)


def write_down(book: commonplace.Book, text: str) -> str:
    match book.propose(text, topic="ops", tags=("CONFIG",)):
        case commonplace.Proposed() as proposed:
            receipt: commonplace.Receipt = book.commit(proposed, approved_by="ada")
            return receipt.id
        case commonplace.Skipped(reason=reason):
            return reason
        case commonplace.Contradiction(question=question, memory=memory):
            settled = book.remember(
                text, approved_by="ada", answer=commonplace.answer("supersede", into=memory)
            )
            return f"{question} {settled}"


def look_after(book: commonplace.Book) -> int:
    health: commonplace.Health = book.health()
    return health.score


def keep_files() -> str:
    tool = commonplace.MemoryTool("folder", who="claude")
    return tool.clear_all_memory() + next(tool.receipts()).id


async def keep_items() -> int:
    store = commonplace.LangGraphStore("folder", who="graph")
    await store.aput(("users", "ada"), "prefs", {"theme": "dark"})
    tool = commonplace.AsyncMemoryTool("folder")
    await tool.clear_all_memory()
    return len(await store.asearch(("users",)))


if __name__ == "__main__":
    asyncio.run(keep_items())
