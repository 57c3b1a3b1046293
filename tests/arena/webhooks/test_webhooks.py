"""Webhooks: signed and tried again, about what their owner may know, and to public addresses only."""

import json
import socket
import threading
from ipaddress import ip_address

import pytest
from sqlalchemy import select, update
from standardwebhooks import Webhook as Checker

from arena.access.viewers import operator, viewer
from arena.accounts.commands import delete_account
from arena.db.models import Account, Delivery, DeliveryState, Entry, Season, SeasonStage, Webhook
from arena.errors import Conflict, Invalid, NotFound
from arena.seasons.entries import enter_by_hand
from arena.seasons.lifecycle import open_season
from arena.seasons.start import start_season
from arena.webhooks import commands, delivery, events
from arena.webhooks.addresses import is_public, parsed, resolved
from arena.webhooks.delivery import Courier
from arena.webhooks.queries import webhooks
from tests.arena.webhooks.receiver import receiver
from tests.services.cluster import await_until

SITE = "https://arena.example"


def aki(session, world):
    return viewer(session, world.accounts["aki"])


def subscribe(database, world, url, names, who="aki", **more) -> tuple[int, str]:
    with database.write() as session:
        hook = commands.create_webhook(session, viewer(session, world.accounts[who]), url, names, private=True, **more)
        return hook.id, hook.secret


def lines(database, who):
    with database.read() as session:
        return [line for hook in webhooks(session, viewer(session, who)) for line in hook.deliveries]


def waiting(database, hook_id) -> list[dict]:
    with database.read() as session:
        rows = session.scalars(select(Delivery).where(Delivery.webhook_id == hook_id).order_by(Delivery.id))
        return [{"event": row.event, **row.facts} for row in rows]


def test_a_receiver_that_fails_twice_gets_it_the_third_time_with_a_signature_that_holds(database, world):
    with receiver(500, 302) as there:
        hook, secret = subscribe(database, world, there.url, ["bot.faulted"])
        with database.write() as session:
            commands.delete_webhook(session, aki(session, world), world.webhook_id)
            commands.try_webhook(session, aki(session, world), hook)
        courier = Courier(database, SITE, retry_seconds=0.01, private=True)
        courier.start()
        calls = [there.next() for _ in range(3)]
        found = await_until(
            lambda: [one for one in lines(database, world.accounts["aki"]) if one.state != "waiting"], "an end"
        )
        courier.stop()
    assert [call.path for call in calls] == ["/arena?x=1"] * 3, "redirects are not followed"
    assert len({call.headers["webhook-id"] for call in calls}) == 1, "a receiver can tell that it is the same"
    told = Checker(secret).verify(calls[-1].body, {key.lower(): value for key, value in calls[-1].headers.items()})
    assert told["type"] == "ping"
    assert told["data"] == {"text": "Meiji Arena can reach you.", "url": f"{SITE}/account/webhooks"}
    assert [(one.state, one.attempts, one.answer) for one in found] == [("delivered", 3, "it answered 200")]


def test_pauses_grow_and_the_seventh_failure_is_the_last(database, world):
    with receiver(*[500] * 7) as there:
        hook, _ = subscribe(database, world, there.url, ["bot.faulted"])
        with database.write() as session:
            commands.try_webhook(session, aki(session, world), hook)
            session.get_one(Delivery, 1).state = DeliveryState.FAILED
        pauses, states = [], []
        for _ in range(7):
            with database.write() as session:
                row = session.scalars(select(Delivery).where(Delivery.webhook_id == hook)).one()
                row.next_at = row.created_at
            (order,) = delivery.take(database)
            assert delivery.take(database) == [], "nobody else takes it meanwhile"
            delivery.keep(database, order, delivery.attempt(order, SITE, private=True), 10)
            with database.read() as session:
                row = session.scalars(select(Delivery).where(Delivery.webhook_id == hook)).one()
                pauses.append(round((row.next_at - delivery.utcnow()).total_seconds()))
                states.append(row.state.value)
    assert states == ["waiting"] * 6 + ["failed"]
    assert pauses[:6] == [10, 30, 120, 600, 3600, 21600]


