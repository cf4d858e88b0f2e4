"""Malformed responses of a platform are reported as its failure, and the next run completes the rest."""

import pytest

from intake.gateways.platform_http import PlatformUnavailable
from intake.integrations.platforms.clio import mapping as clio
from intake.integrations.platforms.lawmatics import mapping as lawmatics
from tests.builders import a_client, a_matter, an_intake_link

ANSWERS = (
    None,
    {"data": [{"id": 1, "attributes": 3, "name": {}, "email_addresses": 5, "client": 7}],
     "meta": {"paging": {"next": {}}, "total_pages": "many"}},
)
NO_RECORD = (
    None, [], "text", 7, {}, {"data": None}, {"data": []}, {"data": [1]}, {"data": {}}, {"data": {"id": None}},
    {"data": {"id": {}}}, {"data": {"id": "x"}}, {"data": {"id": -1}}, {"data": {"id": 1.5}}, {"data": {"id": True}},
    {"data": {"id": "9" * 100}}, {"data": {"id": "\u0667"}}, {"data": {"id": ""}},
)


@pytest.fixture
def sync(firm, run, approved):
    """Sync a new matter with a document or a note, or one synced before: `sync(platform, matter)`."""

    def synced(segment, matter=None):
        if matter is None:
            client = a_client(firm, email=f"client.{a_client(firm).id.lower()}@example.com")
            matter = a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard"})
            if segment == "clio":
                approved(matter)
            else:
                link = an_intake_link(firm, matter)
                link.change(completed_at=link.created_at)
        return matter, run(matter, segment=segment)

    return synced


@pytest.mark.parametrize("segment", ["clio", "lawmatics"])
def test_any_malformed_answer_is_recovered_from(segment, request, firm, connect, sync, no_pending_work):
    stand_in = request.getfixturevalue(segment)
    connect(firm, stand_in, segment)
    sync(segment)
    before = len(stand_in.calls)
    assert sync(segment)[1].status == "success"
    steps = len(stand_in.calls) - before
    assert steps >= 6

    for place in range(steps):
        for answer in ANSWERS:
            matter, log = _answered(stand_in, place, answer, lambda: sync(segment))
            assert log.error_code in (None, "platform_error", "platform_rejected"), (place, answer)
            # A well-formed but wrong id may have been stored; the next run notices.
            assert any(sync(segment, matter)[1].status == "success" for _ in range(2)), (place, answer)


@pytest.mark.parametrize("parse", [clio.parse_record, lawmatics.parse_record], ids=["clio", "lawmatics"])
def test_no_record_is_an_error(parse):
    for answer in NO_RECORD:
        with pytest.raises(PlatformUnavailable):
            parse(answer)


@pytest.mark.parametrize("parse", [clio.parse_rows, lawmatics.parse_rows], ids=["clio", "lawmatics"])
def test_no_list_is_an_error(parse):
    for answer in (None, [], "text", {}, {"data": 7}, {"data": [1]}, {"data": [[]]}, {"data": ["text"]}):
        with pytest.raises(PlatformUnavailable):
            parse(answer)


@pytest.mark.parametrize("version", [
    None, 5, {}, {"uuid": 5, "put_url": "https://x.example"}, {"uuid": "u", "put_url": {}},
    {"uuid": "u", "put_url": "https://x.example", "put_headers": 5},
    {"uuid": "u", "put_url": "https://x.example", "put_headers": [{"name": "a", "value": 1}]},
    {"uuid": "u", "put_url": "https://x.example", "put_headers": [None]}], ids=str)
def test_malformed_upload_target_is_a_platform_error(version, clio, connection, matter, approved, run):
    approved(matter)
    clio.instead = {"POST /api/v4/documents.json": {"data": {"id": 77, "latest_document_version": version}}}
    log = run(matter)

    assert (log.status, log.error_code) == ("failed", "platform_error")


def _answered(stand_in, place, answer, do):
    """Call `do` while the platform ignores the call after `place` others and gives it this answer."""
    seen = []

    def count(moment, call):
        if moment == "before":
            seen.append(call)
            stand_in.instead = {str(call): answer} if len(seen) == place + 1 else {}

    stand_in.on_request = count
    try:
        return do()
    finally:
        stand_in.on_request, stand_in.instead = None, {}
