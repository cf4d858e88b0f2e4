"""POST /clients/:id/merge and its undo."""

from datetime import date, timedelta

import pytest

from intake.cases.client_merges import actions
from intake.cases.client_merges.jobs import purge_merged_clients
from intake.cases.client_merges.models import ClientMerge
from intake.cases.client_merges.states import REFERENCES, UNDO_FOR, UNMOVED
from intake.cases.clients.models import Client
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.actions import create_matter, update
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import ApiError, NotFound
from intake.engagement.leads.models import Lead
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import IntegrationLink
from intake.portal.links.actions import make
from intake.portal.links.models import IntakeLink
from tests.builders import a_client, a_lead, a_matter, a_template, a_user, an_intake_link
from tests.waiting import is_waited_for, wait_until


@pytest.fixture
def ana(firm):
    return a_client(firm, email="ana@example.com", notes="Prefers mornings.", custom_fields={"language": "es"})


@pytest.fixture
def anna(firm):
    return a_client(firm, first_name="Anna", email="anna@example.com", phone="+15185550142",
                    date_of_birth=date(1980, 5, 1), notes="Moved to Troy.", custom_fields={"vip": True})


def of(model, client):
    return {row.id for row in model.select().where(model.client_id == client.id)}


def linked(firm, client, external_id, integration):
    return IntegrationLink.create(firm_id=firm.id, integration_id=integration.id, kind="contact", client_id=client.id,
                                  external_id=external_id)


def test_everything_moves_and_comes_back(firm, api, ana, anna, browser, announced):
    link = an_intake_link(firm, a_matter(firm, client_id=anna.id))
    kept = an_intake_link(firm, a_matter(firm, client_id=ana.id))
    integration = Integration.create(firm_id=firm.id, platform="clio", inbound_digest=firm.id, inbound_token="x",
                                     is_active=False, updated_at=now())
    contact = linked(firm, anna, "77", integration)
    answer = api.post(f"/clients/{anna.id}/merge", {"into": ana.id})
    merge = answer.json["data"]
    assert (answer.status_code, merge["client_id"], merge["merged_client_id"]) == (201, ana.id, anna.id)

    assert [of(model, ana) for model in (Matter, IntakeLink, IntakeForm, IntegrationLink)] == [
        {link.matter_id, kept.matter_id}, {link.id, kept.id}, of(IntakeForm, ana), {contact.id}]
    assert [of(model, anna) for model in (Matter, IntakeLink, IntakeForm, IntegrationLink)] == [set()] * 4
    shown = api.get(f"/clients/{ana.id}").json["data"]
    assert (shown["email"], shown["phone"], shown["date_of_birth"], shown["matters_count"], shown["custom_fields"]) == (
        "ana@example.com", "+15185550142", "1980-05-01", 2, {"language": "es", "vip": True})
    assert shown["notes"] == "Prefers mornings.\n\nMoved to Troy.\n\nMerged: Anna Silva, anna@example.com"
    assert browser.get(f"/p/{link.token}").status_code == 200
    assert [api.get(path).status_code for path in (f"/clients/{anna.id}", f"/matters?client_id={ana.id}")] == [404, 200]
    assert [row["id"] for row in api.get("/clients?search=silva").json["data"]] == [ana.id]
    assert api.get("/search?q=anna").json["data"]["clients"] == []
    assert api.post("/matters", {"title": "Late", "practice_area": "other", "client_id": anna.id}).status_code == 404

    api.patch(f"/clients/{ana.id}", {"phone": "+15185550199"})
    restored = api.post(f"/clients/{anna.id}/merge/undo")
    assert (restored.status_code, restored.json["data"]["email"]) == (200, "anna@example.com")
    assert [of(model, anna) for model in (Matter, IntakeLink, IntegrationLink)] == [
        {link.matter_id}, {link.id}, {contact.id}]
    after = Client.fetch(ana, ana.id)
    assert (after.notes, after.phone, after.date_of_birth, after.matters_count) == (
        "Prefers mornings.", "+15185550199", None, 1)
    assert api.post(f"/clients/{anna.id}/merge/undo").json["error"]["code"] == "client_not_found"
    assert [type for type, _ in announced()][-2:] == ["client.merged", "client.merge_undone"]
    event = dict(announced())["client.merged"]
    assert (event["merged_client_id"], event["client"]["matters_count"]) == (anna.id, 2)


