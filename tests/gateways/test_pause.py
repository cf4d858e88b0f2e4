"""A server that does not answer is left alone for a while (gateways/pause.py)."""

import time
from contextlib import ExitStack, closing, contextmanager

import pytest

from intake.gateways import pause
from intake.gateways.mail import Mail
from intake.gateways.platform_http import PlatformHttp, PlatformUnavailable
from intake.gateways.scanner import Scanner, ScannerUnavailable, Timeouts
from intake.gateways.send_errors import Refused, Unavailable, Uncertain
from intake.gateways.sms import Sms
from tests.stand_ins.clamd import Clamd, silent
from tests.stand_ins.smtp import HANG, Smtp
from tests.stand_ins.twilio import Twilio, slow

from .servers import Server
from .test_sms import BARE


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A pause begins after half a second that was lost, and lasts for one."""
    monkeypatch.setattr(pause, "LOST_SECONDS", 0.5)
    monkeypatch.setattr(pause, "PAUSE_SECONDS", 1)


@contextmanager
def _mail():
    with Smtp(banner=HANG) as server:
        mail = Mail(server.url(), "intake@example.org")
        yield lambda: mail.send("ana@example.com", "Hello", "Text.", timeout=0.3), Unavailable


@contextmanager
def _mail_that_may_have_arrived():
    with Smtp(END=HANG) as server:
        mail = Mail(server.url(), "intake@example.org")
        yield lambda: mail.send("ana@example.com", "Hello", "Text.", timeout=0.3), (Unavailable, Uncertain)


@contextmanager
def _sms():
    with Twilio() as twilio:
        twilio.fault = slow(3)
        sms = Sms(twilio.settings(BARE))
        yield lambda: sms.send("+15185550142", "Hello", timeout=2.3), (Unavailable, Uncertain)


@contextmanager
def _scanner():
    with Clamd(silent) as clamd:
        scanner = Scanner(clamd.url, 100, Timeouts(answer=0.3))
        yield lambda: scanner.scan([b"bytes"]), ScannerUnavailable


@contextmanager
def _platform():
    server = Server(lambda client: client.request() and client.request())
    web = PlatformHttp(server.url(), "Intake/test", timeout=0.3)
    with closing(web), ExitStack() as after:
        after.callback(server.stop)
        yield lambda: web.request("GET", server.url("/v4")), PlatformUnavailable


def _seconds(call, error):
    began = time.monotonic()
    with pytest.raises(error):
        call()
    return time.monotonic() - began


@pytest.mark.parametrize("hanging", [_mail, _mail_that_may_have_arrived, _sms, _scanner, _platform])
def test_of_many_calls_few_wait_for_a_server_that_hangs(hanging):
    with hanging() as (call, error):
        lost = [_seconds(call, error) for _ in range(2)]
        paused = [_seconds(call, error) for _ in range(20)]
        time.sleep(1.1)  # until the pause is over
        tried = _seconds(call, error)
        paused.append(_seconds(call, error))
    assert min(*lost, tried) > 0.2
    assert max(paused) < 0.2


def test_after_a_pause_a_server_that_is_back_is_used_again():
    with Smtp(banner=HANG) as server:
        mail = Mail(server.url(), "intake@example.org")
        for _ in range(3):
            with pytest.raises(Unavailable):
                mail.send("ana@example.com", "Hello", "Text.", timeout=0.3)
        server.banner = "220 mail.example.com"
        time.sleep(1.1)  # until the pause is over
        for _ in range(2):
            mail.send("ana@example.com", "Hello", "Text.")
    assert len(server.mails) == 2


def test_a_mail_that_is_refused_or_taken_begins_the_count_again():
    with Smtp(RCPT="550 No such user", seconds=0.2) as server:
        mail = Mail(server.url(), "intake@example.org")
        for _ in range(4):
            with pytest.raises(Refused):
                mail.send("ana@example.com", "Hello", "Text.")


def test_a_server_that_refuses_at_once_is_asked_each_time():
    with Smtp(banner="421 Too many connections") as server:
        mail = Mail(server.url(), "intake@example.org")
        for _ in range(20):
            with pytest.raises(Unavailable) as raised:
                mail.send("ana@example.com", "Hello", "Text.")
            assert raised.value.reason == "smtp 421"
