"""Signing in by a provider: the way there and back, and everything an attacker could try on it."""

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from joserfc.jwk import RSAKey
from sqlalchemy import select

from arena.access.providers import Person
from arena.access.viewers import operator, viewer
from arena.accounts import identities as linking
from arena.accounts.commands import anonymise_account, set_disabled
from arena.accounts.identities import MOST, identities, unlink_all
from arena.db.models import Account, Identity
from arena.errors import LimitReached
from arena.settings import InvalidSetting, load
from tests.services.sign_in_provider import CLIENT, SECRET, Provider, forged, running_provider
from tests.web.test_accounts import send
from tests.web.world import PASSWORD
from web.site import Site


@pytest.fixture(scope="module")
def running():
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(running, app) -> Provider:
    fresh = Provider()
    for name in ("who", "bend", "forge", "about", "padding", "codes", "asked"):
        setattr(running, name, getattr(fresh, name))
    running.signing = running.key
    use(
        app,
        sign_in_provider="oidc",
        sign_in_issuer=running.issuer,
        sign_in_client_id=CLIENT,
        sign_in_client_secret=SECRET,
    )
    return running


def use(app, **settings) -> None:
    was: Site = app.extensions["arena"]
    app.extensions["arena"] = Site(replace(was.settings, **settings), was.database, was.redis)


def there(client, path: str = "/sign-in/provider") -> str:
    """Off to the provider; where it sends the browser back to, on our site."""
    leaving = client.get(path)
    assert leaving.status_code == 303, leaving.text
    back = requests.get(leaving.location, allow_redirects=False, timeout=60)
    parts = urlsplit(back.headers["Location"])
    return f"{parts.path}?{parts.query}"


def whoami(client) -> str | None:
    page = client.get("/account")
    return None if page.status_code == 303 else page.text


def name_of(world, subject: str) -> str:
    with world.database.read() as session:
        found = select(Account.name).join(Identity, Identity.account_id == Account.id)
        return session.scalars(found.where(Identity.subject == subject)).one()


def test_somebody_new_gets_an_account_if_the_setting_says_so(app, client, provider, world):
    refused = client.get(there(client))
    assert (refused.status_code, "linked" in refused.text) == (403, True)
    assert whoami(client) is None
    use(app, sign_in_new_accounts=True)
    assert client.get(there(client, "/sign-in/provider?next=/account/teams")).location == "/account/teams"
    assert name_of(world, "abc-1") == "chiyo"
    again = app.test_client()
    again.get(there(again))
    assert whoami(again), "and finds it again"
    with world.database.read() as session:
        assert len(session.scalars(select(Identity)).all()) == 1


def test_the_request_carries_state_nonce_and_pkce_and_no_secret(client, provider):
    there(client)
    asked = provider.asked[-1]
    assert asked["code_challenge_method"] == "S256"
    assert asked["response_type"] == "code"
    assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 43
    assert SECRET not in str(asked)
    assert asked["redirect_uri"].endswith("/sign-in/callback")


def test_where_it_leads_back_to_does_not_depend_on_the_request(client, provider):
    leaving = client.get("/sign-in/provider", headers={"Host": "evil.example"})
    redirect = parse_qs(urlsplit(leaving.location).query)["redirect_uri"][0]
    assert "evil" not in redirect


