"""Seeds nobody can guess, and the promise that they were fixed before the match.

At the start the arena publishes `commitment(...)`; the replay opens seeds and salt. Whoever kept the commitment can then
check that the draws were not chosen while the match went on.
"""

import secrets
from hashlib import sha256

from engine.core.chance import SEED_BITS

LARGEST_SEED = (1 << SEED_BITS) - 1


def new_seed() -> int:
    """128 random bits."""
    return secrets.randbits(SEED_BITS)


def new_seeds() -> tuple[int, int]:
    """A seed for the public set-up and one for everything hidden."""
    return new_seed(), new_seed()


def new_salt() -> str:
    """128 random bits as 32 hex digits: keeps seeds that are known in part from being tried out."""
    return secrets.token_hex(16)


def commitment(seed: int, hidden_seed: int, salt: str) -> str:
    """SHA-256 (hex) over four lines: a title, both seeds as 32 hex digits, and the salt."""
    opened = f"meiji-arena seeds 1\n{seed:032x}\n{hidden_seed:032x}\n{salt}\n"
    return sha256(opened.encode()).hexdigest()
