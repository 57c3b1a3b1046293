"""Comments on moments of finished matches: plain text that everyone who sees the match can read."""
