"""The seal: made once, whatever is interrupted, and stamped by an authority if one is configured."""

import io
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler

import pytest
from asn1crypto import keys, tsp
from asn1crypto import pem as armor
from asn1crypto import x509 as certificates
from peewee import DatabaseError
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.signers import PdfSignatureMetadata, SimpleSigner, sign_pdf
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator.registry import SimpleCertificateStore

from config.settings import Settings
from intake.core.clock import now
from intake.core.crypto import Vault
from intake.core.errors import KeyMissing
from intake.engagement.letters.actions import countersign, create, send, update
from intake.engagement.letters.jobs import seal_letter
from intake.engagement.letters.models import Letter
from intake.engagement.letters.own_certificate import SigningCertificate, sealing_pem
from intake.engagement.letters.verification import verify
from intake.gateways.probe import ProbeFailed
from intake.gateways.sealing import Sealer, SealingNotInstalled, TimeStampUnavailable
from intake.gateways.storage import storage
from tests.builders import a_user
from tests.stand_ins.http_server import HttpServer
from tests.stand_ins.signer import Signer


def sealed_files(letter):
    return [each.key for each in storage.listed(f"{letter.folder}sealed/")]


def test_interrupted_seal_loses_nothing_and_is_made_once(firm, signed, announced, breaking):
    """A worker ends after the file was stored and before that was recorded."""
    letter = signed()
    with breaking("events", "RAISE EXCEPTION 'the worker ends here'"), pytest.raises(DatabaseError):
        seal_letter(firm.id, letter.id)
    [left] = sealed_files(letter)
    assert Letter.fetch(firm, letter.id).sealed_digest is None
    for _ in range(2):
        seal_letter(firm.id, letter.id)
    letter = Letter.fetch(firm, letter.id)
    assert sealed_files(letter) == [letter.sealed_key] != [left]
    assert [type for type, _ in announced()].count("letter.completed") == 1


def test_file_of_a_sending_that_was_interrupted_is_removed(app, firm, matter, breaking):
    zoe = {"name": "Zoë Novák", "email": matter.client.email}
    letter = create(firm, matter.id, [zoe], text="We may represent you.")
    with breaking("events", "RAISE EXCEPTION 'the worker ends here'"), pytest.raises(DatabaseError):
        send(firm, matter.id, letter.id)
    update(firm, matter.id, letter.id, text="We represent you.")
    Signer(app, send(firm, matter.id, letter.id)).agree().read().sign("Zoë Novák")
    countersign(firm, a_user(firm), matter.id, letter.id, "Maya Ünal", "203.0.113.9")
    seal_letter(firm.id, letter.id)
    letter = Letter.fetch(firm, letter.id)
    assert {each.key for each in storage.listed(letter.folder)} == {letter.document_key, letter.sealed_key}


def test_two_workers_seal_once(firm, signed, at_once, announced):
    letter = signed()
    at_once(2, lambda _: seal_letter(firm.id, letter.id))
    letter = Letter.fetch(firm, letter.id)
    assert sealed_files(letter) == [letter.sealed_key]
    assert [type for type, _ in announced()].count("letter.completed") == 1


def test_a_seal_is_verified_without_the_key_that_it_was_made_with(firm, signed):
    letter = signed()
    seal_letter(firm.id, letter.id)
    SigningCertificate.update(sealed_key=Vault(["a key that was taken away"]).seal("a private key")).execute()
    try:
        assert verify(firm, letter.matter_id, letter.id)["ok"]
        with pytest.raises(KeyMissing):
            sealing_pem()
    finally:
        SigningCertificate.delete().execute()


class WrongTimeStamper(DummyTimeStamper):
    """Stamps something else than it is sent."""

    def request_tsa_response(self, req):
        req["message_imprint"]["hashed_message"] = bytes(32)
        return super().request_tsa_response(req)


def with_key(kind, pem):
    """Return a signer or stamper of this kind with the certificate and key."""
    parts = {kind: content for kind, _, content in armor.unarmor(pem, multiple=True)}
    return kind(certificates.Certificate.load(parts["CERTIFICATE"]), keys.PrivateKeyInfo.load(parts["PRIVATE KEY"]),
                SimpleCertificateStore())


@contextmanager
def time_stamp_authority(stamper):
    """Serve the stamper's time stamps, and yield the address."""
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = tsp.TimeStampReq.load(self.rfile.read(int(self.headers["Content-Length"])))
            answer = stamper.request_tsa_response(request).dump()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with HttpServer(Handler) as server:
        yield server.url


def test_seal_has_the_time_of_an_authority_and_the_certificate_of_the_settings(
        app, settings, firm, signed, authority, tmp_path, monkeypatch):
    pem, letter, file = sealing_pem(), signed(), authority.sealing_file(tmp_path / "sealing.pem")
    with time_stamp_authority(with_key(DummyTimeStamper, pem)) as address:
        monkeypatch.setitem(app.extensions, "sealer", Sealer(Settings(
            settings.values | {"SIGNING_CERTIFICATE": file, "TIME_STAMP_URL": address})))
        app.extensions["sealer"].check()
        seal_letter(firm.id, letter.id)
    found = verify(firm, letter.matter_id, letter.id)
    assert found["ok"]
    assert found["seal"]["time_stamped_at"] is not None
    assert "Organizational Unit" in found["seal"]["certificate"]

    unreachable = Sealer(Settings(settings.values | {"TIME_STAMP_URL": "http://127.0.0.1:1"}))
    document = b"".join(storage.chunks(letter.document_key))
    with pytest.raises(TimeStampUnavailable):
        unreachable.seal(document, document, sealing_pem(), "No authority")
    with pytest.raises(TimeStampUnavailable, match="Connection refused"):
        unreachable.check()
    wrong = with_key(WrongTimeStamper, pem)
    with time_stamp_authority(wrong) as address, pytest.raises(TimeStampUnavailable, match="of something else"):
        Sealer(Settings(settings.values | {"TIME_STAMP_URL": address})).check()
    writer, wanted = IncrementalPdfFileWriter(io.BytesIO(document)), PdfSignatureMetadata("Seal", md_algorithm="sha256")
    sealed = sign_pdf(writer, wanted, with_key(SimpleSigner, pem), wrong).getvalue()
    assert (unreachable.examine(sealed).is_valid, unreachable.examine(sealed).time_stamped_at) == (True, None)
    ending = authority.sealing_file(tmp_path / "ending.pem", not_after=now() + timedelta(days=29))
    with pytest.raises(ProbeFailed, match="valid until"):
        Sealer(Settings(settings.values | {"SIGNING_CERTIFICATE": ending})).check()


def test_without_the_library_nothing_is_sent(app, firm, api, matter, monkeypatch, sent):
    draft = {"text": "Hello", "signers": [{"name": "Zoë", "email": "zoe@example.com"}]}
    letter = api.post(f"/matters/{matter.id}/letters", draft).json["data"]
    sealer = app.extensions["sealer"]
    monkeypatch.setattr(sealer, "is_installed", False)
    answer = api.post(f"/matters/{matter.id}/letters/{letter['id']}/send")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, SealingNotInstalled.code)
    assert Letter.fetch(firm, letter["id"]).status == "draft"
