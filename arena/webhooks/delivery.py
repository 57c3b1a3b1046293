"""Delivering: a thread that sends what is due, signs it, and tries again with growing pauses.

Signatures follow the Standard Webhooks specification, so that receivers can check them with a library. Redirects are not followed, answers
are not read beyond their status, and no receiver holds up another for longer than `LONGEST_SECONDS`.
"""

import base64
import hashlib
import hmac
import json
import logging
import re
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from arena.db.database import Database, rows_changed, utcnow
from arena.db.models import Delivery, DeliveryState, Webhook
from arena.errors import Invalid
from arena.webhooks.addresses import Target, parsed, resolved
from arena.webhooks.commands import EMAIL
from arena.webhooks.mail import Letter, Mailer

log = logging.getLogger(__name__)

POLL_SECONDS = 2.0
LONGEST_SECONDS = 10.0
"""For one attempt, from the connection to the status of the answer."""
LEASE = timedelta(minutes=2)
"""After which a delivery that somebody took and never finished is tried again."""
AT_ONCE = 4
BATCH = 20
PAUSES = (1, 3, 12, 60, 360, 2160)
"""After each failed attempt, as multiples of the setting `webhook_retry_seconds`; then it has failed for good."""
GONE = 410
_MARKUP = re.compile(r"([\\*_`~|>#\[\]()@<:-])")


@dataclass(frozen=True, slots=True)
class Order:
    """One attempt at one delivery."""

    id: int
    attempt: int
    url: str
    secret: str
    style: str
    event: str
    facts: dict[str, Any]
    created_at: datetime
    hook_id: int = 0
    account_id: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt."""

    delivered: bool
    answer: str
    final: bool = False
    """The receiver wants nothing more of this."""


class Courier(threading.Thread):
    """Sends what is due until stopped. Several of them share the work: each takes what no other has taken."""

    def __init__(
        self, database: Database, site: str, *, retry_seconds: float, private: bool, mailer: Mailer | None = None
    ) -> None:
        super().__init__(name="webhooks", daemon=True)
        self._database, self._site, self._mailer = database, site, mailer
        self._retry_seconds, self._private = retry_seconds, private
        self._over = threading.Event()

    def stop(self) -> None:
        """End after what is under way."""
        self._over.set()
        self.join(LONGEST_SECONDS + 5)

    def run(self) -> None:
        """Send until stopped; trouble with the database is waited out."""
        with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
            while not self._over.is_set():
                try:
                    orders = take(self._database)
                    list(pool.map(self._carry_out, orders))
                except SQLAlchemyError as error:
                    log.warning("webhooks wait for the database: %s", type(error).__name__)
                    orders = []
                if len(orders) < BATCH:
                    self._over.wait(POLL_SECONDS)

    def _carry_out(self, order: Order) -> None:
        if order.style == EMAIL:
            outcome = write(order, self._mailer)
        else:
            outcome = attempt(order, self._site, private=self._private)
        keep(self._database, order, outcome, self._retry_seconds)


def take(database: Database, now: datetime | None = None) -> list[Order]:
    """Take what is due: it is this caller's for `LEASE`. Nothing is written where nothing is due."""
    moment = now or utcnow()
    due = (Delivery.state == DeliveryState.WAITING, Delivery.next_at <= moment)
    with database.read() as session:
        ids = session.scalars(select(Delivery.id).where(*due).order_by(Delivery.next_at).limit(BATCH)).all()
    orders: list[Order] = []
    if ids:
        with database.write() as session:
            for delivery_id in ids:
                leased = (
                    update(Delivery)
                    .where(Delivery.id == delivery_id, *due)
                    .values(next_at=moment + LEASE, attempts=Delivery.attempts + 1)
                )
                if rows_changed(session, leased):
                    row = session.get_one(Delivery, delivery_id)
                    session.refresh(row)
                    orders.append(_order(row, row.webhook))
    return orders


def _order(row: Delivery, hook: Webhook) -> Order:
    sent = (row.event, dict(row.facts), row.created_at)
    return Order(row.id, row.attempts, hook.url, hook.secret, hook.style, *sent, hook.id, hook.account_id)


