"""Where an erasure asks whether something of what it takes is on hold, or belongs to more than it takes."""

from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.errors import OnHold
from intake.cases.holds.keeping import refuse_for_clients, refuse_for_lead, refuse_for_matter
from intake.cases.holds.models import LegalHold, let_no_hold_begin
from intake.engagement.leads.models import Lead

from .errors import LeadBecameClient
from .states import CLIENT, FIRM, LEAD, MATTER


def keep_held(scope, kind, record_id):
    """As `refuse_if_held`, and what is not held stays so until the transaction ends. Call it before locking rows."""
    let_no_hold_begin(scope)
    refuse_if_held(scope, kind, record_id)


def refuse_if_held(scope, kind, record_id, record=None):
    """Raise `OnHold` if the record, or a matter that goes with it, is held at this moment; or `LeadBecameClient`.

    A lead is read unless the `record` is given.
    """
    if kind == FIRM:
        if hold := LegalHold.of(scope).where(LegalHold.lifted_at.is_null()).first():
            raise OnHold(hold)
    elif kind == CLIENT:
        refuse_for_clients(scope, record_id)
    elif kind == MATTER:
        refuse_for_matter(scope, record_id)
    elif kind == LEAD:
        if lead := record or Lead.of(scope).where(Lead.id == record_id).first():
            if lead.client_id or lead.matter_id:
                raise LeadBecameClient
            refuse_for_lead(scope, lead)
    else:
        matter_id = DocumentRequest.of(scope).select(DocumentRequest.matter_id).where(DocumentRequest.id == record_id)
        if hold := LegalHold.with_names(LegalHold.on_matter(scope, matter_id)).first():
            raise OnHold(hold)
