"""The coach: what each decision of a finished match cost, which decisions turned it, and what chance did.

A decision is judged only from what its seat knew. Luck is worked out after the match, from all that is known by then. Everything
here is a function of plain values, so that it can run in any process; `arena coach` runs it over a replay.
"""

from arena.coach.answering import answer
from arena.coach.judging import Judgement, Question, judge
from arena.coach.luck import DEAL, Chance, Deal, Draw, Given, chance_of, given_at
from arena.coach.report import Report, SeatReport, questions, report, seats_reported

__all__ = [
    "DEAL",
    "Chance",
    "Deal",
    "Draw",
    "Given",
    "Judgement",
    "Question",
    "Report",
    "SeatReport",
    "answer",
    "chance_of",
    "given_at",
    "judge",
    "questions",
    "report",
    "seats_reported",
]
