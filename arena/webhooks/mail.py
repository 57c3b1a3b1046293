"""E-mail: notices to people who have asked for them, and links to confirm an address or to set a password.

A link is made at the moment of sending, so that no key ever waits in the database.
"""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from email.errors import HeaderParseError
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Any

from redis import Redis, RedisError

from arena.settings import Settings
from arena.transport import one_time_links

LONGEST_SECONDS = 15.0
"""For one step of the conversation with the mail server."""
LONGEST_SUBJECT = 120
CONFIRM = "address.confirm"
RESET = "password.reset"
LINKS = {CONFIRM: (one_time_links.ADDRESS, "/confirm-address"), RESET: (one_time_links.RESET, "/reset")}
"""Mails with a link: its kind and page."""
SUBJECTS = {CONFIRM: "Confirm your address", RESET: "Set a new password"}
WORDS = {
    CONFIRM: """\
Somebody, we hope it was you, gave this address for the account {name} at {site}.

Confirm it here:
{link}

The link works once, within two days. If it wasn't you, do nothing: we won't write again.
""",
    RESET: """\
Somebody, we hope it was you, asked for a new password for the account {name} at {site}.

Set it here:
{link}

The link works once, within two days. If it wasn't you, do nothing: your password stays as it is.
""",
}
NOTICE = """\
{text}

{link}

--
You get this because you asked for it. Choose what we write about, or stop it: {site}/account/email
"""


@dataclass(frozen=True, slots=True)
class Letter:
    """What is to be written, and to whom."""

    to: str
    event: str
    facts: dict[str, Any]
    hook_id: int
    account_id: int
    at: datetime


class Mailer:
    """Writes by the SMTP server of the settings."""

    def __init__(self, settings: Settings, redis: Redis) -> None:
        self._settings, self._redis = settings, redis

    def send(self, letter: Letter) -> tuple[bool, str, bool]:
        """Whether it was taken, what the server said, and whether trying again is useless."""
        try:
            message = self._written(letter)
            with self._server() as server:
                server.send_message(message)
        except RedisError:
            return False, "no link could be made: Redis does not answer", False
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPResponseException) as refusal:
            code, said = _refusal(refusal)
            return False, f"the mail server refused it: {code} {said}", 500 <= code < 600 and code not in TEMPORARY
        except (OSError, smtplib.SMTPException) as error:  # ssl.SSLError and TimeoutError are OSErrors
            return False, f"the mail server cannot be used ({type(error).__name__})", False
        except (ValueError, HeaderParseError):
            return False, "the address cannot be written to", True
        return True, "the mail server took it", False

    def _written(self, letter: Letter) -> EmailMessage:
        site, sender = self._settings.site_address, self._settings.smtp_from
        message = EmailMessage()
        message["From"], message["To"] = sender, letter.to
        message["Date"] = format_datetime(letter.at)
        message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or "localhost")
        message["Auto-Submitted"] = "auto-generated"
        if letter.event in LINKS:
            kind, page = LINKS[letter.event]
            owner = letter.account_id if letter.event == RESET else letter.hook_id
            link = f"{site}{page}?key={one_time_links.make_key(self._redis, kind, owner)}"
            message["Subject"] = SUBJECTS[letter.event]
            message.set_content(WORDS[letter.event].format(name=letter.facts.get("name", ""), site=site, link=link))
        else:
            text = str(letter.facts.get("text", ""))
            message["Subject"] = " ".join(text.split())[:LONGEST_SUBJECT]
            message["List-Unsubscribe"] = f"<{site}/account/email>"
            message.set_content(NOTICE.format(text=text, link=site + str(letter.facts.get("path", "/")), site=site))
        return message

    @contextmanager
    def _server(self) -> Iterator[smtplib.SMTP]:
        known = self._settings
        if known.smtp_security == "tls":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                known.smtp_host, known.smtp_port, timeout=LONGEST_SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(known.smtp_host, known.smtp_port, timeout=LONGEST_SECONDS)
        with server:
            if known.smtp_security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if known.smtp_user:
                server.login(known.smtp_user, known.smtp_password)
            yield server


TEMPORARY = {530, 534, 535, 538, 554}
"""Refusals of the arena itself, not of the address: its operator can mend them."""


def _refusal(error: Exception) -> tuple[int, str]:
    said: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
    else:
        assert isinstance(error, smtplib.SMTPResponseException)
        code, said = error.smtp_code, error.smtp_error
    words = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    return int(code), " ".join("".join(c if c.isprintable() else " " for c in words).split())[:100]
