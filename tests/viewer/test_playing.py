"""Every game and seat count from the first position to the last and back: no drift, the figures of the view, and the result that was stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Browser

from arena.export.boards import Boards
from arena.replays import Replay
from arena.viewer.audiences import PUBLIC
from arena.viewer.frames import frames, start
from tests.arena.viewer.matches import EVERY_TABLE, random_match
from tests.viewer.showing import Showing, showing

STEPS_READ = 50
"""Random positions of a match whose figures are read from the page."""
BOARDS = """
const { written } = await import("/viewer/svg.js");
const { stage } = shell;
const wrong = [];
const tipped = (node) => typeof node !== "string" && (node.attributes.tip || node.children.some(tipped));
const equal = (one, other) => {
  if (one === other) return true;
  if (typeof one === "string" || typeof other === "string") return false;
  const [mine, theirs] = [one.attributes, other.attributes];
  if (one.tag !== other.tag || one.children.length !== other.children.length) return false;
  for (const name in mine) if (mine[name] !== theirs[name]) return false;
  for (const name in theirs) if (!(name in mine)) return false;
  for (let at = 0; at < one.children.length; at += 1) if (!equal(one.children[at], other.children[at])) return false;
  return true;
};
// What was compared and has not been touched since need not be read from the page again: it is what it was then.
const known = new WeakMap();
const touched = new Set();
const watcher = new MutationObserver(() => {});
watcher.observe(shell.root, { subtree: true, childList: true, attributes: true, characterData: true });
const look = () => {
  touched.clear();
  for (const { target } of watcher.takeRecords()) for (let node = target; node && !touched.has(node); node = node.parentNode) touched.add(node);
};
/** Where an element is something else than its node says: its path, or "" */
const drift = (element, node, path) => {
  if (typeof node === "string") return element.nodeType === 3 && element.data === node ? "" : `${path} text`;
  if (!touched.has(element) && known.has(element) && equal(known.get(element), node)) return "";
  known.set(element, node);
  if (element.localName !== node.tag) return `${path} ${node.tag}`;
  const wanted = written(node.attributes);
  if (node.attributes.tip) {
    wanted["aria-label"] = String(node.attributes.tip);
    wanted.role = node.attributes.role || (node.children.some(tipped) ? "group" : "img");
  }
  const names = Object.keys(wanted);
  const marks = element.hasAttribute("data-changed") ? 1 : 0;
  if (element.attributes.length !== names.length + marks) return `${path} ${node.tag} attributes`;
  for (const name of names) if (element.getAttribute(name) !== wanted[name]) return `${path} ${node.tag} ${name}`;
  const keys = node.children.map((child) => child.attributes?.key).filter((key) => key !== undefined);
  if (new Set(keys).size < keys.length) return `${path} ${node.tag}: two pieces side by side have one key`;
  if (element.childNodes.length !== node.children.length) return `${path} ${node.tag} children`;
  let child = element.firstChild;
  for (const below of node.children) {
    const found = drift(child, below, `${path} ${node.tag}`);
    if (found) return found;
    child = child.nextSibling;
  }
  return "";
};
const at = (view, field) => JSON.stringify(field.split(".").reduce((part, step) => part?.[step], view)) ?? "";
const idle = [];  // fields that are marked and have the value they had
let number = 0;
/** Go there: every part must be as its renderer draws that position from scratch. Returns the marked pieces. */
const compared = (position) => {
  shell.go(position);
  stage.catchUp();
  look();
  stage.renderer.draw(shell.frames.view(position), stage.about).forEach((part, at) => {
    const place = at === 0 ? stage.board : stage.parts.get(part.id).element;
    const found = drift(place.firstChild, part.node, `${position}: ${part.id}`);
    if (found || place.childNodes.length !== 1) wrong.push(found);
  });
  const marked = [...shell.root.querySelectorAll("[data-changed]")];
  for (const { dataset: { field } } of marked) {
    if (field && at(shell.frames.view(position), field) === at(shell.frames.view(position - 1), field)) idle.push(`${position}: ${field}`);
  }
  number += marked.length;
  return marked.map((piece) => piece.dataset.field || piece.dataset.key || piece.dataset.tip).sort().join("; ");
};
document.querySelector("main").style.display = "none";  // nothing here depends on where things are: no layout
const marks = [];
let position = 0;
while (position <= shell.frames.length) marks.push(compared(position++));
for (position -= 1; position >= 0; position -= given.every) {
  const back = compared(position);
  if (back !== marks[position]) wrong.push(`${position}: marked on the way there ${marks[position]}, on the way back ${back}`);
}
given.jumps.forEach(compared);
document.querySelector("main").style.display = "";
return [wrong.slice(0, 10), marks.filter((names) => !names).length, idle, number];
"""
FIGURES = """
const at = (view, field) => field.split(".").reduce((part, step) => part[step], view);
const wrong = [];
let read = 0;
for (const position of given) {
  shell.go(position);
  shell.stage.catchUp();
  const view = shell.frames.view(position);
  for (const piece of shell.root.querySelectorAll("[data-field]")) {
    const { field, value } = piece.dataset;
    const shown = value ?? piece.textContent;
    read += 1;
    if (shown !== String(at(view, field))) wrong.push(`${position}: ${field} is ${at(view, field)}, the page says ${shown}`);
  }
}
return [wrong, read];
"""

BARE = """
const shapes = (svg) => {
  const copy = svg.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    const sorted = [...one.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));  // stepping to and fro writes them in another order
    for (const { name, value } of sorted) {
      one.removeAttribute(name);
      if (!/^(data-.*|role|aria-label)$/.test(name)) one.setAttribute(name, value);
    }
  }
  return copy.outerHTML;
};
const sent = document.createElement("template");
sent.innerHTML = given;
shell.go(0);
return [shapes(sent.content.firstChild), shapes(shell.stage.board.firstChild)];
"""


@dataclass
class Table:
    """A finished match and the page that shows it."""

    replay: Replay
    shown: Showing

    @property
    def last(self) -> int:
        return len(self.replay.decisions)


@pytest.fixture(scope="module", params=EVERY_TABLE, ids=lambda table: f"{table[0]}-{table[1]}")
def table(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Table]:
    replay = random_match(*request.param)
    with showing(browser, {"public": frames(replay, PUBLIC)}) as match:
        match.open()
        yield Table(replay, match)


def test_stepping_to_the_end_shows_the_stored_result(table: Table):
    page = table.shown.page
    scores = [str(score) for score in table.replay.outcome["scores"]]
    table.shown.script("shell.go(given)", table.last - 2)
    page.keyboard.press("ArrowRight")
    assert table.shown.step == table.last - 1 and page.locator(".viewer-now .over").count() == 0
    page.keyboard.press("ArrowRight")
    assert table.shown.step == table.last
    assert page.locator(".viewer-legend b").all_inner_texts() == scores
    ending = page.locator(".viewer-now .over").inner_text()
    for name, score in zip(table.replay.spec.players, scores, strict=True):
        assert f"{name} {score}" in ending


def test_every_board_is_the_one_drawn_from_scratch(table: Table):
    draw = Random(table.last)
    jumps = [draw.randrange(table.last + 1) for _ in range(20)]
    wrong, unmarked, idle, marks = table.shown.script(BOARDS, {"jumps": jumps, "every": 1 if table.last < 300 else 3})
    assert wrong == []
    assert unmarked < 0.05 * table.last, "hardly a step leaves everything as it was"
    assert len(idle) < 0.15 * marks, f"marked, and as before: {idle[:20]}"


def test_the_first_board_that_the_site_sends_is_the_one_of_the_viewer(table: Table):
    sent, shown = table.shown.script(BARE, Boards(start(table.replay)).bare(0))
    assert sent == shown and len(sent) > 10_000


def test_figures_on_the_page_are_those_of_the_view(table: Table):
    draw = Random(table.last + 1)
    positions = [draw.randrange(table.last + 1) for _ in range(STEPS_READ)]
    wrong, read = table.shown.script(FIGURES, positions)
    assert wrong == []
    assert read > 20 * STEPS_READ
