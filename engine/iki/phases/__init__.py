"""The phases and areas of the game; each module has `legal` and `apply` functions for its decisions."""
