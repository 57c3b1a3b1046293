"""Checks a bot over the real protocol: does it play, and does it cope with what goes wrong?"""

from arena.doctor.checks import Finding, examine

__all__ = ["Finding", "examine"]
