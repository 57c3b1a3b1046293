"""Pictures of every page, light and dark, on a desktop and a phone, into docs/images. `python -m tests.browser.pictures`

They are small on purpose: WebP of the first screens of a page.
"""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page

from tests.browser.chromium import SCHEMES, SCREENS, chromium, visit
from tests.browser.pages import look, pages, sign_in
from tests.browser.scene import served

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TALLEST = {"desktop": 1100, "phone": 1700}
"""Pixels of the page that are shown."""
SCALE = {"desktop": 1.0, "phone": 0.5}
"""Phones draw two pixels for one."""
QUALITY = 38


def take(page: Page, screen: str, file: Path) -> int:
    """One picture; its size in bytes."""
    page.evaluate("document.fonts.ready")
    width = SCREENS[screen]["viewport"]["width"]
    height = min(TALLEST[screen], page.evaluate("document.documentElement.scrollHeight"))
    shot = page.screenshot(
        full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height}, animations="disabled"
    )
    picture = Image.open(BytesIO(shot)).convert("RGB")
    if SCALE[screen] != 1:
        picture = picture.resize((width, height), Image.Resampling.LANCZOS)
    picture.save(file, "WEBP", quality=QUALITY, method=6)
    return file.stat().st_size


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
                        person.troubles.clear()  # the tests look at these
    print(f"{len(list(IMAGES.glob('*.webp')))} pictures in docs/images; {total / 1e6:.1f} MB made now")


if __name__ == "__main__":
    main()
