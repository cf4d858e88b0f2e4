"""Calls of a server that does not answer are paused (gateways/pause.py)."""

import time
from contextlib import ExitStack, closing, contextmanager
from threading import Barrier, Thread

import pytest

from config.settings import Settings
from intake.gateways import pause
from intake.gateways.mail import Mail
from intake.gateways.pause import Pause
from intake.gateways.platform_http import PlatformHttp, PlatformUnavailable
from intake.gateways.scanner import Scanner, ScannerUnavailable, Timeouts
from intake.gateways.send_errors import Refused, Unavailable, Uncertain
from intake.gateways.sms import Sms
from intake.gateways.storage import Storage, StorageUnavailable
from tests.stand_ins.clamd import Clamd, silent
from tests.stand_ins.smtp import HANG, Smtp
from tests.stand_ins.twilio import Twilio, slow

from .servers import Server
from .test_sms import BARE


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """Make a pause begin after half a second of failed calls."""
    monkeypatch.setattr(pause, "LOST_SECONDS", 0.5)


@contextmanager
def _mail(_env):
    with Smtp(banner=HANG) as server:
        mail = Mail(server.url(), "intake@example.org")
        yield lambda: mail.send("ana@example.com", "Hello", "Text.", timeout=0.3), Unavailable


@contextmanager
def _mail_that_may_have_arrived(_env):
    with Smtp(END=HANG) as server:
        mail = Mail(server.url(), "intake@example.org")
        yield lambda: mail.send("ana@example.com", "Hello", "Text.", timeout=0.3), (Unavailable, Uncertain)


@contextmanager
def _sms(_env):
    with Twilio() as twilio:
        twilio.fault = slow(1)
        sms = Sms(twilio.settings(BARE))
        yield lambda: sms.send("+15185550142", "Hello", timeout=2.3), (Unavailable, Uncertain)


@contextmanager
def _scanner(_env):
    with Clamd(silent) as clamd:
        scanner = Scanner(clamd.url, 100, Timeouts(connect=0.3, answer=0.3))
        yield lambda: scanner.scan([b"bytes"]), ScannerUnavailable


@contextmanager
def _platform(_env):
    server = Server(lambda client: client.request() and client.request())
    web = PlatformHttp(server.url(), "Intake/test", timeout=0.3)
    with closing(web), ExitStack() as after:
        after.callback(server.stop)
        yield lambda: web.request("GET", server.url("/v4")), PlatformUnavailable


@contextmanager
def _storage_of_a_platform(_env):
    server = Server(lambda client: client.request() and client.request())
    web = PlatformHttp(server.url(), "Intake/test", stall=0.3)
    with closing(web), ExitStack() as after:
        after.callback(server.stop)
        yield lambda: web.put(server.url("/bucket"), {}, [b"x"], 1, timeout=9), PlatformUnavailable


@contextmanager
def _storage(env):
    def behave(client):
        while client.sock.recv(65536):
            time.sleep(0.3)  # like a storage that is too busy
            client.send(b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n")

    server = Server(behave)
    with ExitStack() as after:
        after.callback(server.stop)
        storage = Storage(Settings.load(env | {"S3_ENDPOINT_URL": server.url("")}))
        yield storage.check, StorageUnavailable


def _seconds(call, error):
    began = time.monotonic()
    with pytest.raises(error):
        call()
    return time.monotonic() - began


@pytest.mark.parametrize("hanging", [
    _mail, _mail_that_may_have_arrived, _sms, _scanner, _platform, _storage_of_a_platform, _storage])
def test_of_many_calls_few_wait_for_a_server_that_hangs(hanging, services):
    with hanging(services.env) as (call, error):
        lost = [_seconds(call, error) for _ in range(2)]
        paused = [_seconds(call, error) for _ in range(20)]
    assert lost[0] > 0.2
    assert sorted(paused)[-3] < 0.2  # on a busy machine two may take long by themselves


def test_after_a_pause_one_caller_tries_the_server_for_all():
    server, answers = Pause(TimeoutError, InterruptedError, seconds=0.5), Barrier(2)

    def hang(seconds):
        with server.around():
            time.sleep(seconds)  # like a hanging server
            raise TimeoutError

    def try_it():
        with server.around():
            answers.wait(5)
            answers.wait(5)

    with pytest.raises(TimeoutError):
        hang(0.6)
    with pytest.raises(InterruptedError):
        hang(0)
    time.sleep(0.6)  # until the pause is over
    trying = Thread(target=try_it)
    trying.start()
    answers.wait(5)
    with pytest.raises(InterruptedError):
        hang(0)
    answers.wait(5)
    trying.join()
    with pytest.raises(TimeoutError):
        hang(0)


def test_a_mail_that_is_refused_or_taken_begins_the_count_again():
    with Smtp(RCPT="550 No such user", seconds=0.05) as server:
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
