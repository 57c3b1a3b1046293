"""Where bots dial in: sessions, clocks, pending decisions. Plays no game itself; `arena.gateway.hosting` drives matches."""
