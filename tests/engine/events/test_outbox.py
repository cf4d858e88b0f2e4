"""Events are recorded in the transaction that causes them, with the payload of that moment."""

import pytest

from intake.cases.client_merges.actions import merge, undo
from intake.cases.clients.models import Client
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters import actions as matters
from intake.cases.matters.models import Matter
from intake.cases.uploads import actions as uploads
from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.engagement.leads import actions as leads
from intake.engagement.leads.models import Lead
from intake.engagement.letters import actions as letters
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.signing import decline, sign
from intake.engine.events.actions import record_event
from intake.engine.events.models import Event
from intake.engine.events.states import INTERNAL, PUBLIC
from intake.integrations.webhooks.models import Delivery
from intake.listeners import LISTENERS, TASKS
from intake.portal.links.completion import submit_form
from intake.portal.links.models import IntakeLink
from intake.records.erasures import work
from intake.records.erasures.actions import confirm, propose
from tests.builders import (
    ANSWERS,
    PDF,
    a_caller,
    a_client,
    a_lead,
    a_matter,
    a_template,
    an_intake_link,
    an_issued_upload,
    an_upload,
)
from tests.core.answers import data


def _uploaded(firm, put):
    upload = an_issued_upload(firm)
    put(upload.upload_url, PDF, upload.content_type)
    return lambda: uploads.confirm(firm, upload.id)


def _reviewed(status):
    def ready(firm, put):
        upload = an_upload(firm, put)
        return lambda: uploads.review(firm, upload.id, status, "Thank you.")

    return ready


def _quarantined(firm, put):
    upload = an_upload(firm, put)
    return lambda: uploads.quarantine(upload, "Eicar-Test-Signature")


def _on_a_matter(act):
    def ready(firm, _put):
        matter = a_matter(firm)
        return lambda: act(firm, matter.id)

    return ready


def _answered(firm, _put):
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)
    link, form = an_intake_link(firm, matter), save(ensure_form(matter), ANSWERS, {})
    return lambda: submit_form(link, form)


def _letter(act, status=None):
    def ready(firm, _put):
        matter = a_matter(firm)
        letter = letters.create(firm, matter.id, [{"name": "Ana", "email": "ana@example.com"}], text="Hello.")
        if status:
            letters.send(firm, matter.id, letter.id)
            letter.signers[0].change(status=status)
        return lambda: act(firm, letter)

    return ready


def _merged(firm, _put):
    merged, client = a_client(firm), a_client(firm)
    return lambda: merge(firm, merged.id, client.id)


def _merge_undone(firm, _put):
    merged = a_client(firm)
    merge(firm, merged.id, a_client(firm).id)
    return lambda: undo(firm, merged.id)


def _lead_moved(firm, _put):
    lead = a_lead(firm)
    return lambda: leads.update(firm, lead.id, status="checking")


def _erased(firm, _put):
    caller = a_caller(firm)
    erasure = propose(caller, "asked for", client_id=a_client(firm).id)
    erasure = confirm(caller, erasure.id)
    work._delete_rows(erasure)
    work._delete_everywhere_else(erasure)
    return lambda: work._finish(erasure)


CAUSES = {
    "opening a matter": (lambda firm, _: lambda: a_matter(firm), ["matter.created"]),
    "changing a matter": (_on_a_matter(lambda firm, id: matters.update(firm, id, title="New")), ["matter.updated"]),
    "archiving a matter": (_on_a_matter(matters.archive), ["matter.archived"]),
    "archiving by its status": (
        _on_a_matter(lambda firm, id: matters.update(firm, id, status="archived")), ["matter.archived"]),
    "registering a client": (lambda firm, _: lambda: a_client(firm), ["client.created"]),
    "confirming an upload": (_uploaded, ["document.uploaded"]),
    "sending a letter": (
        _letter(lambda firm, letter: letters.send(firm, letter.matter_id, letter.id)), ["letter.sent"]),
    "signing a letter": (
        _letter(lambda _, letter: sign(letter.signers[0], "Ana", [], None, ""), "read"), ["letter.signed"]),
    "declining a letter": (
        _letter(lambda _, letter: decline(letter.signers[0], "", None), "invited"), ["letter.declined"]),
    "merging clients": (_merged, ["client.merged"]),
    "undoing a merge": (_merge_undone, ["client.merge_undone"]),
    "erasing a client for good": (_erased, ["record.erased"]),
    "approving an upload": (_reviewed("approved"), ["document.approved"]),
    "rejecting an upload": (_reviewed("rejected"), ["document.rejected"]),
    "handing in the last of an intake": (_answered, ["intake.completed"]),
    "writing to a firm": (lambda firm, _: lambda: a_lead(firm), ["lead.created"]),
    "moving a lead": (_lead_moved, ["lead.status_changed"]),
    "finding a virus": (_quarantined, ["document.rejected", "upload.quarantined"]),
}
"""Causes of events: the preparation, and the events that follow."""


