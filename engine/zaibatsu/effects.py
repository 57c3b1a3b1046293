"""What an effect is: a value made once, that waits in the set of Z-GEN-3 until it is carried out.

grammar.py makes effects from the data; resolve.py names the function that carries each one out.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.core.labels import Labelled

Price: TypeAlias = tuple[tuple[str, int], ...]
"""What is paid, and how much of it."""


class Verb(Labelled):
    """What an effect does."""

    GAIN = "gain"
    POINTS = "points"
    STORED_COAL = "stored_coal"
    GOODS_HERE = "goods_here"
    GOODS_EACH_PRODUCER = "goods_each_producer"
    GOODS_DISTINCT_FACTORIES = "goods_distinct_factories"
    TRACK = "track"
    INFLUENCE = "influence"
    SERVICE = "service"
    SERVICE_ONE_OF = "service_one_of"
    SERVICE_WORKER = "service_worker"
    SERVICE_EXPERT = "service_expert"
    BUILD = "build"
    BUILD_ONE_OF = "build_one_of"
    PRODUCE_SAME_FACTORY = "produce_same_factory"
    MAY = "may"
    PER_PRODUCTION = "per_production"
    REGION_BONUS = "region_bonus"
    SERVICE_BY_FAVOUR = "service_by_favour"
    SERVICES_REACHED = "services_reached"
    MONEY_PER_MACHINE = "money_per_machine"
    POINTS_PER_FACTORY_TYPE = "points_per_factory_type"
    POINTS_PER_THRESHOLD = "points_per_threshold"
    POINTS_PER_LOW_THRESHOLD = "points_per_low_threshold"
    FREE_PRODUCTION = "free_production"  # bento 4B: the production action looks for it (Z-FAC-5)
    KEEP_ON_CONSOLIDATION = "keep_on_consolidation"  # paper 3B: the consolidation looks for it (Z-FAC-2)
    TRAIN_INFLUENCE = "train_influence"  # lenses 5A: the influence scoring looks for it (Z-FAC-16)


@dataclass(slots=True, eq=False)
class Effect:
    """One effect token. Two are equal only if they are the same object."""

    name: str
    verb: Verb
    choice: bool = False
    """Whether its owner always has something to choose: then the owner also orders the waiting effects."""
    what: int = 0
    """What it concerns: a resource, track, colour, row or objective, depending on the verb."""
    amount: int = 0
    limit: int = 0
    kinds: tuple[int, ...] = ()
    """The alternatives of an `a|b`, or the rows and tracks that count."""
    tile: int = -1
    """The factory it is printed on, where that matters."""
    must: bool = False
    """A build that may not be declined (Z-DEC-1)."""
    variant: str = ""
    price: Price = ()
    inner: "Effect | None" = None
    """What is bought with the price, or done several times."""
    then: "Effect | None" = None
    """What joins the set once this is done."""
