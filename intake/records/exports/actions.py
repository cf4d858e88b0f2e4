"""Asking for exports, cancelling and removing them, and their downloads."""

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.accounts.generated_files import actions as generated_files
from intake.accounts.generated_files.states import READY
from intake.cases.clients.models import Client
from intake.core.content_types import ZIP
from intake.core.db import db
from intake.core.languages import ENGLISH
from intake.core.local_time import to_local
from intake.engine.tasks.actions import plan

from .errors import TooManyExports
from .models import Export
from .naming import export_name
from .states import MOST_KEPT, MOST_UNFINISHED


def ask_for(caller, client_id=None, language=ENGLISH):
    """Ask for an export of the firm, or of a client, which the worker makes. Raises `NotFound`, `TooManyExports`."""
    with db.atomic():
        firm = Firm.fetch_locked(caller.firm_id)
        client = None if client_id is None else Client.fetch_to_refer(caller, client_id)
        kept, unfinished = Export.counts(firm)
        if kept >= MOST_KEPT or unfinished >= MOST_UNFINISHED:
            raise TooManyExports(most_unfinished=MOST_UNFINISHED, most=MOST_KEPT)
        return begin(caller, firm, client_id=client and client.id, language=language)


def begin(caller, firm, **values):
    """Insert an export for the caller and plan that it is made. Call inside a transaction."""
    person = caller.user and caller.user.id
    export = Export.create(firm_id=firm.id, user_id=person, api_key_id=None if person else caller.holder, **values)
    record_act("export.created", export, client_id=export.client_id)
    plan(firm.id, "make_export", firm.id, export.id)
    return export


def download_url(export):
    """Return the address of an export's file and until when it is valid, None unless the export is ready."""
    if export.status != READY:
        return None
    firm = Firm.fetch(export.firm_id)
    client = Client.fetch(firm, export.client_id) if export.client_id else None
    name = export_name(firm, client, to_local(export.created_at, firm.timezone).date())
    return generated_files.download_url(export, name, ZIP, client_id=export.client_id)


def remove(caller, export_id):
    """Cancel an export that is being made; remove one that is not, with its file. Raises `NotFound`."""
    with db.atomic():
        generated_files.cancel_or_remove(Export.fetch_locked(caller, export_id))
