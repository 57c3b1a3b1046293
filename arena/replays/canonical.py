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
    return (
        _by_line("{", [f"{_text(key)}: {_laid_out(key, value)}" for key, value in document.items()], "}") + "\n"
    ).encode()


def _laid_out(key: str, value: Any) -> str:
    if key == "decisions" and value:
        return _by_line("[", [_text(decision) for decision in value], "]")
    if key == "result" and value:
        return _by_line("{", [f"{_text(name)}: {_text(part)}" for name, part in value.items()], "}")
    return _text(value)


def _by_line(opening: str, parts: list[str], closing: str) -> str:
    return f"{opening}\n" + ",\n".join(parts) + f"\n{closing}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
