"""The engine as a local gRPC service, for bots in languages that do not have it. docs/write-a-bot.md shows how to search with it."""

from arena.simulator.server import serve

__all__ = ["serve"]
