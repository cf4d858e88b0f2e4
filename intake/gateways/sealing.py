"""Seals PDFs by PAdES, and examines seals: pyHanko, an extra, which is loaded when the first one is made.

A seal is a signature over the whole file that any PDF reader can check. The sealed document keeps its bytes: pages and
seal are appended. With a time stamp authority (RFC 3161) the seal is PAdES B-T, otherwise B-B.
"""

import asyncio
import hashlib
import importlib
import io
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import requests
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from flask import current_app
from urllib3.exceptions import HTTPError
from werkzeug.local import LocalProxy

from intake.core.clock import machine_now
from intake.core.errors import ApiError
from intake.core.extras import import_extra

from .probe import ProbeFailed, first_cause
from .time_limit import TimeLimit

_SECONDS = 10
_NOTICE = timedelta(days=30)
_MAX_ANSWER = 64 * 1024
_FIELD = "Seal"


class SealingNotInstalled(ApiError):
    status, code = 503, "not_configured"
    message = "This installation cannot seal letters: its operator has to install requirements-signing.txt."


class TimeStampUnavailable(Exception):
    """The time stamp authority did not answer as it should; a retry may succeed."""


@dataclass(frozen=True)
class Examined:
    """The result of examining a seal: whether it matches the file and covers all of it, and who made it."""

    is_valid: bool = False
    covers_whole_file: bool = False
    certificate: str | None = None
    certificate_sha256: str | None = None
    signed_at: datetime | None = None
    time_stamped_at: datetime | None = None


class Sealer:
    """Seals with the certificate of the settings, or with a given one."""

    def __init__(self, settings: Any) -> None:
        self.is_installed = find_spec("pyhanko") is not None
        self._time_stamps = settings.time_stamp_url
        self.own_certificate: bytes | None = None
        if settings.signing_certificate:
            import_extra("pyhanko.sign.signers", "signing", "SIGNING_CERTIFICATE")
            self.own_certificate = Path(settings.signing_certificate).read_bytes()

    @property
    def is_configured(self) -> bool:
        """Whether the settings name a certificate or a time stamp authority."""
        return bool(self.own_certificate or self._time_stamps)

    def check(self) -> None:
        """Check that the certificate of the settings stays valid for a while, and that the authority stamps.

        Raises `ProbeFailed`, `TimeStampUnavailable` or `SealingNotInstalled`.
        """
        self.require()
        if self.own_certificate:
            end = x509.load_pem_x509_certificates(self.own_certificate)[0].not_valid_after_utc
            if end < machine_now() + _NOTICE:
                raise ProbeFailed(f"The certificate is valid until {end:%Y-%m-%d} only.")
        if stamper := self._time_stamper():
            asyncio.run(stamper.async_timestamp(hashlib.sha256(b"doctor").digest(), "sha256"))

    def require(self) -> None:
        """Raise `SealingNotInstalled` unless this installation can seal."""
        if not self.is_installed:
            raise SealingNotInstalled

    def seal(self, document: bytes, appended: bytes, pem: bytes, reason: str) -> bytes:
        """Return the document with the pages of another PDF and a seal appended.

        `pem` has the private key and the certificates, the signer's first. Raises `TimeStampUnavailable`.
        """
        self.require()
        fields, signers = _load("sign.fields"), _load("sign.signers")
        writer = _load("pdf_utils.incremental_writer").IncrementalPdfFileWriter(io.BytesIO(document))
        _append(writer, appended)
        wanted = _load("sign.signers.pdf_signer").PdfSignatureMetadata(
            field_name=_FIELD, md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES, certify=True,
            docmdp_permissions=fields.MDPPerm.NO_CHANGES, reason=reason)
        sealed = signers.sign_pdf(writer, wanted, signer=_signer(pem), timestamper=self._time_stamper())
        return sealed.getvalue()

    def examine(self, sealed: bytes) -> Examined:
        """Return the result of examining the file's seal."""
        self.require()
        try:
            [signature] = _load("pdf_utils.reader").PdfFileReader(io.BytesIO(sealed)).embedded_signatures
            context = importlib.import_module("pyhanko_certvalidator").ValidationContext(
                trust_roots=[signature.signer_cert], allow_fetching=False)
            status = _load("sign.validation").validate_pdf_signature(signature, context)
        except Exception:  # whatever a damaged file makes the library raise, the seal is not valid
            return Examined()
        stamp = status.timestamp_validity
        coverage = _load("sign.validation").status.SignatureCoverageLevel
        return Examined(
            bool(status.intact and status.valid), status.coverage == coverage.ENTIRE_FILE,
            signature.signer_cert.subject.human_friendly, signature.signer_cert.sha256.hex(), status.signer_reported_dt,
            stamp.timestamp if stamp and stamp.intact and stamp.valid else None)

    def _time_stamper(self) -> Any:
        if not self._time_stamps:
            return None
        base: Any = _load("sign.timestamps").TimeStamper
        parse = importlib.import_module("asn1crypto.tsp").TimeStampResp.load
        url = self._time_stamps

        class OverHttp(base):  # type: ignore[misc]
            async def async_timestamp(self, message_digest: bytes, md_algorithm: str) -> Any:
                try:
                    stamp = await super().async_timestamp(message_digest, md_algorithm)
                    stamped = stamp["content"]["encap_content_info"]["content"].parsed["message_imprint"]
                    digest = stamped["hashed_message"].native
                except TimeStampUnavailable:
                    raise
                except Exception as error:  # whatever a wrong answer makes the library raise
                    raise TimeStampUnavailable(f"no time stamp, {type(error).__name__}") from error
                if digest != message_digest:  # the library does not compare them
                    raise TimeStampUnavailable("a stamp of something else")
                return stamp

            async def async_request_tsa_response(self, req: Any) -> Any:
                return parse(await asyncio.to_thread(_ask_for_time_stamp, url, req.dump()))

        return OverHttp()


