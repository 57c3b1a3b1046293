"""The form of a replay that is hashed and signed, and the one that is written.

Canonical: the JSON document without `hash` and `signature`, keys sorted, no spaces, UTF-8. Written: one field a line, one decision
a line, so that a person can read it and tools can compare it.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

SEAL = ("hash", "signature")
"""The fields that cover the others."""


def canonical(document: Mapping[str, Any]) -> bytes:
    """What the hash is taken of."""
    body = {key: value for key, value in document.items() if key not in SEAL}
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def hash_of(document: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical form, in hex."""
    return sha256(canonical(document)).hexdigest()


def signed_message(digest: str) -> bytes:
    """What is signed: the hash, with a title so that no other signature of the same key fits."""
    return f"meiji-arena replay 1\n{digest}\n".encode()


def written(document: Mapping[str, Any]) -> bytes:
    """The document as it lies in the file, unpacked."""
    lines = [
        f"{_text(key)}: {_listed(value) if key == 'decisions' else _text(value)}" for key, value in document.items()
    ]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _listed(decisions: list[Any]) -> str:
    return "[\n" + ",\n".join(_text(decision) for decision in decisions) + "\n]" if decisions else "[]"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
