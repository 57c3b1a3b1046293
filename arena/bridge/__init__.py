"""Lets any program that reads lines and prints numbers play: no gRPC, any language."""

from arena.bridge.bot import BridgeBot, ProgramFailed

__all__ = ["BridgeBot", "ProgramFailed"]
