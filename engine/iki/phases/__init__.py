"""The rules, one module for each phase or area.

A decision `x` has `legal_x(state)`, which gives the choices and changes nothing, and `apply_x(state, move)`, which carries a choice out and
sets the next decision. rules.py has them all in one table.
"""
