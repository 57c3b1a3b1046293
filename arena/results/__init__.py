"""Matches and table sets in the database: made, claimed by workers, recorded exactly once, read by pages and programs."""
