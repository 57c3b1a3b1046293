import pytest


@pytest.fixture(autouse=True)
def own_key(tmp_path, monkeypatch):
    """Replays of a test are signed with a key of its own, never with the user's."""
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "keys" / "key.pem"))
