"""SMS by Twilio's HTTP API, or into a folder (gateways/sms.py)."""

import json
import stat
import time

import pytest

from config.settings import Settings
from intake.gateways.send_errors import Refused, Unavailable, Uncertain
from intake.gateways.sms import Sms, compute_signature
from tests.stand_ins.twilio import NUMBER, Twilio, cutting, gateway_error, refusing, slow, unending

TO = "+15185550142"
BARE = Settings({"TWILIO_ACCOUNT_SID": None, "TWILIO_AUTH_TOKEN": None, "TWILIO_FROM": None,
                 "TWILIO_API_URL": "https://api.twilio.com", "SMS_DIR": None})


@pytest.fixture
def twilio():
    with Twilio() as twilio:
        yield twilio


@pytest.fixture
def sms(twilio):
    return Sms(twilio.settings(BARE))


def test_a_message_arrives_with_every_character(sms, twilio):
    text = "Señora 🦊 & +1 = ?\nline two"

    sid = sms.send(TO, text, "https://intake.example.com/status?communication=comm_1")

    assert twilio.messages == [{"To": TO, "From": NUMBER, "Body": text, "Sid": sid,
                                "StatusCallback": "https://intake.example.com/status?communication=comm_1"}]


def test_a_messaging_service_may_choose_the_number(twilio):
    settings = Settings(twilio.settings(BARE).values | {"TWILIO_FROM": "MG" + "0" * 32})
    with pytest.raises(Refused):  # the fake Twilio has no such number
        Sms(settings).send(TO, "Hello")


@pytest.mark.parametrize(("fault", "error", "reason"), [
    (refusing(400, 21211), Refused, "twilio 21211"),
    (refusing(400, 21610), Refused, "twilio 21610"),
    (refusing(404, 20404), Refused, "twilio 20404"),
    (refusing(401, 20003), Unavailable, "twilio 20003"),
    (refusing(429, 20429), Unavailable, "twilio 20429"),
    (refusing(500, 20500), Unavailable, "twilio 20500"),
    (refusing(503, 20503), Unavailable, "twilio 20503"),
    (lambda handler, form, twilio: handler.answer(404, b"<html>No such page</html>"), Unavailable, "twilio 404"),
    (lambda handler, form, twilio: handler.answer(408, b""), Unavailable, "twilio 408"),
    (lambda handler, form, twilio: handler.answer(503, b"<html>Busy</html>"), Unavailable, "twilio 503"),
    (lambda handler, form, twilio: handler.answer(400, {"code": "Ana Silva"}), Unavailable, "twilio 400"),
    (lambda handler, form, twilio: handler.answer(201, b"[" * 30_000), Uncertain, "unknown"),
    (gateway_error, Uncertain, "unknown"),
    (cutting, Uncertain, "unknown"),
    (lambda handler, form, twilio: handler.answer(201, b"not JSON"), Uncertain, "unknown"),
    (lambda handler, form, twilio: handler.answer(201, []), Uncertain, "unknown"),
    (lambda handler, form, twilio: handler.answer(302, {}), Uncertain, "unknown"),
])
def test_provider_errors_are_mapped(sms, twilio, fault, error, reason):
    twilio.fault = fault
    with pytest.raises(error) as raised:
        sms.send(TO, "Hello")
    assert raised.value.reason == reason
    assert twilio.requests == 1


def test_late_response_is_uncertain(sms, twilio):
    twilio.fault, began = slow(5), time.monotonic()
    with pytest.raises(Uncertain):
        sms.send(TO, "Hello", timeout=2.2)
    assert time.monotonic() - began < 4


@pytest.mark.parametrize(("piece", "seconds"), [(b"x" * 64_000, 0), (b" ", 0.3)], ids=["endless", "letter by letter"])
def test_answer_without_an_end_is_uncertain(piece, seconds, sms, twilio):
    twilio.fault = unending(piece, seconds)
    with pytest.raises(Uncertain):
        sms.send(TO, "Hello", timeout=2.5)
    assert "Ended" not in twilio.messages[0]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://nowhere.invalid"])
def test_unsent_message_may_be_retried(twilio, url):
    settings = Settings(twilio.settings(BARE).values | {"TWILIO_API_URL": url})
    with pytest.raises(Unavailable):
        Sms(settings).send(TO, "Hello")


def test_without_an_account_a_file_per_message(tmp_path):
    sms = Sms(Settings(BARE.values | {"SMS_DIR": str(tmp_path)}))
    names = [sms.send(TO, text) for text in ("Señora 🦊", "Two")]

    files = sorted(tmp_path.iterdir())
    kept = [json.loads(file.read_text()) for file in files]
    assert [(message["id"], message["to"], message["text"]) for message in kept] == [
        (names[0], TO, "Señora 🦊"), (names[1], TO, "Two")]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert {file.suffix for file in files} == {".json"}


def test_missing_folder_is_temporary(tmp_path):
    with pytest.raises(Unavailable):
        Sms(Settings(BARE.values | {"SMS_DIR": str(tmp_path / "gone")})).send(TO, "Hello")


def test_without_account_and_folder_everything_is_refused():
    sms = Sms(BARE)
    assert not sms.is_configured
    with pytest.raises(Refused) as refused:
        sms.send(TO, "Hello")
    assert refused.value.reason == "not_configured"
    assert not sms.has_signed("https://x", [], compute_signature("None", "https://x", []))


def test_the_signature_of_twilios_own_example():
    form = {"CallSid": "CA1234567890ABCDE", "Caller": "+12349013030", "Digits": "1234", "From": "+12349013030",
            "To": "+18005551212"}
    assert compute_signature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", form.items()) == (
        "0/KCTR6DLpKmkAf8muzZqo1nDgQ=")
