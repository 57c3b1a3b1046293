"""The player around a board: keys, curve, list and address lead to the moments they name; other eyes get their own frames and no others; bad frames say so."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from arena.viewer.audiences import PUBLIC
from arena.viewer.changes import applied
from arena.viewer.frames import frames
from tests.arena.viewer.matches import random_match
from tests.viewer.showing import Showing, documents, showing

BROKEN = "throw new Error('no ink')"
BROKEN_RENDERERS = {
    "board": f"export function draw() {{ {BROKEN}; }}",
    "panel": f"""import * as table from './generic.js'; import {{ part }} from './svg.js';
export const draw = (view, about) => [...table.draw(view, about), part({{ id: 'late', title: 'Late' }}, () => {{ {BROKEN}; }})];""",
}
"""What cannot be drawn: the board, or a panel that is drawn later."""
TABLE_RENDERER = b"export * from '/viewer/generic.js';"
PUBLIC_FRAMES, RENDERER = "/frames/public.json", "/viewer/iki.js"


@pytest.fixture(scope="module")
def match(browser: Browser) -> Iterator[Showing]:
    """A match of IKI for two, which has rounds, leads that change, and turns of several decisions."""
    with showing(browser, documents(random_match("iki", 2)), viewport={"width": 1280, "height": 860}) as shown:
        shown.open()
        yield shown


@pytest.fixture
def broken(browser: Browser) -> Iterator[Showing]:
    """A match that a test may damage; what the console says about it is expected."""
    with showing(browser, {"public": frames(random_match("iki", 2), PUBLIC)}) as shown:
        yield shown
        shown.troubles.clear()


class Landmarks:
    """Positions that keys lead to, worked out from the frames."""

    def __init__(self) -> None:
        steps = frames(random_match("iki", 2), PUBLIC)["steps"]
        self.length = len(steps)
        self.steps = steps
        self.turns = self._ends("turn")
        self.rounds = self._ends("round")

    def _ends(self, name: str) -> list[int]:
        return [at for at in range(1, self.length) if self.steps[at][name] != self.steps[at - 1][name]] + [self.length]

    def turn_of(self, seat: int, after: int) -> int:
        return next(at for at in [0, *self.turns] if at > after and self.steps[at]["seat"] == seat)


def changes_of_lead(document) -> list[int]:
    """Positions at which somebody else is alone in the lead than was last."""
    sheet, found, last = document["opening"]["sheet"], [], None
    for position, step in enumerate([{}, *document["steps"]]):
        sheet = step.get("sheet", sheet)
        totals = [sum(line) for line in sheet]
        if totals.count(max(totals)) == 1:
            leader = totals.index(max(totals))
            if last not in {None, leader}:
                found.append(position)
            last = leader
    return found


def test_keys_step_by_decision_turn_round_and_to_what_matters(match: Showing):
    marks, start = Landmarks(), 20
    leads = changes_of_lead(frames(random_match("iki", 2), PUBLIC))
    first_lead = next(at for at in leads if at > start)
    expected = {
        "ArrowRight": start + 1,
        "ArrowLeft": start - 1,
        "Shift+ArrowRight": next(at for at in marks.turns if at > start),
        "Shift+ArrowLeft": [at for at in marks.turns if at < start][-1],
        "]": next(at for at in marks.rounds if at > start),
        "[": [at for at in [0, *marks.rounds] if at < start][-1],
        "Home": 0,
        "End": marks.length,
        "1": marks.turn_of(0, start),
        "2": marks.turn_of(1, start),
        "c": first_lead,
        "e": next(at for at in marks.rounds if at > start),
    }
    reached = {}
    for key in expected:
        match.script("shell.go(given)", start)
        match.page.keyboard.press(key)
        reached[key] = match.step
    assert reached == expected
    match.page.keyboard.press("End")
    match.page.keyboard.press("Shift+c")
    assert match.step == [at for at in leads if at < marks.length][-1]


def test_every_control_has_a_key_and_the_card_lists_it(match: Showing):
    buttons = match.page.locator(".viewer-steps button:visible, .viewer-jumps button, .viewer-tool").all()
    titles = [button.get_attribute("title") or "" for button in buttons]
    listed = match.page.locator(".viewer-keys kbd").all_text_contents()
    named = [re.findall(r"\((.+?)\)", title)[0].replace("Shift+", "Shift ") for title in titles]
    assert len(named) >= 14
    assert [key for key in named if key not in listed and not key.isdigit()] == []


def test_a_click_on_the_curve_leads_there(match: Showing):
    curves = match.page.locator(".curves")
    width = curves.evaluate("curves => curves.getBoundingClientRect().width")
    for share in (0.25, 0.8):
        curves.click(position={"x": share * width, "y": 20})
        assert match.step == pytest.approx(share * Landmarks().length, abs=1)
        expect(match.page.locator(".viewer-scrubber")).to_have_value(str(match.step))
        expect(match.page.locator(".viewer-moves [aria-current]")).to_have_attribute("data-step", str(match.step))


def test_curves_show_any_figure_of_the_players(match: Showing):
    document, position = frames(random_match("iki", 2), PUBLIC), 40
    view = document["first"]
    for step in document["steps"][:position]:
        view = applied(view, step["changes"])
    match.script("shell.go(given)", position)
    match.page.locator("[name=viewer-curve]").select_option("mon")
    expect(match.page.locator(".viewer-legend b")).to_have_text([str(player["mon"]) for player in view["players"]])
    match.page.locator("[name=viewer-curve]").select_option("score")


def test_the_list_of_moves_and_the_scrubber_lead_there(match: Showing):
    match.page.keyboard.press("Home")
    match.page.locator(".viewer-moves [data-step='4']").click()
    assert match.step == 4
    match.page.locator(".viewer-scrubber").focus()
    match.page.keyboard.press("ArrowRight")
    assert match.step == 5


def test_a_link_opens_the_same_moment(match: Showing):
    match.open("?step=31&speed=4&eyes=seat-1&theme=dark&curve=mon")
    state = match.script("return shell.state")
    assert (state["step"], state["speed"], state["eyes"], state["curve"]) == (31, 4, "seat-1", "mon")
    assert match.page.evaluate("document.documentElement.dataset.theme") == "dark"
    match.page.keyboard.press("ArrowLeft")
    match.page.wait_for_url("**/?step=30&speed=4&eyes=seat-1&theme=dark&curve=mon")
    match.open()


def test_it_plays_to_the_end_and_rests_there(match: Showing):
    last = Landmarks().length
    match.script("shell.go(given)", last - 3)
    match.page.locator("[name=viewer-speed]").select_option("8")
    match.page.get_by_role("button", name="Play", exact=True).click()
    match.page.wait_for_function(f"() => shell.state.step === {last} && !shell.state.playing")
    expect(match.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_a_step_changed_is_marked_and_moves_only_where_people_want_it(match: Showing):
    match.script("shell.go(30)")
    assert match.page.locator(".viewer-board [data-changed]").count() > 0
    moving = "[...document.querySelectorAll('[data-key][data-changed]')].map((piece) => getComputedStyle(piece).animationName)"
    match.script("for (let step = 30; !document.querySelector('[data-key][data-changed]'); step += 1) shell.go(step)")
    assert set(match.page.evaluate(moving)) == {"changed"}
    match.page.emulate_media(reduced_motion="reduce")
    assert set(match.page.evaluate(moving)) == {"none"}
    match.page.emulate_media(reduced_motion="no-preference")


def test_a_step_is_told_in_names_and_counted_from_one(match: Showing):
    step = {
        "seat": 0,
        "action": "count 2",
        "words": "delivers 2 silk in place of 3 of seat 2: regions score: seat 1 +8",
        "events": ["0 count 2", "0 produce silk", "0 stop", "- space 0 white red", "- score region 3 seat 1 points 10",
                   "1 consolidate", "- fire_nw 5", "- lost ne2 oil_peddler", "- reveal order_13"],
    }  # fmt: skip
    told = match.script(
        "const { followed, sentence } = await import('/viewer/words.js'); return [sentence(given, ['aki', 'ben']), followed(given, ['aki', 'ben'])]",
        step,
    )
    assert told == [
        "aki delivers 2 silk in place of 3 of ben: regions score: aki +8",
        "space 1: white, red; region 4: ben +10; ben: consolidates; a fire of strength 5 starts in NW1; the oil peddler leaves NE2; new: order 13",
    ]


# Other eyes


def orders(value) -> set[str]:
    """All order cards that a document names."""
    return set(re.findall(r"\border_\d+\b", value if isinstance(value, str) else json.dumps(value)))


def seen_by(document) -> set[str]:
    """The order cards in any view of a document."""
    view, found = document["first"], orders(document["first"])
    for step in document["steps"]:
        view = applied(view, step["changes"])
        found |= orders(view)
    return found


def test_a_seats_view_hides_the_hands_of_others_in_everything_that_is_sent(browser: Browser):
    """Cards that only the other seat ever saw: in no answer that the page got, and nowhere on the page, at no step."""
    found = documents(random_match("yokohama", 2))
    hidden = seen_by(found["seat-1"]) - seen_by(found["seat-0"])
    assert hidden, "or this match shows nothing"
    with showing(browser, found) as match:
        match.open("?eyes=seat-0")
        shown = match.script("""
            const pages = [];
            for (let step = 0; step <= shell.frames.length; step += 15) {
              shell.go(step);
              shell.stage.catchUp();
              pages.push(shell.root.innerHTML);
            }
            return pages.join("");
        """)
        printed = match.sent.pop("/catalog.json")
        assert orders(printed) >= hidden, "the catalog lists every card that there is"
        assert {path for path in match.sent if path.startswith("/frames/")} == {"/frames/seat-0.json"}
        assert orders("".join(match.sent.values())) & hidden == set()
        assert orders(shown) & hidden == set() and orders(shown)
        match.page.get_by_label("Whose eyes").select_option("all")
        match.page.wait_for_function("() => shell.state.eyes === 'all'")
        assert orders(match.sent["/frames/all.json"]) >= hidden


# Bad frames


def test_a_step_beyond_the_end_is_the_end_and_no_step_is_the_start(match: Showing):
    match.open("?step=99999")
    assert match.step == Landmarks().length and "this is the last" in match.message
    match.open("?step=-3")
    assert match.step == 0 and "names no step" in match.message
    match.open()


def test_eyes_that_are_refused_leave_the_public_view_and_the_reason(broken: Showing):
    broken.open("?eyes=seat-9&step=3")
    assert broken.message == "There are no such eyes at this table. You see what spectators see."
    assert broken.step == 3


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"format": 1, "steps": [', "The recording of this match is damaged. Reload the page."),
        (b'{"format": 99}', "This recording was made for another version of the viewer. Reload the page."),
        (b'{"format": 1, "names": ["a", "b"]}', "The recording of this match is incomplete."),
    ],
)
def test_frames_that_cannot_be_read_say_so(broken: Showing, body, words):
    broken.answers[PUBLIC_FRAMES] = (200, "application/json", body)
    broken.open()
    assert broken.message == words


@pytest.mark.parametrize("what", BROKEN_RENDERERS)
def test_a_board_that_cannot_be_drawn_becomes_a_table(broken: Showing, what):
    broken.answers[RENDERER] = (200, "text/javascript", BROKEN_RENDERERS[what].encode())
    broken.open()
    assert broken.message == "This board cannot be drawn. You see the same position as a table."
    broken.page.keyboard.press("End")
    assert broken.page.locator(".viewer-board .generic [data-field]").count() > 20


def test_a_game_without_a_renderer_gets_a_table_of_every_field(broken: Showing):
    broken.answers[RENDERER] = (200, "text/javascript", TABLE_RENDERER)
    broken.open("?step=40")
    view = broken.script("return shell.frames.view(40)")
    shown = broken.script("return [...shell.root.querySelectorAll('[data-field]')].map((one) => one.dataset.field)")
    assert {f"players.{seat}.mon" for seat in (0, 1)} <= set(shown)
    assert {name for name, value in view.items() if not isinstance(value, dict | list)} <= set(shown)
    assert broken.troubles == []


# Looks

FAINT = """
const light = (colour) => {
  const [red, green, blue] = colour.match(/\\d+/g).map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
};
return [...document.querySelectorAll(".n-worker")].filter((worker) => {
  const [body, letter] = ["path", "text"].map((tag) => light(getComputedStyle(worker.querySelector(tag)).fill));
  return Math.max(body, letter) / Math.min(body, letter) < 4.5;
}).map((worker) => worker.dataset.value);
"""


def test_the_letters_that_tell_workers_apart_can_be_read(browser: Browser):
    with showing(browser, {"public": frames(random_match("nippon", 4), PUBLIC)}) as match:
        match.open("?step=40")
        for scheme in ("light", "dark"):
            match.page.emulate_media(color_scheme=scheme)
            assert match.script(FAINT) == []
        assert match.page.locator(".n-worker").count() >= 10
