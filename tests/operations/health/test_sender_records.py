"""The DNS records of the sender of mails, read from a name server over UDP."""

import pytest

from intake.gateways.sender_records import SenderRecords
from intake.operations.health.diagnostics import check_sender
from intake.operations.health.runner import CheckFailed
from tests.stand_ins.name_server import name_server

SPF, DMARC = "v=spf1 include:_spf.provider.com ~all", "v=DMARC1; p=none; rua=mailto:post@firm.com"
KEY = f"v=DKIM1; k=rsa; p={'A' * 380}"
RIGHT = {"mail.firm.com": ["other=1", SPF], "_dmarc.mail.firm.com": [DMARC], "s1._domainkey.mail.firm.com": [KEY]}


def _checked(records, selector="s1"):
    with name_server(records) as port:
        return check_sender(SenderRecords("intake@Mail.Firm.com", selector, ["127.0.0.1"], port))


def test_complete_records_pass():
    assert _checked(RIGHT) is None
    assert _checked(RIGHT | {"s1._domainkey.mail.firm.com": []}, selector=None) is None
    assert _checked(RIGHT | {"_dmarc.mail.firm.com": [], "_dmarc.firm.com": [DMARC]}) is None


@pytest.mark.parametrize(("name", "texts", "told"), [
    ("mail.firm.com", ["other=1"], "mail.firm.com has no SPF record"),
    ("mail.firm.com", ["v=spf10 ~all"], "mail.firm.com has no SPF record"),
    ("mail.firm.com", [SPF, SPF + " "], "has 2 SPF records"),
    ("mail.firm.com", ["v=spf1 -all"], "allows no server to send"),
    ("_dmarc.mail.firm.com", [], "_dmarc.mail.firm.com has no DMARC record"),
    ("_dmarc.mail.firm.com", ["v=DMARC1; rua=mailto:x@firm.com"], "has no policy"),
    ("s1._domainkey.mail.firm.com", [], "s1._domainkey.mail.firm.com has no DKIM key"),
    ("s1._domainkey.mail.firm.com", ["v=DKIM1; p="], "is revoked"),
])
def test_what_is_missing_fails_with_advice(name, texts, told):
    with pytest.raises(CheckFailed) as failed:
        _checked(RIGHT | {name: texts})
    assert told in str(failed.value)


def test_without_an_answer_it_is_not_checked():
    assert "were not checked" in _checked(RIGHT | {"_dmarc.mail.firm.com": None})
    for sender in ("intake@localhost.localdomain", "us@example.com", "us@mail.example.org"):
        assert "is not a public domain" in check_sender(SenderRecords(sender))
