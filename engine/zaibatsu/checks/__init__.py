"""Whether a restored position could come up in play: its pieces, its time, the pending decision, the table."""
