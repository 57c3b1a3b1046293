"""Which program drew a picture: another one may draw the same match differently."""

from functools import cache
from hashlib import sha256
from importlib.resources import files


@cache
def edition() -> str:
    """Hex digits that differ whenever pictures may: a renderer, a style sheet or the layout has changed."""
    mark = sha256()
    static = files("web").joinpath("static")
    folders = (static, static.joinpath("viewer"), files("arena.export"))
    for file in sorted((file for folder in folders for file in folder.iterdir()), key=lambda file: file.name):
        if file.name.endswith((".js", ".css", ".py")):
            mark.update(sha256(file.read_bytes()).digest())
    return mark.hexdigest()
