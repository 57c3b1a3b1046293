"""`arena up --lan`: an arena for the people in one room. Finds this machine's address there, and makes certificates for it.

The certificates come from an authority that is made in the data folder. It can vouch for addresses and for names that end in `.local`, and for no
other name: whoever steals its key can't pass for any site of the internet.
"""

import ipaddress
import os
import socket
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arena.embedded.checks import BadSettings, data_folder, unwritable
from arena.settings import Settings

SOURCE = "--lan"
ELSEWHERE = "192.0.2.1"
"""An address that nobody has: asking for the way there tells our own address, and sends nothing."""
AUTHORITY_DAYS = 1825
CERTIFICATE_DAYS = 397
"""Browsers refuse certificates that last longer."""
RENEWED_DAYS = 30
"""A certificate that ends within these is made again."""
NAMES = ("local", "localhost")
"""The only names, with what ends in them, for which the authority counts."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files of one room's certificates."""

    authority: Path
    """What students save: it makes their programs trust the arena."""
    certificate: Path
    key: Path


def own_address() -> str:
    """The address of this machine in its network; BadSettings if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
            found = str(probe.getsockname()[0])
        except OSError:
            found = ""
    if not found or ipaddress.ip_address(found).is_loopback:
        raise BadSettings("this machine is in no network; connect it, or name its address: --lan 192.168.1.20")
    return found


def with_lan(settings: Settings, address: str, *, plain_text: bool) -> Settings:
    """The settings of an arena that the room can reach at *address* (empty: found out). What somebody has set stays as it is."""
    address = _checked(address or own_address())
    wanted: dict[str, Any] = {"grpc_host": address, "web_host": address}
    if plain_text:
        wanted |= {"grpc_plain_text": True, "public_url": f"http://{address}:{settings.web_port}"}
    else:
        data_folder(settings.data.absolute())
        made = certificates(settings.data.absolute() / "lan", address, datetime.now(UTC))
        wanted |= {
            "public_url": f"https://{address}:{settings.web_port}",
            "tls_certificate": str(made.certificate),
            "tls_key": str(made.key),
            "web_tls_certificate": str(made.certificate),
            "web_tls_key": str(made.key),
            "tls_authority": str(made.authority),
        }
    added = {name: value for name, value in wanted.items() if name not in settings.sources}
    return replace(settings, **added, sources={**settings.sources, **dict.fromkeys(added, SOURCE)})


def _checked(address: str) -> str:
    """The address as it is written; BadSettings if nobody can dial it."""
    try:
        found = ipaddress.IPv4Address(address)
    except ValueError:
        raise BadSettings(
            f"--lan takes an IPv4 address of this machine, such as 192.168.1.20; got {address!r}"
        ) from None
    if found.is_unspecified or found.is_multicast:
        raise BadSettings(f"--lan takes one address that others can dial; {found} is not one")
    return str(found)


def certificates(folder: Path, address: str, now: datetime) -> Certificates:
    """The certificates in *folder* for *address*; made where they are missing, are for another address, or end soon."""
    files = Certificates(folder / "arena-ca.pem", folder / "certificate.pem", folder / "key.pem")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _lasts(files.authority, now):
            _make_authority(files.authority, folder / "ca-key.pem", now)
            files.certificate.unlink(missing_ok=True)
        if not _lasts(files.certificate, now) or address not in _addresses(files.certificate):
            _make_certificate(files, folder / "ca-key.pem", address, now)
    except OSError as error:
        raise unwritable(folder, error) from None
    return files


def fingerprint(file: Path) -> str:
    """SHA-256 of a certificate, as browsers show it."""
    return x509.load_pem_x509_certificate(file.read_bytes()).fingerprint(hashes.SHA256()).hex(":").upper()


def _lasts(file: Path, now: datetime) -> bool:
    if not file.exists():
        return False
    ends = x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc
    return ends - now > timedelta(days=RENEWED_DAYS)


def _addresses(file: Path) -> set[str]:
    names = x509.load_pem_x509_certificate(file.read_bytes()).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    return {str(one) for one in names.value.get_values_for_type(x509.IPAddress)}


def _make_authority(file: Path, key_file: Path, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named("Meiji Arena in this room")
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    signed = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints([x509.DNSName(one) for one in NAMES], None), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write_key(key_file, key)
    file.write_bytes(signed.public_bytes(serialization.Encoding.PEM))


def _make_certificate(files: Certificates, authority_key: Path, address: str, now: datetime) -> None:
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    signer = serialization.load_pem_private_key(authority_key.read_bytes(), None)
    assert isinstance(signer, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = [
        *(x509.IPAddress(ipaddress.ip_address(one)) for one in (address, "127.0.0.1")),
        x509.DNSName("localhost"),
    ]
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    signed = (
        _builder(_named(address), authority.subject, key, now, CERTIFICATE_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(identifier, critical=False)
        .sign(signer, hashes.SHA256())
    )
    _write_key(files.key, key)
    files.certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks in a class room differ
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """For its owner alone."""
    plain = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(text)


def in_room(settings: Settings) -> list[str]:
    """What to tell the people in the room, one line each; empty without --lan."""
    if settings.sources.get("public_url") != SOURCE:
        return []
    lines = ["For the people in this room:", f"  open     {settings.site_address}/"]
    if settings.tls_authority:
        mark = fingerprint(Path(settings.tls_certificate))
        return [
            *lines,
            "           Browsers warn once, because the certificate is this room's own. Its SHA-256 fingerprint is",
            f"           {mark[:47]}",
            f"           {mark[48:]}",
            f"  save     {settings.site_address}/arena-ca.pem beside the bot",
            f"  bots     ARENA_TOKEN=<token> ARENA_ENDPOINT={settings.dial_address} ARENA_CA=arena-ca.pem python bot.py",
        ]
    return [
        *lines,
        f"  bots     ARENA_TOKEN=<token> ARENA_ENDPOINT={settings.dial_address} ARENA_PLAIN_TEXT=1 python bot.py",
        "  Nothing is encrypted: everybody in this network can read passwords and tokens.",
    ]
