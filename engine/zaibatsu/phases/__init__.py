"""The decisions by action or part of a turn: what is legal, and what a choice does. rules.py lists them all."""
