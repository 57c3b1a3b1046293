"""Ratings in the database: ladders, solo seasons, leaderboards, and the proof that ratings follow from their log."""
