"""A real SMTP server on this machine (aiosmtpd) that keeps what it takes, and refuses what it is told to."""

import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from queue import Queue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

from tests.services.servers import quiet_port

USER, PASSWORD = "arena", "salt and pine"


class MailServer:
    """Letters in the order in which they came."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.letters: Queue[EmailMessage] = Queue()
        self.answers: list[str] = []
        """What the next recipients are refused with."""
        self.users: list[str] = []

    async def handle_RCPT(self, _server: Any, _session: Session, envelope: Envelope, to: str, _options: Any) -> str:
        """Take a recipient, or refuse it."""
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Session, envelope: Envelope) -> str:
        """Keep a letter."""
        assert isinstance(envelope.content, bytes)
        read = email.message_from_bytes(envelope.content.replace(b"\r\n", b"\n"), policy=email.policy.default)
        assert isinstance(read, EmailMessage)
        self.letters.put(read)
        return "250 OK"

    def next(self) -> EmailMessage:
        """The next letter."""
        return self.letters.get(timeout=60)

    def check(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        """Who signs in."""
        assert isinstance(data, LoginPassword)
        self.users.append(data.login.decode())
        return AuthResult(success=(data.login.decode(), data.password.decode()) == (USER, PASSWORD))

    @property
    def settings(self) -> dict[str, Any]:
        """Of an arena that writes by it."""
        return {
            "smtp_host": "127.0.0.1",
            "smtp_port": self.port,
            "smtp_security": "none",
            "smtp_user": USER,
            "smtp_password": PASSWORD,
            "smtp_from": "Meiji Arena <arena@example.org>",
        }


@contextmanager
def mail_server(**options: Any) -> Iterator[MailServer]:
    """A server that listens; *options* of aiosmtpd's, such as `tls_context`."""
    server = MailServer(quiet_port())
    required = {"auth_require_tls": False, "authenticator": server.check}
    controller = Controller(server, hostname="127.0.0.1", port=server.port, **{**required, **options})
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
