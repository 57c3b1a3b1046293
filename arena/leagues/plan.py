"""The plan of a season: matches, hours, load per bot, expected end. Refuses a deadline that cannot be kept.

A table of a stage with sets is played as many times as it has seats, one after the other, because a bot plays one match at a time
unless its author says otherwise; `tables_at_once` tables are played side by side.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from arena.leagues.round_robin import MOST_WORK, check_size, round_robin, work
from arena.leagues.season import MOST_AT_ONCE, Season, SeasonError, Stage, starts

MOST_ROUNDS = 1000
"""Rounds of a season, all stages together."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage, all divisions together."""

    stage: Stage
    entries: tuple[int, ...]
    """The entries of each division."""
    tables: tuple[int, ...]
    """Per round."""
    matches: int
    load: tuple[int, int]
    """Least and most matches of one bot."""
    balance: tuple[str, ...]
    """Per division: the figures of its design, for round robins."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a whole season. Times are in the season's time zone."""

    season: Season
    stages: tuple[StagePlan, ...]
    match_minutes: float
    longest_minutes: float
    rounds: tuple[datetime, ...]
    """Start of each round, if matches take as long as expected."""
    end: datetime
    latest_end: datetime
    """The end if every match used up its clocks."""

    @property
    def matches(self) -> int:
        """Matches of the whole season."""
        return sum(stage.matches for stage in self.stages)

    @property
    def hours(self) -> float:
        """Hours of play, added up over all matches."""
        return self.matches * self.match_minutes / 60

    @property
    def load(self) -> tuple[int, int]:
        """Least and most matches of one bot in the season."""
        return sum(s.load[0] for s in self.stages if s.stage.format != "final"), sum(s.load[1] for s in self.stages)


class DeadlineMissed(SeasonError):
    """The season cannot end in time; the sentence says what would fit."""


class AllPast(SeasonError):
    """The whole season lies in the past."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What is known of a season that has started."""

    fields: tuple[int, ...]
    """The entries of each division."""
    at: datetime
    """From when on its first round may start."""


def plan(season: Season, *, now: datetime | None = None, begun: Begun | None = None) -> Plan:
    """The plan of a season; DeadlineMissed if it ends after its deadline, AllPast if it ends before *now*."""
    planned = _plan(season, begun)
    if season.deadline and planned.end > season.deadline:
        raise DeadlineMissed(_missed(planned, season.deadline), "deadline")
    if now is not None:
        check_to_come(season, planned.end, now)
    return planned


def check_to_come(season: Season, end: datetime, now: datetime) -> None:
    """AllPast if the season ends before *now*."""
    if end < now:
        raise AllPast(
            f"schedule.first: round 1 would start on {_when(season.schedule.first)} and the season end on {_when(end)}, "
            f"which is past: it is {_when(now.astimezone(season.schedule.first.tzinfo))}",
            "schedule.first",
            f"the season would end on {_when(end)}, which is past",
        )


def _plan(season: Season, begun: Begun | None = None) -> Plan:
    if begun is None and season.field_size < season.seats:
        raise SeasonError(
            f"{season.field_size} entries do not fill a table of {season.seats}: list them as [[entry]] or set expected_entries",
            "expected_entries",
            f"{season.field_size} entries do not fill a table of {season.seats}",
        )
    fields = begun.fields if begun is not None else _fields(season)
    stages = tuple(_stage(stage, season, fields) for stage in season.stages)
    rounds = sum(len(stage.tables) for stage in stages)
    if rounds > MOST_ROUNDS:
        raise SeasonError(f"the season would have {rounds} rounds, and {MOST_ROUNDS} are the most")
    longest = longest_minutes(season)
    expected = season.match_minutes or longest / 2
    slow = max(longest, expected)
    ready = begun.at if begun is not None else season.schedule.first
    begins, end = _times(season, stages, expected, ready)
    return Plan(season, stages, expected, slow, tuple(begins), end, _times(season, stages, slow, ready)[1])


def longest_minutes(season: Season) -> float:
    """The longest match that the clock allows."""
    from arena.matches.clocks import longest_seconds, preset

    longest = longest_seconds(season.game, season.seats, preset(season.clock))
    if longest is None:
        raise SeasonError(f"clock {season.clock!r} has no limit, so its end cannot be planned")
    return longest / 60


