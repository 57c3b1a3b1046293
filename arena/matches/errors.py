"""What can go wrong with a match as such; what a bot does wrong is a verdict, not an error.

* MatchError
  x InvalidSpec          a match that cannot be set up; names the field
  x Fenced               another attempt has taken the match over: stop, and record nothing
  x MatchVoid            a fault of the platform: the match is played again and no rating moves
    x Overdue            the match took longer than its maximum
    x JournalForeign     the journal belongs to another match, or to other rules
    x JournalBroken      the journal contradicts itself or the rules
"""

from arena.errors import ArenaError, Conflict, Invalid, Unavailable


class MatchError(ArenaError):
    """Any error of a match: the sentence says what was wrong."""


class InvalidSpec(MatchError, Invalid): ...


class Fenced(MatchError, Conflict): ...


class MatchVoid(MatchError, Unavailable): ...


class Overdue(MatchVoid): ...


class JournalForeign(MatchVoid): ...


class JournalBroken(MatchVoid): ...
