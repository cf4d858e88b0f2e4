"""The seal: made once whatever is interrupted, and stamped by an authority where one is set."""

import http.server
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from asn1crypto import keys, tsp
from asn1crypto import pem as armor
from asn1crypto import x509 as certificates
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator.registry import SimpleCertificateStore

from config.settings import Settings
from intake.engagement.letters.jobs import seal_letter
from intake.engagement.letters.models import Letter
from intake.engagement.letters.own_certificate import sealing_pem
from intake.engagement.letters.verification import verify
from intake.gateways.sealing import Sealer, SealingNotInstalled, TimeStampUnavailable
from intake.gateways.storage import storage
from local import ROOT

KILLED = """
import os, signal, sys
from app import create_app
from intake.engagement.letters import jobs, seal
place, firm_id, letter_id = sys.argv[1:]
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
with create_app().app_context():
    if place == "before the file":
        seal.storage.put = die
    elif place == "before the commit":
        seal.record_act = die
    else:
        seal._remove_others = die
    jobs.seal_letter(firm_id, letter_id)
"""
"""A worker that is killed at a place; what it runs is the application's own code."""


def sealed_files(letter):
    return [each.key for each in storage.listed(f"{letter.folder}sealed/")]


@pytest.mark.parametrize(("place", "files"), [("before the file", 0), ("before the commit", 1), ("after it", 1)])
def test_killed_worker_loses_nothing_and_seals_nothing_twice(services, firm, signed, announced, place, files):
    letter = signed()
    sealing_pem()
    killed = subprocess.run([sys.executable, "-c", KILLED, place, firm.id, letter.id], cwd=ROOT, check=False,
                            timeout=120, env=services.env | {"PATH": os.environ["PATH"]})
    assert killed.returncode == -signal.SIGKILL
    left = sealed_files(letter)
    assert len(left) == files
    for _ in range(2):
        seal_letter(firm.id, letter.id)
    letter = Letter.fetch(firm, letter.id)
    assert sealed_files(letter) == [letter.sealed_key]
    assert (left == [letter.sealed_key]) is (place == "after it")
    assert [type for type, _ in announced()].count("letter.completed") == 1
    assert verify(firm, letter.matter_id, letter.id)["ok"]


def test_two_workers_seal_once(firm, signed, at_once, announced):
    letter = signed()
    at_once(2, lambda _: seal_letter(firm.id, letter.id))
    letter = Letter.fetch(firm, letter.id)
    assert sealed_files(letter) == [letter.sealed_key]
    assert [type for type, _ in announced()].count("letter.completed") == 1


@contextmanager
def time_stamp_authority(pem):
    """Serve time stamps that are signed with this key, and yield the address."""
    parts = {kind: content for kind, _, content in armor.unarmor(pem, multiple=True)}
    stamper = DummyTimeStamper(certificates.Certificate.load(parts["CERTIFICATE"]),
                               keys.PrivateKeyInfo.load(parts["PRIVATE KEY"]), SimpleCertificateStore())

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            request = tsp.TimeStampReq.load(self.rfile.read(int(self.headers["Content-Length"])))
            answer = stamper.request_tsa_response(request).dump()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_seal_has_the_time_of_an_authority_and_the_certificate_of_the_settings(
        app, settings, firm, signed, authority, tmp_path, monkeypatch):
    letter, file = signed(), authority.sealing_file(tmp_path / "sealing.pem")
    with time_stamp_authority(sealing_pem()) as address:
        monkeypatch.setitem(app.extensions, "sealer", Sealer(Settings(
            settings.values | {"SIGNING_CERTIFICATE": file, "TIME_STAMP_URL": address})))
        seal_letter(firm.id, letter.id)
    found = verify(firm, letter.matter_id, letter.id)
    assert found["ok"]
    assert found["seal"]["time_stamped_at"] is not None
    assert "Organizational Unit" in found["seal"]["certificate"]

    unreachable = Sealer(Settings(settings.values | {"TIME_STAMP_URL": "http://127.0.0.1:1"}))
    document = b"".join(storage.chunks(letter.document_key))
    with pytest.raises(TimeStampUnavailable):
        unreachable.seal(document, document, sealing_pem(), "No authority")


def test_without_the_library_nothing_is_sent(app, firm, api, matter, monkeypatch, sent):
    draft = {"text": "Hello", "signers": [{"name": "Zoë", "email": "zoe@example.com"}]}
    letter = api.post(f"/matters/{matter.id}/letters", draft).json["data"]
    sealer = app.extensions["sealer"]
    monkeypatch.setattr(sealer, "is_installed", False)
    answer = api.post(f"/matters/{matter.id}/letters/{letter['id']}/send")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, SealingNotInstalled.code)
    assert Letter.fetch(firm, letter["id"]).status == "draft"
