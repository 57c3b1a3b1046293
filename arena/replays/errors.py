"""What can be wrong with a replay.

* ReplayError
  x Unreadable       the file cannot be opened or written at all
  x Oversized        larger than any replay, packed or unpacked
  x Foreign          not a replay
  x Truncated        the end is missing
  x Corrupt          damaged, or a field is not what it must be; names the field
  x FromTheFuture    a newer format, or newer rules, than this version knows
  x Tampered         hash or signature do not fit the content
  x Untrusted        good, but signed by another key than the ones you trust
  x Diverges         playing it again gives something else; names the field
  x OldRules         its positions were asked for, but the rules have changed since
  x BadKey           the key file cannot be used
"""

from arena.errors import Invalid


class ReplayError(Invalid):
    """Any error of a replay: the sentence says what is wrong, and where."""


class Unreadable(ReplayError): ...


class Oversized(ReplayError): ...


class Foreign(ReplayError): ...


class Truncated(ReplayError): ...


class Corrupt(ReplayError): ...


class FromTheFuture(ReplayError): ...


class Tampered(ReplayError): ...


class Untrusted(ReplayError):
    """The replay is good, but the key that signed it is not known to be an arena's."""

    def __init__(self, sentence: str, signer: str) -> None:
        super().__init__(sentence)
        self.signer = signer
        """The public key that signed: 64 hex digits."""


class Diverges(ReplayError): ...


class OldRules(ReplayError): ...


class BadKey(ReplayError): ...
