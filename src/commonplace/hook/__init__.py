"""Everything that a hook of an agent program loads, and its detached child."""
