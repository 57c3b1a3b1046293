"""Nippon: Zaibatsu, for 1 to 4 players. README.md lists the files; docs/rules/zaibatsu.md has the rules."""

from typing import Final

from engine.core.game import Game
from engine.zaibatsu import encode, restore, setup
from engine.zaibatsu.actions import GAME_NAME, VOCABULARY

GAME: Final = Game(
    name=GAME_NAME,
    title="Nippon: Zaibatsu",
    seats=range(1, 5),
    rules_version=2,
    summary=(
        "Each player runs a conglomerate of the Meiji era. A turn hires one of the workers on five spaces for one of nine actions, "
        "or consolidates: take a favour for a personal objective, collect services and income, and pay wages for every "
        "colour hired. Research, mines and finance pay income and bonuses; factories, machines and coal make goods; goods deliver "
        "influence to eight markets in four regions, or buy finance and contracts; ships upgrade services, trains strengthen regions. "
        "Regions are scored three times against rivals and foreign companies; favours score the developed board at the end. "
        "Alone, you play against an automa and must reach solo objectives."
    ),
    options=setup.OPTIONS,
    vocabulary=VOCABULARY,
    start=setup.start,
    restore=restore.restore,
    fill=restore.fill,
    check=setup.check,
    progress="round",
    open_points="score",
    typical_decisions={1: 81, 2: 77, 3: 68, 4: 73},
    encoding_version=encode.VERSION,
)
