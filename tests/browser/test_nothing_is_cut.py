"""Every page at the width of a desktop and of a phone: nothing sticks out of its place, no text is cut off, no page scrolls sideways."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import SCREENS, visit
from tests.browser.pages import look, pages, sign_in
from tests.browser.scene import Scene

MEASURE = """(tablesScroll) => {
    const slack = 1.5, troubles = new Set();
    const name = element => element.tagName.toLowerCase() + [...element.classList].map(word => "." + word).join("");
    const hidden = element => element.closest(".skip, .hidden-label, .viewer-speech") || !element.checkVisibility({visibilityProperty: true});
    const scrolls = style => ["auto", "scroll"].includes(style.overflowX);

    const meant = style => Math.max(0, -parseFloat(style.marginRight));

    /** The first box around a rectangle that it sticks out of, unless people can scroll there. Negative margins, its own or of a box around it, are meant (drawn). */
    const report = (rectangle, parent, what, drawn = 0) => {
        for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.display === "inline" || style.display === "contents") continue;
            if (scrolls(style)) return;
            const room = box.getBoundingClientRect();
            const out = Math.max(rectangle.right - room.right, room.left - rectangle.left) - drawn;
            if (out > slack) {
                troubles.add(`${what} sticks out of ${name(box)} by ${Math.round(out)} pixels`);
                return;
            }
            drawn += meant(style);
            const cut = Math.max(rectangle.bottom - room.bottom, room.top - rectangle.top);
            if (["hidden", "clip"].includes(style.overflowY) && cut > slack)
                troubles.add(`${what} is cut off by ${name(box)}, ${Math.round(cut)} pixels`);
        }
    };

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement, text = node.data.trim();
        if (!text || parent.closest("script, style, option, textarea, svg") || hidden(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rectangle of range.getClientRects()) report(rectangle, parent, `"${text.slice(0, 40)}"`);
    }
    for (const element of document.body.querySelectorAll("*")) {
        if (hidden(element) || element.parentElement.closest("svg")) continue;
        const style = getComputedStyle(element);
        if (style.display !== "inline" || element.matches("img, input, svg, canvas"))
            report(element.getBoundingClientRect(), element.parentElement, name(element), meant(style));
        const wider = element.scrollWidth - element.clientWidth;
        if (wider > slack && scrolls(style) && !tablesScroll && element.querySelector("table") && !element.matches(".cross"))
            troubles.add(`the table in ${name(element)} (${element.innerText.slice(0, 30)}) lacks ${wider} pixels`);
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) troubles.add(`the page is ${wide} pixels wider than the screen`);
    return [...troubles];
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_is_wider_than_its_screen_and_no_text_is_cut_off(browser: Browser, scene: Scene, screen):
    wrong = []
    for who in ("", "aki", "kei", "root"):
        with visit(browser, scene.base, **SCREENS[screen]) as person:
            if who:
                sign_in(person.context, who)
            page = person.page()
            for name, by, path in pages(scene):
                if by == who:
                    look(page, path)
                    wrong += [f"{name}: {trouble}" for trouble in cut(page, screen)]
            person.troubles[:] = [one for one in person.troubles if "999999" not in one]  # a page that is not there
    assert not wrong, "\n".join(wrong)


def cut(page: Page, screen: str) -> list[str]:
    """What is cut off or sticks out on this page. Wide tables may scroll on a phone; a desktop has room for all but cross tables."""
    found: list[str] = page.evaluate(MEASURE, screen == "phone")
    return found


def test_what_is_cut_off_is_found(browser: Browser):
    """The measure itself: one page with every kind of trouble."""
    page = browser.new_page(**SCREENS["desktop"])
    page.set_content(
        """<div style="width: 100px; white-space: nowrap">a sentence much too long</div>
        <div style="width: 100px; overflow: hidden; white-space: nowrap">a sentence that nobody reads</div>
        <div style="height: 10px; overflow: hidden">one<br>two<br>three</div>
        <div style="width: 100px; overflow-x: auto; white-space: nowrap">a sentence that scrolls</div>
        <div style="width: 100px; overflow-x: auto"><table style="width: 300px"><tr><td>cell</td></tr></table></div>
        <div style="width: 100px"><img width="200" height="5" alt=""></div>
        <p style="width: 1500px">wide</p>"""
    )
    found = "\n".join(page.evaluate(MEASURE, False))
    for words in ("too long", "nobody reads", "three", "the table in div", "img sticks out", "wider than the screen"):
        assert words in found, words
    assert "that scrolls" not in found
    assert "the table" not in "".join(page.evaluate(MEASURE, True))
    page.close()
