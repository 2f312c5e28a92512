"""The layout `mem-skill`: many entries in one file, kept by category and by skill."""

from commonplace.layouts.mem_skill.layout import MemSkillLayout

__all__ = ["MemSkillLayout"]
