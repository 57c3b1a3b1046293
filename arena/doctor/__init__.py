"""A check-up of somebody's bot over the real protocol: does it play, and does it cope with what goes wrong?"""

from arena.doctor.examination import Finding, examined

__all__ = ["Finding", "examined"]
