"""The viewer in a headless Chromium, for the longest match of each game, beside lichess's chessground. `python -m bench.viewer`

A real site serves real matches; every visit has an empty cache, and the site keeps no page. "First board" is until the frame in which the board is painted, by the clock on the wall: from the
page's first byte with everything stored; the same for a link to the middle of the match, whose board only the scripts draw; from asking for the page where nothing is stored. Beside it: what the page's main
thread worked until the first board, and when keys and buttons work.
A step is a key pressed until script, styles and layout are done, in processor time of that thread, so that other work on the machine does not count; of every step
the quickest round. chessground comes from npm into a temporary folder and is stepped through a long game in the same way.
"""

import gzip
import shutil
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, Route
from sqlalchemy import select

import engine
from arena.db.database import Database, upgrade
from arena.db.models import Match, Season, SeasonFormat, SeasonState, SetKind
from arena.ladders.rating import enter
from arena.results.table_sets import Table, create_set
from tests.browser.chromium import chromium
from tests.services.servers import redis_server
from tests.web.served import Served
from tests.web.world import make, play
from web.assets import SHELL, assets, drawing

SETS = 1
"""Table sets of each game among whose matches the longest is looked for."""
BOARD = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector('.viewer-board > svg')) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => {
    window.firstBoard = performance.now();
  }));
}).observe(document, { childList: true, subtree: true });
new MutationObserver((_, watcher) => {
  if (!document.querySelector('.viewer[data-ready]')) return;
  watcher.disconnect();
  window.usable = performance.now();
}).observe(document, { childList: true, subtree: true, attributeFilter: ['data-ready'] });
"""
TIMES = """() => {
  const { requestStart, responseStart } = performance.getEntriesByType('navigation')[0];
  return [firstBoard - responseStart, firstBoard - requestStart, usable - responseStart];
}"""
PRESS = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'KEY', bubbles: true, cancelable: true })); document.body.offsetHeight;"
MOST_STEPS = 100
"""Steps that are measured in each direction, spread over the match."""
CHESSGROUND = "chessground@9.2.1"
CHESS_PAGE = """<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/chessground.base.css">
<style>#board { width: 600px; height: 600px; }</style><div id="board"></div>"""
CHESS = """
async (moves) => {
  const { Chessground } = await import('/dist/chessground.js');
  document.getElementById('board').replaceChildren();
  const ground = Chessground(document.getElementById('board'), { animation: { enabled: false } });
  let state = 7;
  const chance = (below) => (state = (state * 48271) % 2147483647) % below;
  const squares = [...'abcdefgh'].flatMap((file) => [...'12345678'].map((rank) => file + rank));
  const game = [[ground.getFen(), undefined]];
  while (game.length <= moves) {  // pieces that wander: what is drawn does not depend on the rules
    const from = [...ground.state.pieces.keys()][chance(ground.state.pieces.size)];
    const free = squares.filter((square) => !ground.state.pieces.has(square));
    const to = free[chance(free.length)];
    ground.move(from, to);
    game.push([ground.getFen(), [from, to]]);
  }
  window.at = (position) => {
    ground.set({ fen: game[position][0], lastMove: game[position][1] });
    ground.state.dom.redrawNow();
    document.body.offsetHeight;
  };
}
"""


@dataclass
class Figures:
    """Of one subject. Times in milliseconds, sizes in bytes."""

    name: str
    steps: int = 0
    stored: list[float] = field(default_factory=list)
    linked: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    usable: list[float] = field(default_factory=list)
    forth: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    frames: int = 0
    scripts: int = 0

    def row(self) -> str:
        """A line of the table; a dash for what there is not."""
        cells = [
            self.name,
            str(self.steps),
            *(_visits(times) for times in (self.stored, self.linked, self.computed, self.worked, self.usable)),
            *(_spread(times) for times in (self.forth, self.back)),
            *(f"{size / 1000:.1f}" if size else "–" for size in (self.frames, self.scripts)),
        ]
        return f"| {' | '.join(cells)} |"


