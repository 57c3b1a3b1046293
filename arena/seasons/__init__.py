"""Seasons in the database: created, entered, started, played, ruled on and closed, and their tables.

The rules of formats, standings, calendars and promotion are pure and live in arena.leagues. arena.scheduler.seasons carries seasons on.
"""
