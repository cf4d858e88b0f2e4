"""The pages of the clients."""

import re

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.clients.models import Client
from intake.console.clients.states import ROWS
from intake.core.clock import now
from intake.core.db import db
from tests.builders import a_client, a_communication, a_matter, a_user, an_intake_link


@pytest.fixture
def desk(firm, signed_in_as):
    return signed_in_as(a_user(firm, "attorney"))


@pytest.fixture
def ana(firm):
    return a_client(firm, email="ana@example.com", phone="+15185550142", notes="Prefers mornings.",
                    address={"line1": "12 Main St", "city": "Albany"}, custom_fields={"language": "es", "vip": True})


def change(browser, client, **texts):
    path = f"/clients/{client.id}/edit"
    form = browser.form(path, path)
    return browser.post(path, form.fields | {"notes": client.notes or "", "language": "es"} | texts)


def test_list_shows_clients_by_name(desk, firm, ana):
    a_client(firm, first_name="Bruno", last_name="Costa")
    page = desk.get("/clients").text

    assert page.index("Costa, Bruno") < page.index("Silva, Ana")
    assert f'href="/clients/{ana.id}"' in page
    assert "(518) 555-0142" in page
    ana.change(matters_count=1234)
    assert ">1,234<" in desk.get("/clients").text
    newest = desk.get("/clients?sort=created_at").text
    assert newest.index("Costa") < newest.index("Silva, Ana")


def test_list_without_a_client_has_nothing_to_search(desk, firm):
    assert ['id="search"' in desk.get(path).text for path in ("/clients", "/clients?search=ana")] == [False, True]
    a_client(firm)
    assert 'id="search"' in desk.get("/clients").text


@pytest.mark.parametrize("words", ["silva", "ANA@example", "518-555-0142", "an sil"])
def test_search_finds_names_addresses_and_numbers(desk, firm, ana, words):
    a_client(firm, first_name="Bruno", last_name="Costa")
    page = desk.get(f"/clients?search={words}").text

    assert ("Silva" in page, "Costa" in page) == (True, False)


@pytest.mark.parametrize("role", ["paralegal", "staff"])
def test_list_is_exported_as_it_is_searched(firm, ana, signed_in_as, role):
    person = a_user(firm, role)
    ana.change(contact_preferences={"email": False, "voicemail": False, "sms": True})
    a_client(firm, first_name="Bruno", last_name="Costa")
    a_matter(firm, client_id=a_client(firm, last_name="=Silva").id, assigned_attorney=person.id)
    browser = signed_in_as(person)
    assert 'href="/clients/export.csv?search=silva&amp;sort=last_name"' in browser.get("/clients?search=silva").text
    answer = browser.get("/clients/export.csv?search=silva")
    names, *lines = (line.split(",") for line in answer.text.removeprefix("\ufeff").splitlines())
    rows = [dict(zip(names, line, strict=True)) for line in lines]

    assert answer.headers["Content-Disposition"] == "attachment; filename=clients.csv"
    assert [row["last_name"] for row in rows] == (["'=Silva"] if role == "staff" else ["'=Silva", "Silva"])
    assert role == "staff" or rows[1].items() >= {
        "email": "ana@example.com", "phone": "'+15185550142", "not_safe": "email voicemail", "city": "Albany"}.items()
    assert rows[0]["matters_count"] == "1"
    last = AuditEntry.of(firm).order_by(AuditEntry.id.desc()).first()
    assert (last.action, last.actor_id) == ("clients.exported", person.id)


def test_client_without_a_matter_is_registered_once_and_may_get_one(desk, firm, ana):
    page, others = "/clients/new", {"language": "es", "notes": "A friend of Ana's."}
    assert f'href="{page}"' in desk.get("/clients").text
    names = {"first_name": "Anna", "last_name": "Sílva", "phone": "(518) 555-0199", "city": "Albany"}
    answer = desk.submit(page, page, **names, **others, email="no address")
    assert (answer.status_code, "Albany" in answer.text, Client.of(firm).count()) == (422, True, 1)
    answer = desk.submit(page, page, **names, **others, email="anna@example.com")
    assert (answer.status_code, "This is probably a client you already have:" in answer.text) == (422, True)
    assert f'href="/clients/{ana.id}"' in answer.text
    form = next(each for each in desk.forms_of(answer.text) if each.action == page).fields | names | others
    taken = desk.post(page, form | {"email": "ANA@example.com"})
    assert (taken.status_code, "belongs to another client" in taken.text) == (422, True)
    made, again = (desk.post(page, form | {"email": "anna@example.com"}) for _ in range(2))
    [client] = Client.of(firm).where(Client.id != ana.id)

    assert made.location == again.location == f"/clients/{client.id}?done=saved"
    assert (client.email, client.phone, client.notes) == ("anna@example.com", "+15185550199", others["notes"])
    assert (client.address, client.custom_fields) == ({"city": "Albany"}, {"language": "es"})
    assert f"/matters/new?client_id={client.id}" in desk.get(made.location).text


