"""One request through gRPC, the site or the JSON API, and the command line: one result, one refusal, one line in the audit log."""

import html
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from sqlalchemy import func, select

from arena.access.credentials import create_author_token
from arena.access.lookup import bot as bot_named
from arena.access.viewers import operator
from arena.cli import main
from arena.cli.command import EXIT_CODES
from arena.db.models import Account, AuditEntry, Token
from arena.errors import ArenaError, Conflict, Invalid, NotAllowed, NotFound, status
from arena.gateway.api.service import STATUS as GRPC_STATUS, Allowance
from arena.ladders.commands import NewLadder, create_ladder
from arena.seasons.invites import create_invite
from arena.settings import Settings
from arena.v1 import arena_pb2 as pb
from tests.arena.api.conftest import serving
from tests.arena.running.conftest import show
from tests.services.archives import bot_zip
from tests.web.conftest import form_word
from tests.web.world import PASSWORD
from web.errors import STATUS as HTTP_STATUS
from web.site import Site

KINDS = {code: kind for kind, code in reversed(GRPC_STATUS.items()) if issubclass(kind, ArenaError)}
NOTE = re.compile(r'<div class="note bad" role="alert">\s*<p>(?:That cannot be done: )?(.*?)\.?</p>', re.DOTALL)


@dataclass
class Answer:
    """What an edge answered, without its form."""

    kind: type[ArenaError] | None = None
    sentence: str = ""
    result: Any = None
    audit: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)


@dataclass
class Edges:
    """One arena, with all its edges open for aki."""

    database: Any
    redis: Any
    calls: Any
    site: Any
    run: Callable[..., tuple[int, str, str]]
    code: str = ""
    """Of an invite, where a test makes one."""

    def grpc(self, rpc: str, **fields: Any) -> Answer:
        """A call of ArenaService."""
        try:
            return Answer(result=getattr(self.calls, rpc)(getattr(pb, f"{rpc}Request")(**fields)))
        except grpc.RpcError as error:
            return Answer(KINDS[error.code()], error.details())

    def grpc_upload(self, rpc: str, data: bytes) -> Answer:
        """A call that is asked in pieces."""
        request = getattr(pb, f"{rpc}Request")
        try:
            pieces = (request(data=data[at : at + 1000]) for at in range(0, len(data), 1000))
            return Answer(result=getattr(self.calls, rpc)(pieces))
        except grpc.RpcError as error:
            return Answer(KINDS[error.code()], error.details())

    def post(self, path: str, **fields: Any) -> Answer:
        """A form of the site."""
        word = form_word(self.site.get("/account").text)
        answer = self.site.post(path, data={"csrf": word, **fields})
        if answer.status_code < 400:
            return Answer(result=answer)
        note = NOTE.search(answer.text)
        assert note, answer.text
        return Answer(_kind_of(answer.status_code, HTTP_STATUS), html.unescape(note[1]))

    def get(self, path: str) -> Answer:
        """An address of the JSON API."""
        answer = self.site.get(f"/api/v1{path}")
        if answer.status_code < 400:
            return Answer(result=answer.json)
        return Answer(_kind_of(answer.status_code, HTTP_STATUS), answer.json["detail"])

    def arena(self, *words: str) -> Answer:
        """A command."""
        code, out, said = self.run(*words)
        if code == 0:
            return Answer(result=out)
        return Answer(_kind_of(code, EXIT_CODES), said.removeprefix("arena: ").rstrip("\n"))


def _kind_of(code: int, table: dict[type[Exception], Any]) -> Any:
    """All kinds that an edge answers with that status: edges with fewer statuses than kinds answer several alike."""
    return frozenset(kind for kind in KINDS.values() if status(kind(), table) == code)


@contextmanager
def _opened(copied, world, one_app, capsys) -> Iterator[Edges]:
    """A fresh copy of the history with all edges open."""
    with copied() as database, pytest.MonkeyPatch.context() as patch:
        made = replace(world, database=database)
        redis = one_app.extensions["arena"].redis
        redis.flushall()
        one_app.extensions["arena"] = Site(Settings(data=Path("unused"), web_keep_seconds=0), database, redis)
        with database.write() as session:
            account = session.scalars(select(Account).where(Account.name == "aki")).one()
            token = create_author_token(session, account, "test", "test")
        served = SimpleNamespace(database=made.database, tokens={"aki": token})
        with serving(served, redis, Allowance(burst=10_000)) as api:
            patch.setenv("ARENA_ENDPOINT", api.address)
            patch.setenv("ARENA_TOKEN", token)
            patch.setenv("ARENA_DATABASE_URL", database.engine.url.render_as_string(hide_password=False))
            client = one_app.test_client()
            word = form_word(client.get("/sign-in").text)
            client.post("/sign-in", data={"csrf": word, "name": "aki", "password": PASSWORD})

            def run(*words: str) -> tuple[int, str, str]:
                capsys.readouterr()
                return main([*words]), *capsys.readouterr()

            yield Edges(database, redis, api.of("aki"), client, run)


