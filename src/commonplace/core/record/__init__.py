"""What is worth recording: mem-skill's criteria as rules, and the points of a text that pass them."""
