"""One module per question or board area; importing this package registers them all with asks.py."""

from engine.zaibatsu.phases import (
    choices,
    consolidation,
    develop,
    draft,
    factories,
    goods,
    invest,
    machines,
    markets,
    production,
    rewards,
    rounds,
    ships,
    trains,
    turn,
)

__all__ = [
    "choices",
    "consolidation",
    "develop",
    "draft",
    "factories",
    "goods",
    "invest",
    "machines",
    "markets",
    "production",
    "rewards",
    "rounds",
    "ships",
    "trains",
    "turn",
]
