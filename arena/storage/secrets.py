"""Passwords and tokens: made here, shown once, kept only as hashes."""

import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
TOKEN_BYTES = 32

_hasher = PasswordHasher()
# Checked when the account does not exist, so that the answer takes as long as for one that does.
_NOBODY = _hasher.hash(secrets.token_hex(16))


def check_password(password: str) -> None:
    """ValueError for passwords nobody should use."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise ValueError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")


def hash_password(password: str) -> str:
    """Argon2id with the library's current parameters; ValueError as check_password."""
    check_password(password)
    return _hasher.hash(password)


def password_fits(stored: str | None, password: str) -> bool:
    """Whether the password is right; takes the same time whether or not there is one."""
    try:
        return _hasher.verify(stored or _NOBODY, password) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


def new_token(kind: str) -> str:
    """A fresh token; its prefix tells a person, and a secret scanner, what it is."""
    return f"meiji_{kind}_{secrets.token_urlsafe(TOKEN_BYTES)}"


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_password() -> str:
    """A password for a first admin or a reset: five groups that can be typed from a screen."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(5))
