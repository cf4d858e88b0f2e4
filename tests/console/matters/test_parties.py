"""Changing a party on the page of its matter."""

from intake.engagement.parties.actions import add
from intake.engagement.parties.models import MatterParty


def test_names_with_commas_and_the_parts_of_an_address_are_kept(attorney, firm, matter):
    address = {"line1": "12 Elm Street", "city": "Austin", "zip": "78701"}
    party = add(firm, matter.id, name="Acme", kind="company", role="opposing", aliases=["Acme, LLC", "Acme Co."],
                former_names=["Albany, Inc."], address=address)
    page = f"/matters/{matter.id}/parties"
    assert "12 Elm Street Austin 78701" in attorney.get(page).text
    attorney.submit(page, f"{page}/{party.id}", kind="company", role="opposing", relation="insurer")
    found = MatterParty.fetch(firm, party.id)
    assert (found.relation, found.aliases, found.former_names, found.address) == (
        "insurer", ["Acme, LLC", "Acme Co."], ["Albany, Inc."], address)
    attorney.submit(page, f"{page}/{party.id}", kind="person", role="other", address="1 Oak Road", aliases="Acme; ")
    found = MatterParty.fetch(firm, party.id)
    assert (found.aliases, found.address) == (["Acme"], {"line1": "1 Oak Road"})
