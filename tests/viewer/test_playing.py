"""Every game and seat count from the first position to the last and back: no drift, and the result that was stored."""

from random import Random

import pytest

from tests.arena.viewer.matches import EVERY_TABLE, random_match
from tests.viewer.showing import documents, showing

DRIFT = """
const { Surface } = await import("/viewer/patch.js");
const clean = (element) => {
  for (const marked of element.querySelectorAll("[data-changed]")) marked.removeAttribute("data-changed");
  return element;
};
const wrong = [];
const twins = (node) => {
  const keys = node.children.map((child) => child.attributes?.key).filter((key) => key !== undefined);
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at);
  return [...twice, ...node.children.filter((child) => child.children).flatMap(twins)];
};
for (const position of given) {
  shell.go(position);
  const places = [shell.stage.board, ...[...shell.stage.parts.values()].map((part) => part.element)];
  shell.stage.renderer.draw(shell.frames.view(position), shell.stage.about).forEach((part, at) => {
    wrong.push(...twins(part.node).map((key) => `${position}: two pieces side by side have the key ${key}`));
    const fresh = document.createElement("div");
    new Surface(fresh).show([part.node]);
    const shown = at === 0 ? places[0] : places.find((place) => place.dataset.part === part.id);
    if (!clean(shown).firstChild.isEqualNode(fresh.firstChild)) wrong.push(`${position}: ${part.id}`);
  });
}
return wrong;
"""


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_every_step_is_the_board_drawn_from_scratch(browser, game, seats):
    replay = random_match(game, seats)
    last = len(replay.decisions)
    forth = list(range(0, last + 1, 1 if last < 300 else 3))
    jumps = [Random(seats).randrange(last + 1) for _ in range(40)]
    with showing(browser, {"public": documents(replay)["public"]}) as match:
        match.open()
        assert match.script(DRIFT, [*forth, *reversed(forth), *jumps]) == []


@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_the_end_shows_the_stored_result(browser, game, seats):
    replay = random_match(game, seats)
    scores = [str(score) for score in replay.outcome["scores"]]
    with showing(browser, {"public": documents(replay)["public"]}) as match:
        match.open()
        match.page.keyboard.press("End")
        assert match.step == len(replay.decisions)
        assert match.page.locator(".viewer-legend b").all_inner_texts() == scores
        ending = match.page.locator(".viewer-now .over").inner_text()
        for name, score in zip(replay.spec.players, scores, strict=True):
            assert f"{name} {score}" in ending
