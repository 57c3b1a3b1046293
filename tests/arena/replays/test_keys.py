"""The signing key and its file."""

import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from arena.replays import BadKey, SigningKey, key_path, local_key
from arena.replays.keys import signed


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    path = tmp_path / "deep" / "key.pem"
    key = local_key(path)
    assert local_key(path).public == key.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [entry.name for entry in path.parent.iterdir()] == ["key.pem"]


def test_many_who_ask_at_once_get_the_same_key(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: local_key(tmp_path / "key.pem").public, range(16)))
    assert len(set(keys)) == 1


def test_a_file_system_without_links_will_do(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    key = local_key(tmp_path / "key.pem")
    assert local_key(tmp_path / "key.pem").public == key.public
    assert [entry.name for entry in tmp_path.iterdir()] == ["key.pem"]


def test_where_the_key_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "mine.pem"))
    assert key_path() == tmp_path / "mine.pem"
    monkeypatch.delenv("ARENA_KEY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert key_path() == tmp_path / "meiji-arena" / "replay-key.pem"
    assert local_key().public == local_key(key_path()).public


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_a_key_that_others_can_read_is_refused(tmp_path):
    path = tmp_path / "key.pem"
    local_key(path)
    path.chmod(0o644)
    with pytest.raises(BadKey, match=r"may be read by others \(mode 644\); try: chmod 600"):
        local_key(path)


def test_files_that_hold_no_key(tmp_path):
    path = tmp_path / "key.pem"
    path.write_bytes(b"hello")
    path.chmod(0o600)
    with pytest.raises(BadKey, match="no private key"):
        local_key(path)
    path.write_bytes(X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with pytest.raises(BadKey, match="another kind of key"):
        local_key(path)
    with pytest.raises(BadKey, match="cannot be used"):
        local_key(path / "below")
    with pytest.raises(BadKey, match="cannot be used"):
        local_key(tmp_path)


def test_a_signature_fits_one_message_and_one_key():
    key, other = SigningKey.new(), SigningKey.new()
    value = key.sign(b"one")
    assert signed(b"one", value, key.public)
    assert not signed(b"two", value, key.public)
    assert not signed(b"one", value, other.public)
    assert not signed(b"one", "00", key.public)
    assert not signed(b"one", value, "ff")