sealer: Sealer = LocalProxy(lambda: current_app.extensions["sealer"])  # type: ignore[assignment]
"""The running application's `Sealer`."""


def _load(name: str) -> Any:
    return importlib.import_module(f"pyhanko.{name}")


def _append(writer: Any, appended: bytes) -> None:
    """Append the pages of a PDF that we wrote ourselves."""
    page_class = _load("pdf_utils.writer").PageObject
    for reference in _load("pdf_utils.reader").PdfFileReader(io.BytesIO(appended)).root["/Pages"]["/Kids"]:
        page = reference.get_object()
        writer.insert_page(page_class(
            contents=writer.add_object(writer.import_object(page["/Contents"])),
            media_box=[float(edge) for edge in page["/MediaBox"]],
            resources=writer.import_object(page["/Resources"])))


@lru_cache(100)
def _signer(pem: bytes) -> Any:
    key_info = importlib.import_module("asn1crypto.keys").PrivateKeyInfo
    key = serialization.load_pem_private_key(pem, None).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    first, *others = _certificates(pem)
    store = importlib.import_module("pyhanko_certvalidator.registry").SimpleCertificateStore()
    store.register_multiple(others)
    return _load("sign.signers").SimpleSigner(signing_cert=first, signing_key=key_info.load(key), cert_registry=store)


def _certificates(pem: bytes) -> list[Any]:
    armored = importlib.import_module("asn1crypto.pem").unarmor(pem, multiple=True)
    load = importlib.import_module("asn1crypto.x509").Certificate.load
    return [load(content) for kind, _, content in armored if kind == "CERTIFICATE"]


def _ask_for_time_stamp(url: str, request: bytes) -> bytes:
    headers = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply",
               "Accept-Encoding": "identity"}
    limit = TimeLimit(_SECONDS)
    try:
        got = requests.post(url, request, headers=headers, timeout=_SECONDS, allow_redirects=False, stream=True)
        content = limit.read(got, _MAX_ANSWER)
    except (requests.RequestException, HTTPError, TimeoutError) as error:
        raise TimeStampUnavailable(first_cause(error)) from None
    if got.status_code != requests.codes.ok:
        raise TimeStampUnavailable(f"status {got.status_code}")
    return content