@pytest.mark.parametrize("where", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_it_never_leads_away_from_the_site(app, client, provider, where):
    use(app, sign_in_new_accounts=True)
    assert client.get(there(client, f"/sign-in/provider?next={where}")).location == "/account"


def test_nobody_is_signed_in_to_an_account_because_of_a_name_or_an_address(app, client, provider, world):
    use(app, sign_in_new_accounts=True)
    provider.who = {"sub": "evil", "preferred_username": "root", "email": "root@example.org", "email_verified": False}
    client.get(there(client))
    made = name_of(world, "evil")
    assert made not in {"root", "aki"}
    assert client.get("/admin").status_code == 404
    provider.who = {"sub": "evil-2", "preferred_username": "aki"}
    other = app.test_client()
    other.get(there(other))
    assert name_of(world, "evil-2") == "aki-2"


@pytest.mark.parametrize(
    "name", ["", None, "<script>alert(1)</script>", "ｒｏｏｔ", "admin", "x" * 5000, "../..", "deleted-7", "Ill\u202e"]
)
def test_whatever_a_provider_calls_people_they_get_a_decent_name(app, client, provider, world, name):
    use(app, sign_in_new_accounts=True)
    provider.who = {"sub": "s", "preferred_username": name}
    assert client.get(there(client)).status_code == 303
    made = name_of(world, "s")
    assert made.isascii()
    assert 2 <= len(made) <= 40
    assert whoami(client)


def test_a_way_back_that_another_browser_began_signs_nobody_in(app, client, provider):
    """Login CSRF: an attacker sends a victim the end of the attacker's own sign-in."""
    use(app, sign_in_new_accounts=True)
    attackers = there(client)
    victim = app.test_client()
    assert victim.get(attackers).status_code == 400
    there(victim)
    assert victim.get(attackers).status_code == 400, "nor with an attempt of its own under way"
    assert whoami(victim) is None


def test_a_way_back_is_used_once(app, client, provider):
    use(app, sign_in_new_accounts=True)
    back = there(client)
    assert client.get(back).status_code == 303
    assert client.get(back).status_code == 400


@pytest.mark.parametrize("query", ["", "?state=", "?code=x", "?state=x&code=y", "?error=access_denied"])
def test_a_way_back_without_a_way_there_is_refused(client, provider, query):
    assert client.get(f"/sign-in/callback{query}").status_code == 400


def test_who_says_no_at_the_provider_is_told_so(client, provider):
    state = parse_qs(urlsplit(there(client)).query)["state"][0]
    answer = client.get(f"/sign-in/callback?state={state}&error=access_denied&error_description=call-this-number")
    assert (answer.status_code, "did not sign you in" in answer.text, "call-this" in answer.text) == (403, True, False)


def test_another_issuer_in_the_way_back_is_refused(client, provider):
    assert client.get(f"{there(client)}&iss=https://evil.example").status_code == 400
    assert whoami(client) is None


BENT = {
    "nonce of another attempt": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "another issuer": {"iss": "https://evil.example"},
    "for another client": {"aud": "somebody-else"},
    "for several clients": {"aud": [CLIENT, "somebody-else"]},
    "given to another client": {"azp": "somebody-else"},
    "lapsed": {"exp": 1000},
    "without an end": {"exp": None},
    "from the future": {"iat": 2**40},
    "nobody": {"sub": None},
    "an empty subject": {"sub": ""},
    "a long subject": {"sub": "x" * 300},
}


@pytest.mark.parametrize("change", BENT.values(), ids=BENT)
def test_a_token_that_does_not_fit_signs_nobody_in(app, client, provider, world, change):
    use(app, sign_in_new_accounts=True)
    provider.bend = lambda claims: {key: value for key, value in {**claims, **change}.items() if value is not None}
    assert client.get(there(client)).status_code == 403
    assert whoami(client) is None
    with world.database.read() as session:
        assert session.scalars(select(Identity)).all() == []


@pytest.mark.parametrize(
    "how", ["another key", "with the client's secret", "with our public key as a secret", "not at all"]
)
def test_a_token_that_is_signed_by_another_signs_nobody_in(app, client, provider, how):
    use(app, sign_in_new_accounts=True)
    if how == "another key":
        provider.signing = RSAKey.generate_key(2048, {"kid": "one"})
    else:
        keys = {"not at all": b"", "with the client's secret": SECRET.encode()}
        key = keys.get(how, provider.key.as_pem(private=False))
        header = {"alg": "HS256" if key else "none", "kid": "one"}
        provider.forge = lambda claims: forged(header, claims, key)
    assert client.get(there(client)).status_code == 403
    assert whoami(client) is None


def test_a_code_is_worth_nothing_without_the_verifier_of_its_attempt(app, client, provider):
    """Code injection: the code of another attempt in a way back of one's own."""
    use(app, sign_in_new_accounts=True)
    other = app.test_client()
    stolen = parse_qs(urlsplit(there(other)).query)["code"][0]
    state = parse_qs(urlsplit(there(client)).query)["state"][0]
    assert client.get(f"/sign-in/callback?state={state}&code={stolen}").status_code == 403
    assert whoami(client) is None


@pytest.mark.parametrize(
    "about",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"jwks_uri": "file:///etc/passwd"},
        {"token_endpoint": None},
    ],
    ids=str,
)
def test_a_description_that_does_not_fit_leads_nowhere(client, provider, about):
    provider.about = about
    assert client.get("/sign-in/provider").status_code == 503


