"""The authorisation matrix: every route of the site for the public, an author, another author, an organiser and an admin."""

import pytest

from tests.web.conftest import form_word
from tests.web.test_pages import crawl
from web import limits

ROLES = ("public", "aki", "ben", "kei", "root", "mei")
"""mei is an organiser, too, but of no season here: where nothing is said, what kei may."""
OPEN = (200, 200, 200, 200, 200)
OWN = (303, 200, 200, 200, 200)
NOBODY = (404, 404, 404, 404, 404)
"""The API, frames and link previews show everyone what the public may see, and no more."""
ADMIN = (404, 404, 404, 404, 200)
CLUB = (404, 200, 404, 200, 200, 404)
"""A league for its members: aki has a bot in it, kei organises it."""
RUN = (303, 404, 404, 200, 200, 404)
MATRIX: dict[str, tuple[str, tuple[int, ...]]] = {
    "home.home": ("/", OPEN),
    "home.live": ("/live/matches", OPEN),
    "home.start": ("/start", OPEN),
    "games.games": ("/games", OPEN),
    "games.game": ("/games/iki", OPEN),
    "games.strong_play": ("/games/iki/strong-play", OPEN),
    "leaderboards.overview": ("/leaderboards", OPEN),
    "leaderboards.ladder": ("/seasons/nippon-open/leaderboard", OPEN),
    "leaderboards.live": ("/live/seasons/nippon-open", OPEN),
    "bots.overview": ("/bots", OPEN),
    "bots.one": ("/bots/akis-bot", OPEN),
    "matches.overview": ("/matches", OPEN),
    "matches.one": ("/matches/{challenge_match}", (404, 200, 404, 404, 200)),
    "matches.live": ("/live/matches/{challenge_match}", (404, 200, 404, 404, 200)),
    "coach.live": ("/live/matches/{challenge_match}/coach", (303, 200, 404, 404, 200)),
    "coach.report": ("/matches/{challenge_match}/coach.json", (303, 404, 404, 404, 404)),
    "matches.replay": ("/matches/{challenge_match}/replay", (404, 200, 404, 404, 200)),
    "watch.overview": ("/watch", OPEN),
    "watch.table": ("/watch/iki", OPEN),
    "watch.notes": ("/matches/{challenge_match}/notes.json", (404, 200, 404, 404, 200)),
    "watch.frames": ("/matches/{challenge_match}/frames/public.json", (404, 200, 404, 404, 200)),
    "watch.live_match": ("/live/matches/{running_match}/frames", OPEN),
    "watch.live_table": ("/live/watch/iki", OPEN),
    "watch.game_catalog": ("/games/iki/catalog.json", OPEN),
    "previews.embed": ("/embed/matches/{challenge_match}", NOBODY),
    "previews.match": ("/matches/{challenge_match}/picture.png", NOBODY),
    "previews.bot": ("/bots/akis-bot/picture.png", OPEN),
    "previews.of_season": ("/seasons/secret-draft/picture.png", NOBODY),
    "matches.table_set": ("/sets/{challenge_set}", (404, 200, 404, 404, 200)),
    "seasons.overview": ("/seasons", OPEN),
    "seasons.one": ("/seasons/secret-draft", (404, 404, 404, 200, 200, 404)),
    "seasons.fame": ("/hall-of-fame", OPEN),
    "seasons.tables": ("/seasons/club-league/tables/1", CLUB),
    "seasons.live": ("/live/leagues/club-league", CLUB),
    "seasons.live_tables": ("/live/leagues/club-league/tables/1", CLUB),
    "seasons.schedule": ("/seasons/club-league/schedule", CLUB),
    "seasons.entries": ("/seasons/club-league/entries", CLUB),
    "seasons.rulings": ("/seasons/club-league/rulings", CLUB),
    "docs.overview": ("/docs?q=fire", OPEN),
    "docs.page": ("/docs/glossary", OPEN),
    "docs.rules": ("/rules/iki", OPEN),
    "feed.results": ("/feed.atom", OPEN),
    "feed.of_bot": ("/bots/akis-bot/feed.atom", OPEN),
    "feed.of_season": ("/seasons/secret-draft/feed.atom", NOBODY),
    "badges.of_bot": ("/badges/bots/akis-bot.svg", OPEN),
    "dumps.overview": ("/data", OPEN),
    "dumps.sums": ("/data/SHA256SUMS", OPEN),
    "dumps.file": ("/data/meiji-arena-2026-10.zip", NOBODY),
    "api.list_dumps": ("/api/v1/dumps", OPEN),
    "keys.overview": ("/keys", OPEN),
    "keys.well_known": ("/.well-known/meiji-arena-keys", OPEN),
    "api.list_keys": ("/api/v1/keys", OPEN),
    "sign_in.sign_in": ("/sign-in", (200, 303, 303, 303, 303)),
    "sign_in.sign_up": ("/sign-up", (200, 303, 303, 303, 303)),
    "providers.begin": ("/sign-in/provider", NOBODY),
    "providers.come_back": ("/sign-in/callback?state=x&code=y", NOBODY),
    "two_factor.ask": ("/sign-in/second", (303, 303, 303, 303, 303)),
    "two_factor.overview": ("/account/two-factor", OWN),
    "account.overview": ("/account", OWN),
    "account.faulted": ("/account/faults?bot=akis-bot", (303, 200, 403, 403, 200)),
    "account.export": ("/account/export.json", OWN),
    "account.settings": ("/account/settings", OWN),
    "teams.overview": ("/account/teams", OWN),
    "challenges.overview": ("/account/challenges", OWN),
    "reset_password.reset": ("/reset?key=none", (404, 404, 404, 404, 404)),
    "submissions.overview": ("/account/submissions", OWN),
    "submissions.one": ("/account/bots/akis-bot/hosting", (303, 200, 403, 403, 200)),
    "runtimes.overview": ("/runtimes", OPEN),
    "submissions.download": ("/account/bots/akis-bot/submission?version=1.0", (303, 200, 403, 403, 200)),
    "following.overview": ("/account/following", OWN),
    "email.overview": ("/account/email", NOBODY),  # no mail server
    "email.confirm": ("/confirm-address?key=none", NOBODY),
    "email.forgot": ("/forgot", NOBODY),
    "home.authority": ("/arena-ca.pem", NOBODY),
    "webhooks.overview": ("/account/webhooks", OWN),
    "organise.overview": ("/organise", OWN),
    "organise.new": ("/organise/new", (404, 404, 404, 200, 200)),
    "control.one": ("/organise/seasons/autumn-cup", RUN),
    "control.confirm": ("/organise/seasons/autumn-cup/confirm/cancel", RUN),
    "downloads.season_students": ("/organise/seasons/autumn-cup/students.csv", RUN),
    "downloads.season_archive": ("/organise/seasons/autumn-cup/archive.zip", RUN),
    "control.edit": ("/organise/seasons/autumn-cup/edit", RUN),
    "participants.overview": ("/organise/seasons/autumn-cup/participants", RUN),
    "participants.faulted": ("/organise/seasons/club-league/participants/faults?bot=akis-bot", RUN),
    "control.roster_form": ("/organise/seasons/autumn-cup/roster", RUN),
    "admin.status": ("/admin", ADMIN),
    "admin.live": ("/admin/live", ADMIN),
    "admin.users": ("/admin/users", ADMIN),
    "admin.user": ("/admin/users/aki", ADMIN),
    "admin.comments": ("/admin/comments", ADMIN),
    "admin.audit_log": ("/admin/audit", ADMIN),
    "downloads.season_results": ("/seasons/secret-draft/results.csv", (404, 404, 404, 200, 200, 404)),
    "downloads.season_replays": ("/seasons/secret-draft/replays.tar", (404, 404, 404, 200, 200, 404)),
    "downloads.bot_results": ("/bots/akis-bot/results.json", OPEN),
    "programs.api": ("/api", OPEN),
    "programs.protos": ("/protos.zip", OPEN),
    "api.openapi": ("/api/v1/openapi.json", OPEN),
    "api.list_games": ("/api/v1/games", OPEN),
    "api.get_game": ("/api/v1/games/iki", OPEN),
    "api.list_seasons": ("/api/v1/seasons", OPEN),
    "api.get_season": ("/api/v1/seasons/secret-draft", NOBODY),
    "api.list_standings": ("/api/v1/seasons/secret-draft/standings", NOBODY),
    "api.list_stages": ("/api/v1/seasons/secret-draft/stages", NOBODY),
    "api.list_champions": ("/api/v1/champions", OPEN),
    "api.list_bots": ("/api/v1/bots", OPEN),
    "api.get_bot": ("/api/v1/bots/akis-bot", OPEN),
    "api.bot_history": ("/api/v1/bots/akis-bot/history?season=secret-draft", NOBODY),
    "api.list_matches": ("/api/v1/matches?season=secret-draft", NOBODY),
    "api.get_match": ("/api/v1/matches/{challenge_match}", NOBODY),
    "api.match_replay": ("/api/v1/matches/{challenge_match}/replay", NOBODY),
    "api.list_comments": ("/api/v1/matches/{challenge_match}/comments", NOBODY),
    "api.get_set": ("/api/v1/sets/{challenge_set}", NOBODY),
    "api.list_live": ("/api/v1/live", OPEN),
    "favicon": ("/favicon.ico", OPEN),
    "robots": ("/robots.txt", OPEN),
}
"""Route: an address that tells people apart if there is one, and the answer for each of ROLES."""

