"""The certificate with which this installation seals: that of the settings, or one made at first use."""

from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from peewee import TextField

from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import Record
from intake.gateways.sealing import sealer

_ID = "installation"
_BITS, _LIFETIME = 3072, timedelta(days=20 * 365)


class SigningCertificate(Record):
    """The certificate of this installation in PEM, with its encrypted private key."""

    prefix = "cert"

    certificate = TextField()
    sealed_key = TextField()


def sealing_pem():
    """Return private key and certificate in PEM. The first call makes them; if several do so at once, one wins."""
    if sealer.own_certificate:
        return sealer.own_certificate
    kept = SigningCertificate.get_or_none(SigningCertificate.id == _ID)
    if kept is None:
        certificate, key = _made()
        SigningCertificate.insert_once(id=_ID, certificate=certificate, sealed_key=vault.seal(key))
        kept = SigningCertificate.get(SigningCertificate.id == _ID)
    return (vault.open(kept.sealed_key) + kept.certificate).encode()


def _made():
    """Return a self-signed certificate and its private key."""
    key, moment = rsa.generate_private_key(65537, _BITS), now()
    host = public_url("").partition("://")[2].strip("/")
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Intake at {host}"[:64])])
    usage = dict.fromkeys(("key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign", "crl_sign",
                           "encipher_only", "decipher_only"), False)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(moment - timedelta(hours=1))
        .not_valid_after(moment + _LIFETIME)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, content_commitment=True, **usage), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256()))
    written = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                serialization.NoEncryption())
    return certificate.public_bytes(serialization.Encoding.PEM).decode(), written.decode()
