"""The parties in the form of a lead: named parties are visible, empty rows are folded away."""

import re

from tests.builders import a_user


def test_what_is_named_is_never_folded_away(firm, signed_in_as):
    desk = signed_in_as(a_user(firm, "staff"))
    seen, folded = desk.get("/leads/new").text.split("More parties")
    assert (seen.count('name="party_name"'), folded.count('name="party_name"')) == (1, 2)
    form = desk.form("/leads/new").fields | {
        "first_name": "", "party_kind": ["person"] * 3, "party_role": ["other"] * 3}
    names = ["", "Acme Inc.", "Bo"]
    again = desk.post("/leads/new", form | {
        "party_name": names, "party_relation": ["", "", ""], "party_aliases": ["", "", ""]})
    assert again.status_code == 422
    seen, folded = again.text.split("More parties")
    assert re.findall(r'name="party_name" value="([^"]*)"', seen) == ["Acme Inc.", "Bo"]
    assert set(re.findall(r'name="party_name" value="([^"]*)"', folded)) == {""}
    assert len(set(re.findall(r'id="(party-\d)"', again.text))) == again.text.count('name="party_name"')