RULE = (403, 404, 404, 303, 303, 404)
REFUSED = (403, 404, 404, 422, 422, 404)
"""For who may run the season only; what the test sends does not fit."""
CHANGES: dict[str, tuple[str, tuple[int, ...]]] = {
    "following.bot": ("/account/following/bots/akis-bot", (403, 303, 303, 303, 303)),
    "following.season": ("/account/following/seasons/secret-draft", (403, 404, 404, 303, 303, 404)),
    "email.give": ("/account/email", NOBODY),
    "email.choose": ("/account/email/notices", NOBODY),
    "email.try_it": ("/account/email/try", NOBODY),
    "email.remove": ("/account/email/remove", NOBODY),
    "email.confirmed": ("/confirm-address", NOBODY),
    "email.send_link": ("/forgot", NOBODY),
    "account.make_bot": ("/account/bots", (403, 200, 200, 200, 200)),
    "account.make_token": ("/account/bots/akis-bot/tokens", (403, 200, 403, 403, 200)),
    "account.make_author_token": ("/account/author-tokens", (403, 200, 200, 200, 200)),
    "account.revoke": ("/account/tokens/1/revoke", (403, 303, 404, 404, 303)),
    "account.enter_season": ("/account/bots/akis-bot/enter", (403, 303, 403, 403, 303)),
    "account.leave_season": ("/account/bots/akis-bot/withdraw", (403, 303, 403, 403, 303)),
    "account.challenges": ("/account/bots/akis-bot/challenges", (403, 303, 403, 403, 303)),
    "account.retire": ("/account/bots/akis-bot/retire", (403, 303, 403, 403, 303)),
    "account.password": ("/account/password", (403, 422, 422, 422, 422)),
    "account.delete": ("/account/delete", (403, 422, 422, 422, 422)),
    "providers.ask_link": ("/account/sign-ins", (403, 422, 422, 422, 422)),
    "providers.remove": ("/account/sign-ins/1/remove", (403, 404, 404, 404, 404)),
    "two_factor.check": ("/sign-in/second", (303, 303, 303, 303, 303)),
    "two_factor.begin": ("/account/two-factor/begin", (403, 422, 422, 422, 422)),
    "two_factor.confirm": ("/account/two-factor/confirm", (403, 422, 422, 422, 422)),
    "two_factor.codes": ("/account/two-factor/codes", (403, 422, 422, 422, 422)),
    "two_factor.turn_off": ("/account/two-factor/off", (403, 422, 422, 422, 422)),
    "admin.reset_two_factor": ("/admin/users/ben/two-factor", (404, 404, 404, 404, 422)),
    "admin.requeue": ("/admin/matches/{running_match}/requeue", (404, 404, 404, 404, 303)),
    "admin.void": ("/admin/matches/{running_match}/void", (404, 404, 404, 404, 303)),
    "admin.role": ("/admin/users/ben/role", (404, 404, 404, 404, 303)),
    "admin.disable": ("/admin/users/ben/disabled", (404, 404, 404, 404, 303)),
    "admin.anonymise": ("/admin/users/ben/anonymise", (404, 404, 404, 404, 303)),
    "admin.disable_bot": ("/admin/users/aki/bots/akis-bot/disabled", (404, 404, 404, 404, 303)),
    "admin.reset_link": ("/admin/users/ben/reset-link", (404, 404, 404, 404, 200)),
    "admin.make_account": ("/admin/users", (404, 404, 404, 404, 200)),
    "admin.delete": ("/admin/comments/{comment_id}/delete", (404, 404, 404, 404, 303)),
    "coach.ask": ("/matches/{challenge_match}/coach", (403, 303, 404, 404, 303)),
    "comments.write": ("/matches/{challenge_match}", (403, 303, 404, 404, 303)),
    "comments.remove": ("/matches/{challenge_match}/comments/{comment_id}/delete", (403, 303, 404, 404, 303)),
    "reset_password.set_password": ("/reset", (404, 404, 404, 404, 404)),
    "teams.create": ("/account/teams", (403, 303, 303, 303, 303)),
    "teams.invite": ("/account/teams/aki/invitations", (403, 303, 404, 404, 303)),
    "teams.withdraw": ("/account/teams/crew/invitations/kei/withdraw", (403, 303, 422, 404, 303, 404)),
    "teams.accept": ("/account/teams/crew/accept", (403, 404, 404, 303, 404, 404)),
    "teams.decline": ("/account/teams/crew/decline", (403, 404, 404, 303, 404, 404)),
    "teams.remove": ("/account/teams/crew/members/ben/remove", (403, 303, 303, 404, 303)),
    "teams.set_leader": ("/account/teams/crew/members/ben/leader", (403, 303, 422, 404, 303)),
    "account.pace": ("/account/bots/akis-bot/pace", (403, 303, 403, 403, 303)),
    "challenges.cancel_matches": ("/account/challenges/cancel", (403, 303, 303, 303, 303)),
    "challenges.ask": ("/account/challenges", (403, 422, 422, 422, 422)),
    "submissions.upload": ("/account/submissions", (403, 422, 422, 422, 422)),
    "submissions.activate": ("/account/bots/akis-bot/submissions/activate", (403, 303, 403, 403, 303)),
    "submissions.delete": ("/account/bots/akis-bot/submissions/delete", (403, 303, 403, 403, 303)),
    "webhooks.create": ("/account/webhooks", (403, 200, 200, 200, 200)),
    "webhooks.ping": ("/account/webhooks/{webhook_id}/try", (403, 303, 404, 404, 303)),
    "webhooks.delete": ("/account/webhooks/{webhook_id}/delete", (403, 303, 404, 404, 303)),
    "organise.make": ("/organise/new", (404, 404, 404, 422, 422)),
    "control.act": ("/organise/seasons/autumn-cup/open", RULE),
    "control.finish": ("/organise/seasons/autumn-cup/finish", REFUSED),  # it is a draft
    "control.cancel": ("/organise/seasons/autumn-cup/cancel", RULE),
    "control.rehearse": ("/organise/seasons/autumn-cup/rehearse", (403, 404, 404, 422, 422, 404)),  # nobody is entered
    "control.wipe": ("/organise/seasons/autumn-cup/wipe", (403, 404, 404, 422, 422, 404)),  # it is no rehearsal
    "control.remove_entry": ("/organise/seasons/autumn-cup/entries/akis-bot/remove", (403, 404, 404, 422, 422, 404)),
    "participants.send": ("/organise/seasons/autumn-cup/messages", REFUSED),  # the message is empty
    "control.update": ("/organise/seasons/autumn-cup/file", REFUSED),
    "control.save": ("/organise/seasons/autumn-cup/edit", REFUSED),
    "control.follow": ("/organise/seasons/autumn-cup/next", REFUSED),
    "control.invite": ("/organise/seasons/autumn-cup/invites", (403, 404, 404, 200, 200, 404)),
    "control.revoke": ("/organise/seasons/autumn-cup/invites/1/revoke", (403, 404, 404, 404, 404, 404)),
    "control.invite_organiser": ("/organise/seasons/autumn-cup/organisers", RULE),
    "organise.accept": ("/organise/invitations/autumn-cup/accept", (403, 404, 303, 404, 404, 404)),
    "organise.decline": ("/organise/invitations/autumn-cup/decline", (403, 404, 303, 404, 404, 404)),
    "control.remove_organiser": ("/organise/seasons/autumn-cup/organisers/kei/remove", REFUSED),
    "control.enter": ("/organise/seasons/autumn-cup/entries", RULE),
    "control.rule": ("/organise/seasons/autumn-cup/rulings", REFUSED),
    "control.reveal": ("/organise/seasons/autumn-cup/stages/0/reveal", REFUSED),
    "control.load_roster": ("/organise/seasons/autumn-cup/roster", REFUSED),
    "sign_in.enter": ("/sign-in", (422, 422, 422, 422, 422)),
    "sign_in.make_account": ("/sign-up", (422, 422, 422, 422, 422)),
    "sign_in.leave": ("/sign-out", (303, 303, 303, 303, 303)),
}
FIELDS = {
    "sure": "yes",
    "season": "nippon-open",
    "role": "author",
    "why": "a test",
    "disabled": "no",
    "name": "brand-new",
    "member": "root",
    "leader": "yes",
    "bot": "akis-bot",
    "entrant": "shinobi",
    "account": "aki",
    "uses": "3",
    "kind": "void",
    "reason": "a test",
    "step": "1",
    "repeated": "ben",
    "url": "https://hooks.example.com/arena",
    "event": "bot.faulted",
    "style": "json",
    "version": "1.0",
    "comment": "a test",
    "file": "not a file of any kind",
}