def keep(database: Database, order: Order, outcome: Outcome, retry_seconds: float) -> None:
    """Note what came of an attempt, and when to try again."""
    now = utcnow()
    with database.write() as session:
        row = session.get(Delivery, order.id)
        if row is None or row.attempts != order.attempt:
            return  # deleted, or taken by another
        row.answer = outcome.answer[:200]
        if outcome.delivered:
            row.state, row.ended_at = DeliveryState.DELIVERED, now
        elif outcome.final or order.attempt > len(PAUSES):
            row.state, row.ended_at = DeliveryState.FAILED, now
        else:
            row.next_at = now + timedelta(seconds=PAUSES[order.attempt - 1] * retry_seconds)


def write(order: Order, mailer: Mailer | None) -> Outcome:
    """Send an e-mail once."""
    if mailer is None:
        return Outcome(delivered=False, answer="this arena sends no e-mail", final=True)
    to = order.url.removeprefix("mailto:")
    letter = Letter(to, order.event, order.facts, order.hook_id, order.account_id, order.created_at)
    return Outcome(*mailer.send(letter))


def attempt(order: Order, site: str, *, private: bool) -> Outcome:
    """Send once. Nothing that a receiver does raises."""
    body = _body(order, site)
    try:
        target = parsed(order.url, private=private)
        status = _post(target, resolved(target, private=private), body, _headers(order, body))
    except Invalid as refusal:
        return Outcome(delivered=False, answer=str(refusal))
    except ssl.SSLError:
        return Outcome(delivered=False, answer="its certificate is not valid")
    except TimeoutError:
        return Outcome(delivered=False, answer="it did not answer in time")
    except (OSError, HTTPException, ValueError):
        return Outcome(delivered=False, answer="it could not be reached")
    return Outcome(200 <= status < 300, f"it answered {status}", final=status == GONE)


def _body(order: Order, site: str) -> bytes:
    facts = {key: value for key, value in order.facts.items() if key != "path"}
    address = site + str(order.facts.get("path", "/"))
    if order.style == "discord":
        text = _MARKUP.sub(r"\\\1", str(facts.get("text", "")))[:1500]
        return json.dumps({"content": f"{text}\n<{address}>", "allowed_mentions": {"parse": []}}).encode()
    content = {"type": order.event, "timestamp": order.created_at.isoformat(), "data": {**facts, "url": address}}
    return json.dumps(content).encode()


def _headers(order: Order, body: bytes) -> dict[str, str]:
    moment = str(int(utcnow().timestamp()))
    name = f"msg_{order.id}"
    return {
        "Content-Type": "application/json",
        "User-Agent": "meiji-arena",
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature(order.secret, name, moment, body)}",
    }


def signature(secret: str, name: str, moment: str, body: bytes) -> str:
    """HMAC-SHA256 over id, time and body, in base64."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{name}.{moment}.".encode() + body
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


class _Pinned(HTTPConnection):
    """A connection to an address that was checked, under the host's name."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=LONGEST_SECONDS)
        self._address, self._secure = address, target.secure

    def connect(self) -> None:
        """Connect, with TLS if the address asks for it."""
        self.sock = socket.create_connection((self._address, self.port), LONGEST_SECONDS)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)

    def break_off(self, late: threading.Event) -> None:
        """End a conversation that lasts too long, whatever it waits for."""
        late.set()
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def _post(target: Target, address: str, body: bytes, headers: dict[str, str]) -> int:
    late = threading.Event()
    with closing(_Pinned(target, address)) as connection:
        watch = threading.Timer(LONGEST_SECONDS, connection.break_off, (late,))
        watch.daemon = True
        watch.start()
        try:
            connection.request("POST", target.path, body, {**headers, "Host": target.host_header})
            return connection.getresponse().status
        except (OSError, HTTPException):
            if late.is_set():
                raise TimeoutError from None
            raise
        finally:
            watch.cancel()
