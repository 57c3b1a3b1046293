"""Whether a replay is true: its signer is trusted, and playing it again gives the same.

Playing again goes through the one loop of arena/matches, with the recorded choices for answers. What comes out is
written as a second document and compared field by field, so nothing that can be derived is taken on trust: stand-in
decisions, events, numbers, clocks, outcome, places. Think times and names cannot be derived; hash and signature cover them.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import engine
from arena.matches import Answer, Ask, Chosen, Fault, MatchRecord, SeatFault, steps
from arena.matches.running import awarded
from arena.replays.document import SEAL, content, hash_of, signed_message
from arena.replays.errors import Diverges, Foreign, FromTheFuture, OldRules, Tampered, Untrusted
from arena.replays.keys import signed
from arena.replays.replay import Replay
from engine import State, UnknownGame

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a verification that succeeded."""

    signer: str
    """The public key that signed: 64 hex digits."""
    trusted: bool
    """Whether that key is one of the keys given."""
    replayed: bool
    """Whether it was played again; not if its rules are older than ours."""
    remark: str
    """The result in a sentence."""


def verify(replay: Replay, public_key: str | Collection[str] | None = None, commitment: str | None = None) -> Verified:
    """Verify a replay, or raise the ReplayError that says where it fails; Untrusted only if everything but the signer is good.

    *public_key*: the key, or keys, that may have signed; None: any key.
    *commitment*: what was published about the seeds at the start, if the caller has it.
    """
    _sealed(replay)
    signer = replay.signature.public_key
    keys = {public_key} if isinstance(public_key, str) else public_key
    _without_rules(replay, commitment)
    replayed = has_current_rules(replay)
    if replayed:
        _compare(replay.document, content(_played_again(replay)))
    remark = f"{len(replay.decisions)} decisions played again, all the same" if replayed else old_rules_remark(replay)
    if keys is not None and signer not in keys:
        raise Untrusted(f"the content is good ({remark}), but you do not trust its signer, the key {signer}", signer)
    return Verified(signer, keys is not None, replayed, remark)


def has_current_rules(replay: Replay) -> bool:
    """Whether the rules it was played by are the ones we have; FromTheFuture if they are newer."""
    try:
        ours = engine.game(replay.game).rules_version
    except UnknownGame as unknown:
        raise Foreign(str(unknown)) from None
    if replay.rules_version > ours:
        raise FromTheFuture(
            f"it was played by rules {replay.rules_version} of {replay.game}; this arena has rules {ours}"
        )
    return replay.rules_version == ours


def old_rules_remark(replay: Replay) -> str:
    """The remark about a replay whose rules have changed since."""
    return (
        f"played by rules {replay.rules_version} of {replay.game}, which have changed since (now "
        f"{engine.game(replay.game).rules_version}): its events can be read, but not played again"
    )


def positions(replay: Replay) -> Iterator[State]:
    """The position before each decision, and the last one; each is a copy. OldRules if the rules have changed."""
    if not has_current_rules(replay):
        raise OldRules(old_rules_remark(replay))
    state = _guarded(replay.spec.first_state)
    yield state.clone()
    for number, move in enumerate(replay.decisions):
        if state.to_act != move.seat:
            raise Diverges(f"decisions[{number}].seat: {move.seat} was not to act")
        _guarded(state.apply, _guarded(replay.spec.rules.parse, move.action))
        yield state.clone()


def position_at(replay: Replay, decision: int) -> State:
    """The position before a decision (0 is the first); the number of decisions gives the final position."""
    if not 0 <= decision <= len(replay.decisions):
        raise Diverges(f"there is no decision {decision}; the match has {len(replay.decisions)}")
    return next(state for number, state in enumerate(positions(replay)) if number == decision)


def _sealed(replay: Replay) -> None:
    if hash_of(replay.document) != replay.hash:
        raise Tampered("the content does not fit its hash: it was changed after it was written")
    if not signed(signed_message(replay.hash), replay.signature.value, replay.signature.public_key):
        raise Tampered("the signature does not fit: the content was changed after it was signed")


def _without_rules(replay: Replay, commitment: str | None) -> None:
    """What can be checked under any rules."""
    if replay.spec.commitment != replay.commitment:
        raise Diverges("commitment: it does not open to the seeds and the salt of this replay")
    if commitment is not None and commitment != replay.commitment:
        raise Diverges(f"commitment: {replay.commitment} is not what was published at the start, {commitment}")
    out = {fault.seat: (fault.verdict, fault.made) for fault in replay.faults}
    places = awarded(replay.outcome["places"], out)
    if places != replay.places:
        raise Diverges(f"result.places: outcome and faults give {list(places)}, the replay says {list(replay.places)}")


def _played_again(replay: Replay) -> MatchRecord:
    faults = list(replay.faults)
    loop = steps(replay.spec)
    try:
        ask = _guarded(next, loop)
        while True:
            ask = _guarded(loop.send, _answer(replay, ask, faults))
    except StopIteration as over:
        record: MatchRecord = over.value
        return record


def _guarded(step: Callable[..., T], *given: object) -> T:
    """Take a step of the game. A forged replay may lead anywhere, so any exception means that it diverges."""
    try:
        return step(*given)
    except StopIteration:
        raise
    except Exception as error:
        raise Diverges(f"it cannot be played again: {error}") from None


def _answer(replay: Replay, ask: Ask, faults: list[SeatFault]) -> Answer:
    """The answer that the replay has for this question."""
    decisions = len(ask.log)
    if faults and faults[0].made == decisions:
        fault = faults.pop(0)
        return Fault(fault.verdict, seat=fault.seat)
    if decisions >= len(replay.decisions):
        raise Diverges(f"decisions: they end after {decisions}, but the match does not")
    move = replay.decisions[decisions]
    texts = [action.text for action in ask.legal]
    if move.seat != ask.seat:
        raise Diverges(f"decisions[{decisions}].seat: seat {ask.seat} was to act, not {move.seat}")
    if move.action not in texts:
        raise Diverges(f"decisions[{decisions}].action: {move.action!r} was not legal for seat {ask.seat}")
    return Chosen(texts.index(move.action), move.think_ms)


def _compare(said: dict[str, Any], derived: dict[str, Any]) -> None:
    for path, ours, theirs in _differences("", derived, {key: said[key] for key in said if key not in SEAL}):
        raise Diverges(f"{path}: the replay says {_short(theirs)}, playing it again gives {_short(ours)}")


def _differences(path: str, ours: Any, theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            yield from _differences(f"{path}.{key}" if path else key, ours.get(key), theirs.get(key))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for number, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from _differences(f"{path}[{number}]", *pair)
    elif ours != theirs:
        yield path, ours, theirs


def _short(value: object) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 120 else text[:119] + "…"
