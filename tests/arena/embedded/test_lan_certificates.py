"""Certificates of `arena up --lan`: kept while they hold, made again when they end or the address changes, and no good for sites of the internet."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from arena.embedded.checks import BadSettings
from arena.embedded.lan import certificates, in_room, with_lan
from arena.settings import Settings

NOW = datetime(2027, 1, 4, 9, tzinfo=UTC)
HERE = "192.168.77.1"


def read(file):
    return x509.load_pem_x509_certificate(file.read_bytes())


def test_they_are_kept_while_they_hold(tmp_path):
    made = certificates(tmp_path, HERE, NOW)
    before = [file.read_bytes() for file in (made.authority, made.certificate, made.key)]
    assert certificates(tmp_path, HERE, NOW + timedelta(days=300)) == made
    assert [file.read_bytes() for file in (made.authority, made.certificate, made.key)] == before


@pytest.mark.parametrize(("address", "days"), [("192.168.77.2", 0), (HERE, 380)])
def test_another_address_or_a_certificate_that_ends_keeps_the_authority_of_the_students(tmp_path, address, days):
    made = certificates(tmp_path, HERE, NOW)
    authority, certificate = made.authority.read_bytes(), made.certificate.read_bytes()
    certificates(tmp_path, address, NOW + timedelta(days=days))
    assert made.authority.read_bytes() == authority
    assert made.certificate.read_bytes() != certificate


def test_keys_are_for_their_owner_alone(tmp_path):
    certificates(tmp_path / "lan", HERE, NOW)
    keys = [file for file in (tmp_path / "lan").iterdir() if "key" in file.name]
    assert sorted(file.name for file in keys) == ["ca-key.pem", "key.pem"]
    assert {file.stat().st_mode & 0o777 for file in keys} == {0o600}


def test_whoever_has_the_key_of_the_authority_can_pass_for_no_site(tmp_path):
    made = certificates(tmp_path, HERE, NOW)
    authority = read(made.authority)
    signer = serialization.load_pem_private_key((tmp_path / "ca-key.pem").read_bytes(), None)
    checker = PolicyBuilder().store(Store([authority])).time(NOW)
    checker.build_server_verifier(x509.DNSName("localhost")).verify(read(made.certificate), [])
    key = ec.generate_private_key(ec.SECP256R1())
    forged = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(NOW + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("bank.example")]), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(signer, hashes.SHA256())
    )
    with pytest.raises(VerificationError):
        checker.build_server_verifier(x509.DNSName("bank.example")).verify(forged, [])


def test_what_somebody_has_set_stays(tmp_path):
    given = replace(
        Settings(data=tmp_path), grpc_port=4, public_url="https://class.example", sources={"public_url": "x"}
    )
    known = with_lan(given, HERE, plain_text=False)
    assert (known.public_url, known.grpc_host, known.web_host) == ("https://class.example", HERE, HERE)
    assert known.tls_certificate == known.web_tls_certificate == str(tmp_path / "lan" / "certificate.pem")
    assert known.dial_address == f"{HERE}:4"
    assert in_room(known) == [], "it says how it can be reached"


@pytest.mark.parametrize("address", ["0.0.0.0", "224.0.0.1", "my-laptop", "::1", "192.168.1"])
def test_an_address_that_nobody_can_dial_is_refused(tmp_path, address):
    with pytest.raises(BadSettings, match="--lan takes"):
        with_lan(Settings(data=tmp_path), address, plain_text=True)
