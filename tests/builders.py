"""One builder per record: each creates the record with defaults and returns it."""

from datetime import date, timedelta
from functools import cache
from itertools import count
from uuid import uuid4

from werkzeug.security import generate_password_hash

from intake.accounts.access.caller import Caller
from intake.accounts.oauth.models import Consent, OauthClient
from intake.accounts.oauth.tokens import AccessToken, Grant
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add as add_user
from intake.cases.clients.actions import create_client
from intake.cases.court_forms import actions as court_forms
from intake.cases.court_forms.jobs import read_court_form
from intake.cases.court_forms.models import CourtForm
from intake.cases.deadlines.actions import set_deadline
from intake.cases.documents.actions import request_document
from intake.cases.matters.actions import create_matter
from intake.cases.notes.actions import write as write_note
from intake.cases.templates.actions import create as create_template
from intake.cases.templates.schemas import TemplateIn
from intake.cases.uploads import actions as uploads
from intake.core.clock import now
from intake.engagement.leads.actions import receive
from intake.gateways.storage import storage
from intake.messaging.communications.models import Communication
from intake.portal.links.actions import create as make_link
from tests.stand_ins.court_form import court_form

_number = count(1)
CHEAP_HASH = "scrypt:128:1:1"
"""The method of password hashes in tests, which takes half a millisecond."""

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c6390f7ae0700017600ea1c9272e2"
    "0000000049454e44ae426082")
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"


def a_user(firm, role="attorney", email=None, password="correct horse battery", **values):
    """Create an active member of the firm who may sign in, with a unique address."""
    user = add_user(firm, email or f"user.{uuid4().hex}@example.com", role)
    user.change(password_hash=password and _hashed(password), **values)
    return user


@cache
def _hashed(password):
    """Return a hash of the password that is cheap to create and to check."""
    return generate_password_hash(password, CHEAP_HASH)


def a_caller(firm, *scopes, user=None):
    """Return a caller of the firm with these scopes, or all: a key, or a program that acts for the user."""
    return Caller(firm, user.id if user else "tests", frozenset(scopes or SCOPES), user)


def a_token(user, scopes):
    """Return an access token of a new application that acts for the user, limited to these scopes."""
    application = OauthClient.create(
        firm_id=user.firm_id, name="Calendar", redirect_uris=[], scopes=list(scopes), public=True)
    consent = Consent.create(firm_id=user.firm_id, client_id=application.id, user_id=user.id, scopes=list(scopes))
    grant = Grant.create(firm_id=user.firm_id, consent_id=consent.id, scopes=list(scopes), redirect_uri="",
                         code_digest=uuid4().hex, code_expires_at=now(), expires_at=now() + timedelta(days=1))
    grant.consent = consent
    return AccessToken.issue(grant, list(scopes), timedelta(hours=1))


def a_client(firm, **values):
    """Create a client of the firm."""
    return create_client(firm, **({"first_name": "Ana", "last_name": "Silva"} | values))


def a_lead(firm, **values):
    """Record a lead of the firm."""
    number = next(_number)
    return receive(firm, **({"first_name": "Rosa", "last_name": "Delgado", "email": f"rosa.{number}@example.com"}
                            | values))


def a_matter(firm, **values):
    """Create an active matter of the firm with a unique title."""
    return create_matter(firm, **({"title": f"Matter {next(_number)}", "practice_area": "family_law"} | values))


def a_document(firm, matter=None, **values):
    """Create a pending document request, in a new matter if none is given."""
    return request_document(firm, (matter or a_matter(firm)).id, **({"name": f"Document {next(_number)}"} | values))


def an_intake_link(firm, matter=None, **values):
    """Create an open intake link that was not sent, for a new matter with a client if none is given."""
    matter = matter or a_matter(firm, client_id=a_client(firm).id)
    return make_link(firm, matter.id, **({"channels": []} | values))


def a_deadline(firm, matter=None, **values):
    """Create a deadline, in a new matter if none is given."""
    return set_deadline(
        firm, (matter or a_matter(firm)).id, **({"title": "Answer", "due_date": date(2027, 3, 1)} | values))


