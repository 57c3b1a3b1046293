"""A plausible past of an arena, of any size: people, bots, ladders, and rated matches whose ratings follow from their places.

A few matches of every ladder are really played by house bots; the others repeat them: the same moves and scores, other players.
Who wins depends on how strong a bot is, some bots play much more than others, and the last months saw it all. The same seed
gives the same history. `load` writes it in bulk: COPY where the database is PostgreSQL.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import orjson
from sqlalchemy import Table, insert, text
from sqlalchemy.orm import Session

import engine
from arena.db.database import Base, Database, utcnow
from arena.matches import MatchSpec
from arena.matches.spec import commitment
from arena.names import folded
from arena.ratings import elo
from arena.ratings.results import from_seats
from arena.replays import SigningKey, packed
from arena.worker.house_bots import play_house
from engine.core.options import plain

LADDERS = (("yokohama", 4), ("iki", 2), ("nippon", 3), ("zaibatsu", 2), ("iki", 4), ("nippon", 2))
HOUSE = {"shinobi": "greedy", "ronin": "greedy:noise=0.3", "kappa": "greedy:noise=0.6", "tanuki": "random"}
STRENGTHS = ("greedy", "greedy:noise=0.3", "greedy:noise=0.6", "random")
DAYS = 120
"""How far the history goes back."""
NAMES = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))
LANGUAGES = ("python", "python", "python", "rust", "go", "node", "c++", "java", "kotlin")


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was really played."""

    outcome: dict[str, Any]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    think_ms: tuple[int, ...]
    decisions: int
    digest: str
    replay: bytes
    options: dict[str, Any]
    rules_version: int


@dataclass
class Size:
    """How much of everything."""

    bots: int = 1000
    matches: int = 200_000
    replays: int = 4000
    """So many of the newest matches keep a replay: the file of each is kilobytes."""
    seed: int = 1


@dataclass
class Past:
    """What was made: ids to look at."""

    ladders: list[str] = field(default_factory=list)
    busy_bots: list[str] = field(default_factory=list)
    """Those that played most, the busiest first."""
    with_replay: list[int] = field(default_factory=list)
    """Matches, the newest first."""
    sets: list[int] = field(default_factory=list)


def samples(ladders: Sequence[tuple[str, int]], number: int, seed: int = 1) -> dict[tuple[str, int], list[Played]]:
    """Really play some matches of every ladder, between house bots of mixed strength."""
    chance, key = Random(seed), SigningKey.new()
    found: dict[tuple[str, int], list[Played]] = {}
    for (name, seats), turn in product(ladders, range(number)):
        game = engine.game(name)
        seed, hidden, salt = (chance.getrandbits(100) for _ in range(3))
        spec = MatchSpec(name, seats, seed=seed, hidden_seed=hidden, salt=f"{salt:032x}")
        # The best bot takes every seat in turn: histories need matches that any seat can win.
        record = play_house(
            spec, [STRENGTHS[0] if seat == turn % seats else chance.choice(STRENGTHS[2:]) for seat in range(seats)]
        )
        # House bots think in no time; people look at clocks.
        think = tuple(chance.randrange(2_000, 60_000) for _ in range(seats))
        options = plain(game.checked_options(seats, {}))
        made = Played(
            record.outcome.to_dict(),
            tuple(record.scores),
            tuple(record.places),
            think,
            len(record.decisions),
            record.digest,
            packed(record, key),
            options,
            game.rules_version,
        )
        found.setdefault((name, seats), []).append(made)
    return found


