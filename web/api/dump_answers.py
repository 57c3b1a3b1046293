"""What the API answers about monthly dumps."""

from typing import Annotated

from web.api.answers import Answer, Time, about


class Dump(Answer):
    """The file of a month: the public seasons that ended in it."""

    month: Annotated[str, about("Such as 2026-10, in UTC.")]
    seasons: Annotated[list[str], about("By the name in their address.")]
    matches: int
    bytes: int
    sha256: Annotated[str, about("Of the file.")]
    made_at: Time
    file: Annotated[str, about("Its address.")]


class Dumps(Answer):
    """The monthly dumps."""

    items: list[Dump]
