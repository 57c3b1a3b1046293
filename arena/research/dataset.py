"""Data sets: the decisions of replays as Parquet files, one for each game and seat count, with a datasheet and checksums.

A row is one decision of one seat, as that seat saw it: the encoded position, the numbers of the legal actions, the one that was
chosen, and how the match ended for the seat. The layout of the encoding is in the file's own metadata.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
from pyarrow import parquet

import engine
from arena.errors import Invalid
from arena.replays import Replay, positions

ROWS = 4096
"""Decisions that are kept in memory before they are written."""


class Dataset:
    """A folder that is being written. Use it as a context: the datasheet and the checksums are written at its end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.decisions: dict[str, int] = {}
        """By file: how many were written."""
        self.matches: dict[str, int] = {}
        self._writers: dict[str, parquet.ParquetWriter] = {}

    def __enter__(self) -> Self:
        if self.folder.exists() and any(self.folder.iterdir()):
            raise Invalid(f"{self.folder} is not empty; a data set needs its own folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        for writer in self._writers.values():
            writer.close()
        if self._writers:
            self._describe()

    def add(self, replay: Replay) -> None:
        """Write every decision that a bot made itself. OldRules if the rules have changed since."""
        game, seats = engine.game(replay.game), replay.spec.seats
        if not game.encoding_version:
            raise Invalid(f"{game.name} has no encoding, so its matches cannot be in a data set")
        name = f"{game.name}-{seats}.parquet"
        schema = schema_of(game, seats)
        if name not in self._writers:
            self._writers[name] = parquet.ParquetWriter(self.folder / name, schema, compression="zstd")
            self.decisions[name] = self.matches[name] = 0
        for rows in _chunks(_decisions(replay)):
            self._writers[name].write_table(pa.Table.from_pylist(rows, schema))
            self.decisions[name] += len(rows)
        self.matches[name] += 1

    def _describe(self) -> None:
        lines = [DATASHEET]
        for name, decisions in sorted(self.decisions.items()):
            lines.append(f"| {name} | {self.matches[name]:,} | {decisions:,} |")
        (self.folder / "README.md").write_text("\n".join(lines) + "\n", "utf-8")
        sums = (f"{sha256((self.folder / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(self.decisions))
        (self.folder / "SHA256SUMS").write_text("".join(sums), "utf-8")


def schema_of(game: engine.Game, seats: int) -> pa.Schema:
    """The columns, with the layout of the encoding as metadata."""
    layout = game.layout(seats)
    metadata = {
        "game": game.name,
        "seats": str(seats),
        "rules_version": str(game.rules_version),
        "encoding_version": str(layout.version),
        "layout": json.dumps([field._asdict() for field in layout.fields]),
        "actions": json.dumps([action.text for action in game.vocabulary]),
    }
    columns = [
        ("match", pa.string()),
        ("number", pa.uint32()),
        ("seat", pa.uint8()),
        ("observation", pa.list_(pa.int16(), layout.length)),
        ("legal", pa.list_(pa.uint16())),
        ("action", pa.uint16()),
        ("think_ms", pa.uint32()),
        ("score", pa.int32()),
        ("place", pa.uint8()),
    ]
    return pa.schema(columns, metadata)


def _decisions(replay: Replay) -> Iterator[dict[str, Any]]:
    game = engine.game(replay.game)
    match = replay.spec.match_id or replay.hash[:16]
    for number, (move, state) in enumerate(zip(replay.decisions, positions(replay), strict=False)):
        if move.by_stand_in:
            continue
        yield {
            "match": match,
            "number": number,
            "seat": move.seat,
            "observation": np.frombuffer(state.encode(move.seat), np.int16),
            "legal": sorted(action.id for action in state.legal_actions()),
            "action": game.parse(move.action).id,
            "think_ms": move.think_ms,
            "score": replay.scores[move.seat],
            "place": replay.places[move.seat],
        }


def _chunks(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    chunk: list[dict[str, Any]] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == ROWS:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


DATASHEET = """\
# Decisions of Meiji Arena matches

One Parquet file for each game and seat count; a row is a decision that a bot made itself (choices of stand-ins after a fault are left out).

| column | meaning |
|---|---|
| match, number | the match, and the decision in it from 0; forced choices are not decisions |
| seat | who decided |
| observation | what that seat knew, as numbers; the metadata `layout` of the file names each, player 0 is the seat itself |
| legal | the numbers of the legal actions, rising; the metadata `actions` has their notation |
| action | the number of the action that was chosen |
| think_ms | how long the bot thought, by the arena's clock |
| score, place | how the match ended for that seat; the place counts faults, the score does not |

Nothing in a row was hidden from its seat when it decided. Files hold no names of bots or owners. `SHA256SUMS` has the checksums.

| file | matches | decisions |
|---|---:|---:|"""
