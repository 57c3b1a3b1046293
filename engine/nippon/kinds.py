"""The kinds of decision and the lines of the score sheet, as small numbers with names."""

KINDS = (
    "turn",
    "steps",
    "factory",
    "machine",
    "produce",
    "contract",
    "contract_good",
    "place",
    "market_slot",
    "market_count",
    "market_return",
    "reward",
    "achievement",
    "goods_to",
    "end",
    "over",
)
(
    TURN,
    STEPS,
    FACTORY,
    MACHINE,
    PRODUCE,
    CONTRACT,
    CONTRACT_GOOD,
    PLACE,
    MARKET_SLOT,
    MARKET_COUNT,
    MARKET_RETURN,
    REWARD,
    ACHIEVEMENT,
    GOODS_TO,
    END,
    OVER,
) = range(len(KINDS))

COAL, MONEY, KNOWLEDGE = range(3)
"""The tracks, as in data.TRACKS."""

TRAIN, SHIP = range(2)
"""What a place decision places."""

LINES = (
    "start",
    "contracts",
    "regions",
    "factories",
    "scoring_1",
    "scoring_2",
    "scoring_3",
    "wages",
    "achievements",
)
START_LINE, CONTRACTS_LINE, REGIONS_LINE, FACTORIES_LINE, SCORING_LINE, _, _, WAGES_LINE, ACHIEVEMENTS_LINE = range(
    len(LINES)
)
