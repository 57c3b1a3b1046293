"""A season's format in words, out of its file."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.db.models import SeasonStage
from arena.leagues import season as leagues
from arena.leagues.season import DAYS, Schedule
from arena.seasons.league_queries import Facts
from arena.seasons.tables import figure


@dataclass(frozen=True, slots=True)
class Explained:
    """A part of the format."""

    title: str
    sentences: tuple[str, ...]


def explained(known: Facts) -> list[Explained]:
    """The whole format, part by part."""
    file = known.file
    if file is None:
        return []
    parts = [
        Explained(stage.name, tuple(_stage(known, stage, rule)))
        for stage in known.stages
        if (rule := known.rule(stage)) is not None
    ]
    parts.append(Explained("Rounds", (rounds(file.schedule, file.time_zone), waiting(file))))
    parts.append(Explained("Points", tuple(_points(known))))
    if file.divisions is not None:
        parts.append(Explained("Divisions", tuple(_divisions(file.divisions))))
    parts.append(Explained("Entries", tuple(_entries(file.entry_rules))))
    return parts


def _stage(known: Facts, stage: SeasonStage, rule: leagues.Stage) -> Iterator[str]:
    if rule.format == "round_robin":
        times = "once" if rule.meetings == 1 else f"{rule.meetings} times"
        yield f"A round robin: every two bots of a division meet at least {times}, and everyone sits equally often in every seat."
    elif rule.format == "swiss":
        yield f"A Swiss system of {rule.rounds} rounds: bots with about equal results meet, and nobody meets again while that can be avoided."
    elif rule.format == "final":
        yield f"The best {rule.top} of the stage before play for the title, all from zero. Equal points are decided by the place in the stage before."
    elif known.row.seats == 1:
        yield "Every bot plays alone against the game; the mean score counts."
    else:
        yield f"A ladder: free bots meet others of about the same strength, up to {rule.tables_each} tables each. Elo alone decides."
    if rule.sets and known.row.seats > 1:
        yield f"Every table is a set of {known.row.seats} matches: the same set-up in every rotation of the seats, with other hidden draws each time."
    if stage.visibility != "public":
        yield f"Only {'members and organisers' if stage.visibility == 'members' else 'organisers'} see this stage."


def rounds(schedule: Schedule, zone: str) -> str:
    """When rounds start."""
    if schedule.kind == "every":
        return f"A round starts every {schedule.minutes} minutes, but not before the one before it has ended."
    if schedule.kind == "daily":
        return f"A round starts every day at {schedule.at:%H:%M} ({zone})."
    if schedule.kind == "weekly":
        return f"A round starts every {DAYS[schedule.day].capitalize()} at {schedule.at:%H:%M} ({zone})."
    return "Every round starts as soon as the one before it has ended."


def waiting(file: leagues.Season) -> str:
    """What happens to those who are not there."""
    if file.wait_minutes == 0:
        return "A bot that is not connected when a match is due forfeits it at once."
    span = "a minute" if file.wait_minutes == 1 else f"{file.wait_minutes} minutes"
    return f"A match waits {span} for a bot that is not connected; then the bot forfeits it."


def _points(known: Facts) -> Iterator[str]:
    places = ", ".join(figure(point) for point in known.points)
    yield f"By place: {places}. Those who share a place share its points."
    yield f"A bye is worth {figure(known.bye_points)} for each match of the round."
    yield (
        "Ties are broken by head to head, strength of schedule, mean place, forfeits, mean score margin, Elo and lot, in this order."
    )


def _divisions(split: leagues.Divisions) -> Iterator[str]:
    names = ", ".join(split.names)
    how = "by the places of the season before" if split.by == "last_place" else "by rating"
    yield f"{len(split.names)} divisions, highest first: {names}. The field is split {how}."
    if split.up and len(split.names) > 1:
        yield f"The best {split.up} of a division rise, the last {split.up} fall. New entrants begin at the bottom."


def _entries(rules: leagues.EntryRules) -> Iterator[str]:
    yield f"At most {rules.per_team} {'bot' if rules.per_team == 1 else 'bots'} of a team."
    if rules.invite_only:
        yield "Entering needs an invite code."
    if rules.validation:
        yield "A bot must first finish a match against house bots without a fault."
    if rules.keep_free:
        yield "Bots stay off the open ladders until the season is over, unless their owners enter them there."
    if rules.versions == "locked":
        yield "Versions are locked when submission closes."
    else:
        yield "New versions may be connected at any time."
