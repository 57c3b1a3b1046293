"""A small OpenID Connect provider, and GitHub's kind of OAuth, on a free port: what it answers can be bent, as an attacker would.

It signs for real. It lets everyone in without a question, as `who`.
"""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask, Response, jsonify, redirect, request
from joserfc import jwt
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

CLIENT, SECRET = "arena", "provider-secret"
Claims = dict[str, Any]


class Provider:
    """One provider."""

    def __init__(self) -> None:
        self.who: Claims = {"sub": "abc-1", "preferred_username": "chiyo", "email": "root@example.org"}
        self.bend: Callable[[Claims], Claims] = lambda claims: claims
        """Changes the claims before they are signed."""
        self.forge: Callable[[Claims], str] | None = None
        """Makes the token instead, as a library would refuse to."""
        self.key = self.signing = RSAKey.generate_key(2048, {"kid": "one"})
        self.about: Claims = {}
        """Changes to its description of itself."""
        self.padding = 0
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[dict[str, str]] = []
        """Every authorisation that was asked for."""
        self.issuer = ""
        self.site = ""
        """Where the site really is, if its settings do not know its port."""

    def app(self) -> Flask:
        app = Flask("provider")
        app.add_url_rule("/.well-known/openid-configuration", "about", self._about)
        app.add_url_rule("/keys", "keys", self._keys)
        app.add_url_rule("/authorize", "authorize", self._authorize)
        app.add_url_rule("/login/oauth/authorize", "github_authorize", self._authorize)
        app.add_url_rule("/token", "token", self._token, methods=["POST"])
        app.add_url_rule("/login/oauth/access_token", "github_token", self._token, methods=["POST"])
        app.add_url_rule("/api/v3/user", "user", self._user)
        return app

    def _about(self) -> Response:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        known = {"issuer": self.issuer, **{name: f"{self.issuer}/{path}" for name, path in places.items()}}
        return jsonify({**known, **self.about, "padding": "x" * self.padding})

    def _keys(self) -> Response:
        return jsonify({"keys": [self.key.as_dict(private=False)]})

    def _authorize(self) -> Any:
        asked = request.args.to_dict()
        self.asked.append(asked)
        code = token_urlsafe(16)
        self.codes[code] = asked
        back = self.site + urlsplit(asked["redirect_uri"]).path if self.site else asked["redirect_uri"]
        return redirect(f"{back}?{urlencode({'code': code, 'state': asked['state']})}")

    def _token(self) -> Any:
        asked = self.codes.pop(request.form["code"], None)
        verifier = hashlib.sha256(request.form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        given = request.authorization
        right = given is not None and (given.username, given.password) == (CLIENT, SECRET)
        if asked is None or not right or asked.get("code_challenge") != challenge:
            return jsonify({"error": "invalid_grant"}), 400
        if asked["redirect_uri"] != request.form["redirect_uri"]:
            return jsonify({"error": "invalid_grant"}), 400
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked.get("nonce"),
            **self.who,
        }
        signed = self.forge(claims) if self.forge else jwt.encode({"alg": "RS256"}, self.bend(claims), self.signing)
        return jsonify({"access_token": "at", "token_type": "Bearer", "id_token": signed})

    def _user(self) -> Any:
        return jsonify({"id": 583231, "login": "octo-cat", **self.about})


def forged(header: Claims, claims: Claims, key: bytes) -> str:
    """A token signed with HMAC by hand; without a key it is not signed at all."""

    def packed(part: bytes) -> str:
        return base64.urlsafe_b64encode(part).rstrip(b"=").decode()

    signed = ".".join(packed(json.dumps(part).encode()) for part in (header, claims))
    return f"{signed}.{packed(hmac.new(key, signed.encode(), hashlib.sha256).digest()) if key else ''}"


@contextmanager
def running_provider() -> Iterator[Provider]:
    """A provider for the block."""
    provider = Provider()
    server = make_server("127.0.0.1", 0, provider.app(), threaded=True)
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
