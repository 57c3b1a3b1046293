"""Lets a program that reads lines and prints numbers play: no gRPC, any language."""

from arena.bridge.bridged import Bridged, ProgramFailed

__all__ = ["Bridged", "ProgramFailed"]
