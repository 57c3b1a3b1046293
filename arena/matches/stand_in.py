"""Who plays on for a seat that is out: nobody in particular, so that it favours no one."""

from engine.core.chance import stream


def choice(hidden_seed: int, seat: int, number: int, options: int) -> int:
    """The stand-in's index for the seat's decision of that number: random, and the same whenever it is worked out again."""
    return stream(hidden_seed, f"stand_in {seat}", number).randrange(options)
