"""Yokohama (Hisashi Hayashi), 2 to 4 players, in two editions with two mini-expansions. docs/rules/yokohama.md has the rules."""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import InvalidOption
from engine.core.game import Game
from engine.core.options import Choice, Flag, Value
from engine.yokohama import encode, restore, setup
from engine.yokohama.actions import GAME_NAME, VOCABULARY

EXPANSIONS_EDITION: Final = "synapses2024"


def check(_seats: int, options: Mapping[str, Value]) -> None:
    """The mini-expansions belong to the 2024 edition."""
    for name in ("mini_expansion_1", "mini_expansion_2"):
        if options[name] and options["edition"] != EXPANSIONS_EDITION:
            raise InvalidOption(
                f"option {name} of {GAME_NAME} needs edition={EXPANSIONS_EDITION}; got edition={options['edition']}"
            )


GAME: Final = Game(
    name=GAME_NAME,
    title="Yokohama",
    seats=range(2, 5),
    rules_version=1,
    summary=(
        "Merchants in Yokohama at the start of the Meiji era. Each turn you place assistants in areas of the town, walk your "
        "president over your own assistants, and act where it stops: the more pieces you have there, the stronger the action. "
        "Gather goods for foreign orders, buy technologies, build shops and trading houses, give to the Church and pay at "
        "Customs. Once someone triggers the end, the round is finished and one more is played. Most points win."
    ),
    options={
        "edition": Choice(("okazu", EXPANSIONS_EDITION), "okazu", "which edition's rules"),
        "mini_expansion_1": Flag(default=False, help="objective rewards for all three achievements (2024 edition)"),
        "mini_expansion_2": Flag(default=False, help="five-power tokens with independent agents (2024 edition)"),
    },
    vocabulary=VOCABULARY,
    start=setup.start,
    restore=restore.restore,
    fill=restore.fill,
    check=check,
    progress="round",
    open_points="vp",
    typical_decisions={2: 80, 3: 74, 4: 159},
    most_decisions=308,
    encoding_version=encode.VERSION,
)
