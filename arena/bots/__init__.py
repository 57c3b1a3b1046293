"""Bots: what their owners change, what everyone may read about them, and challenges."""
