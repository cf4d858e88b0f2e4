"""`/settings/security/audit-log`: all acts with their time, actor and address."""

from flask import Blueprint, abort, request, url_for
from marshmallow import ValidationError

from intake.accounts.audit.actions import export as export_rows
from intake.accounts.audit.actions import read_page
from intake.accounts.audit.export import as_csv
from intake.accounts.audit.schemas import AuditEntryRow, AuditQuery
from intake.accounts.audit.states import API_KEY, APPLICATION, CLIENT, OPERATOR, PERSON, SYSTEM
from intake.console.frame.console_page import console_page
from intake.console.frame.days import begin_of, day_in, end_of
from intake.console.matters.people import People
from intake.core.http import json_lines
from intake.web.forms import parameter

from .sentences import ACTS, SENTENCES

audit_pages = Blueprint("audit_pages", __name__)

ACTORS = {PERSON: "Not signed in", API_KEY: "An API key", APPLICATION: "An application", CLIENT: "The client",
          OPERATOR: "The operator of Intake", SYSTEM: "Intake"}
"""The names of actors without a known name."""

_PAGES = {"client": "clients_pages.show", "conflict_check": "conflicts_pages.show", "deadline": "deadlines_pages.show",
          "erasure": "erasure_pages.show", "lead": "leads_pages.show", "legal_hold": "holds_pages.show",
          "matter": "matters_pages.show", "oauth_client": "applications_pages.show",
          "privacy_request": "privacy_request_pages.show", "retention_schedule": "retention_pages.show",
          "template": "template_pages.show", "upload": "files.show", "webhook": "webhooks_pages.show"}
"""By type of record, its page, whose parameter has the type's name."""

_ROWS = 50


@audit_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the entries that match the filters in the address, the newest first."""
    filters, people = _filters(), People.of_firm(desk.caller)
    page = read_page(desk.caller, _query(filters, desk.firm.timezone) | {"per_page": _ROWS} | _cursor())
    names = dict(people.choices)
    return desk.page("audit_log.html", entries=page["data"], next_cursor=page["pagination"]["next_cursor"],
                     filters=filters, people=people, names=names, acts=ACTS, sentences=SENTENCES, actors=ACTORS,
                     address_of=_address_of)


@audit_pages.get("/export.<kind>")
@console_page("firms:write")
def export(desk, kind):
    """Download all entries that match the filters in the address, as CSV or as JSON with one object per line."""
    if kind not in ("csv", "ndjson"):
        abort(404)
    rows = export_rows(desk.firm, desk.caller, _query(_filters(), desk.firm.timezone))
    if kind == "csv":
        return as_csv(rows)
    response = json_lines(AuditEntryRow(), rows)
    response.headers["Content-Disposition"] = "attachment; filename=audit-log.ndjson"
    return response


def _filters():
    """Return the filters in the address; unknown values are left out."""
    given = {name: parameter(name, 101) for name in ("actor_id", "action", "record_id", "from", "to")}
    known = {"action": given["action"] in SENTENCES, "from": day_in(given["from"]), "to": day_in(given["to"])}
    known |= {name: 0 < len(given[name]) <= 100 for name in ("actor_id", "record_id")}
    return {name: value for name, value in given.items() if known[name]}


def _query(filters, zone):
    """Return the `AuditQuery` for the filters; days are in the firm's time zone."""
    query = {name: filters[name] for name in ("actor_id", "action", "record_id") if name in filters}
    if "from" in filters:
        query["after"] = begin_of(filters["from"], zone)
    if "to" in filters:
        query["until"] = end_of(filters["to"], zone)
    return query


def _cursor():
    try:
        given = AuditQuery().load({"cursor": request.args.get("cursor", "")})
    except ValidationError:
        return {}
    return {"cursor": given["cursor"]}


def _address_of(record):
    """Return the path of the record's page; None if it has none."""
    page = _PAGES.get(record["type"])
    return url_for(page, **{f"{record['type']}_id": record["id"]}) if page else None
