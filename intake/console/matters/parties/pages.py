"""`/matters/<id>/parties`: adding, changing and removing parties, and the matter's conflict check."""

from typing import Any

from flask import Blueprint
from marshmallow import ValidationError

from intake.console.frame.console_page import console_page
from intake.console.frame.person import check_addresses
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.matters.head import matter_page, return_to
from intake.core.db import db
from intake.engagement.conflicts import wording
from intake.engagement.conflicts.clearance import last_check
from intake.engagement.conflicts.terms import address_line, terms_of_people
from intake.engagement.leads.states import OPPOSING, PARTY_KINDS, PARTY_ROLES, PERSON
from intake.engagement.parties import actions
from intake.engagement.parties.errors import TooManyParties
from intake.engagement.parties.models import MatterParty
from intake.engagement.parties.schemas import MatterPartyIn
from intake.engagement.parties.states import MOST_PARTIES
from intake.web.forms import typed

parties_tab = Blueprint("parties_tab", __name__)

LONGEST = {"name": 200, "kind": 20, "role": 20, "aliases": 2500, "former_names": 2500, "relation": 200, "email": 254,
           "phone": 32, "address": 200}
WRONG = {
    "name": "Enter a name of at most 200 characters.",
    "kind": "Choose a person or a company.",
    "role": "Choose what the party is to the case.",
    "aliases": "Enter at most 10 names of at most 200 characters, with semicolons between them.",
    "former_names": "Enter at most 10 names of at most 200 characters, with semicolons between them.",
    "relation": "Enter at most 200 characters.",
    "address": "Shorten the address.",
}


@parties_tab.get("")
@console_page("matters:read")
def show(desk, matter_id):
    """Show the parties and the matter's conflict check."""
    return _page(desk, matter_id)


@parties_tab.post("")
@console_page("matters:write", once=True)
def create(desk, matter_id):
    """Add a party."""
    given, values, wrong = _read()
    if wrong:
        return _page(desk, matter_id, 422, given, wrong)
    try:
        actions.add(desk.caller, matter_id, **values)
    except TooManyParties:
        return return_to("parties_tab.show", matter_id, failed="meanwhile")
    return return_to("parties_tab.show", matter_id, done="saved")


@parties_tab.post("/<party_id>")
@console_page("matters:write")
def change(desk, matter_id, party_id):
    """Change a party, unless somebody else did meanwhile; then show the present values."""
    given, values, wrong = _read()
    if wrong:
        return _page(desk, matter_id, 422, given, wrong, party_id)
    with db.atomic():
        party = fetch_to_save(MatterParty, desk.caller, party_id)
        if not is_outdated(*_saved(party)):
            if given["address"] == address_line(party.address):
                del values["address"]  # it may have several parts, which the form shows as one line
            actions.update(desk.caller, matter_id, party_id, **values)
            return return_to("parties_tab.show", matter_id, done="saved")
    return _page(desk, matter_id, 409, given, party_id=party_id)


@parties_tab.post("/<party_id>/delete")
@console_page("matters:write")
def delete(desk, matter_id, party_id):
    """Remove a party."""
    actions.delete(desk.caller, matter_id, party_id)
    return return_to("parties_tab.show", matter_id, done="deleted")


def _read():
    """Return the typed texts, the party's values, and the messages about wrong fields, by field."""
    given = {name: typed(name, longest).strip() for name, longest in LONGEST.items()}
    addresses, wrong = check_addresses(given)
    values: dict[str, Any] = given | {"relation": given["relation"] or None, "email": None, "phone": None} | addresses
    values |= {name: [part.strip() for part in given[name].split(";") if part.strip()]
               for name in ("aliases", "former_names")}
    values["address"] = {"line1": given["address"]} if given["address"] else None
    try:
        return given, MatterPartyIn().load(values), wrong
    except ValidationError as error:
        return given, None, {name: WRONG[name] for name in error.messages} | wrong


def _saved(party):
    return [getattr(party, name) for name in LONGEST]


def _page(desk, matter_id, status=200, given=None, wrong=None, party_id=None):
    parties = list(MatterParty.of_matter(desk.caller, matter_id).limit(MOST_PARTIES))

    def checked(matter):
        """Return the values for the card of the conflict check."""
        check = last_check(matter)
        searched = {each["text"] for each in check.sought} if check else set()
        return {"check": check, "outdated": bool(check) and any(
            each.text not in searched for each in terms_of_people(matter.client, parties))}

    return matter_page(
        desk, matter_id, "matter_parties.html", status, parties=parties, wrong=wrong, wrong_id=party_id,
        checked=checked, given=given or {"kind": PERSON, "role": OPPOSING}, kinds=PARTY_KINDS, roles=PARTY_ROLES,
        wording=wording, address_line=address_line,
        version=lambda party: kept_version(wrong and party.id == party_id, *_saved(party)))
