"""The jobs of actions on many matters; every job may run twice."""

from intake.accounts.access.caller import Caller
from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import PERSON
from intake.accounts.permissions.roles import COLLEAGUES
from intake.portal.bulk.states import ASSIGN

from .actions import go_on
from .models import BulkRun
from .states import RUNNING


def run_bulk_action(firm_id, run_id):
    """Go on with a run as the person who chose it, as long as they and the firm may do that."""
    run = BulkRun.in_firm(firm_id, run_id)
    if run is None or run.status != RUNNING:
        return
    permission = COLLEAGUES if run.action == ASSIGN else "matters:write"
    with acting_as(PERSON, run.user_id):
        while run.next_ids() and (caller := Caller.at_work(firm_id, run.user_id, permission)):
            go_on(caller, run)
    run.end()


def run_bulk_action_failed(firm_id, run_id):
    """Note that nothing more is done. Called after the last attempt."""
    if run := BulkRun.in_firm(firm_id, run_id):
        run.end()


def purge_old_bulk_runs():
    """Delete expired runs."""
    BulkRun.purge_old()
