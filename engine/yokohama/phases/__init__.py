"""The rules, one module for each step or area.

Every step has two functions. `…options(state)` gives what may be chosen, sorted as section 15 of the rules says; if nothing is to be
chosen it carries the state to the next step and gives nothing. `…chosen(state, play)` carries a choice out and sets the
next step. Modules name the next step only, never each other's functions; rules.py ties steps to functions.
"""

from typing import Final

NOTHING: Final = ()
"""No choice here: the step has passed."""