@pytest.mark.parametrize("present", ["ana", "anna"])
def test_what_both_have_is_kept_and_the_present_clients_counts(firm, api, ana, anna, present):
    """Both have a form in one matter and a contact at Clio; nothing is lost."""
    template = a_template(firm)
    matter = a_matter(firm, client_id=ana.id, intake_template_id=template.id)
    for client in (ana, anna):
        update(firm, matter.id, client_id=client.id)
        with db.atomic():
            ensure_form(Matter.fetch(firm, matter.id))
    [hers], [other] = of(IntakeForm, ana), of(IntakeForm, anna)
    update(firm, matter.id, client_id={"ana": ana, "anna": anna}[present].id)
    integration = Integration.create(firm_id=firm.id, platform="clio", inbound_digest=firm.id, inbound_token="x",
                                     is_active=False, updated_at=now())
    contacts = [linked(firm, client, id, integration).id for client, id in ((ana, "76"), (anna, "77"))]

    actions.merge(firm, anna.id, ana.id)
    expected = {hers if present == "ana" else other}
    assert (of(IntakeForm, ana), of(IntegrationLink, ana)) == (expected, {contacts[0]})
    assert (of(IntakeForm, anna), of(IntegrationLink, anna)) == ({hers, other} - expected, {contacts[1]})
    assert Matter.fetch(firm, matter.id).client_id == ana.id
    actions.undo(firm, anna.id)
    assert (of(IntakeForm, ana), of(IntakeForm, anna)) == ({hers}, {other})
    assert Client.select().where(Client.firm_id == firm.id).count() == 2


@pytest.mark.parametrize(("own", "others", "merged"), [
    ({"sms": True}, {"email": False, "identify": False}, {"sms": True, "email": False, "identify": False}),
    ({"email": False, "preferred": "sms"}, {"email": True, "preferred": "email"}, {"email": False, "preferred": "sms"}),
    (None, {"voicemail": False}, {"voicemail": False}), ({"reminders": False}, None, {"reminders": False}),
    (None, None, None)], ids=range(5))
def test_what_either_does_not_allow_stays_forbidden(firm, own, others, merged):
    client = a_client(firm, contact_preferences=own)
    other = a_client(firm, email="shared@example.com", contact_preferences=others)
    actions.merge(firm, other.id, client.id)

    after = Client.fetch(firm, client.id)
    assert (after.email, after.contact_preferences) == ("shared@example.com", merged)
    actions.undo(firm, other.id)
    assert Client.fetch(firm, client.id).contact_preferences == own


def test_a_day_later_it_is_final(firm, api, ana, anna):
    a_matter(firm, client_id=anna.id)
    actions.merge(firm, anna.id, ana.id)
    ClientMerge.update(created_at=now() - UNDO_FOR - timedelta(seconds=1)).where(
        ClientMerge.firm_id == firm.id).execute()
    assert api.post(f"/clients/{anna.id}/merge/undo").status_code == 404
    purge_merged_clients()
    assert [Client.for_job(client.id) is None for client in (ana, anna)] == [False, True]
    assert ClientMerge.of(firm).count() == 0


def test_merges_at_once_and_chains(firm, ana, anna, at_once):
    third = a_client(firm, first_name="Aña")
    matter = a_matter(firm, client_id=anna.id)

    def one(index):
        try:
            pair = (anna.id, ana.id) if index % 2 else (ana.id, anna.id)
            return actions.merge(firm, *pair)
        except ApiError as error:
            return error.code

    results = at_once(4, one)
    [merge] = [result for result in results if isinstance(result, ClientMerge)]
    assert {result for result in results if result is not merge} == {"client_not_found"}
    actions.merge(firm, merge.client_id, third.id)
    assert Matter.fetch(firm, matter.id).client_id == third.id
    with pytest.raises(NotFound) as refused:
        actions.undo(firm, merge.merged_id)
    assert ("undo that merge first" in refused.value.message, refused.value.details["id"]) == (True, merge.client_id)
    actions.undo(firm, merge.client_id)
    actions.undo(firm, merge.merged_id)
    assert Matter.fetch(firm, matter.id).client_id == anna.id


def test_matter_opened_at_once_is_not_left_behind(firm, ana, anna, at_once):
    def one(index):
        try:
            if index:
                return create_matter(firm, title=f"Matter {index}", practice_area="other", client_id=anna.id)
            return actions.merge(firm, anna.id, ana.id)
        except NotFound:
            return None

    at_once(4, one)
    assert of(Matter, anna) == set()
    assert Client.fetch(firm, ana.id).matters_count == len(of(Matter, ana))


