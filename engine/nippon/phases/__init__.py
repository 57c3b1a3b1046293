"""The decisions by part of the board: what is legal, and what a choice does. rules.py lists them all."""
