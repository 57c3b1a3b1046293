"""Ladder scheduling: who is free in, tables out. Pure: time and chance are handed in.

`pairing` chooses the tables and has the rules. docs/ratings.md says what a table set is for.
"""