@pytest.fixture
def on_each_edge(played, one_app, capsys):
    """`on_each_edge(request, ...)`: every request on its own copy of the same history; the answers with their audit lines."""
    copied, world = played

    def ask(
        *requests: Callable[[Edges], Any], before: Callable[[Edges], None] = lambda _: None, audited: bool = True
    ) -> list[Any]:
        answers = []
        for request in requests:
            with _opened(copied, world, one_app, capsys) as edges:
                before(edges)
                with edges.database.read() as session:
                    last = session.scalar(select(func.max(AuditEntry.id))) or 0
                answer = request(edges)
                if not audited:
                    answers.append(answer)
                    continue
                with edges.database.read() as session:
                    lines = session.scalars(select(AuditEntry).where(AuditEntry.id > last).order_by(AuditEntry.id))
                    answer.audit = [(line.action, line.subject, line.detail) for line in lines]
                answers.append(answer)
        return answers

    return ask


def _same(answers: list[Answer], kind: type[ArenaError] | None) -> None:
    """All edges did it, or all refused it with the same kind and sentence; the audit log cannot tell them apart."""
    for answer in answers:
        expected = (
            answer.kind is kind if not isinstance(answer.kind, frozenset) else kind is not None and kind in answer.kind
        )
        assert expected, (kind, answer)
        assert answer.sentence == answers[0].sentence
        assert answer.audit == answers[0].audit
    assert bool(answers[0].sentence) == (kind is not None)


ENTERING = [
    ("nippon-open", "akis-bot", None),  # it is in already
    ("nippon-open", "bens-bot", NotAllowed),
    ("nippon-open", "nobody", NotFound),
    ("nowhere", "akis-bot", NotFound),
    ("secret-draft", "akis-bot", NotFound),
]


@pytest.mark.parametrize(("season", "bot", "kind"), ENTERING)
def test_entering(on_each_edge, season, bot, kind):
    answers = on_each_edge(
        lambda edges: edges.grpc("EnterSeason", season_id=season, bot=bot),
        lambda edges: edges.post(f"/account/bots/{bot}/enter", season=season),
        lambda edges: edges.arena("enter", season, bot),
    )
    _same(answers, kind)


def _ladder(game: str) -> Callable[[Edges], None]:
    """A running ladder that is not open."""

    def create(edges: Edges) -> None:
        with edges.database.write() as session:
            create_ladder(session, NewLadder(slug="closed", game=game, seats=2, clock="blitz", title="Closed"), "test")

    return create


def _invited(edges: Edges) -> None:
    _ladder("nippon")(edges)
    with edges.database.write() as session:
        _, edges.code = create_invite(session, operator("test"), "closed")


def _of_another_game(edges: Edges) -> None:
    _invited(edges)
    with edges.database.write() as session:
        bot_named(session, "akis-bot").games = ["iki"]


def _not_validated(edges: Edges) -> None:
    _invited(edges)
    with edges.database.write() as session:
        bot_named(session, "akis-bot").validated_at = None


CLOSED = [
    (_ladder("nippon"), NotAllowed),
    (_invited, None),
    (_of_another_game, Conflict),
    (_not_validated, None),  # it plays rated sets once it is validated
]


@pytest.mark.parametrize(("before", "kind"), CLOSED)
def test_entering_a_ladder_that_is_not_open(on_each_edge, before, kind):
    answers = on_each_edge(
        lambda edges: edges.grpc("EnterSeason", season_id="closed", bot="akis-bot", invite=edges.code),
        lambda edges: edges.post("/account/bots/akis-bot/enter", season="closed", code=edges.code),
        lambda edges: edges.arena("enter", "closed", "akis-bot", *(["--invite", edges.code] if edges.code else [])),
        before=before,
    )
    for answer in answers:
        for _, _, detail in answer.audit:
            detail.pop("invite", None)
    _same(answers, kind)


LEAVING = [
    ("nippon-open", "akis-bot", None),
    ("nippon-open", "bens-bot", NotAllowed),
    ("nowhere", "akis-bot", NotFound),
    ("secret-draft", "akis-bot", NotFound),
]


