"""Every action of the game, made once, with its notation.

The rules never write text: they pick actions from the tables here (or, sorted for one layout, from board.py).
An action carries its verb and up to two numbers, so that applying it needs no look-up by text.
"""

from typing import Final

from engine.core.actions import Action, Vocabulary
from engine.yokohama.data import tables
from engine.yokohama.data.records import GOODS, PILES

GAME_NAME: Final = "yokohama"
VOCABULARY: Final = Vocabulary(GAME_NAME)
CANAL_KIND: Final = "canal"
HAND: Final = -1
"""In place of an area: the player's hand."""

TABLES: Final = tables()
AREAS: Final = TABLES.areas
TECHNOLOGY_CARDS: Final = tuple(
    number for number, technology in enumerate(TABLES.technologies) for _ in range(technology.copies)
)
"""All technology cards, copies side by side."""
MAX_SEATS: Final = 4
SEAT_BITS: Final = tuple(16 >> seat for seat in range(MAX_SEATS))
"""Payments on the way of a president: a bit for each seat, seat 0 highest, so that masks sort as vectors (section 15)."""
BANK_BIT: Final = 1
PAY_KINDS: Final = (*GOODS, "import", "yen")
"""What the Church takes; copper is the highest bit of a payment set."""
PAY_BITS: Final = tuple(32 >> kind for kind in range(len(PAY_KINDS)))


class Move(Action):
    """An action with the numbers its rule reads."""

    __slots__ = ("mask", "value", "verb")

    def __init__(self, text: str, value: int = 0, mask: int = 0) -> None:
        super().__init__(GAME_NAME, text)
        self.verb = text.split(" ", 1)[0]
        self.value = value
        """An area, slot, space, card, good, number: what the verb asks for."""
        self.mask = mask
        """Payments, as bits."""
        VOCABULARY.add(self)


def _to(area: int, mask: int) -> Move:
    payees = [f"seat_{seat}" for seat in range(MAX_SEATS) if mask & SEAT_BITS[seat]] + ["bank"] * (mask & BANK_BIT)
    paying = f" paying {' '.join(payees)}" if payees else ""
    return Move(f"to {AREAS[area].id}{paying}", area, mask)


def _church_pay(mask: int) -> Move:
    kinds = " ".join(kind for kind, bit in zip(PAY_KINDS, PAY_BITS, strict=True) if mask & bit)
    return Move(f"church_pay {kinds or 'nothing'}", mask.bit_count(), mask)


def _by_area(verb: str) -> tuple[Move | None, ...]:
    """One action for each area but the Canal, where nothing is ever put (Y-ACT-CAN-1)."""
    return tuple(
        None if area.kind == CANAL_KIND else Move(f"{verb} {area.id}", number) for number, area in enumerate(AREAS)
    )


KEEP_ORDERS: Final = tuple(Move(f"keep_order {order.id}", number) for number, order in enumerate(TABLES.orders))

AGENTS: Final = _by_area("agent")
ACHIEVES: Final = tuple(Move(f"achieve {pile.lower()}", number) for number, pile in enumerate(PILES))
ORDERS: Final = tuple(Move(f"order {order.id}", number) for number, order in enumerate(TABLES.orders))
MILL: Final = Move("mill")
UNIVERSITY: Final = Move("university")
END_PHASE: Final = Move("end_phase")

SPREADS: Final = _by_area("spread")
DOUBLES: Final = _by_area("double")
TELEGRAMS: Final = _by_area("telegram")
STOP: Final = Move("stop")
SKIP: Final = Move("skip")

TO: Final = tuple(
    tuple(_to(area, mask) for mask in range(32)) if AREAS[area].kind != CANAL_KIND else () for area in range(len(AREAS))
)
"""By area, then by payment mask."""
STATION: Final = Move("station")
TRAMS: Final = _by_area("tram")
TAKE_BACK: Final = Move("take_back")
RECALL_ALL: Final = Move("recall all")
RECALL_CHOOSE: Final = Move("recall choose")
RECALL_NONE: Final = Move("recall none")
RECALL_COUNTS: Final = tuple(Move(f"recall {count}", count) for count in range(21))

PORT_CARDS: Final = tuple(Move(f"port_card {slot + 1}", slot) for slot in range(len(TABLES.port_levels)))
SECOND_IMPORT: Final = Move("port_second import")
SECOND_YEN: Final = Move("port_second yen")
LAB_CARDS: Final = tuple(Move(f"lab_card {slot + 1}", slot) for slot in range(len(TABLES.laboratory_surcharge)))
LAB_PAYS: Final = tuple(Move(f"lab_pay {imports}", imports) for imports in range(13))
STATION_AREAS: Final = _by_area("station_area")

HIRE_ASSISTANT: Final = Move("hire assistant", 0)
HIRE_SHOP: Final = Move("hire shop", 1)
HIRE_HOUSE: Final = Move("hire trading_house", 2)
BUYS: Final = tuple(Move(f"buy {good}", number) for number, good in enumerate(GOODS))
BUY_IMPORT: Final = Move("buy import", len(GOODS))
SELLS: Final = tuple(Move(f"sell {good}", number) for number, good in enumerate(GOODS))

CHURCH_SPACES: Final = tuple(Move(f"church_space {space.index}", number) for number, space in enumerate(TABLES.church))
CHURCH_PAYS: Final = tuple(_church_pay(mask) for mask in range(64))
"""By payment set."""
CUSTOMS_SPACES: Final = tuple(
    Move(f"customs_space {space.index}", number) for number, space in enumerate(TABLES.customs)
)
FROM_AREA: Final = Move("take_from area")
FROM_HAND: Final = Move("take_from hand")

TAKE: Final = Move("take")
BUILD_NONE: Final = Move("build none")
BUILD_SHOPS: Final = tuple(Move(f"build shop {slot + 1}", slot) for slot in range(4))
BUILD_HOUSE: Final = Move("build trading_house")
LEAVE: Final = Move("telephone leave")
RECOVER: Final = Move("telephone recover")

ANY_GOODS: Final = tuple(Move(f"any_good {good}", number) for number, good in enumerate(GOODS))
DECLINE: Final = Move("decline")
MOVE_FROM_HAND: Final = Move("move_from hand", HAND)
MOVE_FROMS: Final = _by_area("move_from")
MOVE_TOS: Final = _by_area("move_to")
OBJECTIVES: Final = tuple(
    Move(f"objective_reward {token.id}", number) for number, token in enumerate(TABLES.objective_rewards)
)


def payment_sets(available: int, size: int) -> tuple[Move, ...]:
    """The Church payments of exactly *size* kinds out of the bits *available*, as section 15 sorts them."""
    return _PAYMENT_SETS[available][size]


_PAYMENT_SETS: Final = tuple(
    tuple(
        tuple(CHURCH_PAYS[mask] for mask in range(64) if mask & available == mask and mask.bit_count() == size)
        for size in range(len(PAY_KINDS) + 1)
    )
    for available in range(64)
)
