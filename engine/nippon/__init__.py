"""Nippon (2015): industrialists of the Meiji era build factories, railways and shipping lines."""

from typing import Final

from engine.core.game import Game
from engine.core.options import Choice
from engine.nippon import encode
from engine.nippon.actions import GAME_NAME, VOCABULARY
from engine.nippon.restore import fill, restore
from engine.nippon.setup import start

GAME: Final = Game(
    name=GAME_NAME,
    title="Nippon",
    seats=range(2, 5),
    rules_version=1,
    summary=(
        "Each turn you take a worker from one of five spaces and do an action under it: build a factory, raise knowledge "
        "or coal mines, buy machines, produce, export, build trains or ships, or place influence in a local market. Six "
        "workers fill your board; then, or before, you consolidate: take the income of your tracks, perhaps a reward "
        "that multiplies one of nine achievements, and pay wages for every colour of worker. Three times the regions "
        "are scored by influence; at the end the achievements are. Most points win."
    ),
    options={
        "consolidation_workers": Choice(
            ("bag", "rows"), "bag", "where workers go after a consolidation: to the bag, or into gaps of the rows first"
        ),
        "two_player_row_size": Choice(
            (2, 3), 2, "workers per waiting row with two players (no effect with three or four)"
        ),
    },
    vocabulary=VOCABULARY,
    start=start,
    restore=restore,
    fill=fill,
    progress="turns",
    open_points="points",
    typical_decisions={2: 64, 3: 63, 4: 65},
    most_decisions=92,
    encoding_version=encode.VERSION,
)
