"""One of many who open, search and update the index of one book at once.

    index_actor.py FOLDER NAME TIMES

Prints how many opens went well; ends with an error at the first that did not.
"""

import sys
from pathlib import Path

from commonplace.app.books import open_book
from commonplace.app.recall import searched
from commonplace.core.search import Query
from commonplace.flows.recall import recall

NOTE = '---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [INSIGHT]\n---\n\n# {name}\n\n{text}\n'
WRITES_EVERY = 5


def main(folder: str, name: str, times: str) -> None:
    book = open_book(Path(folder))
    own = book.root / "10-Memories" / f"MEM-{name}.md"
    done = 0
    for number in range(int(times)):
        if number % WRITES_EVERY == 0:
            own.write_text(NOTE.format(name=name, text=f"Process {name} counts {number} zebras."))
        answer = recall(Query(text="staging port proxy"), [searched(book)], threshold=0.0)
        found = [each.hit.memory for each in answer.found]
        if answer.outcome != "hits" or found[:1] != ["MEM-port"]:
            sys.exit(f"{name} {number}: {answer.outcome} {found}")
        done += 1
    print(done)


if __name__ == "__main__":
    main(*sys.argv[1:])
