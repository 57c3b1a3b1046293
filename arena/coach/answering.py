"""One answer for each thing to judge about a match; the command line and the site ask for them in the same way."""

from arena.coach.judging import Judgement, Question, judge
from arena.coach.luck import Chance, Deal, Draw, chance_of


def answer(asked: Question | Draw | Deal, times: int = 1) -> Judgement | Chance | None:
    """What a decision cost, or what chance gave at a moment; None where nothing was drawn that matters."""
    return judge(asked, times) if isinstance(asked, Question) else chance_of(asked, times)