def code(codes: tuple[int, ...], role: str) -> int:
    """What a role is answered."""
    at = ROLES.index(role)
    return codes[at] if at < len(codes) else codes[ROLES.index("kei")]


def test_the_matrix_has_every_route(app):
    reading = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in rule.methods}
    changing = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    signed = {rule.endpoint for rule in app.url_map.iter_rules() if rule.endpoint.startswith("own.")}
    assert reading - {"static"} - set(MATRIX) - signed == set()
    assert changing - set(CHANGES) - signed == set(), "what author tokens open: tests/web/test_own_api.py"


def as_role(app, sign_in, role):
    return app.test_client() if role == "public" else sign_in(role)


@pytest.mark.parametrize("role", ROLES)
def test_every_page_for_every_role(app, sign_in, world, role):
    client = as_role(app, sign_in, role)
    for endpoint, (path, codes) in MATRIX.items():
        with client.get(path.format(**vars(world))) as answer:
            assert answer.status_code == code(codes, role), (endpoint, role, answer.status_code)


@pytest.mark.parametrize("endpoint", CHANGES)
@pytest.mark.parametrize("role", ROLES)
def test_every_change_for_every_role(app, sign_in, world, role, endpoint):
    client = as_role(app, sign_in, role)
    path, codes = CHANGES[endpoint]
    word = form_word(client.get("/sign-in" if role == "public" else "/account").text)
    answer = client.post(
        path.format(**vars(world)), data={"csrf": word, **FIELDS, "password": "short", "again": "short"}
    )
    assert answer.status_code == code(codes, role), answer.text
    bare = client.post(path.format(**vars(world)), data=FIELDS)
    assert bare.status_code == 400, "no form is taken without its word"


@pytest.mark.parametrize("role", ["aki", "kei", "root"])
def test_every_link_somebody_signed_in_can_follow_answers(sign_in, role, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "archive", (1000, 600))  # every season has archives to download

    class Reader:
        def __init__(self, client):
            self.client = client

        def get(self, path):
            forms = ("/sign-out", "/account/", "/admin/", "/organise/", "/matches/")
            if path == "/sign-out" or (path.startswith(forms) and self.is_form(path)):
                return self.client.get("/robots.txt")  # the address of a form, not of a page
            return self.client.get(path, follow_redirects=True)

        def is_form(self, path):
            with self.client.get(path) as answer:
                return answer.status_code == 405

    assert len(crawl(Reader(sign_in(role)), "/")) > 40
