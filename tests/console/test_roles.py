"""Every page of the console by role: shown or not found, and never with another firm's record. List new pages here.
"""

import re

import pytest

from intake.accounts.access.caller import Caller
from intake.accounts.users.models import User
from intake.accounts.users.states import ROLES
from intake.cases.matters.models import Matter
from intake.console.reports.models import Report
from intake.core.http import contract_of
from intake.core.ids import find_ids
from intake.core.tenancy import FirmRecord
from intake.engagement.conflicts.actions import check as check_conflicts
from intake.engagement.leads.models import Lead
from intake.messaging.notifications.models import Notification
from tests.browsing import Browser
from tests.builders import a_client, a_document, a_lead, a_matter, a_user, an_upload
from tests.console.test_statements import records_of
from tests.stand_ins.stripe_account import Stripe, charging
from tests.test_architecture_database import MODELS

ADMINS = {
    "closing_pages.show", "export_pages.download", "export_pages.index", "export_pages.progress",
    "applications_pages.index", "applications_pages.show", "audit_pages.export", "audit_pages.index",
    "conflict_rules.show",
    "billing_pages.ask", "billing_pages.back", "billing_pages.show", "deliveries_pages.index", "developers.index",
    "privacy_request_pages.index", "privacy_request_pages.new", "privacy_request_pages.show",
    "erasure_pages.certificate", "erasure_pages.index", "erasure_pages.new", "erasure_pages.show",
    "firm_pages.example", "firm_pages.show", "first_steps.index", "first_steps.show", "holds_pages.index",
    "holds_pages.new", "holds_pages.show", "lead_form_pages.draw", "lead_form_pages.preview", "lead_form_pages.show",
    "retention_pages.due", "retention_pages.index", "retention_pages.new", "retention_pages.show",
    "integrations_pages.ask_to_disconnect", "integrations_pages.index", "integrations_pages.show", "people.index",
    "people.invite", "person.ask", "person.show", "security.index", "sync_tab.show", "usage_page.show",
    "webhooks_pages.delivery", "webhooks_pages.index", "webhooks_pages.show",
}
ATTORNEYS = {"bulk_pages.show_run",
             "client_pages.show", "clients_pages.edit", "clients_pages.new", "converting.show", "matter_import.choose",
             "matter_import.example", "matter_import.show",
             "merging.show", "new_matter.done", "new_matter.show"}
ATTORNEYS_AND_PARALEGALS = {
    "court_form_pages.new", "template_editing.details", "template_editing.new", "template_editing.new_item",
    "template_editing.show_item",
    "template_exchange.choose", "template_reminders.show", "letter_template_pages.new",
}
ATTORNEYS_AND_STAFF = {"bulk_pages.ask", "bulk_pages.done", "declining.show", "editing_pages.edit", "lead_details.edit",
                       "lead_details.new", "matters_pages.ask"}
EVERYBODY = {
    "activity_tab.show", "answers_tab.edit", "answers_tab.pdf", "answers_tab.show", "bulk_pages.show",
    "clients_pages.download", "clients_pages.index", "clients_pages.show", "conflicts_pages.download",
    "conflicts_pages.index", "conflicts_pages.show", "parties_tab.show", "court_form_pages.index",
    "court_form_pages.show",
    "deadlines_pages.index", "deadlines_pages.show", "deadlines_tab.show", "files.download", "files.presence",
    "files.show", "find.index", "find.results", "forms_tab.show", "inbox.index", "inbox.show", "insights.export",
    "insights.index", "leads_pages.index", "leads_pages.show", "letter_template_pages.index",
    "letter_template_pages.show", "letters_tab.download", "letters_tab.index", "letters_tab.new", "letters_tab.show",
    "letters_tab.verify", "link_pages.draw",
    "matters_pages.index", "matters_pages.show", "messages_tab.show", "notes_tab.show",
    "notices.index", "notices.show", "preview_pages.begin", "preview_pages.show", "reminders_pages.index",
    "reports_pages.download", "reports_pages.index", "reports_pages.progress", "requests_pages.archive",
    "requests_pages.new", "review.index", "settings.index", "styleguide.show", "template_exchange.export",
    "template_pages.index", "template_pages.show", "template_preview.show", "template_versions.differences",
    "template_versions.index",
}
LISTED = [(ADMINS, {"admin"}), (ATTORNEYS, {"admin", "attorney"}), (EVERYBODY, set(ROLES)),
          (ATTORNEYS_AND_PARALEGALS, {"admin", "attorney", "paralegal"}),
          (ATTORNEYS_AND_STAFF, {"admin", "attorney", "staff"})]
