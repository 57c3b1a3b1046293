"""The games are told apart at a glance: a colour, a pattern and a seal each, readable on both papers; and fonts come from this site."""

import re

import engine
from web.assets import assets

PAPER = {"light": "#fbf8f0", "dark": "#14161e"}


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dim, bright = sorted((_light(one), _light(other)))
    return (bright + 0.05) / (dim + 0.05)


def test_every_game_has_its_own_face_and_it_can_be_read():
    style = assets()["site.css"].body.decode()
    faces = re.findall(
        r'\[data-game="(\w+)"\] \{ --game: light-dark\((#\w+), (#\w+)\); --pattern: url\("([^"]+)"\)', style
    )
    assert [face[0] for face in faces] == list(engine.games())
    for column in range(1, 4):
        assert len({face[column] for face in faces}) == len(faces), "two games look alike"
    assert len({assets()[f"mon-{game}.svg"].body for game in engine.games()}) == len(faces)
    for _, light, dark, _ in faces:
        assert _contrast(light, PAPER["light"]) >= 4.5
        assert _contrast(dark, PAPER["dark"]) >= 4.5
    assert all(f"--paper: {colour};" in style for colour in PAPER.values())


def test_fonts_come_from_this_site_and_stay_in_the_cache(client):
    style = assets()["site.css"].body.decode()
    fonts = re.findall(r'url\("\.\./(\w+/[\w-]+\.woff2)"\)', style)
    assert len(fonts) == 2
    for font in fonts:
        answer = client.get(f"/static/{font}")
        assert answer.status_code == 200
        assert answer.mimetype == "font/woff2"
        assert "immutable" in answer.headers["Cache-Control"]
        assert len(answer.data) < 40_000, "pages must stay fast"
    assert "font-src 'self'" in client.get("/").headers["Content-Security-Policy"]


def test_a_page_about_a_game_shows_its_face(client, world):
    for path in ("/games/iki", "/rules/iki"):
        assert 'data-game="iki"' in client.get(path).text
    assert re.search(r'class="game-name" data-game="\w+"', client.get("/matches").text)


def test_score_sheets_have_bars(client, world):
    page = client.get(f"/matches/{world.done_match}").text
    widths = [float(width) for width in re.findall(r'<rect x="[\d.]+%" width="([\d.]+)%"', page)]
    assert widths
    assert max(widths) == 100
