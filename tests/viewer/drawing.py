"""Views of random matches, drawn by the renderers in a real browser, and what the drawings say.

The page loads the modules of web/static from a made-up address; every answer comes from the tree, none from a network.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, Route

import engine
from arena.viewer.catalog import catalog

STATIC = Path(__file__).parents[2] / "web" / "static"
SITE = "http://viewer.test"
NAMES = ["shinobi", "kappa", "tanuki", "tengu"]
BATCH = 50
"""Views sent to the page at once."""
PATH = tuple[str | int, ...]
Change = tuple[PATH, Any]

PAGE = """<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><link rel="stylesheet" href="/site.css">
<link rel="stylesheet" href="/viewer/viewer.css"></head><body><div id="here" class="viewer part-drawing"></div></body></html>"""

SCRIPT = """
async (game) => {
  const { markup } = await import('/viewer/svg.js');
  const { draw, undrawn } = await import(`/viewer/${game}.js`);
  const words = (node) => typeof node === 'string' ? node : node.children.map(words).join('');
  const walk = (node, found) => {
    if (typeof node === 'string') return found;
    const { field, value } = node.attributes;
    if (field !== undefined) found.push([field, value === undefined ? words(node) : String(value)]);
    for (const child of node.children) walk(child, found);
    return found;
  };
  const whole = (view, about) => draw(view, about).map((part) => part.id + part.title + markup(part.node)).join('');
  const seen = (view, about) => whole(view, about).replace(/ data-(?:field|value)="[^"]*"/g, '');
  const unchanged = (drawn, view, changes, about) => {
    const before = drawn(view, about);
    return changes.filter((change) => drawn(changed(view, change), about) === before).map(([path]) => path);
  };
  const changed = (view, [path, value]) => {
    const copy = structuredClone(view);
    const holder = path.slice(0, -1).reduce((inner, step) => inner[step], copy);
    holder[path.at(-1)] = value;
    return copy;
  };
  const cut = (svg) => {
    const seen = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.width && (box.left < seen.left - 1 || box.right > seen.right + 1 || box.top < seen.top - 1 || box.bottom > seen.bottom + 1);
    }).map((text) => text.textContent);
  };
  const overlapping = (svg) => {
    const texts = [...svg.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]).filter(([, box]) => box.width);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    return texts.flatMap(([words, box], index) => texts.slice(index + 1).filter(([, other]) => meet(box, other)).map(([others]) => `${words} | ${others}`));
  };
  window.renderer = {
    undrawn: Object.keys(undrawn || {}),
    fields: (views, about) => views.map((view) => draw(view, about).flatMap((part) => walk(part.node, []))),
    parts: (view, about) => draw(view, about).map(({ id, title, seat, node }) => ({ id, title, seat: seat ?? null, markup: markup(node) })),
    unmoved: (view, changes, about) => unchanged(whole, view, changes, about),
    unseen: (view, changes, about) => unchanged(seen, view, changes, about),
    show: (view, about) => { here.innerHTML = draw(view, about).map((part) => markup(part.node)).join(''); },
    cut: () => [...here.querySelectorAll(':scope > svg')].flatMap(cut),
    overlaps: () => [...here.querySelectorAll(':scope > svg')].flatMap(overlapping),
    pace: (view, about, times) => {
      const took = [];
      for (let turn = 0; turn < times; turn += 1) {
        const start = performance.now();
        draw(view, about);
        took.push(performance.now() - start);
      }
      return took.sort((a, b) => a - b)[Math.floor(times / 2)];
    },
  };
}
"""


def about(view: Mapping[str, Any]) -> dict[str, Any]:
    """What a renderer is given beside the view."""
    return {
        "game": view["game"],
        "seats": view["seats"],
        "options": view["options"],
        "names": NAMES[: view["seats"]],
        "catalog": catalog(view["game"]),
    }


@dataclass
class Easel:
    """A page with the renderer of one game at a time."""

    page: Page
    game: str = ""

    def load(self, game: str) -> None:
        """Have that game's renderer at hand."""
        if self.game != game:
            self.page.evaluate(SCRIPT, game)
            self.game = game

    def ask(self, what: str, *given: Any) -> Any:
        """What a function of SCRIPT says."""
        code = f"(given) => JSON.stringify(renderer.{what}(...JSON.parse(given)))"
        answer = self.page.evaluate(code, json.dumps(given))  # as text: Playwright passes large objects on slowly
        return None if answer is None else json.loads(answer)

    def undrawn(self, game: str) -> set[str]:
        """Patterns of the fields that the renderer leaves out, with a reason."""
        self.load(game)
        return set(self.page.evaluate("renderer.undrawn"))

    def wrong_fields(self, views: list[dict[str, Any]]) -> list[str]:
        """Where a drawing shows something else than its view has."""
        self.load(views[0]["game"])
        wrong = []
        for first in range(0, len(views), BATCH):
            some = views[first : first + BATCH]
            for view, fields in zip(some, self.ask("fields", some, about(some[0])), strict=True):
                assert fields
                wrong += [f"{field}: {shown!r}" for field, shown in fields if shown != as_text(at(view, field))]
        return wrong

    def unmoved(self, view: dict[str, Any], changes: Iterable[Change]) -> list[str]:
        """The changes of the view that leave the drawing as it was."""
        return self._unchanged("unmoved", view, changes)

    def unseen(self, view: dict[str, Any], changes: Iterable[Change]) -> list[str]:
        """The changes of the view that nobody can see or read: no shape, place, text or tooltip differs."""
        return self._unchanged("unseen", view, changes)

    def _unchanged(self, by: str, view: dict[str, Any], changes: Iterable[Change]) -> list[str]:
        self.load(view["game"])
        paths = self.ask(by, view, [[list(path), value] for path, value in changes], about(view))
        return [".".join(map(str, path)) for path in paths]

    def parts(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        """The parts of the drawing: id, title, seat and markup."""
        self.load(view["game"])
        parts: list[dict[str, Any]] = self.ask("parts", view, about(view))
        return parts

    def cut(self, view: dict[str, Any]) -> list[str]:
        """Texts that stick out of their part, once it is on the page."""
        self.load(view["game"])
        self.ask("show", view, about(view))
        texts: list[str] = self.ask("cut")
        return texts

    def overlaps(self, view: dict[str, Any]) -> list[str]:
        """Pairs of texts that cover each other, once the drawing is on the page."""
        self.load(view["game"])
        self.ask("show", view, about(view))
        pairs: list[str] = self.ask("overlaps")
        return pairs

    def milliseconds(self, view: dict[str, Any], times: int = 60) -> float:
        """How long `draw` takes: the median."""
        self.load(view["game"])
        return float(self.ask("pace", view, about(view), times))


@contextmanager
def easel(browser: Browser) -> Iterator[Easel]:
    """A page that loads its modules from the tree; at its end no script may have failed."""
    page = browser.new_page(viewport={"width": 900, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/*", _answer)
    page.goto(f"{SITE}/")
    yield Easel(page)
    page.close()
    assert errors == []


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(f"{SITE}/")
    if not path:
        route.fulfill(body=PAGE, content_type="text/html")
    elif (STATIC / path).is_file():
        route.fulfill(path=STATIC / path)
    else:
        route.fulfill(status=404)


# Views


def walk(game: str, seats: int, options: Mapping[str, Any], seed: int) -> Iterator[engine.State]:
    """Every position of a random match, from the first to the last."""
    rng = Random(seed)
    state = engine.game(game).new(seats=seats, seed=seed, options=dict(options))
    while state.to_act is not None:
        yield state
        state.apply(rng.choice(state.legal_actions()))
    yield state


def views(game: str, seats: int, options: Mapping[str, Any], seed: int, number: int) -> list[dict[str, Any]]:
    """That many views along random matches, the last position of one among them: the public one and those of seats by turns."""
    rng = Random(seed)
    kept: list[dict[str, Any]] = []
    for at_step, state in enumerate(walk(game, seats, options, seed)):
        audience = rng.randrange(-1, seats)
        if state.to_act is None or rng.random() < number / 250 or at_step == 0:
            kept.append(state.view(None if audience < 0 else audience))
    return kept[: number - 1] + kept[-1:]


# Fields


def at(view: Any, field: str) -> Any:
    """The value at a path such as `players.0.yen`."""
    for step in field.split("."):
        view = view[int(step)] if isinstance(view, list) else view[step]
    return view


def as_text(value: Any) -> str:
    """As JavaScript writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def leaves(value: Any, path: PATH = ()) -> Iterator[tuple[PATH, Any]]:
    """Every field that holds no other, and every list of such."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for step, below in inner:
            yield from leaves(below, (*path, step))
    if not isinstance(value, dict) and not (isinstance(value, list) and any(isinstance(item, dict) for item in value)):
        yield path, value


def pattern(path: PATH) -> str:
    """The path with a star for every number in a list."""
    return ".".join("*" if isinstance(step, int) else step for step in path)


def changes(
    views: list[dict[str, Any]], undrawn: set[str], elsewhere: Mapping[str, list[Any]], each: int = 3
) -> list[tuple[dict[str, Any], list[Change]]]:
    """For every public field of these views a few changes of it alone, to values that the same field has in another view or *elsewhere*.

    A number that never differs goes up by one; a list that never differs in length is changed in its items. A text that never differs is an error.
    """
    observed: dict[str, list[Any]] = defaultdict(list)
    for name, value in [(pattern(path), value) for view in views for path, value in leaves(view)]:
        if value not in observed[name]:
            observed[name].append(value)
    for name, values in elsewhere.items():
        observed[name] += values
    done: dict[str, int] = defaultdict(int)
    planned = [(view, list(_changes(view, observed, undrawn, done, each))) for view in views]
    constant = {name for name, values in observed.items() if isinstance(values[0], list) and values[0]}
    missing = {name for name in observed if not done[name]} - undrawn - constant
    assert missing == set(), f"views have one value only for {sorted(missing)}"
    return planned


def _changes(
    view: dict[str, Any], observed: dict[str, list[Any]], undrawn: set[str], done: dict[str, int], each: int
) -> Iterator[Change]:
    for path, value in leaves(view):
        name = pattern(path)
        if name in undrawn or done[name] >= each:
            continue
        other = _other(value, observed[name], done[name])
        if other is not None:
            done[name] += 1
            yield path, other


def _other(value: Any, seen: list[Any], turn: int) -> Any:
    """Another value for a field; None: there is none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        others = [other for other in seen if len(other) != len(value)]
    else:
        others = [other for other in seen if other != value]
    if others:
        return others[turn % len(others)]
    return value + 1 if isinstance(value, int) else None
