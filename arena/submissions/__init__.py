"""Bots that authors hand in: archives, versions, which one plays, and the room they take."""
