"""IKI, a game of Edo artisans (UTSUROI 2015, rules v2.0)."""

from typing import Final

from engine.core.game import Game
from engine.core.options import Subset
from engine.iki import encode, restore, setup
from engine.iki.actions import GAME_NAME, VOCABULARY
from engine.iki.cards import NAMES, PROMOS

GAME: Final = Game(
    name=GAME_NAME,
    title="IKI: a game of Edo artisans",
    seats=range(2, 5),
    rules_version=1,
    summary=(
        "A year in the market streets of Edo. Each month the players choose how far their oyakata will walk, which also sets the "
        "turn order; then each hires an artisan or takes 4 mon, walks around the ring of eight stalls, and trades with the stall "
        "and with one artisan there. Artisans gain experience when others trade with them and when their employer completes a "
        "lap; the most experienced retire and go on paying. Every season they want rice, neighbours of the same trade bring "
        "IKI, and three times a year fire sweeps through one row of houses. Types of artisans, fish, tobacco, buildings and "
        "savings score after New Year; the most IKI wins."
    ),
    options={
        "promos": Subset(
            names=tuple(NAMES[card] for card in PROMOS),
            default=(),
            help="promo artisans shuffled into the decks of their seasons",
        ),
    },
    vocabulary=VOCABULARY,
    start=setup.start,
    restore=restore.restore,
    fill=restore.fill,
    short_title="IKI",
    progress="month",
    open_points="iki",
    typical_decisions={2: 66, 3: 54, 4: 52},
    most_decisions=78,
    encoding_version=encode.VERSION,
)