class Writing:
    """A history on its way into a database."""

    def __init__(self, size: Size, ladders: Sequence[tuple[str, int]] = LADDERS) -> None:
        self.size, self.ladders = size, ladders
        self.chance = Random(size.seed)
        self.now = utcnow().replace(microsecond=0)
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.past = Past()
        self.skill: dict[int, float] = {}
        self.busy: dict[int, float] = {}
        self.names: dict[int, str] = {}
        self.teams: dict[int, int] = {}
        self.entries: dict[int, dict[int, dict[str, Any]]] = {}
        """Season id, bot id: the row of the entry."""
        self._ladder_of: dict[int, tuple[str, int]] = {}

    def add(self, table: str, **row: Any) -> dict[str, Any]:
        if table in {"accounts", "teams", "bots"}:
            row["folded"] = folded(row["name"])
        self.rows.setdefault(table, []).append(row)
        return row

    def people(self) -> None:
        """Teams with one person each, their bots, and the house."""
        self.add("teams", id=1, name="house", house=True, created_at=self._ago(DAYS + 60))
        owners = max(3, self.size.bots // 3)
        for number in range(owners):
            made, name = self._ago(DAYS + self.chance.uniform(31, 60)), _spread(NAMES["places"], number)
            self.add("accounts", id=number + 1, name=name, password_hash=None, role="author", created_at=made)
            self.add("teams", id=number + 2, name=name, house=False, created_at=made)
            self.add("team_members", team_id=number + 2, account_id=number + 1, leader=True)
        for number, (name, house) in enumerate(self._bot_names(), start=1):
            self._bot(number, name, house, 1 if house else 2 + self.chance.randrange(owners))

    def _bot_names(self) -> Iterator[tuple[str, str | None]]:
        yield from HOUSE.items()
        plain_names = [f"{word}{manner}" for manner, word in product(NAMES["manners"], NAMES["nature"])]
        for number in range(self.size.bots - len(HOUSE)):
            yield _spread(plain_names, number), None

    def _bot(self, bot_id: int, name: str, house: str | None, team: int) -> None:
        made = self._ago(DAYS + self.chance.uniform(1, 30))  # before the first set
        language = "house" if house else self.chance.choice(LANGUAGES)
        seen = self._ago(self.chance.expovariate(0.3))
        self.add(
            "bots", id=bot_id, name=name, team_id=team, house=house, language=language, games=[],
            matches_at_once=self.chance.choice((1, 1, 2, 4)), open_to_challenges=house is not None, created_at=made,
            validated_at=made, last_seen_at=None if house else max(made, seen),
        )  # fmt: skip
        version = f"{self.chance.randrange(1, 4)}.{self.chance.randrange(10)}"
        self.add("bot_versions", id=bot_id, bot_id=bot_id, name="house" if house else version, first_seen_at=made)
        self.names[bot_id], self.teams[bot_id] = name, 0 if house else team
        self.skill[bot_id] = 1.6 - STRENGTHS.index(house) if house else self.chance.gauss(0, 1.1)
        self.busy[bot_id] = 1 / (1 + bot_id / 40)  # the longer here, the more it played

    def seasons(self) -> None:
        """A running open ladder for each game and size of table; everyone is in two or three."""
        for number, (game, seats) in enumerate(self.ladders, start=1):
            slug = f"{game}-{seats}-open"
            title = (
                f"{engine.game(game).title.split(':')[0] if game == 'iki' else engine.game(game).title}, {seats} seats"
            )
            self.add(
                "seasons", id=number, slug=slug, title=title, game=game, seats=seats, options={}, clock="standard",
                format="ladder", state="running", open_ladder=True, created_at=self._ago(DAYS + 60), seed="1",
            )  # fmt: skip
            self.past.ladders.append(slug)
            self.entries[number] = {}
        for bot_id in self.names:
            house = self.teams[bot_id] == 0
            chosen = self.entries if house else self.chance.sample(sorted(self.entries), min(2, len(self.entries)))
            for season in chosen:
                self._enter(season, bot_id)

    def _enter(self, season: int, bot_id: int) -> None:
        bot, game = self.rows["bots"][bot_id - 1], self.ladders[season - 1][0]
        if bot["house"] is None and game not in bot["games"]:
            bot["games"].append(game)
        joined = bot["created_at"]
        self.entries[season][bot_id] = self.add(
            "entries", id=len(self.rows.get("entries", ())) + 1, season_id=season, bot_id=bot_id, state="active",
            rating=elo.START, deviation=elo.WIDEST, sets_rated=0, joined_at=joined, last_set_at=None,
        )  # fmt: skip
        self._rated(self.entries[season][bot_id], None, elo.START, joined, "start")

    def _rated(self, entry: dict[str, Any], set_id: int | None, change: int, at: datetime, kind: str) -> None:
        """A line of the log: what a set has moved, and where the entry stands since."""
        number = len(self.rows.get("rating_log", ())) + 1
        self.add(
            "rating_log", id=number, season_id=entry["season_id"], set_id=set_id, bot_id=entry["bot_id"], kind=kind,
            ruling=0, change=change, rating=entry["rating"], deviation=entry["deviation"], at=at,
        )  # fmt: skip

    def matches(self, played: Mapping[tuple[str, int], Sequence[Played]]) -> None:
        """Set after set, until there are enough matches."""
        fields = {season: sorted(entries) for season, entries in self.entries.items()}
        weights = {season: [self.busy[bot] for bot in bots] for season, bots in fields.items()}
        set_id = match_id = 0
        while match_id < self.size.matches:
            set_id += 1
            season = 1 + (set_id * 7 + self.chance.randrange(2)) % len(self.ladders)
            game, seats = self.ladders[season - 1]
            table = self._table(fields[season], weights[season], seats)
            at = self._ago(DAYS * (1 - match_id / self.size.matches) ** 1.3 + 0.002)
            match_id = self._set(set_id, season, table, played[game, seats], match_id, at)
            if set_id % 97 == 0:
                self.past.sets.append(set_id)
        for row in self.rows["matches"][-self.size.replays :]:
            sample = played[self._ladder_of[row["set_id"]]][row.pop("sample")]
            digest = sha256(sample.replay).hexdigest()
            self.add("replays", match_id=row["id"], body=sample.replay, sha256=digest)
            self.past.with_replay.append(row["id"])
        for row in self.rows["matches"]:
            row.pop("sample", None)
        self.past.with_replay.reverse()
        counted: dict[int, int] = {}
        for seat in self.rows["match_seats"]:
            counted[seat["bot_id"]] = counted.get(seat["bot_id"], 0) + 1
        self.past.busy_bots = [self.names[bot] for bot in sorted(counted, key=lambda bot: -counted[bot])]

    def _table(self, bots: Sequence[int], weights: Sequence[float], seats: int) -> list[int]:
        """Somebody, and others of about the same strength; two bots of one owner never meet."""
        table = self.chance.choices(bots, weights)
        while len(table) < seats:
            near = self.chance.choices(bots, weights, k=6)
            near.sort(key=lambda bot: abs(self.skill[bot] - self.skill[table[0]]))
            fits = (
                bot
                for bot in near
                if bot not in table and self.teams[bot] not in {self.teams[one] or -1 for one in table}
            )
            table += list(fits)[:1]
        return table

    def _set(
        self, set_id: int, season: int, table: list[int], played: Sequence[Played], last: int, at: datetime
    ) -> int:
        game, seats = self.ladders[season - 1]
        self._ladder_of[set_id] = (game, seats)
        seed, done = self.chance.getrandbits(96), at + timedelta(minutes=4 * seats)
        self.add(
            "table_sets", id=set_id, season_id=season, kind="rated", state="done", game=game, seats=seats,
            rules_version=played[0].rules_version, options=played[0].options, clock="standard", seed=str(seed),
            house_only=False, created_at=at, done_at=done,
        )  # fmt: skip
        results = []
        for rotation in range(seats):
            sitting = [table[(seat + rotation) % seats] for seat in range(seats)]
            results.append(self._match(last + rotation + 1, set_id, rotation, sitting, played, at, seed))
        self._rate(season, set_id, results, done)
        return last + seats

    def _match(
        self,
        number: int,
        set_id: int,
        rotation: int,
        sitting: list[int],
        played: Sequence[Played],
        at: datetime,
        seed: int,
    ) -> tuple[list[str], tuple[int, ...]]:
        marks = [self.skill[bot] + self.chance.gauss(0, 0.8) for bot in sitting]
        wanted = [1 + sum(other > mark for other in marks) for mark in marks]
        far = [sum(abs(a - b) for a, b in zip(one.places, wanted, strict=True)) for one in played]
        which = self.chance.choice([one for one, away in enumerate(far) if away == min(far)])
        match, hidden = played[which], self.chance.getrandbits(96)
        begun = at + timedelta(minutes=4 * rotation, seconds=3)
        salt = f"{hidden:032x}"
        self.add(
            "matches", id=number, set_id=set_id, rotation=rotation, state="finished", attempt=1, hidden_seed=str(hidden),
            salt=salt, commitment=commitment(seed, hidden, salt), created_at=at, ready_at=at, started_at=begun,
            finished_at=begun + timedelta(minutes=3), decisions=match.decisions, outcome=match.outcome, digest=match.digest,
            sample=which,
        )  # fmt: skip
        for seat, bot in enumerate(sitting):
            fault = self.chance.random() < 0.004 and match.places[seat] == len(sitting)
            self.add(
                "match_seats", id=len(self.rows.get("match_seats", ())) + 1, match_id=number, seat=seat, bot_id=bot,
                version_id=bot, score=match.scores[seat], place=match.places[seat],
                verdict="timeout" if fault else "finished", think_ms=match.think_ms[seat],
            )  # fmt: skip
        return [str(bot) for bot in sitting], match.places

    def _rate(self, season: int, set_id: int, results: list[tuple[list[str], tuple[int, ...]]], at: datetime) -> None:
        result = from_seats(str(set_id), results)
        entries = {bot: self.entries[season][int(bot)] for bot in result.bots}
        points = {bot: entry["rating"] for bot, entry in entries.items()}
        moved = elo.changes(points, result)
        narrowed = elo.narrowed({bot: entry["deviation"] for bot, entry in entries.items()}, points, result)
        for bot, entry in entries.items():
            entry["rating"] += moved[bot]
            entry["deviation"] = narrowed[bot]
            entry["sets_rated"] += 1
            entry["last_set_at"] = at
            self._rated(entry, set_id, moved[bot], at, "set")

    def _ago(self, days: float) -> datetime:
        return self.now - timedelta(days=days)


def _spread(words: Sequence[str], number: int) -> str:
    """One of the words; from the second time on with a number behind it."""
    again, which = divmod(number, len(words))
    return words[which] if not again else f"{words[which]}-{again + 1}"


def write(database: Database, size: Size, played: Mapping[tuple[str, int], Sequence[Played]]) -> Past:
    """A whole history into an empty database."""
    writing = Writing(size, tuple(played))
    writing.people()
    writing.seasons()
    writing.matches(played)
    with database.write() as session:
        if not database.is_sqlite:
            session.execute(text("SET session_replication_role = replica"))  # the rows fit: no need to check each
        for table in Base.metadata.sorted_tables:
            load(session, table, writing.rows.get(table.name, []))
        if not database.is_sqlite:
            session.execute(text("SET session_replication_role = DEFAULT"))
    if not database.is_sqlite:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE"))
    return writing.past


def load(session: Session, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Many rows at once. What they leave out has the default of its column."""
    if not rows:
        return
    names = [column.name for column in table.columns if column.name in rows[0] or column.default is not None]
    filled = ({name: row[name] if name in row else _default(table, name) for name in names} for row in rows)
    if session.get_bind().dialect.name == "sqlite":
        chunk = [_typed(table, row) for row in filled]
        session.execute(insert(table), chunk)
        return
    _copy(session, table, names, filled)
    if "id" in names:
        session.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"))


def _default(table: Table, name: str) -> Any:
    default = table.columns[name].default
    assert default is not None
    return default.arg(None) if default.is_callable else default.arg


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Words as members of their enums, which SQLAlchemy wants."""
    kinds = {name: getattr(table.columns[name].type, "enum_class", None) for name in row}
    return {name: kinds[name](value) if kinds[name] and value is not None else value for name, value in row.items()}


def _copy(session: Session, table: Table, names: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    raw = session.connection().connection.cursor()
    columns = ", ".join(f'"{name}"' for name in names)
    with raw.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([_plain(value) for value in row.values()])


def _plain(value: Any) -> Any:
    return orjson.dumps(value).decode() if isinstance(value, dict | list) else value