HEAD = """\
| median (best), or median / 95th percentile | steps | first board, stored ms | linked ms | made ms | main thread until it ms | usable ms | step ms | back ms | frames kB | scripts and styles kB |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| wanted | | < 300 | | < 1000 | | | p95 < 16 | p95 < 16 | < 150 | < 60 |"""


def _visits(times: Sequence[float]) -> str:
    return f"{median(times):.0f} ({min(times):.0f})" if times else "–"


def _spread(times: Sequence[float]) -> str:
    return f"{median(times):.1f} / {quantiles(times, n=20)[-1]:.1f}"


class Clock:
    """Processor time of a page's main thread."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._own = 0.0
        self._own = min(self.cost("0") for _ in range(20))

    def now(self, *names: str) -> float:
        """Milliseconds of these kinds of work, script, styles and layout if none is named."""
        wanted = names or ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return sum(1000 * metric["value"] for metric in metrics if metric["name"] in wanted)

    def cost(self, script: str) -> float:
        """Of a script with the layout it asks for, without that of asking."""
        begun = self.now()
        self._devtools.send("Runtime.evaluate", {"expression": script})
        return max(0.0, self.now() - begun - self._own)


def stepped(clock: Clock, step: str, steps: int) -> list[float]:
    """The costs of some of these steps, evenly spread."""
    every = -(-steps // MOST_STEPS)
    costs = []
    for _ in range(steps // every):
        clock.cost(step * (every - 1))
        costs.append(clock.cost(step))
    clock.cost(step * (steps % every))
    return costs


def _best(runs: Sequence[Sequence[float]]) -> list[float]:
    """Of every step its quickest round: other work on the machine only ever adds to it."""
    return [min(times) for times in zip(*runs, strict=True)]


def longest_matches(database: Database, games: Sequence[str]) -> dict[str, int]:
    """Plays sets of these games with all seats taken by random bots; the longest match of each."""
    world = make(database, sets=1)
    names = ("tanuki", "kappa", "akis-bot", "bens-bot")
    longest = {}
    for game in games:
        seats = max(engine.game(game).seats)
        with database.write() as session:
            season = Season(
                slug=f"long-{game}", title=f"Long {game}", game=game, seats=seats, clock="blitz",
                format=SeasonFormat.LADDER, state=SeasonState.RUNNING, open_ladder=True,
            )  # fmt: skip
            session.add(season)
            session.flush()
            season_id = season.id
            bots = [world.bots[name] for name in names[:seats]]
            for bot in bots:
                enter(session, season, bot)
        played = [match for _ in range(SETS) for match in _set(database, season_id, game, bots)]
        with database.read() as session:
            query = select(Match.id).where(Match.id.in_(played)).order_by(Match.decisions.desc())
            longest[game] = session.scalars(query).first() or 0
    return longest


def _set(database: Database, season_id: int, game: str, bots: list[int]) -> list[int]:
    with database.write() as session:
        made = create_set(session, Table(SetKind.RATED, game, len(bots), {}, "blitz", bots, season_id=season_id))
        ids = list(session.scalars(select(Match.id).where(Match.set_id == made.id)))
    for match_id in ids:
        play(database, match_id)
    return ids


def scripts_size(game: str) -> int:
    """What a page with a board of the game loads beside the site's own style sheet: shell, renderer and their styles, compressed."""
    renderer, style = drawing(game)
    names = {SHELL, renderer, "viewer.css", *([style] if style else [])}
    return sum(len(assets()[name].packed) for name in names)


