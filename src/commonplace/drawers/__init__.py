"""Folders beside the books into which agent programs write unasked, recalled by nobody."""