def test_one_that_is_gone_is_not_called_again(database, world):
    with receiver(410) as there:
        order = an_order(there.url)
        assert delivery.attempt(order, SITE, private=True) == delivery.Outcome(False, "it answered 410", final=True)


def an_order(url: str, style: str = "json", text: str = "Hello.") -> delivery.Order:
    facts = {"text": text, "path": "/seasons/x"}
    return delivery.Order(1, 1, url, "whsec_c2VjcmV0", style, "ping", facts, delivery.utcnow())


def test_a_chat_shows_names_and_pings_nobody():
    with receiver() as there:
        delivery.attempt(an_order(there.url, "discord", "@everyone **cup** `x`"), SITE, private=True)
        body = json.loads(there.next().body)
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"] == f"\\@everyone \\*\\*cup\\*\\* \\`x\\`\n<{SITE}/seasons/x>"


def test_a_receiver_that_never_ends_its_answer_is_broken_off(monkeypatch):
    monkeypatch.setattr(delivery, "LONGEST_SECONDS", 0.5)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            peer, _ = server.accept()
            with peer:
                peer.settimeout(5)
                try:
                    while not over.wait(0.1):
                        peer.sendall(b"H")
                except OSError:
                    pass

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        outcome = delivery.attempt(an_order(url), SITE, private=True)
        over.set()
        thread.join()
    assert outcome == delivery.Outcome(False, "it did not answer in time")


INSIDE = [
    "http://127.0.0.1/", "http://10.1.2.3/", "http://169.254.169.254/latest", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://0.0.0.0/", "http://localhost/", "http://redis:6379/", "http://db.internal/",
    "http://printer.local/", "http://224.0.0.1/", "http://100.64.0.1/",
]  # fmt: skip
NONE = ["ftp://example.com/", "file:///etc/passwd", "https://", "https://a:b@example.com/", "http://example.com:25/", "x", "http://exa mple.com", "http://[::1", "https://example.com:99999/", "https://éxample.com/", "http://example.com/\nX: y"]  # fmt: skip


@pytest.mark.parametrize("url", INSIDE)
def test_addresses_inside_a_network_are_refused_unless_they_are_allowed(url):
    with pytest.raises(Invalid):
        parsed(url, private=False)
    assert parsed(url, private=True).host


@pytest.mark.parametrize("url", NONE)
def test_what_is_no_address_is_refused_in_any_case(url):
    with pytest.raises(Invalid):
        parsed(url, private=True)


def test_a_name_that_leads_inside_is_not_called(monkeypatch):
    def leads_inside(host, port, **_):
        return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", ("10.0.0.7", port))]

    target = parsed("https://rebinding.example.com/", private=False)
    with receiver() as there:
        assert delivery.attempt(an_order(there.url), SITE, private=False).answer == "127.0.0.1 is not a public address"
        monkeypatch.setattr(socket, "getaddrinfo", leads_inside)
        with pytest.raises(Invalid, match="no public address"):
            resolved(target, private=False)
        assert there.calls.empty()
    assert is_public(ip_address("93.184.216.34"))


def test_owners_hear_of_faults_and_others_do_not(database, world):
    mine, _ = subscribe(database, world, "http://example.com/", ["bot.faulted"])
    others, _ = subscribe(database, world, "http://example.com/", ["bot.faulted"], who="ben")
    with database.write() as session:
        events.faulted(session, world.challenge_match)
        events.faulted(session, world.challenge_match)
    (told,) = waiting(database, mine)
    assert (told["bot"], told["verdict"], told["match"]) == ("akis-bot", "illegal", world.challenge_match)
    assert waiting(database, others) == []