def test_a_provider_that_is_down_or_says_too_much_is_a_sentence(app, client, provider):
    provider.padding = 10**6
    assert client.get("/sign-in/provider").status_code == 503
    use(app, sign_in_issuer="http://127.0.0.1:9")
    answer = client.get("/sign-in/provider")
    assert (answer.status_code, "Traceback" in answer.text) == (503, False)


def test_signing_in_begins_a_new_session(app, client, provider):
    use(app, sign_in_new_accounts=True)
    client.set_cookie("meiji_session", "planted")
    client.get(there(client))
    assert client.get_cookie("meiji_session").value != "planted"
    assert client.get_cookie("meiji_provider") is None


def test_somebody_without_a_password_sets_one_right_after_signing_in(app, client, provider, monkeypatch):
    use(app, sign_in_new_accounts=True)
    client.get(there(client))
    fields = {"password": PASSWORD, "again": PASSWORD}
    with monkeypatch.context() as patch:
        patch.setattr("web.sessions.FRESH_SECONDS", 0)
        assert send(client, "/account/password", "/account/settings", **fields).status_code == 422
    assert send(client, "/account/password", "/account/settings", **fields).status_code == 303
    assert send(client, "/account/password", "/account/settings", **fields).status_code == 422, "now it has one"
    assert send(client, "/account/delete", "/account/settings", old=PASSWORD).status_code == 303


def link(client, provider, name: str = "mine") -> None:
    provider.who = {"sub": name, "preferred_username": name}
    page = send(client, "/account/sign-ins", "/account/settings", old=PASSWORD)
    path = page.text.split('href="/sign-in/provider?link=')[1].split('"')[0]
    answer = client.get(there(client, f"/sign-in/provider?link={path}"))
    assert answer.location == "/account/settings?done=linked", answer.text


def test_somebody_signed_in_links_a_provider_and_takes_the_link_away(app, sign_in, provider):
    ben = sign_in("ben")
    assert send(ben, "/account/sign-ins", "/account/settings", old="wrong password").status_code == 422
    link(ben, provider)
    other = app.test_client()
    assert other.get(there(other)).status_code == 303
    assert "ben" in whoami(other)
    page = ben.get("/account/settings").text
    number = page.split("/account/sign-ins/")[1].split("/")[0]
    path = f"/account/sign-ins/{number}/remove"
    assert send(sign_in("aki"), path, "/account/settings", old=PASSWORD).status_code == 404
    assert send(ben, path, "/account/settings", old="wrong password").status_code == 422
    assert send(ben, path, "/account/settings", old=PASSWORD).status_code == 303
    third = app.test_client()
    assert third.get(there(third)).status_code == 403


def test_a_link_is_asked_for_by_form_only_and_comes_back_to_who_asked(app, sign_in, provider, world):
    ben = sign_in("ben")
    assert ben.get("/sign-in/provider?link=guessed").status_code == 400
    page = send(ben, "/account/sign-ins", "/account/settings", old=PASSWORD)
    word = page.text.split('href="/sign-in/provider?link=')[1].split('"')[0]
    assert sign_in("aki").get(f"/sign-in/provider?link={word}").status_code == 400
    page = send(ben, "/account/sign-ins", "/account/settings", old=PASSWORD)
    word = page.text.split('href="/sign-in/provider?link=')[1].split('"')[0]
    back = there(ben, f"/sign-in/provider?link={word}")
    send(ben, "/sign-out", "/account")
    assert ben.get(back).status_code == 400, "the session that asked is over"
    with world.database.read() as session:
        assert session.scalars(select(Identity)).all() == []


