"""Sign-in through a provider: OpenID Connect, or GitHub and sites that use the same kind of OAuth.

A person is identified by `issuer` and `subject`, which never change; names and e-mail addresses are never trusted. State, nonce and PKCE
belong to one attempt. The ID token's signature, issuer, audience, time and nonce are checked. Answers are bounded, redirects are not followed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

import requests
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from requests.adapters import HTTPAdapter

from arena.errors import NotAllowed, Unavailable
from arena.settings import GITHUB, Settings, is_safe_address

SECONDS = 10.0
LARGEST_ANSWER = 256 * 1024
LONGEST_SUBJECT = 255
LEEWAY_SECONDS = 60
"""By how much the provider's clock may differ from ours."""
SIGNATURES = ["RS256", "PS256", "ES256", "EdDSA"]
"""The algorithms accepted for signatures: never `none`, and none with a shared secret."""


class SignInRefused(NotAllowed):
    """The provider did not identify the person, or its answer failed a check."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sign-in that is under way at the provider: what only we know of it."""

    state: str
    nonce: str
    verifier: str
    redirect: str
    """Where the provider sends the person back to."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person, as a provider identifies them."""

    issuer: str
    subject: str
    name: str
    """Their name at the provider, only a suggestion for a new account."""


def new_attempt(settings: Settings) -> Attempt:
    """Secrets for one attempt. Where it leads back to comes from the settings alone, never from a request."""
    return Attempt(token_urlsafe(32), token_urlsafe(32), token_urlsafe(48), f"{settings.site_address}/sign-in/callback")


def address(settings: Settings, attempt: Attempt) -> str:
    """Where to send the person."""
    with _client(settings, attempt) as client:
        github = settings.sign_in_provider == GITHUB
        scope = "read:user" if github else "openid profile"
        endpoint = f"{_issuer(settings)}/login/oauth/authorize" if github else _endpoints(settings, client)["authorize"]
        more = {} if github else {"nonce": attempt.nonce}
        url, _ = client.create_authorization_url(
            endpoint, state=attempt.state, code_verifier=attempt.verifier, scope=scope, **more
        )
    return str(url)


def person(settings: Settings, attempt: Attempt, code: str) -> Person:
    """The person whom this code identifies."""
    try:
        with _client(settings, attempt) as client:
            find = _github_person if settings.sign_in_provider == GITHUB else _oidc_person
            return find(settings, client, attempt, code)
    except OAuthError:
        raise SignInRefused("the provider did not accept the sign-in; try again") from None


def _oidc_person(settings: Settings, client: OAuth2Session, attempt: Attempt, code: str) -> Person:
    endpoints = _endpoints(settings, client)
    token = _token(client, endpoints["token"], attempt, code)
    claims = _claims(settings, attempt, str(token.get("id_token", "")), _ask(client, endpoints["keys"]))
    names = (claims.get(key) for key in ("preferred_username", "nickname", "name"))
    return Person(_issuer(settings), _subject(claims.get("sub")), next((str(name) for name in names if name), ""))


def _github_person(settings: Settings, client: OAuth2Session, attempt: Attempt, code: str) -> Person:
    site = _issuer(settings)
    token = _token(client, f"{site}/login/oauth/access_token", attempt, code)
    api = "https://api.github.com" if site == "https://github.com" else f"{site}/api/v3"
    about = _ask(client, f"{api}/user", {"Authorization": f"Bearer {token['access_token']}"})
    number = about.get("id")
    return Person(site, _subject(number if isinstance(number, int) else None), str(about.get("login") or ""))


def _subject(value: object) -> str:
    subject = "" if value is None else str(value)
    if not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        raise SignInRefused("the provider did not say who you are")
    return subject


def _claims(settings: Settings, attempt: Attempt, token: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    """What the ID token says, once every check has passed."""
    registry = jwt.JWTClaimsRegistry(
        leeway=LEEWAY_SECONDS,
        iss={"essential": True, "value": _issuer(settings)},
        aud={"essential": True, "value": settings.sign_in_client_id},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": attempt.nonce},
        sub={"essential": True},
    )
    try:
        claims = jwt.decode(token, KeySet.import_key_set(keys), algorithms=SIGNATURES).claims  # type: ignore[arg-type]
        registry.validate(claims)
    except (JoseError, ValueError, TypeError, KeyError, RecursionError):
        raise SignInRefused("the provider's answer failed a security check; tell an admin") from None
    others = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    if claims.get("azp", settings.sign_in_client_id) != settings.sign_in_client_id or len(others) > 1:
        raise SignInRefused("the provider's answer is meant for somebody else; tell an admin")
    return claims


def _endpoints(settings: Settings, client: OAuth2Session) -> dict[str, str]:
    """The addresses of the provider's services, from its description of itself."""
    issuer = _issuer(settings)
    about = _ask(client, f"{issuer}/.well-known/openid-configuration")
    names = {"authorize": "authorization_endpoint", "token": "token_endpoint", "keys": "jwks_uri"}
    endpoints = {name: str(about.get(key, "")) for name, key in names.items()}
    if str(about.get("issuer", "")).rstrip("/") != issuer or not all(map(is_safe_address, endpoints.values())):
        raise Unavailable("the provider's description of itself does not fit the settings; tell an admin")
    return endpoints


def _issuer(settings: Settings) -> str:
    return settings.sign_in_issuer.rstrip("/")


def _token(client: OAuth2Session, endpoint: str, attempt: Attempt, code: str) -> Mapping[str, Any]:
    try:
        token: Mapping[str, Any] = client.fetch_token(
            endpoint, code=code, code_verifier=attempt.verifier, headers={"Accept": "application/json"}
        )
    except (requests.RequestException, ValueError):
        raise Unavailable("the provider does not answer; try again later") from None
    if not isinstance(token.get("access_token"), str):
        raise SignInRefused("the provider did not accept the sign-in; try again")
    return token


def _ask(client: OAuth2Session, url: str, headers: Mapping[str, str] | None = None) -> Mapping[str, Any]:
    try:
        answer = client.get(url, withhold_token=True, headers={"Accept": "application/json", **(headers or {})})
        answer.raise_for_status()
        answered = json.loads(answer.content)
    except (requests.RequestException, ValueError, RecursionError):
        raise Unavailable("the provider does not answer; try again later") from None
    if not isinstance(answered, dict):
        raise Unavailable("the provider does not answer; try again later")
    return answered


def _client(settings: Settings, attempt: Attempt) -> OAuth2Session:
    client = OAuth2Session(
        settings.sign_in_client_id,
        settings.sign_in_client_secret,
        redirect_uri=attempt.redirect,
        code_challenge_method="S256",
        default_timeout=SECONDS,
    )
    client.max_redirects = 0
    client.trust_env = False
    for scheme in ("https://", "http://"):
        client.mount(scheme, _Bounded())
    return client


class _Bounded(HTTPAdapter):
    """Reads at most as much of an answer as a sign-in needs."""

    def send(self, *arguments: Any, **how: Any) -> requests.Response:
        """Send a request."""
        answer = super().send(*arguments, **{**how, "stream": True})
        body = answer.raw.read(LARGEST_ANSWER + 1, decode_content=True)
        if len(body) > LARGEST_ANSWER:
            answer.close()
            raise requests.ConnectionError("the answer is too large")
        answer._content, answer._content_consumed = body, True
        answer.close()
        return answer


def title(settings: Settings) -> str:
    """The provider's name for people; empty: no provider is set up."""
    if not settings.sign_in_provider:
        return ""
    return settings.sign_in_title or urlsplit(settings.sign_in_issuer).netloc
