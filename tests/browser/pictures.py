"""Pictures of every page and of every board, light and dark, on a desktop and a phone, into docs/images. `python -m tests.browser.pictures`

They are small on purpose: WebP of the first screens of a page. Names as arguments take these pictures alone: `home board-iki`.
"""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import SCHEMES, SCREENS, chromium, visit
from tests.browser.pages import look, pages, sign_in
from tests.browser.scene import Scene, served

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TALLEST = {"desktop": 1100, "phone": 1700}
"""Pixels of the page that are shown."""
TALLEST_BOARD = 1700
"""Pixels of a viewer that are shown: the board and the panels of the players."""
SCALE = {"desktop": 1.0, "phone": 0.5}
"""Phones draw two pixels for one."""
QUALITY = 38
MARGIN = 8
"""Pixels around a part."""

LAID_OUT = """async () => {
    for (const part of document.querySelectorAll('.part')) part.style.contentVisibility = 'visible';
    const empty = () => [...document.querySelectorAll('.part:not([hidden])')].some(part => !part.querySelector('svg'));
    do await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); while (empty());
}"""
"""Panels below the window are neither drawn at once nor laid out; a picture of the whole viewer wants both."""


def take(page: Page, screen: str, file: Path, part: Locator | None = None) -> int:
    """One picture of the page, or of a part of it over the whole width; its size in bytes."""
    page.evaluate("document.fonts.ready")
    width = SCREENS[screen]["viewport"]["width"]
    height = page.evaluate("document.documentElement.scrollHeight")
    top, tallest = 0, TALLEST[screen]
    if part is not None:
        tallest = TALLEST_BOARD
        place: dict[str, float] = part.evaluate("part => part.getBoundingClientRect().toJSON()")
        top, height = int(place["top"] + page.evaluate("scrollY")) - MARGIN, int(place["height"]) + 2 * MARGIN
    height = min(tallest, height)
    shot = page.screenshot(
        full_page=True, clip={"x": 0, "y": top, "width": width, "height": height}, animations="disabled"
    )
    picture = Image.open(BytesIO(shot)).convert("RGB")
    if SCALE[screen] != 1:
        picture = picture.resize((width, height), Image.Resampling.LANCZOS)
    picture.save(file, "WEBP", quality=QUALITY, method=6)
    return file.stat().st_size


def boards(page: Page, scene: Scene, screen: str, scheme: str, wanted: set[str]) -> int:
    """The start, middle and end of a match of every game, and on a phone the middle enlarged; their size in bytes."""
    total = 0
    for game, match_id in scene.replays.items():
        if wanted and f"board-{game}" not in wanted:
            continue
        moments: dict[str, str | int] = {"start": 0, "middle": watch(page, match_id, 0) // 2, "end": "last"}
        for moment, step in moments.items():
            watch(page, match_id, step)
            total += take(
                page, screen, IMAGES / f"board-{game}-{moment}-{screen}-{scheme}.webp", page.locator(".viewer")
            )
        if screen == "phone":
            watch(page, match_id, moments["middle"])
            page.keyboard.press("z")
            zoomed = IMAGES / f"board-{game}-zoomed-{screen}-{scheme}.webp"
            total += take(page, screen, zoomed, page.locator(".viewer-main"))
    return total


def watch(page: Page, match_id: int, step: str | int) -> int:
    """Open a match at a step, until its board, moves and curves are there; how many steps it has."""
    page.goto(f"/matches/{match_id}?step={step}")
    expect(page.locator(".viewer[data-ready]")).to_be_attached()
    expect(page.locator(".viewer-moves [aria-current]")).to_have_count(1)
    page.evaluate(LAID_OUT)
    return int(page.locator(".viewer-scrubber").get_attribute("max") or 0)


def main() -> None:
    wanted = set(sys.argv[1:])
    IMAGES.mkdir(exist_ok=True)
    total = 0
    with TemporaryDirectory(prefix="arena-pictures-") as folder, served(Path(folder)) as scene, chromium() as browser:
        for screen, shape in SCREENS.items():
            for scheme in SCHEMES:
                for who in ("", "aki", "kei", "root"):
                    with visit(browser, scene.base, color_scheme=scheme, **shape) as person:
                        if who:
                            sign_in(person.context, who)
                        page = person.page()
                        for name, by, path in pages(scene):
                            if by == who and (not wanted or name in wanted):
                                look(page, path)
                                total += take(page, screen, IMAGES / f"{name}-{screen}-{scheme}.webp")
                        if not who:
                            total += boards(page, scene, screen, scheme, wanted)
                        person.troubles.clear()  # the tests look at these
    print(f"{len(list(IMAGES.glob('*.webp')))} pictures in docs/images; {total / 1e6:.1f} MB made now")


if __name__ == "__main__":
    main()
