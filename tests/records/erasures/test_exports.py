"""An erasure removes exports with a copy of the erased data, and says so before and afterwards."""

import pytest

from intake.listeners import TASKS
from intake.records.exports.models import Export
from tests.builders import a_client, a_document, a_lead, a_matter, a_user


@pytest.mark.parametrize(("kind", "taken"), [
    ("client", ("own", "firm")), ("matter", ("own", "firm")), ("document", ("own", "firm")), ("lead", ("firm",))])
def test_exports_with_a_copy_go_and_others_stay(api, firm, signed_in_as, kind, taken):
    client, other, desk = a_client(firm), a_client(firm), signed_in_as(a_user(firm, "admin"))
    matter = a_matter(firm, client_id=client.id)
    record = {"client": client, "matter": matter, "document": a_document(firm, matter), "lead": a_lead(firm)}[kind]
    exports = {name: Export.create(firm_id=firm.id, client_id=client_id, language="en").id
               for name, client_id in (("own", client.id), ("other", other.id), ("firm", None))}
    number = len(taken)
    preview = desk.get(f"/settings/records/erasures/new/{kind}/{record.id}").text
    assert f"Exports that contain it are deleted: {number}." in preview
    asked = api.post("/erasures", {f"{kind}_id": record.id, "reason": "asked for"}).json["data"]
    assert {"kind": "exports", "count": number} in asked["goes"]
    api.post(f"/erasures/{asked['id']}/confirm")
    TASKS["erase"].function(firm.id, asked["id"])

    assert {each.id for each in Export.of(firm)} == {id for name, id in exports.items() if name not in taken}
    assert api.get(f"/erasures/{asked['id']}/certificate").json["data"]["rows"]["exports"] == number
    page = desk.get("/settings/records").text
    assert f"an erasure removed exports that contained the erased records: {number}." in page
    assert f"/settings/records/erasures/{asked['id']}" in page