def measured(browser: Browser, site: Served, game: str, match_id: int, rounds: int) -> Figures:
    """One match, visited again and again and stepped through."""
    result = Figures(game, scripts=scripts_size(game))
    address = f"{site.address}/matches/{match_id}"
    _visit(browser, address)  # templates and modules are loaded before anything counts
    for _ in range(rounds):
        visit = _visit(browser, address)
        result.stored.append(visit.board)
        result.worked.append(visit.worked)
        result.usable.append(visit.usable)
        result.linked.append(_visit(browser, f"{address}?step={visit.steps // 2}").board)
        shutil.rmtree(site.folder / "frames")
        result.computed.append(_visit(browser, address).board_since_asked)
    (body,) = (file for file in (site.folder / "frames").glob("*.frames"))
    result.frames = body.stat().st_size
    with _page(browser) as page:
        page.goto(address)
        page.wait_for_selector(".viewer[data-ready]")
        result.steps = _steps(page)
        clock, runs = Clock(page), {"ArrowRight": [], "ArrowLeft": []}
        for _ in range(rounds):
            for key, run in runs.items():
                run.append(stepped(clock, PRESS.replace("KEY", key), result.steps))
    result.forth, result.back = map(_best, runs.values())
    return result


@dataclass
class Visit:
    """One visit, in milliseconds from the page's first byte, and from asking for it."""

    board: float
    board_since_asked: float
    usable: float
    worked: float
    """By the main thread until the first board."""
    steps: int


def _visit(browser: Browser, address: str) -> Visit:
    with _page(browser) as page:
        clock = Clock(page)
        page.add_init_script(BOARD)
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => window.firstBoard !== undefined")
        worked = clock.now("TaskDuration")
        page.wait_for_selector(".viewer[data-ready]")
        board, since_asked, usable = page.evaluate(TIMES)
        return Visit(board, since_asked, usable, worked, _steps(page))


def _steps(page: Page) -> int:
    return int(page.locator(".viewer-scrubber").get_attribute("max") or 0)


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    try:
        yield context.new_page()
    finally:
        context.close()


def chessground(browser: Browser, folder: Path, moves: int, rounds: int) -> Figures:
    """The peer. OSError or CalledProcessError if npm cannot fetch it."""
    command = ["npm", "pack", "--silent", CHESSGROUND, "--pack-destination", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=folder)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    package = folder / "package"
    result = Figures(CHESSGROUND, moves)
    with _page(browser) as page:
        page.route("**/*", lambda route: _answer(route, package))
        page.goto("http://chess.test/")
        page.evaluate(CHESS, moves)
        clock = Clock(page)
        every = -(-moves // MOST_STEPS)
        places = range(1, moves + 1, every)
        forth = [[clock.cost(f"at({place})") for place in places] for _ in range(rounds)]
        back = [[clock.cost(f"at({place})") for place in reversed(places)] for _ in range(rounds)]
    result.forth, result.back = _best(forth), _best(back)
    loaded = [*package.glob("dist/*.js"), package / "assets" / "chessground.base.css"]
    result.scripts = sum(len(gzip.compress(file.read_bytes())) for file in loaded if not file.name.endswith(".min.js"))
    return result


def _answer(route: Route, package: Path) -> None:
    path = route.request.url.removeprefix("http://chess.test/")
    if not path:
        route.fulfill(body=CHESS_PAGE, content_type="text/html")
    else:
        route.fulfill(path=package / path)


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds",
        type=int,
        default=3,
        help="visits of each page, and times each match is stepped through (default: 3)",
    )
    parser.add_argument("--game", choices=engine.games(), help="one game alone")
    parser.add_argument("--no-peers", action="store_true", help="without chessground")
    given = parser.parse_args()
    with TemporaryDirectory() as made:
        folder = Path(made)
        database = Database(f"sqlite:///{folder}/arena.db")
        upgrade(database)
        matches = longest_matches(database, [given.game] if given.game else engine.games())
        database.close()
        print(HEAD)
        with chromium() as browser, redis_server(folder / "redis") as redis:
            site = Served(folder, redis, web_keep_seconds=0)
            try:
                for game, match_id in matches.items():
                    print(measured(browser, site, game, match_id, given.rounds).row(), flush=True)
            finally:
                site.end()
            if not given.no_peers:
                (folder / "peer").mkdir()
                try:
                    print(chessground(browser, folder / "peer", 300, given.rounds).row())
                except (OSError, subprocess.SubprocessError) as error:
                    print(f"skipped {CHESSGROUND}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
