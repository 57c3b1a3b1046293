"""SVG files as PNG pictures, and several as a moving GIF. Letters come from fonts in this folder, so every machine draws the same."""

import io
import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from arena.export.boards import needed

if TYPE_CHECKING:
    from PIL.Image import Image

SANS, SERIF = "DejaVu Sans", "DejaVu Serif"
FAMILY = re.compile(r'font-family="([^"]*)"')
FOREIGN = re.compile(r"[^\x00-\u024f\u0370-\u045f\u2010-\u2760\ufffd]")
"""Letters that our fonts do not have; for them the fonts of the system are asked, which takes longer."""
COLOURS = 256
LAST_MS = 2500
"""How long a clip rests on its last picture."""

_kept = ExitStack()


def png(svg: str, width: int | None = None) -> bytes:
    """A picture, *width* pixels wide (by default as wide as the drawing says)."""
    text = FAMILY.sub(lambda match: f'font-family="{_family(match[1])}"', svg)
    picture: bytes = needed("resvg_py").svg_to_bytes(
        svg_string=text,
        width=width,
        font_files=_fonts(),
        skip_system_fonts=FOREIGN.search(text) is None,
        font_family=SANS,
        sans_serif_family=SANS,
        serif_family=SERIF,
    )
    return picture


def small_png(svg: str, width: int | None = None) -> bytes:
    """The same with 256 colours: a third of the bytes, and hardly a difference to see."""
    needed("PIL")
    image = _opened(png(svg, width))
    out = io.BytesIO()
    image.quantize(COLOURS, dither=_image().Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(pictures: Iterable[bytes], milliseconds: int) -> bytes:
    """PNG pictures of one size, one after the other, without end; the last stays longer."""
    opened = [_opened(picture) for picture in pictures]
    palette = _palette(opened)
    images = [image.quantize(palette=palette, dither=_image().Dither.NONE) for image in opened]
    pauses = [milliseconds] * (len(images) - 1) + [max(milliseconds, LAST_MS)]
    out = io.BytesIO()
    # "optimize" stores only the pixels that change: a fifth of the bytes.
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=pauses, loop=0, optimize=True)
    return out.getvalue()


def _palette(images: Sequence["Image"]) -> "Image":
    """The colours of the first, middle and last picture: pieces that come later have others than the first. A place is left for transparency."""
    some = [images[0], images[len(images) // 2], images[-1]]
    width, height = images[0].size
    together: Image = _image().new("RGB", (width, height * len(some)))
    for at, image in enumerate(some):
        together.paste(image, (0, at * height))
    return together.quantize(COLOURS - 1, dither=_image().Dither.NONE)


def _opened(picture: bytes) -> "Image":
    image: Image = _image().open(io.BytesIO(picture)).convert("RGB")
    return image


def _image() -> Any:
    needed("PIL")
    from PIL import Image

    return Image


def _family(wanted: str) -> str:
    return SERIF if wanted.rstrip().endswith("serif") and not wanted.rstrip().endswith("sans-serif") else SANS


@cache
def _fonts() -> Sequence[str]:
    """Paths of the fonts; out of an archive they are copied for as long as the program runs."""
    folder = files("arena.export").joinpath("fonts")
    names = [file for file in folder.iterdir() if file.name.endswith(".ttf")]
    return [str(_kept.enter_context(as_file(file))) for file in names]
