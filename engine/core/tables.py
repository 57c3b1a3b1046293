"""Component data: TOML beside the code, checked when it is loaded.

A table is read through the same `Reader` as a position, so that a wrong entry fails at load and is named.
"""

import tomllib
from importlib.resources import files
from typing import Final

from engine.core.errors import InvalidPosition, InvalidTable
from engine.core.positions import Reader

PROVENANCES: Final = ("rulebook", "found", "reconstructed")
"""Where an entry's figures come from: printed in the rulebook, found in another source, or worked out."""


def load(package: str, name: str) -> Reader:
    """The TOML file *name* of a package's folder."""
    text = files(package).joinpath(name).read_text("utf-8")
    try:
        return Reader(tomllib.loads(text), name)
    except tomllib.TOMLDecodeError as wrong:
        raise InvalidTable(f"{package}/{name}: {wrong}") from None


def refuse(wrong: InvalidPosition) -> InvalidTable:
    """The error of a table from that of its reader."""
    return InvalidTable(str(wrong))
