"""What can go wrong in the engine.

* EngineError
  x UnknownGame        no game of that name
  x InvalidOption      an option or seat count the game does not have
  x InvalidAction      a text that is not an action of the game
  x IllegalAction      an action of the game, but not now; the state is untouched
  x InvalidPosition    a position that could not be; names the field
  x InvalidTable       component data that is wrong; names the entry
"""

from reprlib import Repr

_SHORT = Repr()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxdict = 3, 6, 6
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 80


def shown(value: object) -> str:
    """A value from outside, shortened so that a sentence can quote it."""
    return _SHORT.repr(value)


class EngineError(ValueError):
    """Any error of the engine: the sentence says what was wrong and what would be right."""


class UnknownGame(EngineError): ...


class InvalidOption(EngineError): ...


class InvalidAction(EngineError): ...


class IllegalAction(EngineError): ...


class InvalidPosition(EngineError): ...


class InvalidTable(EngineError): ...