@pytest.fixture(params=CAUSES)
def cause(request, firm, put):
    """A cause of events: (the function that causes them, their types)."""
    ready, types = CAUSES[request.param]
    return ready(firm, put), types


def _rows(firm):
    models = (Matter, Client, Upload, IntakeForm, IntakeLink, Lead, Letter, LetterSigner)
    return [[row.__data__ for row in model.of(firm).order_by(model.id)] for model in models]


def test_every_cause_records_its_event(cause, announced):
    record_events, types = cause
    before = len(announced())
    record_events()

    assert sorted(type for type, _ in announced()[before:]) == types


def test_a_rolled_back_cause_records_nothing(cause, announced, firm):
    record_events, _ = cause
    before, rows = announced(), _rows(firm)
    with db.atomic() as transaction:
        record_events()
        transaction.rollback()

    assert (announced(), _rows(firm)) == (before, rows)


def test_a_change_whose_event_cannot_be_recorded_is_rolled_back(cause, announced, firm, breaking):
    record_events, _ = cause
    before, rows = announced(), _rows(firm)
    with breaking("events", "RAISE EXCEPTION 'no room'"), pytest.raises(Exception, match="no room"):
        record_events()

    assert (announced(), _rows(firm)) == (before, rows)


def test_every_public_event_has_a_cause_here():
    told_afterwards = {"intake.link.sent", "letter.completed"}  # sending and sealing cannot be undone

    assert {type for _, types in CAUSES.values() for type in types} & set(PUBLIC) == set(PUBLIC) - told_afterwards


def test_an_event_outside_of_a_transaction_is_refused(app, firm):
    with pytest.raises(RuntimeError):
        record_event("matter.created", firm.id, {})
    assert not Event.of(firm).exists()


def test_listeners_name_existing_events_and_tasks():
    assert set(LISTENERS) <= {*PUBLIC, *INTERNAL}
    assert {listener.task for listeners in LISTENERS.values() for listener in listeners} <= set(TASKS)


def test_the_payload_is_that_of_the_moment_of_the_event(api, endpoint, worker, receiver):
    made = data(api.post("/matters", {"title": "Before", "practice_area": "other"}), 201)
    data(api.patch(f"/matters/{made['id']}", {"title": "After"}))
    worker.relay()
    data(api.post(f"/matters/{made['id']}/archive"))
    worker.deliver()

    arrived = {request.event["type"]: request.event["data"] for request in receiver.requests}
    assert {type: (seen["title"], seen["status"]) for type, seen in arrived.items()} == {
        "matter.created": ("Before", "active"), "matter.updated": ("After", "active"),
        "matter.archived": ("After", "archived")}


def test_the_delivery_shows_the_payload_that_was_sent(api, endpoint, worker, receiver):
    made = data(api.post("/matters", {"title": "Before", "practice_area": "other"}), 201)
    worker.deliver()
    data(api.patch(f"/matters/{made['id']}", {"title": "After"}))
    [delivery] = Delivery.of(endpoint.firm)

    shown = data(api.get(f"/webhooks/{endpoint.id}/deliveries/{delivery.id}"))
    assert shown["payload"] == receiver.requests[0].event
