"""The engine of people who use QMD: the real `qmd` command, asked with care."""
