"""The steps of a match: what is being asked, or is about to happen by itself.

A step is a number for speed; `NAMES` gives its word in positions. Which function answers for a step is in rules.py.
"""

NAMES = (
    "keep_order",  # set-up: which of the two orders to keep (Y-SETUP-11)
    "turn_start",  # by itself: System of Stock, limits anew (Y-TURN-2)
    "extra",  # phases A and C (Y-ADD-1)
    "place",  # step 1: the first assistant or pair (Y-PLACE-1)
    "place_next",  # step 1: one more area of a spread
    "telegram",  # step 1: one more beside a double (Y-TECH-15)
    "move",  # step 2 (Y-MOVE-1)
    "recall_mode",  # step 2: after a take-back (Y-MOVE-9)
    "recall",  # step 2: how many return from one area
    "area_action",  # by itself: power, visit yen, then the area's own step (Y-ACT-1)
    "port_card",
    "port_second",
    "port_second_card",
    "lab_card",
    "lab_pay",
    "station_area",  # where the station token goes (Y-TECH-2)
    "lab_gained",  # by itself: what follows from a new technology (Y-ACT-LAB-4)
    "hire",
    "exchange",
    "church_space",
    "church_pay",
    "church_from",
    "customs_space",
    "customs_from",
    "five_power",  # step 4 (Y-FIVE-1)
    "build",  # step 5 (Y-BUILD-1)
    "recovery",  # step 6 (Y-REC-1)
    "any_good",  # rewards: a good of choice (Y-REW-2)
    "warehouse",  # rewards: a piece from the warehouse (Y-REW-3)
    "move_from",  # rewards: which assistant moves (Y-REW-4)
    "move_to",
    "order_done",  # by itself: what follows from a completed order (Y-ORD-1)
    "objective_reward",  # mini-expansion 1 (Y-M1-2)
    "turn_end",  # by itself: next seat, next round, end (Y-END-2)
    "over",
)

(
    KEEP_ORDER,
    TURN_START,
    EXTRA,
    PLACE,
    PLACE_NEXT,
    TELEGRAM,
    MOVE,
    RECALL_MODE,
    RECALL,
    AREA_ACTION,
    PORT_CARD,
    PORT_SECOND,
    PORT_SECOND_CARD,
    LAB_CARD,
    LAB_PAY,
    STATION_AREA,
    LAB_GAINED,
    HIRE,
    EXCHANGE,
    CHURCH_SPACE,
    CHURCH_PAY,
    CHURCH_FROM,
    CUSTOMS_SPACE,
    CUSTOMS_FROM,
    FIVE_POWER,
    BUILD,
    RECOVERY,
    ANY_GOOD,
    WAREHOUSE,
    MOVE_FROM,
    MOVE_TO,
    ORDER_DONE,
    OBJECTIVE_REWARD,
    TURN_END,
    OVER,
) = range(len(NAMES))

PHASES = ("a", "b", "c")
PHASE_A, PHASE_B, PHASE_C = range(3)
