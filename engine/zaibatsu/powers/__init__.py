"""What effects do: one maker and one small function per verb of the data. Importing this package registers them all."""

from engine.zaibatsu.powers import builds, gains, late, modifiers, services, tracks

__all__ = ["builds", "gains", "late", "modifiers", "services", "tracks"]
