"""Ladder scheduling: who is free in, tables out. Pure: time and chance are handed in.

`pairing` chooses the tables, `sets` turns a table into the matches of a table set, `waiting` says why a bot is
not playing. docs/ratings.md says what a set is for; the rules of pairing stand in `pairing`.
"""
