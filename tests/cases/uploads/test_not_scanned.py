"""An unscanned file is given out only to callers who explicitly accept that."""

import pytest
import requests

from intake.cases.uploads.jobs import process, process_failed
from tests.builders import PDF, an_upload
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.clamd import EICAR


@pytest.fixture
def ask(api):
    """Ask for the address of a file: `ask(upload, "?unscanned=true")`."""
    return lambda upload, query="": api.get(f"/uploads/{upload.id}/download{query}")


@pytest.mark.parametrize("query", ["", "?unscanned=false"])
def test_a_file_that_waits_for_its_scan_is_refused(clamd, firm, put, ask, query):
    upload = an_upload(firm, put)
    answer = ask(upload, query)

    assert refusal(answer) == (422, "file_not_scanned")
    assert answer.json["error"]["details"] == {"scan_status": "pending"}
    assert "unscanned=true" in answer.json["error"]["message"]


def test_with_unscanned_it_is_read(clamd, firm, put, ask):
    answer = data(ask(an_upload(firm, put), "?unscanned=true"))

    assert requests.get(answer["url"], timeout=10).content == PDF
    assert answer["scan_status"] == "pending"


def test_a_scanned_file_needs_nothing(clamd, firm, put, ask):
    upload = an_upload(firm, put)
    process(upload.id)

    assert data(ask(upload))["scan_status"] == "clean"


def test_a_file_whose_scan_was_given_up_needs_it_too(clamd, firm, put, ask):
    upload = an_upload(firm, put)
    process_failed(upload.id)

    assert refusal(ask(upload)) == (422, "file_not_scanned")
    assert data(ask(upload, "?unscanned=true"))["scan_status"] == "failed"


def test_an_infected_file_stays_locked_away(clamd, firm, put, ask):
    upload = an_upload(firm, put, body=EICAR)
    process(upload.id)

    assert refusal(ask(upload, "?unscanned=true")) == (422, "file_quarantined")


def test_without_a_scanner_files_are_read_before_and_after_their_inspection(firm, put, ask):
    upload = an_upload(firm, put)
    assert data(ask(upload))["scan_status"] == "pending"

    process(upload.id)
    assert data(ask(upload))["scan_status"] == "skipped"


@pytest.mark.parametrize("value", ["", "1", "yes", "TRUE"])
def test_another_value_is_refused(clamd, firm, put, ask, value):
    assert wrong_fields(ask(an_upload(firm, put), f"?unscanned={value}")) == {"unscanned"}
