"""Every action of the game, made once, with its notation.

The rules never write text: they pick actions from the tables here (or, sorted for one layout, from board.py).
An action carries its verb and up to two numbers, so that applying it needs no look-up by text.
"""

from engine.core.actions import Action, Vocabulary
from engine.yokohama.data import tables
from engine.yokohama.data.records import GOODS, PILES

NAME = "yokohama"
VOCABULARY = Vocabulary(NAME)
CANAL_KIND = "canal"
HAND = -1
"""In place of an area: the player's hand."""

TABLES = tables()
AREAS = TABLES.areas
TECHNOLOGY_CARDS = tuple(
    number for number, technology in enumerate(TABLES.technologies) for _ in range(technology.copies)
)
"""All technology cards, copies side by side."""
MAX_SEATS = 4
SEAT_BITS = tuple(16 >> seat for seat in range(MAX_SEATS))
"""Payments on the way of a president: a bit for each seat, seat 0 highest, so that masks sort as vectors (section 15)."""
BANK_BIT = 1
PAY_KINDS = (*GOODS, "import", "yen")
"""What the Church takes; copper is the highest bit of a payment set."""
PAY_BITS = tuple(32 >> kind for kind in range(len(PAY_KINDS)))


class Play(Action):
    """An action of Yokohama."""

    __slots__ = ("mask", "value", "verb")

    def __init__(self, text: str, value: int = 0, mask: int = 0) -> None:
        super().__init__(NAME, text)
        self.verb = text.split(" ", 1)[0]
        self.value = value
        """An area, slot, space, card, good, number: what the verb asks for."""
        self.mask = mask
        """Payments, as bits."""
        VOCABULARY.add(self)


def _to(area: int, mask: int) -> Play:
    payees = [f"seat_{seat}" for seat in range(MAX_SEATS) if mask & SEAT_BITS[seat]] + ["bank"] * (mask & BANK_BIT)
    paying = f" paying {' '.join(payees)}" if payees else ""
    return Play(f"to {AREAS[area].id}{paying}", area, mask)


def _church_pay(mask: int) -> Play:
    kinds = " ".join(kind for kind, bit in zip(PAY_KINDS, PAY_BITS, strict=True) if mask & bit)
    return Play(f"church_pay {kinds or 'nothing'}", mask.bit_count(), mask)


def _by_area(verb: str) -> tuple[Play | None, ...]:
    """One action for each area but the Canal, where nothing is ever put (Y-ACT-CAN-1)."""
    return tuple(
        None if area.kind == CANAL_KIND else Play(f"{verb} {area.id}", number) for number, area in enumerate(AREAS)
    )


KEEP_ORDERS = tuple(Play(f"keep_order {order.id}", number) for number, order in enumerate(TABLES.orders))

AGENTS = _by_area("agent")
ACHIEVES = tuple(Play(f"achieve {pile.lower()}", number) for number, pile in enumerate(PILES))
ORDERS = tuple(Play(f"order {order.id}", number) for number, order in enumerate(TABLES.orders))
MILL = Play("mill")
UNIVERSITY = Play("university")
END_PHASE = Play("end_phase")

SPREADS = _by_area("spread")
DOUBLES = _by_area("double")
TELEGRAMS = _by_area("telegram")
STOP = Play("stop")
SKIP = Play("skip")

TO = tuple(
    tuple(_to(area, mask) for mask in range(32)) if AREAS[area].kind != CANAL_KIND else () for area in range(len(AREAS))
)
"""By area, then by payment mask."""
STATION = Play("station")
TRAMS = _by_area("tram")
TAKE_BACK = Play("take_back")
RECALL_ALL, RECALL_CHOOSE, RECALL_NONE = Play("recall all"), Play("recall choose"), Play("recall none")
RECALL_COUNTS = tuple(Play(f"recall {count}", count) for count in range(21))

PORT_CARDS = tuple(Play(f"port_card {slot + 1}", slot) for slot in range(len(TABLES.port_levels)))
SECOND_IMPORT, SECOND_YEN = Play("port_second import"), Play("port_second yen")
LAB_CARDS = tuple(Play(f"lab_card {slot + 1}", slot) for slot in range(len(TABLES.laboratory_surcharge)))
LAB_PAYS = tuple(Play(f"lab_pay {imports}", imports) for imports in range(13))
STATION_AREAS = _by_area("station_area")

HIRE_ASSISTANT, HIRE_SHOP, HIRE_HOUSE = (
    Play(f"hire {piece}", number) for number, piece in enumerate(("assistant", "shop", "trading_house"))
)
BUYS = tuple(Play(f"buy {good}", number) for number, good in enumerate(GOODS))
BUY_IMPORT = Play("buy import", len(GOODS))
SELLS = tuple(Play(f"sell {good}", number) for number, good in enumerate(GOODS))

CHURCH_SPACES = tuple(Play(f"church_space {space.index}", number) for number, space in enumerate(TABLES.church))
CHURCH_PAYS = tuple(_church_pay(mask) for mask in range(64))
"""By payment set."""
CUSTOMS_SPACES = tuple(Play(f"customs_space {space.index}", number) for number, space in enumerate(TABLES.customs))
FROM_AREA, FROM_HAND = Play("take_from area"), Play("take_from hand")

TAKE = Play("take")
BUILD_NONE = Play("build none")
BUILD_SHOPS = tuple(Play(f"build shop {slot + 1}", slot) for slot in range(4))
BUILD_HOUSE = Play("build trading_house")
LEAVE, RECOVER = Play("telephone leave"), Play("telephone recover")

ANY_GOODS = tuple(Play(f"any_good {good}", number) for number, good in enumerate(GOODS))
DECLINE = Play("decline")
MOVE_FROM_HAND = Play("move_from hand", HAND)
MOVE_FROMS = _by_area("move_from")
MOVE_TOS = _by_area("move_to")
OBJECTIVES = tuple(
    Play(f"objective_reward {token.id}", number) for number, token in enumerate(TABLES.objective_rewards)
)


def payment_sets(available: int, size: int) -> tuple[Play, ...]:
    """The Church payments of exactly *size* kinds out of the bits *available*, as section 15 sorts them."""
    return _PAYMENT_SETS[available][size]


_PAYMENT_SETS = tuple(
    tuple(
        tuple(CHURCH_PAYS[mask] for mask in range(64) if mask & available == mask and mask.bit_count() == size)
        for size in range(len(PAY_KINDS) + 1)
    )
    for available in range(64)
)
