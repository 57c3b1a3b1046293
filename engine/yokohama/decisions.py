"""What a player decides, in the order of play. rules.py names the functions of each decision."""

from engine.core.labels import Labelled


class Decision(Labelled):
    """The kinds of question the game asks, and three points of a turn that ask nothing."""

    KEEP_ORDER = "keep_order"  # set-up: which of the two orders to keep (Y-SETUP-11)
    TURN_START = "turn_start"  # asks nothing: in `Turn.after`, no reward was taken yet in this turn
    EXTRA = "extra"  # phases A and C (Y-ADD-1)
    PLACE = "place"  # step 1: the first assistant or pair (Y-PLACE-1)
    PLACE_NEXT = "place_next"  # step 1: one more area of a spread
    TELEGRAM = "telegram"  # step 1: one more beside a double (Y-TECH-15)
    MOVE = "move"  # step 2 (Y-MOVE-1)
    RECALL_MODE = "recall_mode"  # step 2: after a take-back (Y-MOVE-9)
    RECALL = "recall"  # step 2: how many return from one area
    PORT_CARD = "port_card"  # step 3, the area action (Y-ACT-1): one of these, by kind of area
    PORT_SECOND = "port_second"
    PORT_SECOND_CARD = "port_second_card"
    LAB_CARD = "lab_card"
    LAB_PAY = "lab_pay"
    STATION_AREA = "station_area"  # where the station token goes (Y-TECH-2)
    HIRE = "hire"
    EXCHANGE = "exchange"
    CHURCH_SPACE = "church_space"
    CHURCH_PAY = "church_pay"
    CHURCH_FROM = "church_from"
    CUSTOMS_SPACE = "customs_space"
    CUSTOMS_FROM = "customs_from"
    FIVE_POWER = "five_power"  # step 4 (Y-FIVE-1)
    BUILD = "build"  # step 5 (Y-BUILD-1)
    RECOVERY = "recovery"  # step 6 (Y-REC-1)
    ANY_GOOD = "any_good"  # rewards: a good of choice (Y-REW-2)
    WAREHOUSE = "warehouse"  # rewards: a piece from the warehouse (Y-REW-3)
    MOVE_FROM = "move_from"  # rewards: which assistant moves (Y-REW-4)
    MOVE_TO = "move_to"
    ORDER_DONE = "order_done"  # asks nothing: what follows from a completed order (Y-ORD-1)
    OBJECTIVE_REWARD = "objective_reward"  # mini-expansion 1 (Y-M1-2)
    OVER = "over"  # asks nothing: the match has ended


class Phase(Labelled):
    """The phases of a turn (Y-TURN-1)."""

    A = "a"
    B = "b"
    C = "c"
