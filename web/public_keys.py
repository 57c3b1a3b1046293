"""The public keys that check the replays of this arena."""

from sqlalchemy.orm import Session

from arena.replays import ReplayError, local_key
from arena.results.match import signing_keys
from web.site import site


def public_keys(session: Session) -> list[str]:
    """Public keys, the one in use first. Before the first replay: that of the key file, where this machine has it."""
    keys = signing_keys(session)
    path = site().settings.signing_key_path
    if keys or not path.exists():
        return keys
    try:
        return [local_key(path).public]
    except ReplayError:
        return []
