"""Ratings: results in, ratings out. Pure mathematics: no database, no clock, no chance.

`results` says what a finished table set is, `elo` keeps the running ladder, `fit` estimates a whole season
at once (needs numpy, which comes with the extra `[server]`), `intervals` says how sure a mean or a share is.
docs/ratings.md explains the formulas.
"""
