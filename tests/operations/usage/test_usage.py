"""The figures of a firm's usage (docs/behaviour.md, "The firm")."""

from datetime import UTC, datetime, timedelta

import pytest

from config.plans import PLANS
from intake.accounts.access.models import RequestCount
from intake.accounts.firms.actions import register
from intake.cases.documents.states import MEGABYTE
from intake.cases.matters.actions import archive, update
from intake.cases.uploads.actions import quarantine, review
from intake.cases.uploads.models import Upload
from intake.core.best_effort_redis import BestEffortRedis
from intake.core.clock import now
from intake.core.rate_limiter import RateLimiter
from intake.engine.events.models import Event
from intake.operations.usage.actions import period
from tests.builders import PDF, a_client, a_matter, an_intake_link, an_issued_upload, an_upload
from tests.conftest import PATIENT
from tests.core.answers import data

GB = 1024**3


@pytest.fixture
def used(api):
    """Return the firm's usage: `used()`."""
    return lambda: data(api.get("/firms/usage"))["usage"]


def test_new_firm_has_used_this_request_only(api):
    answer = data(api.get("/firms/usage"))

    start = datetime.fromisoformat(answer["billing_period"]["start"])
    assert start == now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    assert answer == {
        "plan": "enterprise",
        "billing_period": {"start": answer["billing_period"]["start"], "end": answer["billing_period"]["end"]},
        "usage": {"matters": {"total": 0, "active": 0, "archived": 0}, "clients": {"total": 0}, "users": {"total": 0},
                  "documents": {"uploaded_this_period": 0, "storage_used_gb": 0},
                  "api_requests": {"this_period": 1, "limit": 10_000_000}, "intake_links_sent": {"this_period": 0}},
        "limits": {"matters": None, "storage_gb": 5000, "api_requests_per_period": 10_000_000, "users": 1000}}


@pytest.mark.parametrize("plan", PLANS)
def test_limits_are_those_of_the_plan(api_of, app, plan):
    answer = data(api_of(register("Smith", "a@example.com", plan=plan)).get("/firms/usage"))

    allowed = PLANS[plan]
    assert answer["plan"] == plan
    assert answer["limits"] == {"matters": None, "storage_gb": allowed.storage_gb, "users": allowed.users,
                                "api_requests_per_period": allowed.requests_per_period}
    assert answer["usage"]["api_requests"]["limit"] == allowed.requests_per_period


@pytest.mark.parametrize(("moment", "start", "end"), [
    (datetime(2026, 11, 21, 4, 5, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)),
    (datetime(2026, 12, 31, 23, 59, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)),
    (datetime(2028, 2, 29, tzinfo=UTC), datetime(2028, 2, 1, tzinfo=UTC), datetime(2028, 3, 1, tzinfo=UTC)),
    (datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 2, 1, tzinfo=UTC)),
])
def test_a_period_is_a_month_in_utc(moment, start, end):
    assert period(moment) == (start, end)


def test_matters_and_clients(firm, rival, used):
    a_client(firm)
    a_client(rival)
    a_matter(rival)
    matters = [a_matter(firm) for _ in range(4)]
    archive(firm, matters[0].id)
    update(firm, matters[1].id, status="closed")

    assert used()["matters"] == {"total": 4, "active": 2, "archived": 1}
    assert used()["clients"] == {"total": 1}


def test_files_are_counted_once_they_are_confirmed(firm, rival, put, used):
    an_upload(firm, put)
    an_upload(rival, put)
    an_issued_upload(firm)

    assert used()["documents"] == {"uploaded_this_period": 1, "storage_used_gb": round(len(PDF) / GB, 9)}


def test_storage_counts_the_bytes_received(firm, put, used):
    an_upload(firm, put, body=PDF + b"x" * MEGABYTE)

    assert used()["documents"]["storage_used_gb"] == pytest.approx((len(PDF) + MEGABYTE) / GB, abs=1e-9)


def test_rejected_and_locked_away_files_are_stored_too(firm, put, used):
    for act in (lambda upload: review(firm, upload.id, "rejected"), lambda upload: quarantine(upload, "Eicar")):
        act(an_upload(firm, put))

    assert used()["documents"] == {"uploaded_this_period": 2, "storage_used_gb": round(2 * len(PDF) / GB, 9)}


def test_earlier_file_takes_space_but_is_not_counted_in_this_period(firm, put, used):
    upload = an_upload(firm, put)
    start, _ = period(now())
    for moment, count in ((start, 1), (start - timedelta(milliseconds=1), 0)):
        Upload.update(uploaded_at=moment).where(Upload.id == upload.id).execute()
        assert used()["documents"] == {"uploaded_this_period": count, "storage_used_gb": round(len(PDF) / GB, 9)}


def test_intake_links_sent_in_this_period_are_counted(firm, rival, used):
    start, end = period(now())
    for moment in (None, start - timedelta(milliseconds=1), start, end):
        an_intake_link(firm).change(sent_at=moment)
    an_intake_link(rival).change(sent_at=start)

    assert used()["intake_links_sent"] == {"this_period": 1}


def test_links_count_longer_than_their_events_are_kept(firm, api, used):
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    for _ in range(2):
        data(api.post(f"/matters/{matter.id}/intake-link", {"channels": ["email"]}), 201)
    data(api.delete(f"/matters/{matter.id}/intake-link"))
    Event.delete().where(Event.firm_id == firm.id).execute()

    assert used()["intake_links_sent"] == {"this_period": 2}


# Requests -------------------------------------------------------------------------------------------------------------


def test_every_request_of_every_key_is_counted(api, api_of, firm, rival_api, used):
    other = api_of(firm, "matters:read")
    api.get("/matters")
    api.post("/matters", {})
    api.get("/matters/unknown")
    other.get("/clients")  # which the key may not read
    rival_api.get("/matters")

    assert used()["api_requests"]["this_period"] == 5


def test_unauthenticated_requests_are_not_counted(anonymous, used):
    anonymous.get("/matters", headers={"X-Api-Key": "nonsense"})

    assert used()["api_requests"]["this_period"] == 1


def test_rate_limited_requests_are_not_counted(app, api_of, monkeypatch):
    # A new limiter: after another test stopped Redis, the old one counts in memory for a second.
    redis = BestEffortRedis(app.extensions["settings"].redis_url, PATIENT)
    monkeypatch.setitem(app.extensions, "rate_limiter", RateLimiter(redis))
    firm = register("Smith", "a@example.com", plan="standard")
    api = api_of(firm)
    allowed = sum(api.get("/clients").status_code == 200 for _ in range(160))

    counted = data(api_of(firm).get("/firms/usage"))["usage"]["api_requests"]["this_period"]

    assert allowed < 160
    assert counted == allowed + 1


def test_concurrent_requests_are_all_counted(api, at_once, used):
    at_once(8, lambda _: [api.get("/clients") for _ in range(10)])

    assert used()["api_requests"]["this_period"] == 81


def test_requests_of_another_month_are_not_counted(firm, used):
    start, end = (moment.date() for moment in period(now()))
    RequestCount.add({(firm.id, start, "key"): 5, (firm.id, start - timedelta(days=1), "key"): 70,
                      (firm.id, end, "key"): 900})

    assert used()["api_requests"]["this_period"] == 6


def test_response_takes_few_statements(api, statements):
    api.get("/firms/usage")
    with statements() as seen:
        api.get("/firms/usage")

    assert len(seen) == 5  # the key, the flushed counts (requests and use of the key), the firm, the figures
