"""Numbers with their nouns, as people say them: `1 seat`, `2 seats`, `once`, `21st`; and seats, which people count from 1."""

import re

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_PLURALS = {"match": "matches", "bye": "byes", "entry": "entries"}


def plural(noun: str) -> str:
    """A noun for several."""
    return _PLURALS.get(noun, f"{noun}s")


def counted(number: int, noun: str) -> str:
    """`1 seat`, `2 seats`, `0 matches`, `1,204 sets`."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `21st`."""
    teens = 11 <= number % 100 <= 13
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def times(number: int) -> str:
    """`never`, `once`, `twice`, `3 times`."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number:,} times")


def between(low: int, high: int, noun: str) -> str:
    """`1 table`, `2 tables`, `1 to 2 tables`."""
    return counted(low, noun) if low == high else f"{low:,} to {high:,} {plural(noun)}"


def times_between(low: int, high: int) -> str:
    """`once`, `1 to 2 times`."""
    return times(low) if low == high else f"{low:,} to {high:,} times"


def seat_name(seat: int) -> str:
    """`seat 1` for seat 0: people count seats from 1; the engine, the wire, replays and JSON count from 0."""
    return f"seat {seat + 1}"


def notation_for_people(text: str) -> str:
    """An action or an event with the seats that it names counted from 1: `paying seat_0 bank` as `paying seat 1 bank`."""
    return re.sub(r"\bseat[_ ](\d+)\b", lambda named: seat_name(int(named[1])), text)


def event_for_people(event: str) -> str:
    """`2 build kura` as `seat 3: build kura`; `- refill`, an event of the game itself, as `refill`."""
    actor, _, what = event.partition(" ")
    shown = notation_for_people(what)
    return f"{seat_name(int(actor))}: {shown}" if actor.isdecimal() else shown


BOT_IN_COMMAND = (
    "a bot's token, which only plays. Commands need an author token: "
    "make one on the site under My bots, or with `arena token create --author NAME`"
)
"""What a token is that was given where an author token belongs."""