def test_one_identity_opens_one_account(sign_in, provider):
    link(sign_in("ben"), provider)
    aki = sign_in("aki")
    page = send(aki, "/account/sign-ins", "/account/settings", old=PASSWORD)
    word = page.text.split('href="/sign-in/provider?link=')[1].split('"')[0]
    answer = aki.get(there(aki, f"/sign-in/provider?link={word}"))
    assert (answer.status_code, "another account" in answer.text) == (422, True), answer.status_code


def test_a_disabled_or_deleted_account_is_not_entered(app, sign_in, provider, world):
    link(sign_in("ben"), provider)
    admin = operator("test")
    with world.database.write() as session:
        set_disabled(session, admin, "ben", disabled=True)
    client = app.test_client()
    assert client.get(there(client)).status_code == 403
    with world.database.write() as session:
        anonymise_account(session, admin, "ben", "ben")
    assert client.get(there(client)).status_code == 403
    with world.database.read() as session:
        assert session.scalars(select(Identity)).all() == [], "nothing is kept of its person"


def test_an_account_has_few_links_and_an_operator_can_remove_them(world):
    with world.database.write() as session:
        ben = session.scalars(select(Account).where(Account.name == "ben")).one().id
        for number in range(MOST):
            linking.link(session, viewer(session, ben), Person("https://x", str(number), "me"))
        with pytest.raises(LimitReached):
            linking.link(session, viewer(session, ben), Person("https://x", "more", "me"))
        assert len(identities(session, ben)) == MOST
        assert unlink_all(session, operator("cli"), "ben") == MOST
        assert identities(session, ben) == []


def test_without_the_setting_there_is_nothing(client, sign_in):
    assert client.get("/sign-in/provider").status_code == 404
    assert client.get("/sign-in/callback?state=x&code=y").status_code == 404
    assert "/sign-in/provider" not in client.get("/sign-in").text
    assert send(sign_in("ben"), "/account/sign-ins", "/account/settings", old=PASSWORD).status_code == 422


def test_githubs_kind_of_oauth(app, client, provider, world):
    use(app, sign_in_provider="github", sign_in_new_accounts=True)
    assert client.get(there(client)).status_code == 303
    assert name_of(world, "583231") == "octo-cat"
    assert "nonce" not in provider.asked[-1]
    provider.about = {"id": None}
    other = app.test_client()
    assert other.get(there(other)).status_code == 403


WRONG = [
    ({"PROVIDER": "saml"}, "sign_in_provider"),
    ({"CLIENT_ID": ""}, "sign_in_client_id"),
    ({"CLIENT_SECRET": ""}, "sign_in_client_secret"),
    ({"ISSUER": "http://login.example.org"}, "sign_in_issuer"),
    ({"ISSUER": "login.example.org"}, "sign_in_issuer"),
]


@pytest.mark.parametrize(("change", "name"), WRONG, ids=str)
def test_a_setting_that_cannot_be_is_named_at_start(change, name):
    given = {
        "PROVIDER": "oidc",
        "CLIENT_ID": "a",
        "CLIENT_SECRET": "b",
        "ISSUER": "https://login.example.org",
        **change,
    }
    with pytest.raises(InvalidSetting, match=f"^{name}:"):
        load({f"ARENA_SIGN_IN_{key}": value for key, value in given.items()})
    with pytest.raises(InvalidSetting, match=r"^public_url:"):
        load(
            {
                "ARENA_SIGN_IN_PROVIDER": "github",
                "ARENA_SIGN_IN_CLIENT_ID": "a",
                "ARENA_SIGN_IN_CLIENT_SECRET": "b",
                "ARENA_PUBLIC_URL": "http://arena.example.org",
            }
        )
    with pytest.raises(InvalidSetting, match=r"^sign_in_issuer:"):
        load({"ARENA_SIGN_IN_PROVIDER": "oidc", "ARENA_SIGN_IN_CLIENT_ID": "a", "ARENA_SIGN_IN_CLIENT_SECRET": "b"})
