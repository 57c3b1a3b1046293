"""The rules, one module for each part of a turn or area.

A decision `x` has `legal_x(state)`, which gives the choices in the order of section 15 of the rules and changes nothing, and
`apply_x(state, move)`, which carries a choice out and sets the next decision. Where there may be nothing to choose, `pass_x(state)`
goes on to the next decision. rules.py has them all in one table.
"""
