"""Changing a party on the page of its matter."""

import re

from intake.engagement.parties.actions import add
from intake.engagement.parties.models import MatterParty
from tests.builders import a_user


def test_names_with_commas_and_the_parts_of_an_address_are_kept(attorney, firm, matter):
    address = {"line1": "12 Elm Street", "city": "Austin", "zip": "78701"}
    party = add(firm, matter.id, name="Acme", kind="company", role="opposing", aliases=["Acme, LLC", "Acme Co."],
                former_names=["Albany, Inc."], address=address)
    page = f"/matters/{matter.id}/parties"
    assert "12 Elm Street Austin 78701" in attorney.get(page).text
    attorney.submit(page, f"{page}/{party.id}", kind="company", role="opposing", relation="insurer",
                    phone="518-555-0142")
    found = MatterParty.fetch(firm, party.id)
    assert (found.relation, found.phone, found.aliases, found.former_names, found.address) == (
        "insurer", "+15185550142", ["Acme, LLC", "Acme Co."], ["Albany, Inc."], address)
    assert attorney.form(page, f"{page}/{party.id}").fields["phone"] == "(518) 555-0142"
    attorney.submit(page, f"{page}/{party.id}", kind="person", role="other", address="1 Oak Road", aliases="Acme; ")
    found = MatterParty.fetch(firm, party.id)
    assert (found.aliases, found.address) == (["Acme"], {"line1": "1 Oak Road"})


def test_browsers_do_not_fill_in_the_address_of_the_person_at_the_desk(attorney, matter):
    page = attorney.get(f"/matters/{matter.id}/parties").text
    assert set(re.findall(r'<input id="(\w+)"[^>]* autocomplete="off"', page)) >= {"name", "email", "phone", "address"}


def test_what_somebody_else_has_changed_of_a_party_meanwhile_stays(attorney, firm, matter, signed_in_as):
    party = add(firm, matter.id, name="Acme", kind="company", role="opposing")
    page, given = f"/matters/{matter.id}/parties", {"kind": "company", "role": "opposing"}
    path = f"{page}/{party.id}"
    opened = attorney.form(page, path).fields | given
    signed_in_as(a_user(firm)).submit(page, path, kind="person", role="witness", aliases="Acme Co.; ACME")
    wrong = attorney.post(path, opened | {"email": "x"})
    form = next(each for each in attorney.forms_of(wrong.text) if each.action == path).fields | given
    answer = attorney.post(path, form | {"email": "", "relation": "insurer"})

    assert (wrong.status_code, answer.status_code) == (422, 409)
    for now in ("Acme Co.; ACME", "Person", "Witness"):
        assert f'<dd class="text" dir="auto">{now}</dd>' in answer.text
    kept = MatterParty.fetch(firm, party.id)
    assert (kept.relation, kept.aliases) == (None, ["Acme Co.", "ACME"])
    form = next(each for each in attorney.forms_of(answer.text) if each.action == path).fields | given
    assert attorney.post(path, form).status_code == 303
    assert MatterParty.fetch(firm, party.id).relation == "insurer"
