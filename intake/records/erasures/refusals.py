"""Refuses erasures of records that are on hold, belong to a client as well, or are in use again."""

from peewee import Value, fn

from intake.accounts.firms.models import Firm
from intake.cases.clients import retention as client_retention
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.checks import refuse_for_lead, refuse_held
from intake.cases.holds.errors import OnHold
from intake.cases.holds.models import LegalHold, block_new_holds
from intake.cases.matters import retention as matter_retention
from intake.cases.matters.models import Matter
from intake.engagement.leads import retention as lead_retention
from intake.engagement.leads.models import Lead

from . import rows
from .errors import ClientMerged, LeadBecameClient, NoLongerDue
from .states import CLIENT, FIRM, LEAD, MATTER


def require_not_held(scope, kind, record_id):
    """As `refuse_if_held`, and no hold can begin until the transaction ends. Call it before locking rows."""
    block_new_holds(scope)
    refuse_if_held(scope, kind, record_id)


def refuse_if_held(scope, kind, record_id, record=None, parts=None):
    """Raise `OnHold` if the record, or anything erased with it, is held at this moment; or `LeadBecameClient`.

    A client is erased together with their matters, the clients merged into them, the leads that they were, and what
    they answered in matters that have another client now; a matter together with its lead. Any of these may be held by
    itself. Without `record` a lead is read, and without `parts` what is erased with the record (`rows.count`).
    """
    if kind == FIRM:
        refuse_held(LegalHold.of(scope).where(LegalHold.lifted_at.is_null()))
    elif kind in (CLIENT, MATTER):
        parts = parts or rows.count(scope, kind, record_id)[1]
        leads = Lead.select(Value(1)).where(
            Lead.firm_id == LegalHold.firm_id, Lead.id.in_(parts["leads"]), LegalHold.finds_lead(Lead))
        refuse_held(LegalHold.on_parts(scope, parts["clients"], parts["matters"], fn.EXISTS(leads)))
    elif kind == LEAD:
        if lead := record or Lead.of(scope).where(Lead.id == record_id).first():
            if lead.client_id or lead.matter_id:
                raise LeadBecameClient
            refuse_for_lead(scope, lead)
    else:
        matter_id = DocumentRequest.of(scope).select(DocumentRequest.matter_id).where(DocumentRequest.id == record_id)
        refuse_held(LegalHold.on_matter(scope, matter_id))


def hold_against(erasure):
    """Return the hold that keeps what the erasure would take; None if there is none."""
    try:
        refuse_if_held(erasure, erasure.kind, erasure.record_id)
    except OnHold as held:
        return held.hold
    except LeadBecameClient:
        pass
    return None


def refuse_if_in_use(erasure):
    """Raise `NoLongerDue` if a retention schedule asked for the erasure, and now keeps its record again.

    Raise `ClientMerged` for a merged client, whose row is only kept to undo the merge.
    """
    if erasure.kind == CLIENT and Client.merge_target(erasure, erasure.record_id):
        raise ClientMerged
    if erasure.destroy_after and _is_kept(erasure):
        raise NoLongerDue


def _is_kept(erasure):
    """Whether the record, if it is still there, is in use again or kept longer than when the erasure was asked for."""
    model, view, own = _RETENTION[erasure.kind]
    today = Firm.fetch(erasure.firm_id).today
    over = view.select(1).where(view.c.firm_id == model.firm_id, own == model.id, view.c.destroy_after < today)
    is_kept = ~fn.EXISTS(over)
    if model is Client:
        is_kept |= lead_retention.has_open_lead(Client)
    return model.of(erasure).where(model.id == erasure.record_id, is_kept).exists()


_RETENTION = {CLIENT: (Client, client_retention.RETENTION, client_retention.RETENTION.c.client_id),
              MATTER: (Matter, matter_retention.RETENTION, matter_retention.RETENTION.c.matter_id),
              LEAD: (Lead, lead_retention.RETENTION, lead_retention.RETENTION.c.lead_id)}
"""The kinds for which a view says how long each is kept: the model, the view, and its column with the record's id."""
