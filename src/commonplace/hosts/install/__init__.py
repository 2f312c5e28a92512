"""What an installer writes into the files of other programs, and how it takes it out again.

`rows` describes the hosts as data; `parts` are the few kinds of things that are written; `jsonc`
edits text in place, so that comments and other people's entries stay byte for byte. Nothing
here touches a disk.
"""
