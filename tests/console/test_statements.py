"""Every page of the console takes at most three statements besides those for the session and the badges."""

import re
from datetime import timedelta

import pytest

from intake.accounts.access.caller import Caller
from intake.accounts.oauth.actions import register
from intake.cases.court_forms.fills import start
from intake.cases.holds.actions import create as put_on_hold
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.models import Matter
from intake.console.matter_import.models import Content, MatterImport
from intake.console.matter_import.reading import Row
from intake.console.matters.bulk.models import BulkRun
from intake.console.reports.models import Report, ReportSchedule
from intake.core.clock import now
from intake.core.db import db
from intake.engagement.conflicts.actions import check as check_conflicts
from intake.engagement.letters.actions import create as make_letter
from intake.engagement.letters.library import choices as letter_templates
from intake.engagement.parties.actions import add as add_party
from intake.engine.events.models import Event
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Delivery, Webhook
from intake.messaging.notifications import states
from intake.messaging.notifications.actions import record_notification
from intake.operations.subscriptions.models import Subscription
from intake.portal.links.completion import submit_form
from intake.records.erasures.actions import confirm as confirm_erasure
from intake.records.erasures.actions import propose as propose_erasure
from intake.records.erasures.jobs import erase
from intake.records.exports.models import Export
from intake.records.privacy_requests.actions import enter as enter_request
from intake.records.retention.actions import create as create_schedule
from tests.builders import (
    ANSWERS,
    a_caller,
    a_client,
    a_communication,
    a_court_form,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_note,
    a_template,
    a_user,
    an_intake_link,
    an_upload,
)
from tests.stand_ins.stripe_account import Stripe, charging

MANY = 6
ALLOWED = {"preview_pages.show": 6}
"""The preview has no badges, but also reads the form and the contact that the portal shows."""
QUERIES = {"find.index": ("?q=silva",), "find.results": ("?q=silva",), "review.index": ("?practice_area=family_law",),
           "leads_pages.index": ("?view=board&search=delgado",), "deadlines_pages.index": ("?month=2027-03",),
           "matters_pages.index": ("?search=silva", "?search=s&practice_area=family_law&sort=title"),
           "clients_pages.index": ("?search=silva",), "inbox.index": ("?status=failed",),
           "new_matter.show": ("?q=silva", "?client_id={client_id}"), "merging.show": ("?search=silva",)}
"""Query strings that make a page read more."""


def records_of(firm, put):
    """Create a firm with several records of every kind, and return an id for every path parameter."""
    template = a_template(firm, documents=[{"name": "Passport"}])
    for number in range(MANY):
        client = a_client(firm, last_name=f"Silva {number}")
        matter = a_matter(firm, client_id=client.id, title=f"Silva {number}", assigned_attorney=a_user(firm).id,
                          intake_template_id=template.id)
        ids = {"client_id": client.id, "matter_id": matter.id, "deadline_id": a_deadline(firm, matter).id,
               "document_id": a_document(firm, matter).id}
        a_communication(firm, matter)
        with db.atomic():
            record_notification(firm.id, states.INTAKE_COMPLETED, f"{number}", {"matter_id": matter.id}, matter=matter)
    for number in range(MANY):
        a_template(firm)
        a_communication(firm, matter, message=f"Message {number}")
        a_deadline(firm, matter)
        a_note(firm, matter)
        lead = a_lead(firm, parties=[{"name": "Acme", "kind": "company", "role": "opposing"}])
        upload = an_upload(firm, put, a_document(firm, matter))
    Integration.ensure(matter, "clio")
    Integration.for_platform(firm, "clio").change(is_active=True)
    application = register(firm, "Calendar", ["https://calendar.example/back"], ["matters:read"])
    form = ensure_form(matter)
    save(form, ANSWERS, {})
    submit_form(an_intake_link(firm, matter), form)
    court_form = a_court_form(firm)
    for _ in range(MANY):
        letter = make_letter(firm, matter.id, [{"name": "Ana Silva", "email": "ana@example.com"}], text="{{fee}}")
    for _ in range(MANY):
        fill = start(firm, matter.id, court_form.id)
    for name in ("Juan Silva", "Silva Brothers LLC"):
        add_party(firm, matter.id, name=name, kind="person", role="opposing")
    check_conflicts(firm, ["Silva"], matter.id)
    check = check_conflicts(firm, [], matter.id)
    return ids | {"letter_id": letter.id, "letter_template_id": letter_templates(firm)[0].id,
                  "privacy_request_id": _a_privacy_request(firm),
                  "erasure_id": _an_erasure(firm),  # before the reports, which it would remove
                  "form_id": court_form.id, "fill_id": fill.id, "matter_id": matter.id, "upload_id": upload.id,
                  "lead_id": lead.id, "conflict_check_id": check.id, "question_id": "full_name", "language": "en",
                  "place": "documents", "user_id": a_user(firm).id, "colleague_id": a_user(firm).id,
                  "step": "doc_templates",
                  "template_id": template.id, "number": "1", "oauth_client_id": application.id,
                  "segment": "clio", "table": "funnel", "report_id": _a_report(firm), "import_id": _an_import(firm),
                  "run_id": _a_run(firm),
                  "retention_schedule_id": create_schedule(firm, name="All", years=7).id,
                  "legal_hold_id": put_on_hold(firm, "Subpoena", matter_id=a_matter(firm).id).id,
                  "export_id": _an_export(firm), **_a_delivery(firm)}


