"""Effects of Nippon: Zaibatsu as positions and notation name them (`track_rnd_2`, `may_lenses_2a`), in words."""

import re

TRACKS = {"rnd": "R&D", "mines": "Mines", "finance": "Finance"}
PATTERNS = (
    (r"gain_(\w+)_(\d)", r"\2 \1"),
    (r"track_(\w+?)_(\d).*", r"\1 +\2"),
    (r"points_(\d)", r"\1 points"),
    (r"influence_(\d)", r"influence token \1"),
    (r"stored_coal_(\d)", r"\1 coal that stay"),
    (r"service_any_times_2", "any service twice"),
    (r"service_any", "any service"),
    (r"service_red_or_white", "the red or white service"),
    (r"service_worker", "the service of the hired worker"),
    (r"service_expert", "the service of the expert"),
    (r"service_by_favour_(\w+?)_(\w+)", r"the \2 service by the favour on \1"),
    (r"services_reached_(\w+)", r"the services reached on \1"),
    (r"service_(\w+)", r"the \1 service"),
    (r"goods_here_(\d)_(\w+)", r"\1 good in \2"),
    (r"goods_distinct_factories_(\d)", r"a good in each of \1 factories"),
    (r"goods_each_producer_(\d)", "a good in each factory that produced"),
    (r"per_production_iron_(\d)", r"\1 iron per production"),
    (r"region_bonus", "the bonus of a region"),
    (r"produce_same_factory", "a production there"),
    (r"may_(\w+)", r"the offer of \1"),
    (r"build_ship_or_machine_or_train", "a free ship, machine or train"),
    (r"build_(ship|machine|train).*", r"a free \1"),
    (r"money_per_machine", "money for machines"),
    (r"points_per_factory_type", "points for types of factory"),
    (r"points_per_.*", "points for thresholds"),
)
"""Patterns of names, tried in this order, and their words."""


def effect_words(name: str) -> str:
    """The effect in words; its name without underscores if no pattern fits."""
    for pattern, words in PATTERNS:
        matched = re.fullmatch(pattern, name)
        if matched:
            return _spelled(matched.expand(words))
    return name.replace("_", " ")


def tile_words(name: str) -> str:
    """A factory as people write it: "cotton 1A" for `cotton_1a`."""
    return re.sub(r"\d[ab]$", lambda end: end[0].upper(), name.replace("_", " "))


def _spelled(words: str) -> str:
    named = re.sub(r"\w*_\d[ab]$", lambda found: tile_words(found[0]), words)
    spelled = re.sub(r"\b(rnd|mines|finance)\b", lambda found: TRACKS[found[0]], named)
    return re.sub(r"^2 good\b", "2 goods", spelled)
