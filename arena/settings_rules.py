"""Settings that only fit or do not fit together: signing in by a provider, and e-mail. Refused at start, in words."""

from email.utils import parseaddr
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from arena.errors import Invalid

if TYPE_CHECKING:
    from arena.settings import Settings


class InvalidSetting(Invalid):
    """A setting that cannot be; the sentence names it, where it came from, and what would be right."""


OIDC, GITHUB = "oidc", "github"
LOCAL_HOSTS = {"127.0.0.1", "::1", "localhost"}


def is_safe_address(url: str) -> bool:
    """Whether secrets may go there: by https, or to this machine."""
    parts = urlsplit(url)
    local = parts.hostname in LOCAL_HOSTS
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and local))


def check_sign_in(settings: "Settings") -> None:
    """A sign-in that could not work is refused at start."""
    if settings.require_two_factor not in {"", "admins", "organisers"}:
        raise InvalidSetting(
            f"require_two_factor: must be admins, organisers or empty; got {settings.require_two_factor!r}"
        )
    provider = settings.sign_in_provider
    if not provider:
        return
    if provider not in {OIDC, GITHUB}:
        raise InvalidSetting(f"sign_in_provider: must be {OIDC}, {GITHUB} or empty; got {provider!r}")
    for name in ("sign_in_client_id", "sign_in_client_secret"):
        if not getattr(settings, name):
            raise InvalidSetting(f"{name}: the provider has given you one for this arena; sign_in_provider needs it")
    for name, url in (("sign_in_issuer", settings.sign_in_issuer), ("public_url", settings.site_address)):
        if not is_safe_address(url):
            raise InvalidSetting(f"{name}: must begin with https:// for signing in by a provider; got {url!r}")
    if provider == OIDC and "sign_in_issuer" not in settings.sources:
        raise InvalidSetting("sign_in_issuer: name the OpenID Connect issuer, such as https://login.example.org")


def check_mail(settings: "Settings") -> None:
    """A mail server that could not be used is refused at start."""
    if settings.smtp_security not in {"starttls", "tls", "none"}:
        raise InvalidSetting(f"smtp_security: must be starttls, tls or none; got {settings.smtp_security!r}")
    if not settings.smtp_host:
        return
    if "@" not in parseaddr(settings.smtp_from)[1] or not settings.smtp_from.isprintable():
        raise InvalidSetting("smtp_from: smtp_host needs a sender, such as Meiji Arena <arena@example.org>")
    if not settings.public_url:
        raise InvalidSetting(
            "public_url: letters have links, so smtp_host needs the address under which people reach the site"
        )
    if settings.smtp_security == "none" and settings.smtp_user and settings.smtp_host not in LOCAL_HOSTS:
        raise InvalidSetting("smtp_security: with none, the password would travel in plain text; use starttls or tls")
