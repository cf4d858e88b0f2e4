"""`flask audit`: verifies the audit log."""

import json

import click
from flask.cli import AppGroup, with_appcontext

from intake.accounts.audit.chain import verify as verify_chain
from intake.accounts.audit.models import AuditChain

from .command import as_json, migrate_database, report_errors, show
from .firms import fetch_firm

audit = AppGroup("audit", help="Verify the audit log.")


@audit.command("verify")
@click.argument("firm_id", required=False)
@as_json
@with_appcontext
def verify(firm_id, as_json):
    """Find changed and missing entries of a firm, or of all firms; exit with 1 if there are any."""
    with report_errors():
        migrate_database()
        firms = [fetch_firm(firm_id).id] if firm_id else AuditChain.firms()
        verified = [verify_chain(id) for id in firms]
    first_bad = next((each.first_bad for each in verified if each.first_bad), None)
    result = {"rows": sum(each.rows for each in verified), "ok": first_bad is None, "first_bad": first_bad}
    if as_json:
        show(json.dumps(result))
    else:
        outcome = "fit together" if result["ok"] else f"fit together up to {first_bad}, which is changed or missing"
        show(f"{result['rows']} entries {outcome}.")
    if not result["ok"]:
        click.get_current_context().exit(1)
