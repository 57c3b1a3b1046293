"""Matches on one machine between bots that are programs: a gateway on loopback, no server, database or Redis."""