def test_paralegal_registers_no_clients(firm, signed_in_as):
    assert "/clients/new" not in signed_in_as(a_user(firm, "paralegal")).get("/clients").text


def test_list_has_pages(desk, firm):
    for number in range(ROWS + 1):
        a_client(firm, last_name=f"Silva{number:03}")
    first, second = desk.get("/clients").text, desk.get("/clients?page=2").text

    assert ("page=2" in first, f"Silva{ROWS:03}" in first, f"Silva{ROWS:03}" in second) == (True, False, True)
    assert desk.get("/clients?page=3").location == "/clients?page=2"


def test_without_clients_it_says_what_to_do(desk):
    assert "Open a matter, and its client appears here." in desk.get("/clients").text


def test_without_matters_staff_learn_when_some_appear(firm, signed_in_as):
    browser = signed_in_as(a_user(firm, "staff"))
    assert "assigns a matter to you, its client appears here" in browser.get("/clients").text
    assert "assigns a matter to you, it appears here" in browser.get("/matters").text


@pytest.mark.parametrize("query", [
    "page=0", "page=-1", "page=x", "page=²", f"page={'9' * 400}", "sort=id", "search=%00"])
def test_odd_addresses_are_no_error(desk, ana, query):
    assert desk.get(f"/clients?{query}").status_code == 200


def test_client_is_shown_with_matters_and_messages(desk, firm, ana):
    matter = a_matter(firm, client_id=ana.id, title="Silva divorce")
    a_communication(firm, matter, message="Please call us.")
    a_communication(firm, message="To another client.")
    page = desk.get(f"/clients/{ana.id}").text

    for text in ("ana@example.com", "12 Main St", "Prefers mornings.", "Español", f'href="/matters/{matter.id}"',
                 "Please call us."):
        assert text in page
    assert "To another client." not in page


def test_details_are_changed(desk, ana):
    answer = change(desk, ana, first_name="Anna", phone="(518) 555-0143", city="Troy", notes="Calls back.",
                    language="en", email="ana@hotmial.com")
    changed = Client.fetch(ana, ana.id)

    assert answer.headers["Location"] == f"/clients/{ana.id}?done=saved"
    assert (changed.first_name, changed.phone, changed.address, changed.notes, changed.custom_fields) == (
        "Anna", "+15185550143", {"line1": "12 Main St", "city": "Troy"}, "Calls back.", {"language": "en", "vip": True})
    assert "Did you mean hotmail.com?" in desk.get(f"/clients/{ana.id}").text
    assert 'value="(518) 555-0143"' in desk.get(f"/clients/{ana.id}/edit").text


def test_another_address_reminds_of_the_link_that_the_former_one_has(desk, firm, ana):
    link = an_intake_link(firm, a_matter(firm, client_id=ana.id))
    assert change(desk, ana, email="anna@example.com").location.endswith("?done=saved")
    link.change(sent_at=now())
    assert change(desk, ana, last_name="Souza").location.endswith("?done=saved")
    answer = change(desk, ana, email="ann@example.com")
    shown = desk.get(answer.location).text
    assert ["The link that was sent before still works." in shown, "revoke it in the matter" in shown] == [True, True]
    link.change(revoked_at=now())
    assert change(desk, ana, phone="(518) 555-0143").location.endswith("?done=saved")


def test_details_are_removed(desk, ana):
    change(desk, ana, email="", phone="", line1="", city="", notes="")
    changed = Client.fetch(ana, ana.id)

    assert (changed.email, changed.phone, changed.address, changed.notes) == (None, None, None, None)


