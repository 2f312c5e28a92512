"""The layout `profile`: a few files that are always in context, and one file per subject."""

from commonplace.layouts.profile.layout import ProfileLayout
from commonplace.layouts.profile.save import rewrite

__all__ = ["ProfileLayout", "rewrite"]
