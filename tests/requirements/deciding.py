"""Decisions that hold on: pairs that are kept, proposals that need none any more, doubts nobody agrees to unseen."""

REQUIREMENTS = {
    "govern.keep-both": (
        "design 5",
        "a pair that somebody decided to keep is not reported, merged or asked about again",
    ),
    "govern.open": (
        "design 5",
        "what was refused before or likely contradicts a memory is written by no path unseen",
    ),
    "review.questions": (
        "design 5",
        "what was heard and contradicts the book waits as a question until it is answered",
    ),
    "review.closed": ("design 5", "a text that is written waits for nobody any more"),
}
