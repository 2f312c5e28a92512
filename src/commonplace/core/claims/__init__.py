"""What a text claims: values, choices, orders and refusals, found clause by clause.

`extraction.extract_claims` is the entry point; the other modules find one sort of claim each, or hold its word lists.
"""