@pytest.mark.parametrize(("texts", "complaint"), [
    ({"last_name": " \u200b"}, "Please enter the last name."),
    ({"email": "ana"}, "Please enter an e-mail address"),
    ({"phone": "1"}, "Please enter a telephone number"),
    ({"city": "x" * 101}, "This is too long."),
    ({"email": "taken@example.com"}, "belongs to another client"),
])
def test_wrong_details_are_explained_and_kept(desk, firm, ana, texts, complaint):
    a_client(firm, email="taken@example.com")
    answer = change(desk, ana, first_name="Anna", **texts)

    assert (answer.status_code, complaint in answer.text, 'value="Anna"' in answer.text) == (422, True, True)
    assert Client.fetch(ana, ana.id).first_name == "Ana"


def test_of_two_people_at_once_the_second_sees_what_it_is_now(desk, firm, ana, signed_in_as):
    path = f"/clients/{ana.id}/edit"
    form = desk.form(path, path)
    change(signed_in_as(a_user(firm, "admin")), ana, first_name="Annabel", notes="Her husband reads her mail.",
           city="Troy", by_email="")
    answer = desk.post(path, form.fields | {"first_name": "Anna", "notes": ana.notes, "language": "es"})
    assert (answer.status_code, "Somebody has changed this meanwhile." in answer.text) == (409, True)
    assert Client.fetch(ana, ana.id).first_name == "Annabel"
    now = re.findall("<dt>(.*?), as it is now</dt><dd[^>]*>(.*?)</dd>", answer.text, re.DOTALL)
    assert [label for label, _ in now] == [
        "First name", "Safe contact", "City", "Notes, which the client never sees"]
    assert [text for _, text in now if "\n" not in text] == [
        "Annabel", "Troy", "Her husband reads her mail."]
    assert "E-mail is safe: No" in now[1][1]

    [again] = [form for form in desk.forms_of(answer.text) if form.action == path]
    assert desk.post(path, again.fields).status_code == 303
    assert Client.fetch(ana, ana.id).first_name == "Anna"


@pytest.mark.parametrize(("role", "status"), [("admin", 200), ("attorney", 200), ("staff", 404), ("paralegal", 404)])
def test_those_who_may_write_clients_change_them(firm, ana, signed_in_as, role, status):
    user = a_user(firm, role)
    a_matter(firm, client_id=ana.id, assigned_attorney=user.id)
    browser = signed_in_as(user)
    page = browser.get(f"/clients/{ana.id}")

    assert page.status_code == 200
    assert (f"/clients/{ana.id}/edit" in page.text) == (status == 200)
    assert browser.get(f"/clients/{ana.id}/edit").status_code == status


def test_staff_see_only_the_clients_and_messages_of_their_matters(firm, ana, signed_in_as):
    staff = a_user(firm, "staff")
    browser = signed_in_as(staff)
    assert browser.get(f"/clients/{ana.id}").status_code == 404
    assert "Silva" not in browser.get("/clients").text

    mine = a_matter(firm, client_id=ana.id, assigned_attorney=staff.id, title="Silva custody")
    other = a_matter(firm, client_id=ana.id, title="Silva will")
    a_communication(firm, mine, message="About the custody.")
    a_communication(firm, other, message="About the will.")
    page = browser.get(f"/clients/{ana.id}").text
    assert ("About the custody." in page, "About the will." in page, "Silva will" in page) == (True, False, False)


def test_another_firms_client_is_not_found(rival, ana, signed_in_as):
    browser = signed_in_as(a_user(rival, "admin"))
    form = browser.form("/clients", "/logout")

    assert "Silva" not in browser.get("/clients").text
    assert [browser.get(f"/clients/{ana.id}{end}").status_code for end in ("", "/edit")] == [404, 404]
    assert browser.post(f"/clients/{ana.id}/edit", form.fields | {"first_name": "X"}).status_code == 404
    assert Client.fetch(ana, ana.id).first_name == "Ana"


def test_a_total_that_may_be_greater_says_so(desk, firm):
    db.execute_sql(
        "INSERT INTO clients (id, firm_id, first_name, last_name, search_key, last_name_key, created_at, updated_at) "
        "SELECT 'cli_' || gen_random_uuid(), %s, 'Ana', 'Silva', 'ana silva', 'silva', now(), now() "
        "FROM generate_series(1, 10001)", (firm.id,))
    assert "10,000+ clients" in desk.get("/clients?search=silva").text
    assert "10,000+ clientes" in desk.get("/clients?search=silva", headers={"Accept-Language": "es"}).text
