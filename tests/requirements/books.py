"""What books of all layouts share: they are converted, their memories move, and more layouts fit in."""

REQUIREMENTS = {
    "layouts.tables": (
        "seed formats",
        "each sentence of the four documents has a row that says where it is carried out, and its test",
    ),
    "convert.back": ("design 4", "there and back loses nothing that both layouts can hold"),
    "convert.named": ("design 4", "each value that a layout cannot hold is named, not counted"),
    "convert.added": (
        "design 4",
        "what a new layout adds is named: a topic, a link back, a successor, a default",
    ),
    "convert.apart": (
        "design 4",
        "of one title the living memory keeps the name, the buried is numbered",
    ),
    "convert.links": ("seed formats A5.10", "inexact links arrive as the links they mean"),
    "convert.linear": ("design 9", "a conversion takes time in proportion to the book"),
    "convert.page": ("reliability 2.2", "a category too long for one page goes on in the next"),
    "move.order": (
        "design 1.3",
        "a memory that moves is in both books for a moment, never in none",
    ),
    "move.refused": ("design 1.4", "no move within a book, of a buried memory, or to no book"),
    "move.policy": ("seed formats 7.1", "between a profile and another book somebody is asked"),
    "rename.told": (
        "seed formats 7.12",
        "receipt, answer and log call a renamed entry by its new name",
    ),
    "layouts.commands": ("design 4", "every command works on every layout"),
    "layouts.fifth": ("style 4", "a layout that follows the guide keeps every law"),
}
