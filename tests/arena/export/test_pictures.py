"""Pictures and clips of matches: what is in them, that they need no style sheet and no fonts of the machine, and what is said where there are none."""

import io
import re
import sys
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

import engine
from arena.export import images
from arena.export.boards import Boards, PicturesMissing, Undrawable, plain_card
from arena.export.images import gif, png, small_png
from arena.export.styles import Styles, resolved
from arena.viewer.audiences import ALL, PUBLIC, Audience
from arena.viewer.frames import frames
from tests.arena.viewer.matches import random_match

SVG = "{http://www.w3.org/2000/svg}"


def boards(game: str, seats: int = 2, audience: Audience = PUBLIC) -> Boards:
    return Boards(frames(random_match(game, seats), audience))


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", engine.games())
def test_a_drawing_needs_no_style_sheet(game, theme):
    drawing = boards(game).picture(30, theme)
    root = ET.fromstring(drawing)
    for left in ("var(", "class=", "data-", "<style"):
        assert left not in drawing
    fills = {element.get("fill") for element in root.iter()} - {None}
    assert len(fills) > 8 and "" not in fills
    unfilled = [text for text in root.iter(f"{SVG}text") if not _inherits(root, text, "fill")]
    assert unfilled == [], "text without a colour is black, also in the dark"
    assert not any(
        "NaN" in value or "undefined" in value for element in root.iter() for value in element.attrib.values()
    )


def _inherits(root, wanted, name):
    """Whether an element or one that it is in has an attribute."""
    parents = {child: parent for parent in root.iter() for child in parent}
    while wanted is not None:
        if wanted.get(name):
            return True
        wanted = parents.get(wanted)
    return False


@pytest.mark.parametrize("game", engine.games())
def test_letters_are_drawn_without_any_font_of_the_machine(game, monkeypatch):
    drawing = boards(game).picture(10, whole=False)
    assert images.FOREIGN.search(drawing) is None, "our fonts have all letters of the boards"
    silent = re.sub(r">[^<>]+</(text|tspan)>", r"></\1>", drawing)
    difference = ImageChops.difference(opened(png(drawing, 600)), opened(png(silent, 600))).convert("L")
    assert sum(difference.histogram()[40:]) > 2000, "pixels that letters make darker or lighter"


def test_a_picture_is_the_same_every_time_and_shows_what_changes():
    match = boards("iki")
    first = png(match.picture(5), 500)
    assert png(boards("iki").picture(5), 500) == first
    assert opened(first).width == 500
    for before, after in pairwise(match.picture(at) for at in (5, 6, 7)):
        assert before != after


def test_panels_are_left_out_where_the_board_alone_is_wanted():
    match = boards("nippon", 4)
    whole, board = match.picture(3), match.picture(3, whole=False)
    assert len(board) < 0.6 * len(whole)
    assert int(ET.fromstring(whole).get("width")) > int(ET.fromstring(board).get("width"))


def test_other_eyes_see_other_pictures():
    seen = {
        audience.name: boards("yokohama", 2, audience).picture(40) for audience in (PUBLIC, ALL, Audience("seat-0", 0))
    }
    assert len(set(seen.values())) == 3


def test_the_heading_says_who_did_what_and_the_end_who_won():
    replay = random_match("iki", 2)
    match = boards("iki")
    words = lambda at: " ".join(ET.fromstring(match.picture(at)).itertext())
    assert "The start" in words(0) and f"Step 0 of {len(replay.decisions)}" in words(0)
    assert (
        f"1st {replay.spec.players[replay.places.index(1)]} {replay.outcome['scores'][replay.places.index(1)]}"
        in words(match.steps)
    )


def test_a_clip_has_a_picture_for_each_step_and_stores_what_changes():
    match = boards("iki")
    drawn = [png(match.picture(at, whole=False), 400) for at in range(20, 26)]
    clip = gif(drawn, 300)
    moving = Image.open(io.BytesIO(clip))
    assert moving.n_frames == 6 and len(clip) < 0.8 * sum(map(len, drawn))
    pauses = []
    for at in range(moving.n_frames):
        moving.seek(at)
        pauses.append(moving.info["duration"])
        error = ImageChops.difference(moving.convert("RGB"), opened(drawn[at])).convert("L")
        assert sum(error.histogram()[60:]) < 400, "256 colours are enough"
    assert pauses == [300] * 5 + [images.LAST_MS]


def test_a_small_picture_looks_like_the_large_one():
    drawing = boards("zaibatsu").card("Match 7")
    small, large = small_png(drawing), png(drawing)
    assert len(small) < 0.6 * len(large) and opened(small).size == (1200, 630)
    assert sum(ImageChops.difference(opened(small), opened(large)).convert("L").histogram()[60:]) < 2000


def test_older_rules_have_no_board_to_draw():
    with pytest.raises(Undrawable, match="--html"):
        Boards(frames(replace(random_match("iki", 2), rules_version=0), PUBLIC))


def test_a_game_without_a_renderer_has_no_picture(tiny):
    document = {"game": "tiny", "drawn": True, "steps": [], "notices": []}
    with pytest.raises(Undrawable, match="tiny has no drawn board yet"):
        Boards(document)


@pytest.mark.parametrize("package", ["quickjs", "resvg_py", "PIL", "cssselect2"])
def test_a_missing_package_names_the_extra(package, monkeypatch):
    from arena.export import boards as module

    monkeypatch.setitem(sys.modules, package, None)
    module._styles.cache_clear()
    with pytest.raises(PicturesMissing, match=rf"{package}.*pip install 'meiji-arena\[pictures\]'"):
        small_png(plain_card("shinobi", "A bot", []))


def test_names_from_a_hostile_file_are_only_text():
    names = ["</text>\x07\u202e<script>", "x" * 500]
    root = ET.fromstring(Boards({**frames(random_match("iki", 2), PUBLIC), "names": names}).picture(0))
    assert root.find(f".//{SVG}script") is None and "\\x07" in "".join(root.itertext())


def test_hostile_titles_are_only_text():
    root = ET.fromstring(plain_card('</text><script>"&', "a & b", [("<i>", "]]>")]))
    assert "</text><script>" in "".join(root.itertext()) and root.find(f".//{SVG}script") is None


def test_styles_follow_the_cascade():
    root = ET.fromstring('<svg><g class="seat-1"><path class="a b" fill="red"/><text/><text class="b"/></g></svg>')
    sheet = """
    :root { --x: #111; --deep: var(--x); } .seat-1 { --seat: #222; }
    .b { fill: var(--deep); } .a.b { fill: var(--seat); } path:hover { fill: lime; } text:not([class]) { fill: var(--none, #333); }
    @media (min-width: 1px) { .b { fill: lime; } } .b::before { fill: lime; } .b { cursor: pointer; }
    """
    Styles([sheet]).apply(root, {})
    path, first, second = root[0]
    assert (path.get("fill"), first.get("fill"), second.get("fill")) == ("#222", "#333", "#111")
    assert path.get("cursor") is None and path.get("class") is None
    assert resolved("var(--a)", {"--a": "var(--a)"}) == "var(--a)", "a circle ends"
