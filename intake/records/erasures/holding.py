"""Where an erasure asks whether something of what it takes is on hold."""

from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.errors import OnHold
from intake.cases.holds.keeping import refuse_for_clients, refuse_for_matter
from intake.cases.holds.models import LegalHold, let_no_hold_begin

from .states import CLIENT, FIRM, MATTER


def keep_held(scope, kind, record_id):
    """Raise `OnHold` if the record, or a matter that goes with it, is held; else it is not until the transaction ends.

    Call it before locking rows.
    """
    let_no_hold_begin(scope)
    refuse_if_held(scope, kind, record_id)


def refuse_if_held(scope, kind, record_id):
    """Raise `OnHold` if the record, or a matter that goes with it, is held at this moment."""
    if kind == FIRM:
        if hold := LegalHold.of(scope).where(LegalHold.lifted_at.is_null()).first():
            raise OnHold(hold)
    elif kind == CLIENT:
        refuse_for_clients(scope, record_id)
    elif kind == MATTER:
        refuse_for_matter(scope, record_id)
    else:
        matter_id = DocumentRequest.of(scope).select(DocumentRequest.matter_id).where(DocumentRequest.id == record_id)
        if hold := LegalHold.with_names(LegalHold.on_matter(scope, matter_id)).first():
            raise OnHold(hold)
