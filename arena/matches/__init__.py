"""Playing matches: one loop, clocks, verdicts, journal. docs/matches.md tells it from the bot's side."""

from arena.matches.clocks import PRESETS, Clock, preset
from arena.matches.errors import Fenced, InvalidSpec, MatchError, MatchVoid, Overdue
from arena.matches.journal import Journal
from arena.matches.loop import Steps, answer, play, steps
from arena.matches.players import Decision, Player, Resign, ViewDecision
from arena.matches.record import MatchRecord, Move, Note, SeatFault
from arena.matches.running import FAULTS, Answer, Ask, Chosen, Fault
from arena.matches.spec import MatchSpec, commitment, new_salt, new_seed, new_seeds

__all__ = [
    "FAULTS",
    "PRESETS",
    "Answer",
    "Ask",
    "Chosen",
    "Clock",
    "Decision",
    "Fault",
    "Fenced",
    "InvalidSpec",
    "Journal",
    "MatchError",
    "MatchRecord",
    "MatchSpec",
    "MatchVoid",
    "Move",
    "Note",
    "Overdue",
    "Player",
    "Resign",
    "SeatFault",
    "Steps",
    "ViewDecision",
    "answer",
    "commitment",
    "new_salt",
    "new_seed",
    "new_seeds",
    "play",
    "preset",
    "steps",
]
