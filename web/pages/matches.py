"""Matches and table sets: lists, one match, one set, the replay to download."""

import gzip
from typing import Any

import orjson
from flask import Blueprint, Response, abort, render_template
from sqlalchemy.orm import Session

import engine
from arena.access.viewers import PUBLIC
from arena.bots.queries import bot
from arena.comments.commands import LONGEST
from arena.comments.queries import comments
from arena.db.models import MatchState
from arena.matches.clocks import preset
from arena.results.coaching import coaching
from arena.results.match import (
    MatchDetail,
    SetDetail,
    faults,
    match_detail,
    notes,
    replay_file,
    set_detail,
    signer as signer_of,
)
from arena.results.queries import Wanted, by_id, matches
from arena.seasons.queries import season, seasons
from arena.seasons.results import as_ruled
from web.first_boards import first_board, opens_at_start
from web.frame_files import make_ahead
from web.inputs import number, older, one_of, text
from web.page_cache import COMMENTED_SECONDS, DONE_SECONDS, keep
from web.replays import replay_response
from web.site import reading, site, standing, who

pages = Blueprint("matches", __name__)

STATES = {"live": (MatchState.RUNNING,), "finished": (MatchState.FINISHED,)}
SIZE = 30
MOST_SEASONS = 100
"""Seasons to choose from."""
MOVES = 120


@pages.get("/matches")
def overview() -> str:
    """All matches, the newest first, or those of a game, season or bot; pages go on from the last id."""
    game = text("game") or None
    if game is not None and game not in engine.games():
        abort(404, f"there is no game {game!r}")
    state = one_of("state", ("", *STATES), "")
    slug, name, external = text("season", 64), text("bot", 64), one_of("external", ("", "yes"), "")
    with reading() as session:
        wanted = Wanted(
            game=game,
            season_id=season(session, who(), slug).id if slug else None,
            bot_id=bot(session, name).id if name else None,
            house_only=False if external else None,
            states=STATES.get(state, ()),
            part=older(SIZE),
        )
        page = matches(session, who(), wanted)
        listed = seasons(session, who())[:MOST_SEASONS]
    filters = {"game": game, "state": state, "season": slug, "bot": name, "external": external}
    return render_template("matches.html", matches=page.rows, **filters, seasons=listed, following=page.next)


@pages.get("/matches/<number:match_id>")
def one(match_id: int) -> str:
    """One match."""
    viewer = who()
    with reading() as session:
        detail = match_detail(session, viewer, match_id)
        body = replay_file(session, viewer, match_id)[0] if detail.replay_sha256 else None
        document = orjson.loads(gzip.decompress(body)) if body is not None else None
        part = _part(session, detail, document)
        noted = notes(session, viewer, match_id) if viewer.account_id is not None else {}
        shared = viewer is PUBLIC or bool(by_id(session, PUBLIC, [match_id]))
        commented = site().settings.comments and body is not None
        written = comments(session, viewer, match_id) if commented else None
    if body is not None:
        keep(COMMENTED_SECONDS if commented else DONE_SECONDS)
        make_ahead(site(), match_id)
    moves = _moves(document["decisions"], number("moves", 1, high=10_000)) if document is not None else None
    return render_template(
        "match.html",
        **part,
        board=first_board(site().settings, detail.line, body) if body is not None and opens_at_start() else None,
        moves=moves,
        notes=noted,
        shared=shared,
        coach=coaching(site().redis, match_id) if viewer.account_id is not None and body is not None else None,
        comments=written,
        longest_comment=LONGEST,
    )


def _moves(decisions: list[dict[str, Any]], wanted: int) -> dict[str, Any]:
    """One page of the moves, each with its number from 0, as replays count: a long match has more than a thousand."""
    last = max(1, -(-len(decisions) // MOVES))
    page = min(wanted, last)
    first = (page - 1) * MOVES
    rows = tuple({**move, "at": first + at} for at, move in enumerate(decisions[first : first + MOVES]))
    return {"rows": rows, "number": page, "last": last, "total": len(decisions)}


@pages.get("/live/matches/<number:match_id>")
def live(match_id: int) -> str:
    """The part of a match's page that changes while it is played."""
    with reading() as session:
        part = _part(session, match_detail(session, who(), match_id))
    return render_template("parts/match.html", **part)


def _part(session: Session, found: MatchDetail, document: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the part of a match's page that changes needs; the replay's content comes with the whole page only."""
    number, viewer = found.line.id, who()
    signer = document["signature"]["public_key"] if document is not None else ""
    if found.replay_sha256 and not signer:
        signer = signer_of(replay_file(session, viewer, number)[0])
    return {
        "match": found.line,
        "detail": found,
        "set": found.table_set,
        "changes": {line.bot: line for line in found.table_set.changes},
        "categories": categories(found),
        "clock": preset(found.table_set.clock),
        "shown": standing([number]).get(number) if found.line.state == "running" else None,
        "faulted": faults(session, viewer, match_id=number) if viewer.account_id is not None else [],
        "over": _over(found),
        "replay": document,
        "signer": signer,
        "ruled": as_ruled(session, [found.line]).get(number),
    }


def _over(found: MatchDetail) -> bool:
    """Whether nothing on the page can change any more: the match is played and its whole set is done, or it was given up."""
    return found.line.state in {"finished", "void", "failed"} and found.table_set.state != "open"


def categories(found: MatchDetail) -> list[tuple[str, list[int]]]:
    """The score sheet: one line per category, one column per seat."""
    if not found.outcome:
        return []
    sheets: list[dict[str, int]] = found.outcome["categories"]
    names = dict.fromkeys(name for sheet in sheets for name in sheet)
    return [(name, [sheet.get(name, 0) for sheet in sheets]) for name in names]


@pages.get("/matches/<number:match_id>/replay")
def replay(match_id: int) -> Response:
    """The signed replay; always the same bytes."""
    with reading() as session:
        body, digest = replay_file(session, who(), match_id)
    return replay_response(match_id, body, digest, "private, no-cache")


@pages.get("/sets/<number:set_id>")
def table_set(set_id: int) -> str:
    """One table set with its provisional or final result."""
    with reading() as session:
        detail = set_detail(session, who(), set_id)
        ruled = as_ruled(session, detail.matches)
    if detail.done_at is not None:
        keep(DONE_SECONDS)
    return render_template("set.html", set=detail, table=totals(detail), clock=preset(detail.clock), ruled=ruled)


def totals(found: SetDetail) -> list[dict[str, Any]]:
    """Per bot over the finished matches: places and scores by rotation, best mean place first."""
    lines: dict[str, dict[str, Any]] = {}
    for match in found.matches:
        if match.state != "finished":
            continue
        for seat in match.seats:
            if not seat.bot:
                continue  # not told before the set is over
            line = lines.setdefault(seat.bot, {"bot": seat.bot, "results": {}})
            line["results"][match.rotation] = seat
    for line in lines.values():
        places = [seat.place for seat in line["results"].values()]
        line["mean"] = sum(places) / len(places)
    return sorted(lines.values(), key=lambda line: (line["mean"], line["bot"]))
