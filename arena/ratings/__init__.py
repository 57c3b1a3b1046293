"""Ratings: results in, ratings out. Pure mathematics: no database, no clock, no chance.

`results` says what a finished table set is, `elo` and `log` keep the running ladder, `fit` estimates a whole season
at once (needs numpy, which comes with the extra `[server]`), `solo` ranks games for one seat. docs/ratings.md
explains the formulas.
"""