SHOWN_TO = {endpoint: roles for endpoints, roles in LISTED for endpoint in endpoints}
"""The roles that see each page; staff see those of matters and leads assigned to them."""

OF_NO_FIRM = {"first_steps.show", "insights.export", "audit_pages.export", "integrations_pages.ask_to_disconnect",
              "integrations_pages.show"}
"""Pages whose address has a parameter other than a firm's record."""

QUERIES = {"billing_pages.ask": "?plan=pro&interval=monthly"}
"""The query strings that pages need."""


@pytest.fixture(autouse=True)
def charged(app):
    """Charge firms at a stand-in for Stripe, so that the pages of billing exist."""
    with Stripe() as stripe, charging(app, stripe):
        yield


def test_every_page_is_for_whom_it_should_be(app, firm, rival, put, signed_in_as):
    ours, theirs = _addresses(app, firm, put), _addresses(app, rival, put)
    assert ours.keys() == SHOWN_TO.keys(), "a page is listed nowhere"
    wrong = []
    for role in ROLES:
        user = a_user(firm, role)
        Matter.update(assigned_attorney=user.id).where(Matter.firm_id == firm.id).execute()
        Lead.update(assigned_to=user.id).where(Lead.firm_id == firm.id).execute()
        Report.update(user_id=user.id).where(Report.firm_id == firm.id).execute()
        browser = signed_in_as(user)
        for endpoint, path in ours.items():
            expected = {200, 303} if role in SHOWN_TO[endpoint] else {404}
            wrong += [(role, path)] * (browser.get(path).status_code not in expected)
            if role == "admin" and path != theirs[endpoint] and endpoint not in OF_NO_FIRM:
                answer = browser.get(theirs[endpoint])
                wrong += [(role, theirs[endpoint])] * (answer.status_code != 404 or "Silva" in answer.text)
    stranger = Browser(app)
    for path in ours.values():
        answer = stranger.get(path)
        wrong += [("signed out", path)] * ("/login?next=" not in answer.headers.get("Location", ""))

    assert wrong == []


@pytest.mark.parametrize("query", ["", "?q=silva&search=silva&view=board"], ids=["as it is", "searched"])
def test_no_page_names_what_is_not_assigned_to_staff(query, app, firm, put, signed_in_as):
    """Neither lists, searches, choices and badges nor the pages of their own matter, lead and client."""
    ids = _ids(firm, put)
    person, client = a_user(firm, "staff"), a_client(firm, last_name="Mine")
    matter = a_matter(firm, client_id=client.id, assigned_attorney=person.id)
    upload, lead = an_upload(firm, put, a_document(firm, matter)), a_lead(firm, assigned_to=person.id)
    own = {"client_id": client.id, "matter_id": matter.id, "upload_id": upload.id, "lead_id": lead.id,
           "conflict_check_id": check_conflicts(firm, ["silva"], matter.id).id}
    caller, hidden = Caller.of_person(firm, person.id), set()
    for model in MODELS.values():
        if issubclass(model, FirmRecord) and "id" in model._meta.fields and model is not User:
            hidden |= {*model.of(firm, model.id).scalars()} - {*model.of(caller, model.id).scalars()}

    named, browser = [], signed_in_as(person)
    for path in {path for known in (ids, ids | own) for path in _pages(app, known).values()}:
        text = browser.get(path.partition("?")[0] + query).get_data().decode(errors="replace")
        named += [(path, word) for word in find_ids(text) if word in hidden and word not in path]
        named += [(path, name) for name in re.findall(r"Silva \d", text)]

    assert len(hidden) > 100
    assert named == []


def _addresses(app, firm, put):
    """Create a firm with several records of every kind, and return {endpoint: address of the page}."""
    return _pages(app, _ids(firm, put))


def _ids(firm, put):
    """Create several records of every kind, and return an id for every path parameter."""
    latest = Notification.of(firm).order_by(Notification.created_at.desc())
    return records_of(firm, put) | {"kind": "csv", "notification_id": latest.first().id}


def _pages(app, ids):
    """Return {endpoint: address} of every page, with these ids."""
    pages = [rule for rule in app.url_map.iter_rules()
             if "GET" in rule.methods and (contract := contract_of(app.view_functions[rule.endpoint])).sign_in
             and contract.permission]
    return {rule.endpoint: re.sub(r"<(?:\w+:)?(\w+)>", lambda name: ids[name[1]], rule.rule)
            + QUERIES.get(rule.endpoint, "") for rule in pages}