def _a_privacy_request(firm):
    """Create privacy requests, and return the id of one."""
    for _ in range(MANY):
        request = enter_request(a_caller(firm), a_client(firm).id, "access", "phone")
    return request.id


def _an_erasure(firm):
    """Erase some matters, and return the id of the last erasure."""
    caller = a_caller(firm)
    for _ in range(MANY):
        erasure = propose_erasure(caller, "asked for", matter_id=a_matter(firm).id)
    confirm_erasure(caller, erasure.id)
    erase(firm.id, erasure.id)
    return erasure.id


def _an_export(firm):
    """Create exports, and return the id of one."""
    for user_id in (None, a_user(firm).id):
        for client_id in (None, a_client(firm).id):
            export = Export.create(firm_id=firm.id, user_id=user_id, client_id=client_id, language="en")
    return export.id


def _an_import(firm):
    """Create imports, and return the id of one."""
    content = Content([Row(number, {"title": f"Silva {number}"}) for number in range(MANY)])
    for _ in range(MANY):
        begun = MatterImport.begin(Caller(firm, "tests", frozenset(), a_user(firm)), content)
    begun.change(opened=[matter.id for matter in Matter.of(firm)])
    return begun.id


def _a_run(firm):
    """Create runs of an action on all matters, and return the id of one that is done."""
    ids = [matter.id for matter in Matter.of(firm)]
    for _ in range(MANY):
        run = BulkRun.create(firm_id=firm.id, user_id=a_user(firm).id, action="close", status="done", ids=ids,
                             done=len(ids), failures=[[ids[0], "It is not active."]], undo=ids)
    return run.id


def _a_report(firm):
    """Create reports and schedules, and return the id of a report."""
    for _ in range(MANY):
        user_id, values = a_user(firm).id, {"type": "matters", "format": "csv", "filters": {}, "language": "en"}
        ReportSchedule.create(firm_id=firm.id, user_id=user_id, frequency="weekly", recipients=[], next_at=now(),
                              **values)
        report = Report.create(firm_id=firm.id, user_id=user_id, **values)
    return report.id


def _a_delivery(firm):
    """Create an endpoint with deliveries, and return its id and that of a delivery."""
    with db.atomic():
        webhook = Webhook.create(firm_id=firm.id, url="https://example.com/hook", events=["*"], secret="sealed")
        for event in Event.of(firm).limit(MANY):
            delivery = Delivery.create(firm_id=firm.id, webhook_id=webhook.id, event_id=event.id, due_at=now())
        webhook.change(active=False)
        Delivery.cancel_pending(webhook)
    return {"webhook_id": webhook.id, "delivery_id": delivery.id}


@pytest.fixture
def charging_app(app, firm):
    """The application, which charges the firm."""
    Subscription.create(firm_id=firm.id, customer=f"cus_{firm.id}", status="active", plan="pro", interval="monthly",
                        period_start=now() - timedelta(days=1), period_end=now() + timedelta(days=29))
    with Stripe() as stripe, charging(app, stripe):
        yield app


def test_every_page_takes_three_statements(charging_app, firm, put, signed_in_as, statements):
    """A page with a new path parameter needs a record in `records_of`."""
    app, ids, desk = charging_app, records_of(firm, put), signed_in_as(a_user(firm, "admin"))
    pages = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and _is_page(app, rule)]
    shown, too_many = {}, {}
    for rule in pages:
        address = re.sub(r"<(?:\w+:)?(\w+)>", lambda name: ids[name[1]], rule.rule)
        for path in (address, *(address + query.format(**ids) for query in QUERIES.get(rule.endpoint, ()))):
            desk.get(path)  # so that statements are compiled
            with statements() as seen:
                shown[path] = desk.get(path).status_code
            if len(seen) > ALLOWED.get(rule.endpoint, 3 + 2):
                too_many[path] = seen

    assert too_many == {}
    assert {path: status for path, status in shown.items() if status != 200} == {}
    assert len(shown) >= 15


def _is_page(app, rule):
    contract = getattr(app.view_functions[rule.endpoint], "contract", None)
    return contract and contract.sign_in and contract.permission and rule.endpoint not in REDIRECTS


REDIRECTS = {"reports_pages.download", "export_pages.download", "notices.show", "files.download",
             "preview_pages.begin", "audit_pages.export", "billing_pages.back", "billing_pages.ask",
             "erasure_pages.certificate", "letters_tab.download", "bulk_pages.ask", "bulk_pages.done"}
"""Views that show no page, or none without parameters in the address."""
