"""The jobs of imports of matters; every job may run twice."""

from intake.accounts.access.caller import Caller
from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import PERSON
from intake.accounts.permissions.roles import OPENING

from .actions import finish, open_matters
from .models import MatterImport


def open_imported_matters(firm_id, import_id):
    """Open the matters of an import as the person who asked for it, as long as they and the firm may do that.

    What is left when it is interrupted, its next attempt opens.
    """
    begun = MatterImport.in_firm(firm_id, import_id)
    if not begun or not begun.is_opening:
        return
    with acting_as(PERSON, begun.user_id):
        open_matters(lambda: Caller.at_work(firm_id, begun.user_id, OPENING), begun)


def open_imported_matters_failed(firm_id, import_id):
    """Keep the rows that are left. Called after the last attempt to open them."""
    begun = MatterImport.in_firm(firm_id, import_id)
    if begun:
        finish(None, begun)


def purge_old_matter_imports():
    """Delete expired imports."""
    MatterImport.purge_old()
