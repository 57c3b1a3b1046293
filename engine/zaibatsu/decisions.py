"""Everything the game asks a player, in the order of play. rules.py names the functions of each decision."""

from engine.core.labels import Labelled


class Decision(Labelled):
    """The kinds of decision, with the names that positions show."""

    START_PAIR = "start_pair"  # the draft (Z-SETUP-8)
    OLD_FACTORY_SIDE = "old_factory_side"
    BAG_WORKER = "bag_worker"
    TURN = "turn"  # hire a worker for an action, or consolidate
    STEPS = "steps"  # how many steps of R&D or Mines
    FACTORY = "factory"
    MACHINE = "machine"
    PRODUCE = "produce"
    SHIP = "ship"
    TRAIN_REGION = "train_region"
    TRAIN_SLOT = "train_slot"
    BUILD_PICK = "build_pick"  # which kind of piece (clocks 1B)
    REGION = "region"  # which region's bonus (Z-FAC-8)
    MARKET_SLOT = "market_slot"
    MARKET_COUNT = "market_count"  # how many goods
    MARKET_RETURN = "market_return"  # which of the lowest tokens leaves
    MARKET_GAIN = "market_gain"  # the region's bonus, or points
    GOODS_FROM = "goods_from"  # which factory pays the next good
    INVEST_GOOD = "invest_good"
    INVEST_USE = "invest_use"  # finance or a contract
    MODIFIER = "modifier"  # a last modifier, after all activations
    SERVICE = "service"  # which colour
    WHITE = "white"  # R&D or Mines
    MAY = "may"  # whether to take a paid offer
    GOODS_TO = "goods_to"  # which factory gets a good of bulbs 1A
    ORDER = "order"  # which waiting effect comes next
    FAVOUR = "favour"  # the consolidation: the level of a favour
    OBJECTIVE = "objective"  # where the favour goes
    KEEP = "keep"  # how much coal stays (paper 3B)
    WAGE_SILK = "wage_silk"  # how much silk to change before wages
    SHARED_REWARD = "shared_reward"
    NONE = "none"  # asks nothing: an effect or the phase goes on


class Phase(Labelled):
    """The parts of a match. Once no decision is pending and no effect waits, the phase takes its next step."""

    DRAFT = "draft"
    TURN = "turn"
    CONSOLIDATION = "consolidation"
    REWARDS = "rewards"
    OVER = "over"
