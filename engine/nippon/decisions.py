"""Everything the game asks a player, in the order of play. rules.py names the functions of each decision."""

from engine.core.labels import Labelled


class Decision(Labelled):
    """The kinds of decision, with the names that positions show."""

    TURN = "turn"  # a worker with its action, a step for blueprints, or consolidation
    STEPS = "steps"  # how many steps on the track of the action
    FACTORY = "factory"
    MACHINE = "machine"
    PRODUCE = "produce"
    CONTRACT = "contract"
    CONTRACT_GOOD = "contract_good"  # which good pays the next quantity
    PLACE = "place"  # the region of a train or ship
    MARKET_SLOT = "market_slot"
    MARKET_COUNT = "market_count"  # how many goods
    MARKET_RETURN = "market_return"  # which of the lowest tiles leaves
    REWARD = "reward"
    ACHIEVEMENT = "achievement"  # where the reward tile goes
    GOODS_TO = "goods_to"  # which factory gets a good of bulbs 1
    END = "end"  # steps for blueprints at the end of the last turn
    OVER = "over"  # asks nothing: the match has ended


class Piece(Labelled):
    """What a PLACE decision puts on the map."""

    TRAIN = "train"
    SHIP = "ship"