def test_who_is_overtaken_on_a_ladder_hears_it_once_an_hour(database, world):
    hook, _ = subscribe(database, world, "http://example.com/", ["bot.lost_place"])
    with database.write() as session:
        season = session.scalars(select(Season).where(Season.slug == world.season)).one()
        entries = {row.bot_id: row for row in session.scalars(select(Entry).where(Entry.season_id == season.id))}
        for bot_id, row in entries.items():
            row.rating = 1_500_000 if bot_id == world.bots["akis-bot"] else 1_400_000
        entries[world.bots["bens-bot"]].rating = 1_510_000
        session.flush()
        events.lost_places(session, season, {world.bots["shinobi"]: 0})
        assert session.scalars(select(Delivery).where(Delivery.webhook_id == hook)).all() == [], "nothing has changed"
        for _ in range(2):
            events.lost_places(session, season, {world.bots["bens-bot"]: 20_000, world.bots["shinobi"]: -20_000})
    (told,) = waiting(database, hook)
    assert (told["bot"], told["before"], told["place"]) == ("akis-bot", 1, 2)


def test_a_season_is_told_to_who_runs_it_or_plays_in_it_and_may_see_it(database, world):
    everything = list(events.EVENTS)
    runs, _ = subscribe(database, world, "http://example.com/", everything, who="kei")
    stranger, _ = subscribe(database, world, "http://example.com/", everything, who="ben")
    named, _ = subscribe(database, world, "http://example.com/", everything, who="mei", season="nippon-open")
    with database.write() as session:
        kei = viewer(session, world.accounts["kei"])
        open_season(session, kei, "autumn-cup")
        for bot in ("shinobi", "tanuki", "kappa"):
            enter_by_hand(session, operator("test"), "autumn-cup", bot)
        start_season(session, kei, "autumn-cup")
    assert [(told["event"], told["entries"]) for told in waiting(database, runs)] == [("season.started", 3)]
    with database.write() as session:
        row = session.scalars(select(Season).where(Season.slug == "autumn-cup")).one()
        events.champions(session, row, ["shinobi"])
    assert [told["event"] for told in waiting(database, runs)] == ["season.started", "season.champion"]
    assert waiting(database, stranger) == waiting(database, named) == []


def test_nobody_hears_of_a_champion_that_is_still_hidden(database, world):
    seen, _ = subscribe(database, world, "http://example.com/", ["season.champion"], season="club-league")
    with database.write() as session:
        row = session.scalars(select(Season).where(Season.slug == "club-league")).one()
        events.champions(session, row, ["shinobi"])
        session.execute(update(SeasonStage).where(SeasonStage.season_id == row.id).values(visibility="organisers"))
        events.champions(session, row, ["tanuki"])
    assert [told["champions"] for told in waiting(database, seen)] == [["shinobi"]]


def test_webhooks_have_limits_and_belong_to_their_account(database, world):
    with database.write() as session:
        ben = viewer(session, world.accounts["ben"])
        for _ in range(commands.MOST_WEBHOOKS):
            hook = commands.create_webhook(session, ben, "https://example.com/", ["bot.faulted"])
        with pytest.raises(Conflict, match="delete one first"):
            commands.create_webhook(session, ben, "https://example.com/", ["bot.faulted"])
        for act in (commands.delete_webhook, commands.try_webhook):
            with pytest.raises(NotFound):
                act(session, aki(session, world), hook.id)
        with pytest.raises(NotFound):
            commands.create_webhook(
                session, aki(session, world), "https://example.com/", ["bot.faulted"], season="secret-draft"
            )
        for _ in range(events.MOST_WAITING + 5):
            events.ping(session, hook)
    with database.read() as session:
        assert (
            len(session.scalars(select(Delivery.id).where(Delivery.webhook_id == hook.id)).all()) == events.MOST_WAITING
        )


def test_who_leaves_takes_webhooks_along_and_is_named_in_none(database, world):
    others, _ = subscribe(database, world, "http://example.com/", ["season.champion"], who="kei")
    with database.write() as session:
        row = session.scalars(select(Season).where(Season.slug == "autumn-cup")).one()
        events.champions(session, row, ["akis-bot"])
        events.champions(session, row, ["akis-bottle"])
        delete_account(session, session.get_one(Account, world.accounts["aki"]), "test")
    with database.read() as session:
        assert session.get(Webhook, world.webhook_id) is None
    assert [told["champions"] for told in waiting(database, others)] == [["akis-bottle"]]
