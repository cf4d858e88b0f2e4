"""Records that were marked as due and then came into use again are not erased."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.core.db import db
from intake.listeners import TASKS
from intake.records.erasures.models import Erasure
from intake.records.retention.actions import create
from intake.records.retention.jobs import propose_destruction
from tests.builders import a_client, a_lead, a_matter, a_user
from tests.core.answers import data, refusal

from .test_clients import left
from .test_leads import gone
from .test_retention import closed


def a_marked_matter(firm):
    schedule, matter = create(firm, name="Closed", years=7, notice=False), closed(firm)
    return matter, (lambda api: data(api.patch(f"/matters/{matter.id}", {"status": "active"})),
                    lambda api: data(api.patch(f"/retention-schedules/{schedule.id}", {"years": 20})),
                    lambda api: data(api.patch(f"/retention-schedules/{schedule.id}", {"years": None})))


def a_marked_lead(firm):
    schedule, lead = create(firm, kind="leads", name="Inquiries", months=24, quarantine_months=3), gone(firm)
    return lead, (lambda api: data(api.patch(f"/leads/{lead.id}", {"status": "new"})),
                  lambda api: data(api.patch(f"/retention-schedules/{schedule.id}", {"months": 100})))


def a_marked_client(firm):
    schedule = create(firm, kind="clients", name="Former clients", years=7)
    client = left(a_client(firm, email=f"former@{firm.slug}.example"))
    return client, (lambda api: a_matter(firm, client_id=client.id),
                    lambda api: a_lead(firm, email=client.email),
                    lambda api: data(api.patch(f"/clients/{client.id}", {"phone": "+15125550142"})),
                    lambda api: data(api.patch(f"/retention-schedules/{schedule.id}", {"years": 20})),
                    lambda api: data(api.patch(f"/retention-schedules/{schedule.id}", {"years": None})))


KINDS = [(a_marked_matter, "matter", 0), (a_marked_matter, "matter", 1), (a_marked_matter, "matter", 2),
         (a_marked_lead, "lead", 0), (a_marked_lead, "lead", 1),
         (a_marked_client, "client", 0), (a_marked_client, "client", 1), (a_marked_client, "client", 2),
         (a_marked_client, "client", 3), (a_marked_client, "client", 4)]


@pytest.fixture
def marked(api, firm):
    """Mark a record as due; return it, its erasure, and a function that brings it into use again."""
    def mark(make, kind, way):
        record, ways = make(firm)
        [outcome] = data(api.post("/retention-schedules/due", {f"{kind}_ids": [record.id]}))
        assert outcome["ok"], outcome
        return record, Erasure.of(firm).get(), lambda: ways[way](api)

    return mark


@pytest.mark.parametrize(("make", "kind", "way"), KINDS)
def test_it_cannot_be_confirmed(make, kind, way, api, firm, marked):
    record, erasure, use_again = marked(make, kind, way)
    use_again()
    assert refusal(api.post(f"/erasures/{erasure.id}/confirm")) == (409, "no_longer_due")
    assert Erasure.fetch(firm, erasure.id).status == "proposed"
    assert data(api.get(f"/{kind}s/{record.id}"))
    data(api.delete(f"/erasures/{erasure.id}"))
    asked = data(api.post("/erasures", {f"{kind}_id": record.id, "reason": "The client asked for it"}), 201)
    assert api.post(f"/erasures/{asked['id']}/confirm").status_code == 202, "what somebody asks for needs no schedule"


@pytest.mark.parametrize(("make", "kind", "way"), KINDS)
def test_it_is_kept_by_the_worker_and_can_be_withdrawn(make, kind, way, api, firm, marked):
    record, erasure, use_again = marked(make, kind, way)
    data(api.post(f"/erasures/{erasure.id}/confirm"), 202)
    use_again()
    TASKS["erase"].function(firm.id, erasure.id)
    assert data(api.get(f"/{kind}s/{record.id}"))
    assert refusal(api.post(f"/erasures/{erasure.id}/confirm")) == (409, "no_longer_due")
    data(api.delete(f"/erasures/{erasure.id}"))
    assert Erasure.of(firm).count() == 0
    assert AuditEntry.of(firm).where(AuditEntry.action == "erasure.withdrawn").count() == 1


@pytest.mark.parametrize(("make", "kind"), [(a_marked_matter, "matter"), (a_marked_lead, "lead"),
                                            (a_marked_client, "client")])
def test_what_is_still_due_is_erased_also_in_two_parts(make, kind, api, firm, marked, breaking):
    record, erasure, _ = marked(make, kind, 0)
    data(api.post(f"/erasures/{erasure.id}/confirm"), 202)
    task = TASKS["erase"]
    with breaking("erasures", "IF NEW.status = 'done' THEN RAISE 'not now'; END IF", on="UPDATE"), \
            pytest.raises(Exception, match="not now"):
        task.function(firm.id, erasure.id)
    assert api.get(f"/{kind}s/{record.id}").status_code == 404
    task.on_final_failure(firm.id, erasure.id)
    assert refusal(api.delete(f"/erasures/{erasure.id}")) == (409, "erasure_not_open"), "a part is gone"
    data(api.post(f"/erasures/{erasure.id}/confirm"), 202)
    task.function(firm.id, erasure.id)
    assert Erasure.fetch(firm, erasure.id).status == "done"


def test_what_an_automatic_schedule_erases_is_kept_if_it_is_opened_before(api, firm):
    create(firm, name="Fast", years=1, notice=False, automatic=True)
    matter = closed(firm, 2)
    propose_destruction()
    erasure = Erasure.of(firm).get()
    assert erasure.status == "running"
    data(api.patch(f"/matters/{matter.id}", {"status": "active"}))
    TASKS["erase"].function(firm.id, erasure.id)
    assert data(api.get(f"/matters/{matter.id}"))["status"] == "active"


def test_the_page_says_why_and_lets_it_be_kept(api, firm, signed_in_as, marked):
    matter, erasure, open_again = marked(*KINDS[0])
    open_again()
    desk, path = signed_in_as(a_user(firm, "admin")), f"/settings/records/erasures/{erasure.id}"
    answer = desk.submit(path, f"{path}/confirm", name=matter.title)
    assert "is in use again or kept longer now" in desk.get(answer.headers["Location"]).text
    db.execute_sql("UPDATE erasures SET status = 'failed' WHERE id = %s", (erasure.id,))
    assert desk.submit(path, f"{path}/withdraw").status_code == 303
    assert Erasure.of(firm).count() == 0
