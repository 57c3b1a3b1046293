"""What a player decides, in the order of play (docs/rules/iki.md, section 16). rules.py names the functions of each decision."""

from engine.core.labels import Labelled


class Decision(Labelled):
    """The kinds of question the game asks, and the end."""

    START_CARD = "start_card"  # D-1: set-up, reverse seat order
    START_ROOM = "start_room"  # D-2: after D-1
    IKIZAMA = "ikizama"  # D-3: phase 1
    STEP_A = "step_a"  # D-4: turn start, not on X
    RECRUIT_ROOM = "recruit_room"  # D-5: after a card in D-4
    MOVE_X = "move_x"  # D-6: X player
    MOVE_EXTRA = "move_extra"  # D-7: after the compulsory distance, repeated
    BUSINESS = "business"  # D-8: after movement, repeated
    TRAIN_TARGET = "train_target"  # D-9: in a *train* trade
    BUILD_PICK = "build_pick"  # D-10: foreman build or *build_discount*
    BUILD_ROOM = "build_room"  # D-11: after D-10
    SWAP_FIRST = "swap_first"  # D-12: in a *swap* trade
    SWAP_SECOND = "swap_second"  # D-13: after D-12
    NEUTRAL_CARD = "neutral_card"  # D-14: 2 players, end of month
    NEUTRAL_ROOM = "neutral_room"  # D-15: after D-14
    FIRE_SAVE = "fire_save"  # D-16: owner, when an artisan would burn and the ability is unused
    STARVE = "starve"  # D-17: settlement, one at a time while rice is short but not gone
    NEW_YEAR_SPACE = "new_year_space"  # D-18: New Year
    OVER = "over"  # the match has ended
