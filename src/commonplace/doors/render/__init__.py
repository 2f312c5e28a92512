"""Values to text and to JSON: written once, for all doors."""