def _times(
    season: Season, stages: Sequence[StagePlan], minutes: float, ready: datetime
) -> tuple[list[datetime], datetime]:
    lengths = [
        timedelta(minutes=minutes * _matches_per_table(stage.stage, season.seats) * -(-tables // season.tables_at_once))
        for stage in stages
        for tables in stage.tables
    ]
    begins = [moment.astimezone(season.schedule.first.tzinfo) for moment in starts(season.schedule, lengths, ready)]
    return begins, begins[-1] + lengths[-1]


def _matches_per_table(stage: Stage, seats: int) -> int:
    return seats if stage.sets else 1


def _fields(season: Season) -> tuple[int, ...]:
    """Entries per division, as far as the file tells."""
    sizes = season.divisions.sizes[:-1] if season.divisions else ()
    left = season.field_size
    fields = []
    for size in (*sizes, left):
        fields.append(min(size, left))
        left -= fields[-1]
    return tuple(size for size in fields if size)


def _stage(stage: Stage, season: Season, fields: tuple[int, ...]) -> StagePlan:
    for size in fields:
        if size < season.seats:
            why = f"a division of {size} does not fill a table of {season.seats}"
            raise SeasonError(why, "expected_entries")
    if stage.format == "final" and min(fields) < stage.top:
        why = f"the best {stage.top} of {min(fields)} entries cannot play a final"
        raise SeasonError(f"stage {stage.name}: {why}", f"stage[{season.stages.index(stage)}].top", why)
    rows, loads, balances = [], [], []
    for size in fields:
        tables, load, balance = _division(stage, size, season.seats)
        rows.append(tables)
        loads.append(load)
        balances += [balance] if balance else []
    together = tuple(sum(row[at] for row in rows if at < len(row)) for at in range(max(map(len, rows))))
    each = _matches_per_table(stage, season.seats)
    span = each * min(low for low, _ in loads), each * max(high for _, high in loads)
    playing = (stage.top,) * len(fields) if stage.format == "final" else fields
    return StagePlan(stage, playing, together, each * sum(together), span, tuple(balances))


def _division(stage: Stage, size: int, seats: int) -> tuple[list[int], tuple[int, int], str]:
    """Tables per round, least and most tables of an entry, and the figures of the design."""
    if stage.format == "swiss":
        resting = stage.rounds * (size % seats)
        spared = -(-resting // size)
        return [size // seats] * stage.rounds, (stage.rounds - spared, stage.rounds - resting // size), ""
    if stage.format == "ladder":
        return [-(-size // seats) * stage.tables_each], (stage.tables_each, stage.tables_each), ""
    playing = stage.top if stage.format == "final" else size
    try:
        check_size(playing, seats, stage.meetings)
        design = round_robin(playing, seats, stage.meetings, sets=stage.sets)
    except ValueError as error:
        raise SeasonError(f"stage {stage.name}: {error}") from None
    balance = design.balance()
    return [len(row) for row in design.rounds], balance.plays, balance.describe(sets=stage.sets)


def _missed(planned: Plan, deadline: datetime) -> str:
    """Why the deadline is missed, and every single change that would keep it."""
    fits = _changes(planned, deadline)
    advice = "; or ".join(fits) if fits else "no single change of clock, sets, rounds or tables at once is enough"
    return (
        f"the season would end on {_when(planned.end)}, after its deadline {_when(deadline)}. "
        f"What would fit: {advice}; or a deadline from {_when(_whole_minute(planned.end))} on"
    )


def _whole_minute(moment: datetime) -> datetime:
    """The next whole minute: a deadline copied from the advice must be kept."""
    return (
        moment + timedelta(minutes=1) - timedelta(seconds=moment.second, microseconds=moment.microsecond)
        if moment.second or moment.microsecond
        else moment
    )


def _when(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M %Z")


def _changes(planned: Plan, deadline: datetime) -> list[str]:
    """What could be changed, each alone, to end in time; of a number that could be changed, the mildest change that does."""
    season = planned.season
    busiest = max(max(stage.tables) for stage in planned.stages)
    choices = [
        [(f"tables_at_once = {n}", replace(season, tables_at_once=n)) for n in _steps(season.tables_at_once, busiest)]
    ]
    for at, stage in enumerate(season.stages):
        choices.append(
            [
                (f"{key} = {n} in stage {stage.name}", _with_stage(season, at, key, n))
                for key, n in _smaller(stage, planned.stages[at].entries, season.seats)
            ]
        )
    if season.match_minutes is None:
        others = [replace(season, clock=name) for name in ("standard", "blitz")]
        choices.append(
            [
                (f'clock = "{other.clock}"', other)
                for other in others
                if longest_minutes(other) < planned.longest_minutes
            ]
        )
    if season.schedule.kind != "asap":
        choices.append(
            [('rounds = "asap" in the schedule', replace(season, schedule=replace(season.schedule, kind="asap")))]
        )
    loose = replace(season, stages=tuple(replace(stage, sets=False) for stage in season.stages))
    choices.append([("sets = false in every stage (less fair to the seats)", loose)])
    return [text for row in choices if (text := _mildest(row, deadline))]


def _mildest(row: Sequence[tuple[str, Season]], deadline: datetime) -> str:
    """The first of the changes, each more drastic than the one before, that ends in time. Looks at a few of them only."""
    at = bisect_left(row, True, key=lambda choice: _plan(choice[1]).end <= deadline)
    return row[at][0] if at < len(row) else ""


def _steps(now: int, most: int) -> list[int]:
    most = min(most, MOST_AT_ONCE)
    return [n for n in range(now + 1, most + 1) if -(-most // n) != -(-most // (n - 1))]


def _smaller(stage: Stage, entries: Sequence[int], seats: int) -> list[tuple[str, int]]:
    """What the stage could have less of, one by one; nothing where each try would be a design of seconds."""
    if stage.meetings > 1 and work(max(entries), seats, stage.meetings) > MOST_WORK // 10:
        return []
    for key, value in (("rounds", stage.rounds), ("tables_each", stage.tables_each), ("meetings", stage.meetings)):
        if value > 1:
            return [(key, n) for n in range(value - 1, 0, -1)]
    return []


def _with_stage(season: Season, at: int, key: str, value: int) -> Season:
    old = season.stages[at]
    new = replace(
        old,
        rounds=value if key == "rounds" else old.rounds,
        tables_each=value if key == "tables_each" else old.tables_each,
        meetings=value if key == "meetings" else old.meetings,
    )
    return replace(season, stages=(*season.stages[:at], new, *season.stages[at + 1 :]))
