"""IKI as it is drawn: every seat count, with and without the promo cards."""

import re
from copy import deepcopy

import pytest

import engine
from engine.iki.data import tables
from engine.iki.scoring import sheet
from tests.viewer.drawing import about, at, changes, views, walk

GAME = "iki"
PROMOS = {"promos": list(engine.game(GAME).options["promos"].names)}
SEATS = (2, 3, 4)
ELSEWHERE = {
    "burning.room": ["nw2", "se3"],
    "burning.tile": ["fire_nw", "fire_se"],
    "swap_room": ["nw1", "se1"],
    "visited": ["nw1", "se1"],
    "chosen": ["carpenter", "playhouse"],
    "players.*.fish.*": [fish.id for fish in tables().fish],
    "players.*.pipes.*": [pipe.id for pipe in tables().pipes],
    "players.*.tobacco.*": [box.id for box in tables().tobacco],
}
"""Values of fields that a few random matches may show once or never."""
FITS = """
() => [...here.querySelectorAll('[data-field$=".card"]')].flatMap((card) => {
  const frame = card.querySelector('.card').getBoundingClientRect();
  return [...card.querySelectorAll('text, path.sign')].filter((inner) => {
    const box = inner.getBoundingClientRect();
    return box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5;
  }).map((inner) => `${card.dataset.value}: ${inner.textContent || inner.getAttribute('class')}`);
})
"""

TWICE = """
async ([views, about]) => {
  const { draw } = await import('/viewer/iki.js');
  const twice = [];
  const walk = (node) => {
    const keys = node.children.map((child) => child.attributes?.key).filter((key) => key !== undefined);
    twice.push(...keys.filter((key, at) => keys.indexOf(key) !== at));
    node.children.forEach((child) => child.tag && walk(child));
  };
  for (const view of views) for (const part of draw(view, about)) walk(part.node);
  return twice;
}
"""


def burning(view):
    """The view with a fire that asks an owner: random matches hardly ever have one."""
    room = next(entry for entry in view["rooms"] if "level" in entry)
    fire = {"tile": f"fire_{room['room'][:2]}", "room": room["room"], "strength": 7}
    return {**deepcopy(view), "decision": "fire_save", "to_act": room["owner"], "burning": fire}


def asked(seats, decision):
    """The first position of random matches with that decision at hand."""
    states = (state for seed in range(30) for state in walk(GAME, seats, {}, seed))
    return next(state.view(None) for state in states if state.decision.label == decision)


@pytest.mark.parametrize("options", [{}, PROMOS], ids=["base", "promos"])
@pytest.mark.parametrize("seats", SEATS)
def test_the_drawing_shows_what_the_view_has(canvas, seats, options):
    assert canvas.wrong_fields(views(GAME, seats, options, seed=seats, number=50)) == []


def test_whole_positions_show_decks_and_fires(canvas):
    positions = [state.to_dict() for state in walk(GAME, 4, PROMOS, seed=2)][::20]
    assert canvas.wrong_fields(positions) == []
    shown = "".join(part["markup"] for part in canvas.parts(positions[0]))
    for field in ("decks.3.cards.14", "fires.2"):
        assert f'data-field="{field}" data-value="{at(positions[0], field)}"' in shown


@pytest.mark.parametrize("seats", SEATS)
def test_every_public_field_changes_what_a_person_sees(canvas, seats):
    positions = [view for seed in (1, 2) for view in views(GAME, seats, PROMOS, seed, number=12)]
    positions += [burning(positions[len(positions) // 2]), burning(positions[-2])]
    positions += [asked(seats, decision) for decision in ("swap_first", "swap_second", "train_target", "recruit_room")]
    for view, planned in changes(positions, canvas.undrawn(GAME), ELSEWHERE, each=4):
        if planned:
            assert canvas.unseen(view, planned) == []


@pytest.mark.parametrize("seats", SEATS)
def test_the_score_is_that_of_the_rules(canvas, seats):
    for number, state in enumerate(walk(GAME, seats, PROMOS, seed=5)):
        if number % 40 == 0 or state.to_act is None:
            shown = [part["markup"] for part in canvas.parts(state.view(None)) if part["seat"] is not None]
            for seat, panel in enumerate(shown):
                lines = dict(re.findall(r'class="[^"]*score-(\w+)"[^>]*>(-?\d+)<', panel))
                points = sheet(state, seat)
                assert lines == {name: str(value) for name, value in (points | {"total": sum(points.values())}).items()}


@pytest.mark.parametrize("seats", SEATS)
def test_no_text_is_cut_off(canvas, seats):
    for view in [*views(GAME, seats, PROMOS, seed=7, number=8), burning(asked(seats, "business"))]:
        assert canvas.cut(view) == []


def test_every_card_has_room_for_its_words(canvas):
    view = asked(4, "business")
    artisans = [card.id for card in tables().artisans]
    for first in range(0, len(artisans), 12):
        cards = artisans[first : first + 12]
        view["row"] = [{"card": card, "mon": 2} for card in cards]
        for room, card in zip(view["rooms"], [*cards, *(building.id for building in tables().buildings)], strict=False):
            room.update(card=card, owner=3)
            room.update({"level": 2} if card in artisans else {})
        canvas.cut(view)
        assert canvas.page.evaluate(FITS) == []


def test_every_card_and_space_says_what_it_does_and_where_its_figures_come_from(canvas):
    view = asked(4, "business")
    markup = "".join(part["markup"] for part in canvas.parts(view))
    tips = re.findall(r'data-tip="([^"]*)"', markup)
    for entry in view["row"]:
        name = next(card.name for card in tables().artisans if card.id == entry["card"])
        assert any(tip.startswith(f"{name} (") and "the rulebook" in tip for tip in tips)
    for number in range(1, 9):
        assert any(tip.startswith(f"Space {number},") and "the rulebook" in tip for tip in tips)


@pytest.mark.parametrize("seats", SEATS)
def test_no_two_pieces_beside_each_other_have_one_key(canvas, seats):
    positions = views(GAME, seats, PROMOS, seed=11, number=30)
    assert canvas.page.evaluate(TWICE, [positions, about(positions[0])]) == []
