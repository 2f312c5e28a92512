"""What a text claims: values, choices, orders and refusals, heard clause by clause.

`hearing.hear` is the way in; the other modules find one sort of claim each, or hold its word lists.
"""