def a_note(firm, matter=None, **values):
    """Write a note, in a new matter if none is given."""
    return write_note(firm, (matter or a_matter(firm)).id, **({"kind": "note", "text": "She sends it."} | values))


def a_communication(firm, matter=None, **values):
    """Create a message that was delivered to the client, in a new matter if none is given."""
    return Communication.create(firm_id=firm.id, matter_id=(matter or a_matter(firm)).id, **(
        {"channel": "sms", "direction": "outbound", "to": "+15551234567", "message": "Please call us.",
         "status": "delivered", "sent_at": now()} | values))


def an_issued_upload(firm, document=None, body=PDF, **values):
    """Create an upload for which only the signed URL was issued."""
    document = document or a_document(firm)
    return uploads.issue_upload_url(firm, **({"document_id": document.id, "filename": "passport.pdf",
                                   "content_type": "application/pdf", "file_size_bytes": len(body)} | values))


def an_upload(firm, put, document=None, body=PDF, **values):
    """Create a confirmed upload that waits for its review; `put` is the fixture of that name."""
    upload = an_issued_upload(firm, document, body, **values)
    answer = put(upload.upload_url, body, upload.content_type)
    assert answer.status_code == 200, answer.text
    return uploads.confirm(firm, upload.id)


FORM = (
    {"id": "full_name", "type": "text", "label": "Your full name", "section": "About you", "required": True},
    {"id": "about", "type": "long_text", "label": "What happened?", "section": "About you"},
    {"id": "has_children", "type": "yes_no", "label": "Do you have children?", "section": "Family", "required": True,
     "translations": {"es": {"label": "¿Tiene hijos?", "section": "Familia"}}},
    {"id": "children", "type": "text", "label": "Their names", "section": "Family", "required": True,
     "shown_if": {"question": "has_children", "equals": True}},
)
"""A short form: two sections, and a question that depends on another."""

A_LIST = {
    "id": "children", "type": "list", "label": "Your children", "required": True, "entry_label": "Child",
    "max_entries": 5, "fields": [
        {"id": "name", "type": "text", "label": "Full name", "required": True,
         "translations": {"es": {"label": "Nombre completo"}}},
        {"id": "born", "type": "date", "label": "Date of birth", "when": "past",
         "translations": {"es": {"label": "Fecha de nacimiento"}}},
        {"id": "here", "type": "yes_no", "label": "Does the child live with you?",
         "translations": {"es": {"label": "¿Vive con usted?"}}}],
    "translations": {"es": {"label": "Sus hijos", "entry_label": "Hijo o hija"}}}
"""A question with entries."""

ANSWERS = {"full_name": "Ana Silva", "has_children": "yes", "children": "Leo"}
"""A client's answers to that form."""


def a_template(firm, **values):
    """Create a template of the firm with a short form and no documents."""
    given = TemplateIn().load({"name": f"Template {next(_number)}", "form": list(FORM)} | values)
    return create_template(firm, **given)


def a_court_form(firm, pdf=None, **values):
    """Create a court form of the firm, by default the petition, and read its fields as the worker does."""
    form = court_forms.add(firm, pdf or court_form(), **({
        "name": f"Petition {next(_number)}", "filename": "petition.pdf", "content_type": "application/pdf"} | values))
    if pdf is None:
        read_petition(firm, form.id)
    else:
        read_court_form(firm.id, form.id)
    return CourtForm.fetch(firm, form.id)


_petition = {}
"""The petition's pages and fields, once they have been read."""


def read_petition(firm, form_id):
    """Read the fields of a confirmed form, the petition, as the worker does, but start a process only the first time.
    """
    if _petition:
        form = CourtForm.fetch(firm, form_id)
        court_forms.record_fields(form, _petition)
        storage.delete(form.incoming_key)
    else:
        read_court_form(firm.id, form_id)
        form = CourtForm.fetch(firm, form_id)
        _petition.update(pages=form.page_count, fields=form.fields)
