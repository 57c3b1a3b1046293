"""What the API answers about comments."""

from typing import Annotated

from web.api.answers import Answer, Time, about


class Comment(Answer):
    """What somebody wrote about a moment of a match."""

    id: int
    step: Annotated[int, about("How many decisions had been made at that moment; 0 is the start.")]
    author: str
    body: Annotated[str, about("Plain text; it may have several lines.")]
    at: Time


class Comments(Answer):
    """All comments on a match, by step and age."""

    match: int
    items: list[Comment]
