"""The site under a production server: one process, a few threads, until SIGTERM."""

import signal
import threading
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from waitress.server import create_server

from arena.settings import Settings
from arena.storage.database import Database
from arena.storage.upgrade import require_newest
from web.app import create_app

LARGEST_REQUEST = 1 << 20
CONNECTIONS = 1000


def serve(settings: Settings, announce: Path | None = None) -> None:
    """Answer requests; *announce* gets the address once the port is open. StorageError if the tables are not ours."""
    database = Database(settings.database_address, pool=settings.web_threads)
    try:
        require_newest(database)
    except SQLAlchemyError as wrong:
        raise SystemExit(f"the database cannot be used: {wrong}") from None
    server = create_server(
        create_app(settings, database),
        host=settings.web_host,
        port=settings.web_port,
        threads=settings.web_threads,
        connection_limit=CONNECTIONS,
        max_request_body_size=LARGEST_REQUEST,
        ident="",  # the server's name is nobody's business
        clear_untrusted_proxy_headers=not settings.web_proxies,
    )
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _stop)
    if announce is not None:
        announce.write_text(f"http://{settings.web_host}:{server.effective_port}", "utf-8")
    try:
        server.run()  # ends at SystemExit, once the requests at work are answered
    finally:
        server.close()
        database.close()


def _stop(_number: int, _frame: object) -> None:
    raise SystemExit(0)