@pytest.mark.parametrize(("season", "bot", "kind"), LEAVING)
def test_leaving_and_coming_back(on_each_edge, season, bot, kind):
    answers = on_each_edge(
        lambda edges: edges.grpc("LeaveSeason", season_id=season, bot=bot),
        lambda edges: edges.post(f"/account/bots/{bot}/withdraw", season=season),
        lambda edges: edges.arena("leave", season, bot),
    )
    _same(answers, kind)
    if kind is None:
        again = on_each_edge(
            lambda edges: edges.grpc("EnterSeason", season_id=season, bot=bot),
            lambda edges: edges.post(f"/account/bots/{bot}/enter", season=season),
            lambda edges: edges.arena("enter", season, bot),
            before=lambda edges: edges.grpc("LeaveSeason", season_id=season, bot=bot),
        )
        _same(again, None)
        assert [line[0] for line in again[0].audit] == ["season_entered"]


@pytest.mark.parametrize(("bot", "kind"), [("akis-bot", None), ("bens-bot", NotAllowed), ("nobody", NotFound)])
def test_consent_to_challenges(on_each_edge, bot, kind):
    answers = on_each_edge(
        lambda edges: edges.grpc("UpdateBot", bot=bot, open_to_challenges=True),
        lambda edges: edges.post(f"/account/bots/{bot}/challenges", open="yes"),
        lambda edges: edges.arena("consent", bot, "yes"),
    )
    _same(answers, kind)
    assert len(answers[0].audit) == (kind is None)


def _connected(edges: Edges) -> None:
    show(edges.redis, _bot_id(edges, "akis-bot"), games=("nippon",))


def _bot_id(edges: Edges, name: str) -> int:
    with edges.database.read() as session:
        return bot_named(session, name).id


CHALLENGES = [
    ("akis-bot", "tanuki", "nippon", "2", True, None),
    ("akis-bot", "tanuki", "nippon", "2", False, Conflict),
    ("akis-bot", "tanuki", "go", "2", True, NotFound),
    ("akis-bot", "nobody", "nippon", "2", True, NotFound),
    ("akis-bot", "akis-bot", "nippon", "2", True, Invalid),
    ("akis-bot", "bens-bot", "nippon", "2", True, NotAllowed),
    ("bens-bot", "tanuki", "nippon", "2", True, NotAllowed),
]


@pytest.mark.parametrize(("bot", "opponent", "game", "matches", "connected", "kind"), CHALLENGES)
def test_challenging(on_each_edge, bot, opponent, game, matches, connected, kind):
    answers = on_each_edge(
        lambda edges: edges.grpc("CreateChallenge", bot=bot, opponents=[opponent], game=game, matches=int(matches)),
        lambda edges: edges.post("/account/challenges", bot=bot, opponent=opponent, game=game, matches=matches),
        lambda edges: edges.arena("challenge", bot, opponent, "--game", game, "--matches", matches),
        before=_connected if connected else lambda _: None,
    )
    _same(answers, kind)


def test_a_token_of_a_bot(on_each_edge):
    answers = on_each_edge(
        lambda edges: edges.post("/account/bots/akis-bot/tokens", label="desk"),
        lambda edges: edges.arena("token", "create", "--bot", "akis-bot", "--label", "desk"),
    )
    _same(answers, None)
    assert [line[0] for line in answers[0].audit] == ["token_created"]
    _same(
        on_each_edge(
            lambda edges: edges.post("/account/bots/nobody/tokens", label="desk"),
            lambda edges: edges.arena("token", "create", "--bot", "nobody", "--label", "desk"),
        ),
        NotFound,
    )


def test_revoking_a_token(on_each_edge):
    def live(edges: Edges) -> int:
        with edges.database.read() as session:
            bot = _bot_id(edges, "akis-bot")
            return session.scalars(select(Token.id).where(Token.bot_id == bot, Token.revoked_at.is_(None))).first()

    answers = on_each_edge(
        lambda edges: edges.post(f"/account/tokens/{live(edges)}/revoke"),
        lambda edges: edges.arena("token", "revoke", str(live(edges))),
    )
    _same(answers, None)
    assert [line[0] for line in answers[0].audit] == ["token_revoked"]
    _same(
        on_each_edge(
            lambda edges: edges.post("/account/tokens/9999/revoke"),
            lambda edges: edges.arena("token", "revoke", "9999"),
        ),
        NotFound,
    )


