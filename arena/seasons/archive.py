"""A season as a folder that needs no server: tables, results, rulings, replays, checksums and a page to begin with."""

import csv
import gzip
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, visible_sets
from arena.db.database import utcnow
from arena.db.models import Match, ReplayFile, SeasonStage, SetState, TableSet
from arena.errors import Conflict
from arena.seasons import league_queries, stage_data
from arena.seasons.queries import ChampionLine, champions
from arena.seasons.results import COLUMNS, plain_row, seat_results
from arena.seasons.tables import DivisionTable, StageTables, TableLine, as_frozen, figure
from arena.text import cell

SUMS = "SHA256SUMS"
Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Archived:
    """What an archive holds."""

    path: Path
    stages: int
    matches: int
    replays: int
    keys: tuple[str, ...]
    """Public keys that signed the replays."""


def export(session: Session, who: Viewer, slug: str, path: Path, note: Note = lambda _: None) -> Archived:
    """Write the archive. *path* must be new or empty; it is there whole, or not at all. Conflict or NotFound otherwise."""
    facts = league_queries.facts(session, who, slug)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise Conflict(f"{path} exists and is not an empty folder: an archive never overwrites")
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=".arena-season-"))
    try:
        done = _write(session, who, facts, folder, note)
        _sums(folder)
        folder.chmod(0o755)
        if path.exists():
            path.rmdir()
        folder.rename(path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Archived(path, *done)


def zipped(session: Session, who: Viewer, slug: str) -> IO[bytes]:
    """The archive as one file, which is gone once it is closed. Replays are compressed already and stored as they are."""
    with ExitStack() as unless_refused:
        file = unless_refused.enter_context(tempfile.TemporaryFile())
        with tempfile.TemporaryDirectory(prefix="arena-season-") as made, ZipFile(file, "w", ZIP_DEFLATED) as packed:
            folder = Path(made) / slug
            export(session, who, slug, folder)
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    packed.write(path, path.relative_to(made), ZIP_STORED if path.suffix == ".gz" else ZIP_DEFLATED)
        unless_refused.pop_all()
    file.seek(0)
    return file


def _write(
    session: Session, who: Viewer, facts: league_queries.Facts, folder: Path, note: Note
) -> tuple[int, int, int, tuple[str, ...]]:
    stages = [
        (stage, league_queries.tables(session, facts, stage)) for stage in facts.stages if stage.started_at is not None
    ]
    rulings = league_queries.rulings(session, who, facts.row.id)
    won = champions(session, who, season_id=facts.row.id)
    note("tables")
    _json(folder / "season.json", _season(session, facts, won))
    _json(folder / "standings.json", [_stage(stage, tables) for stage, tables in stages])
    lines = [row for stage, tables in stages for row in _standing_rows(stage, tables)]
    _csv(folder / "standings.csv", list(lines[0]) if lines else ["stage"], lines)
    met = [row for stage, tables in stages for row in _crosstable_rows(stage, tables)]
    _csv(folder / "crosstable.csv", ["stage", "division", "bot", "opponent", "matches", "share_ahead"], met)
    whole = league_queries.whole(session, facts, {stage.number: tables for stage, tables in stages})
    final = [row for number, lines in whole.items() for row in _overall_rows(facts, number, lines)]
    _csv(folder / "overall.csv", list(final[0]) if final else ["place"], final)
    _json(folder / "overall.json", final)
    byes = [row for stage, _ in stages for row in _bye_rows(session, facts, stage)]
    _csv(folder / "byes.csv", ["stage", "round", "bot", "matches", "points"], byes)
    _json(folder / "byes.json", byes)
    _json(folder / "rulings.json", [asdict(ruling) for ruling in rulings])
    note("results")
    results = [plain_row(result) for result in seat_results(session, who, facts.row.id)]
    _csv(folder / "results.csv", COLUMNS, results)
    _json(folder / "results.json", results)
    note("replays")
    replays, keys = _replays(session, who, facts.row.id, folder / "replays")
    _page(folder / "index.html", facts, stages, whole, rulings, won, replays, keys)
    return len(stages), len({row["match"] for row in results}), replays, keys


def _season(session: Session, facts: league_queries.Facts, won: Sequence[ChampionLine]) -> dict[str, Any]:
    row = facts.row
    return {
        "season": row.slug,
        "title": row.title,
        "league": row.league,
        "number": row.number,
        "game": row.game,
        "seats": row.seats,
        "options": row.options,
        "clock": row.clock,
        "state": row.state.value,
        "time_zone": row.time_zone,
        "points": facts.points,
        "bye_points": facts.bye_points,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "stages": [
            {"number": stage.number, "name": stage.name, "format": stage.format, "state": stage.state.value}
            for stage in facts.stages
        ],
        "divisions": [{"number": division.number, "name": division.name} for division in facts.divisions],
        "entries": [asdict(entry) for entry in league_queries.entries(session, row.id)],
        "champions": [asdict(champion) for champion in won],
    }


def _stage(stage: SeasonStage, tables: StageTables) -> dict[str, Any]:
    return {
        "stage": stage.name,
        "format": stage.format,
        "frozen_at": tables.frozen_at,
        "final": tables.final,
        "divisions": [
            {
                "number": table.number,
                "name": table.name,
                "standings": [asdict(line) for line in table.lines],
                "rounds": table.rounds,
                "progress": {
                    line.bot: [{"points": points, "place": place} for points, place in table.progress[line.entry]]
                    for line in table.lines
                    if line.entry in table.progress
                },
            }
            for table in tables.divisions
        ],
    }


def _standing_rows(stage: SeasonStage, tables: StageTables) -> Iterable[dict[str, Any]]:
    for table in tables.divisions:
        for line in table.lines:
            yield {"stage": stage.name, "division": table.name or table.number, **_flat(asdict(line))}


def _overall_rows(facts: league_queries.Facts, number: int, lines: Sequence[TableLine]) -> Iterable[dict[str, Any]]:
    """The whole season: a bot that reached a later stage is above all that did not."""
    names = {division.number: division.name for division in facts.divisions}
    for place, line in enumerate(lines, 1):
        yield {
            "division": names.get(number) or number,
            "place": place,
            "bot": line.bot,
            "team": line.team,
            "withdrawn": line.withdrawn,
        }


def _bye_rows(session: Session, facts: league_queries.Facts, stage: SeasonStage) -> Iterable[dict[str, Any]]:
    names = {entry.id: entry.bot for entry in league_queries.entries(session, facts.row.id)}
    for bye in stage_data.byes(session, stage.id, as_frozen(stage, facts.role, utcnow())):
        yield {
            "stage": stage.name,
            "round": bye.round,
            "bot": names.get(int(bye.entry), ""),
            "matches": bye.matches,
            "points": round(float(facts.bye_points * bye.matches), 4),
        }


def _flat(line: dict[str, Any]) -> dict[str, Any]:
    return {name: round(float(value), 4) if isinstance(value, Fraction) else value for name, value in line.items()}


def _crosstable_rows(stage: SeasonStage, tables: StageTables) -> Iterable[dict[str, Any]]:
    for table in tables.divisions:
        names = {line.entry: line.bot for line in table.lines}
        for entry, met in table.crosstable.items():
            for other, (matches, share) in met.items():
                yield {
                    "stage": stage.name,
                    "division": table.name or table.number,
                    "bot": names[entry],
                    "opponent": names.get(other, other),
                    "matches": matches,
                    "share_ahead": round(float(share), 4),
                }


def _replays(session: Session, who: Viewer, season_id: int, folder: Path) -> tuple[int, tuple[str, ...]]:
    """Write every open replay, a few in memory at a time. Returns their number and the keys that signed them."""
    folder.mkdir()
    keys: set[str] = set()
    count = 0
    rows = session.execute(
        select(ReplayFile.match_id, ReplayFile.body)
        .join(Match, Match.id == ReplayFile.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(TableSet.season_id == season_id, TableSet.state == SetState.DONE, visible_sets(who))
        .order_by(ReplayFile.match_id)
        .execution_options(yield_per=20)
    )
    for row in rows:
        (folder / f"match-{row.match_id}.replay.gz").write_bytes(row.body)
        keys.add(json.loads(gzip.decompress(row.body))["signature"]["public_key"])
        count += 1
    return count, tuple(sorted(keys))


def _page(
    path: Path,
    facts: league_queries.Facts,
    stages: Sequence[tuple[SeasonStage, StageTables]],
    whole: Mapping[int, Sequence[TableLine]],
    rulings: Sequence[league_queries.RulingLine],
    won: Sequence[ChampionLine],
    replays: int,
    keys: Sequence[str],
) -> None:
    from jinja2 import Environment, PackageLoader

    pages = Environment(loader=PackageLoader("arena.seasons", ""), autoescape=True, trim_blocks=True)
    pages.filters["figure"] = figure
    text = pages.get_template("archive.html").render(
        season=facts.row,
        points=facts.points,
        stages=stages,
        whole=whole,
        division_names={division.number: division.name for division in facts.divisions},
        rulings=rulings,
        champions=won,
        replays=replays,
        keys=keys,
        made=utcnow(),
        ahead=_ahead,
    )
    path.write_text(text, "utf-8")


def _ahead(table: DivisionTable, entry: str, other: str) -> str:
    met = table.crosstable.get(entry, {}).get(other)
    return "" if met is None else f"{round(100 * met[1])} %"


def _json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1, default=_plain, ensure_ascii=False) + "\n", "utf-8")


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _csv(path: Path, columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(
            {name: cell(value) if isinstance(value, str) else value for name, value in row.items()} for row in rows
        )


def _sums(folder: Path) -> None:
    """Checksums of all files in the form that `sha256sum -c` reads."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    lines = [f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n" for file in files]
    (folder / SUMS).write_text("".join(lines), "utf-8")
