"""The arena's signing key: an Ed25519 key in a file that only its owner may read.

It is created when a replay is first signed. Others need its public half to check replays.
"""

import os
import stat
import tempfile
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from arena.replays.errors import BadKey

LARGEST_KEY_FILE = 4096


class SigningKey:
    """A private key that signs replays."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        """The public half: 64 hex digits."""

    @classmethod
    def new(cls) -> "SigningKey":
        """A new key that is not stored."""
        return cls(Ed25519PrivateKey.generate())

    def sign(self, message: bytes) -> str:
        """The signature: 128 hex digits."""
        return self._private.sign(message).hex()

    def pem(self) -> bytes:
        """The private key as the file stores it."""
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def signed(message: bytes, signature: str, public: str) -> bool:
    """Whether the holder of the key *public* signed the message."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def key_path() -> Path:
    """Where the local key is: ARENA_KEY, or the user's data folder."""
    named = os.environ.get("ARENA_KEY")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "meiji-arena" / "replay-key.pem"


def local_key(path: Path | None = None) -> SigningKey:
    """The key in the file, which is created if it is missing. Processes that ask at the same time all get the same key."""
    path = path or key_path()
    try:
        if not path.exists():
            _create(path)
        return _load(path)
    except OSError as error:
        raise BadKey(f"the key file {path} cannot be used: {error.strerror}") from None


def _create(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".replay-key-")  # readable by the owner only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(SigningKey.new().pem())
            file.flush()
            os.fsync(file.fileno())
        _name(Path(name), path)
    finally:
        Path(name).unlink(missing_ok=True)


def _name(new: Path, path: Path) -> None:
    """Give the new key its name, unless another process was first: a key is never replaced."""
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:  # some file systems have no links
        if not path.exists():
            new.rename(path)


def _load(path: Path) -> SigningKey:
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if not stat.S_ISREG(mode):
            raise BadKey(f"the key file {path} is not a file")
        if os.name == "posix" and mode & 0o077:
            raise BadKey(f"the key file {path} may be read by others (mode {mode & 0o777:o}); try: chmod 600 {path}")
        pem = file.read(LARGEST_KEY_FILE)
    try:
        private = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadKey(f"the key file {path} holds no private key in PEM form") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise BadKey(f"the key file {path} holds another kind of key than Ed25519")
    return SigningKey(private)