def test_the_leaderboard(on_each_edge):
    over_wire, over_json, on_terminal = on_each_edge(
        lambda edges: edges.grpc("ListStandings", season_id="nippon-open"),
        lambda edges: edges.get("/seasons/nippon-open/standings"),
        lambda edges: edges.arena("leaderboard", "nippon-open", "--json"),
    )
    wired = [(line.rank, line.bot, line.sets, round(line.rating)) for line in over_wire.result.standings]
    served = [(line["rank"], line["bot"], line["sets"], round(line["rating"])) for line in over_json.result["items"]]
    printed = [
        (line["rank"], line["bot"], line["sets"], round(line["rating"])) for line in json.loads(on_terminal.result)
    ]
    assert wired == served == printed
    assert len(wired) == 5
    _same(
        on_each_edge(
            lambda edges: edges.grpc("ListStandings", season_id="nowhere"),
            lambda edges: edges.get("/seasons/nowhere/standings"),
            lambda edges: edges.arena("leaderboard", "nowhere"),
        ),
        NotFound,
    )


def test_a_match(on_each_edge, played):
    number = played[1].done_match
    over_wire, over_json, on_terminal = on_each_edge(
        lambda edges: edges.grpc("GetMatch", match_id=str(number)),
        lambda edges: edges.get(f"/matches/{number}"),
        lambda edges: edges.arena("matches", str(number), "--json"),
    )
    wired = [(seat.bot, seat.place, seat.score) for seat in over_wire.result.match.seats]
    served = [(seat["bot"], seat["place"], seat["score"]) for seat in over_json.result["match"]["seats"]]
    printed = [(seat["bot"], seat["place"], seat["score"]) for seat in json.loads(on_terminal.result)["match"]["seats"]]
    assert wired == served == printed
    _same(
        on_each_edge(
            lambda edges: edges.grpc("GetMatch", match_id="999999"),
            lambda edges: edges.get("/matches/999999"),
            lambda edges: edges.arena("matches", "999999"),
        ),
        NotFound,
    )


SUBMITTING = [
    ("akis-bot", "2.0", None),
    ("bens-bot", "2.0", NotAllowed),
    ("akis-bot", "no version", Invalid),
    ("akis-bot", "1.0", Conflict),  # with other contents
]


@pytest.mark.parametrize(("bot", "version", "kind"), SUBMITTING)
def test_handing_a_bot_in(on_each_edge, tmp_path, bot, version, kind):
    data = bot_zip(bot, version, "print(1)\n")
    file = tmp_path / "bot.zip"
    file.write_bytes(data)
    answers = on_each_edge(
        lambda edges: edges.grpc_upload("SubmitBot", data),
        lambda edges: edges.post("/account/submissions", archive=(io.BytesIO(data), "bot.zip")),
        lambda edges: edges.arena("submit", str(file)),
    )
    _same(answers, kind)


@pytest.mark.parametrize(("bot", "version", "kind"), [("akis-bot", "1.0", None), ("akis-bot", "3", NotFound)])
@pytest.mark.parametrize("rpc", ["Activate", "Delete"])
def test_choosing_and_deleting_a_version(on_each_edge, rpc, bot, version, kind):
    word = rpc.lower()
    answers = on_each_edge(
        lambda edges: edges.grpc(f"{rpc}Submission", bot=bot, version=version),
        lambda edges: edges.post(f"/account/bots/{bot}/submissions/{word}", version=version),
        lambda edges: edges.arena("submission", word, bot, version),
    )
    _same(answers, kind)


def test_downloading_a_version(on_each_edge, tmp_path):
    file = tmp_path / "back.zip"
    answers = on_each_edge(
        lambda edges: b"".join(
            piece.data for piece in edges.grpc("DownloadSubmission", bot="akis-bot", version="1.0").result
        ),
        lambda edges: edges.site.get("/account/bots/akis-bot/submission?version=1.0").data,
        lambda edges: (edges.arena("submission", "download", "akis-bot", "1.0", str(file)), file.read_bytes())[1],
        audited=False,
    )
    assert answers == [bot_zip("akis-bot")] * 3


def test_why_a_bot_waits(on_each_edge):
    over_wire, on_page, on_terminal = on_each_edge(
        lambda edges: edges.grpc("ExplainBot", bot="akis-bot"),
        lambda edges: Answer(result=html.unescape(edges.site.get("/bots/akis-bot").text)),
        lambda edges: edges.arena("why", "akis-bot"),
    )
    sentence = over_wire.result.answer.sentence
    assert sentence in on_terminal.result
    assert sentence in on_page.result
    _same(
        on_each_edge(
            lambda edges: edges.grpc("ExplainBot", bot="bens-bot"),
            lambda edges: edges.arena("why", "bens-bot"),
        ),
        NotAllowed,
    )
