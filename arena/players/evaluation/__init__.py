"""How good a position is for each seat: expected final points, and from them a share of winning.

`arena/players/evaluation/<game>.py` names the features of a game and reads them off a position; `<game>.toml` beside it holds their
weights, in points at the start and at the end of a match (in between they change evenly). `tools/tune_evaluation.py` fits
them to self-play. A game without such a module is judged by its standing alone.

Positions are read as they are, hidden parts included: give it redrawn ones (`Decision.determinize`).
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, cast

from arena.players.evaluation.weighing import AS_SEEN, PLAIN, Evaluation, Features, LuckFactor

__all__ = ["AS_SEEN", "Evaluation", "Features", "LuckFactor", "evaluation_of", "luck_line", "with_weights"]


@cache
def evaluation_of(game: str) -> Evaluation:
    """The evaluation of a game, with the weights of its file."""
    name = f"{__name__}.{game}"
    if not game.isidentifier() or find_spec(name) is None:
        return Evaluation(PLAIN, (), (), (10.0, 10.0))
    features = cast(Features, import_module(name).FEATURES)
    return with_weights(features, tomllib.loads(files(__name__).joinpath(f"{game}.toml").read_text("utf-8")))


def with_weights(features: Features, table: Mapping[str, Any]) -> Evaluation:
    """An evaluation from the tables of a weight file; KeyError names a feature without a weight."""
    pairs = [table["weights"][name] for name in features.names]
    early, late = table["spread"]
    once, later = (LuckFactor(*factor) for factor in table["luck"]) if "luck" in table else AS_SEEN
    first, last = (tuple(pair[at] for pair in pairs) for at in (0, 1))
    return Evaluation(features, first, last, (early, late), (once, later))


def luck_line(luck: Sequence[LuckFactor]) -> str:
    """The factors of luck as a line of the weight file."""
    rows = (f"[{factor.deal:.2f}, {factor.early:.2f}, {factor.late:.2f}]" for factor in luck)
    return f"luck = [{', '.join(rows)}]"
