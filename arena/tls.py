"""Certificates of our own servers: a file that cannot be used is refused at start, in words."""

import ssl
from pathlib import Path

from arena.errors import Invalid


def check_pair(certificate: str | Path | None, key: str | Path | None, prefix: str = "") -> bool:
    """Whether TLS is on: both files are given. Invalid, naming the settings `<prefix>tls_certificate` and `<prefix>tls_key`, if they cannot serve.

    gRPC and uvicorn would say no more than that they cannot listen.
    """
    first, second = f"{prefix}tls_certificate", f"{prefix}tls_key"
    if bool(certificate) != bool(key):
        raise Invalid(f"{first} and {second} go together: give both or neither")
    if not certificate or not key:
        return False
    for name, path in ((first, certificate), (second, key)):
        if not Path(path).is_file():
            raise Invalid(f"{name}: there is no file {path}")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:  # SSLError is an OSError
        raise Invalid(
            f"{first} {certificate} and {second} {key} cannot be used together ({error}): "
            "both must be PEM, the key without a password and that of the first certificate"
        ) from None
    return True