def test_matter_that_the_client_gets_meanwhile_is_moved_with_its_link(firm, ana, anna, while_locked, at_once):
    matter = a_matter(firm)
    waiting = (lambda: actions.merge(firm, anna.id, ana.id), lambda: make(firm, matter.id))
    [(_, link), _] = while_locked(
        lambda: update(firm, matter.id, client_id=anna.id),
        lambda: at_once(2, lambda index: waiting[index]()),
        lambda: wait_until(lambda: is_waited_for(by=2)))
    assert Matter.fetch(firm, matter.id).client_id == IntakeLink.fetch(firm, link.id).client_id == ana.id


def test_a_merge_and_who_has_locked_a_lead_of_the_client_before_a_matter_do_not_end_each_other(
        firm, ana, anna, while_locked):
    """As an erasure and a hand-over have."""
    matter, lead = a_matter(firm, client_id=anna.id), a_lead(firm)
    lead.change(client_id=anna.id, matter_id=matter.id)
    while_locked(lambda: Lead.fetch_locked(firm, lead.id), lambda: actions.merge(firm, anna.id, ana.id),
                 lambda: Matter.fetch_locked(firm, matter.id))
    assert Lead.fetch(firm, lead.id).client_id == ana.id


def test_a_link_made_meanwhile_is_revoked_when_the_merge_is_undone(firm, ana, anna, worker):
    """It is the other client's: the matter would show it as open and send reminders with a link that opens nothing."""
    matter = a_matter(firm, client_id=anna.id)
    actions.merge(firm, anna.id, ana.id)
    link = make(firm, matter.id)
    actions.undo(firm, anna.id)
    worker.perform_tasks()
    assert IntakeLink.fetch(firm, link.id).revoked_at
    assert Matter.fetch(firm, matter.id).link_public_part is None


def test_wrong_calls(api, rival_api, api_as, firm, rival, ana, anna):
    theirs = a_client(rival)
    for path, body, status, code in (
            (f"/clients/{anna.id}/merge", {"into": anna.id}, 422, "same_client"),
            (f"/clients/{anna.id}/merge", {"into": theirs.id}, 404, "client_not_found"),
            (f"/clients/{anna.id}/merge", {"into": "\x00"}, 400, "validation_error"),
            (f"/clients/{anna.id}/merge", {}, 400, "validation_error"),
            (f"/clients/{theirs.id}/merge", {"into": ana.id}, 404, "client_not_found"),
            (f"/clients/{anna.id}/merge/undo", None, 404, "client_not_found"),
            ("/clients/%00/merge/undo", None, 404, "client_not_found")):
        answer = api.post(path, body)
        assert (answer.status_code, answer.json["error"]["code"]) == (status, code), (path, body)
    actions.merge(firm, anna.id, ana.id)
    assert rival_api.post(f"/clients/{anna.id}/merge/undo").status_code == 404
    assert api_as(a_user(firm, "paralegal")).post(f"/clients/{anna.id}/merge/undo").status_code == 403


def test_every_reference_to_a_client_moves(app):
    """A new table that refers to clients has to be listed in `states.py`, with the columns of its unique key."""
    references = db.execute_sql("""
        SELECT c.conrelid::regclass::text, a.attname FROM pg_constraint c JOIN pg_attribute a
            ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname <> 'firm_id'
        WHERE c.contype = 'f' AND c.confrelid = 'clients'::regclass""").fetchall()
    of_no_key = {"privacy_requests"}  # whose client may be erased
    assert {table for table, _ in references} | of_no_key == REFERENCES.keys() | UNMOVED.keys()
    assert {column for table, column in references if table in REFERENCES} == {"client_id"}

    unique = db.execute_sql("""
        SELECT i.indrelid::regclass::text, array_agg(a.attname::text) FROM pg_index i JOIN pg_attribute a
            ON a.attrelid = i.indrelid AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])
        WHERE i.indisunique AND i.indrelid::regclass::text = ANY (%s) GROUP BY i.indexrelid, i.indrelid""",
        (list(REFERENCES),)).fetchall()
    with_client = {table: set(columns) - {"client_id", "firm_id"}
                   for table, columns in unique if "client_id" in columns}
    assert with_client == {table: set(columns) for table, columns in REFERENCES.items() if columns}
