"""A Model Context Protocol server: an agent reads rules and positions in words, sees its choices explained, and plays."""

from arena.mcp.server import server

__all__ = ["server"]
