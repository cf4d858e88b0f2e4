"""The pages of erasures: their names in the list, and confirming the request of a program."""

from intake.accounts.firms.actions import change_settings
from intake.listeners import TASKS
from intake.records.erasures.actions import propose
from intake.records.erasures.models import Erasure
from tests.builders import a_caller, a_client, a_deadline, a_document, a_lead, a_matter, a_user

PATH = "/settings/records/erasures"


def test_list_has_names_only_of_what_is_there(firm, signed_in_as):
    change_settings(firm, settings={"two_people_erase_clients": True})
    desk, other = (signed_in_as(a_user(firm, "admin")) for _ in range(2))
    client = a_client(firm, first_name="<b>Ottoline", last_name="Quux")
    matter = a_matter(firm, title="Quux, divorce")
    records = {"client_id": client, "matter_id": matter, "document_id": a_document(firm, matter, name="Passport"),
               "lead_id": a_lead(firm, first_name="Wei", last_name="Ongoing")}
    asked = {name: propose(a_caller(firm), "asked for", **{name: record.id}) for name, record in records.items()}
    page = desk.get(PATH).text
    for name in ("&lt;b&gt;Ottoline Quux", "Quux, divorce", "Passport", "Wei Ongoing"):
        assert name in page
    assert not any(record.id in page for record in records.values())

    path = f"{PATH}/{asked['client_id'].id}"
    assert "Two admins have to confirm it" in desk.get(path).text
    desk.submit(path, f"{path}/confirm", name="<b>Ottoline Quux")
    first = desk.get(f"{path}?done=first").text
    assert "You are the first of the two" in first
    assert "Another admin has to open this page" in first
    assert Erasure.fetch(firm, asked["client_id"].id).is_proposed
    assert "Two admins" not in other.get(path).text
    other.submit(path, f"{path}/confirm", name="<b>Ottoline Quux")
    assert "Ottoline" in desk.get(PATH).text
    TASKS["erase"].function(firm.id, asked["client_id"].id)
    page = desk.get(PATH).text
    assert "Ottoline" not in page
    assert client.id not in page
    assert f'<a href="{path}">Client</a>' in page


def test_who_confirms_sees_what_goes_by_now(firm, signed_in_as):
    desk, client = signed_in_as(a_user(firm, "admin")), a_client(firm)
    erasure = propose(a_caller(firm), "asked for", client_id=client.id)
    path = f"{PATH}/{erasure.id}"
    assert "<dt>Deadlines</dt>" not in desk.get(path).text
    for _ in range(2):
        a_deadline(firm, a_matter(firm, client_id=client.id))
    assert "<dt>Deadlines</dt>" in desk.get(path).text
    assert [each["kind"] for each in erasure.goes] == ["clients"]
    erasure.change(status="failed")
    assert "<dt>Deadlines</dt>" not in desk.get(path).text, "then it is what was confirmed"
