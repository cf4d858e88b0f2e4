"""The page that gives a matter its client, or another one."""

import re

from intake.cases.clients.models import Client
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.engagement.letters.actions import create
from intake.engagement.letters.models import Letter
from tests.builders import a_client, a_matter, an_intake_link

NEW = {"first_name": "Ana", "last_name": "Silva", "email": "new@example.com", "phone": "", "language": "es"}


def client_of(matter):
    return Matter.fetch(matter, matter.id).client


def fields_of(browser, matter):
    return browser.form(f"/matters/{matter.id}/client", f"/matters/{matter.id}/client").fields


def test_matter_without_a_client_gets_one_that_is_known(attorney, firm, rival):
    bruno, stranger = a_client(firm, first_name="Bruno"), a_client(rival)
    matter, path = a_matter(firm), None
    [path] = re.findall(r'href="([^"]+)">Choose one', attorney.get(f"/matters/{matter.id}").text)
    writing = attorney.get(f"/matters/{matter.id}/messages").text.split("The matter has no client yet.")[1]
    assert writing.startswith(f' <a href="{path}">')
    assert f'name="client_id" value="{bruno.id}"' in attorney.get(f"{path}?q=bruno").text
    form = fields_of(attorney, matter)
    refused = attorney.post(path, form | {"client_id": stranger.id})
    assert (refused.status_code, "The chosen client no longer exists." in refused.text) == (422, True)
    assert "enter the first name" not in refused.text
    answer = attorney.post(path, form | {"client_id": bruno.id})

    assert client_of(matter).id == bruno.id
    assert "Already this matter’s client" in attorney.get(f"{path}?q=bruno").text
    assert "The matter has its new client." in attorney.get(answer.location).text


def test_another_client_is_entered_after_likely_duplicates_were_named(attorney, firm, matter):
    link = an_intake_link(firm, matter)
    path, old = f"/matters/{matter.id}/client", matter.client
    namesake = a_client(firm, first_name="Anna", last_name="Silva")
    assert "this one’s link no longer opens it" in attorney.get(path).text
    wrong = attorney.post(path, fields_of(attorney, matter) | NEW | {"email": "ana"})
    assert (wrong.status_code, "Please enter an e-mail address" in wrong.text) == (422, True)
    named = attorney.post(path, fields_of(attorney, matter) | NEW)
    assert (named.status_code, namesake.id in named.text) == (422, True)
    form = next(each for each in reversed(attorney.forms_of(named.text)) if each.action == path).fields
    taken = attorney.post(path, form | NEW | {"email": old.email})
    assert (taken.status_code, "belongs to another client" in taken.text) == (422, True)
    assert attorney.post(path, form | NEW).status_code == 303

    assert (client_of(matter).email, client_of(matter).custom_fields) == ("new@example.com", {"language": "es"})
    assert attorney.get(f"/p/{link.token}").status_code == 410


def test_second_of_two_people_sees_that_it_was_changed_and_creates_no_client(attorney, firm, matter):
    form = fields_of(attorney, matter)
    update(firm, matter.id, client_id=a_client(firm, first_name="Bruno", last_name="Costa").id)
    answer = attorney.post(f"/matters/{matter.id}/client", form | NEW | {"last_name": "Zimmermann"})

    assert (answer.status_code, "another client meanwhile" in answer.text) == (409, True)
    assert 'value="Zimmermann"' in answer.text
    assert client_of(matter).first_name == "Bruno"
    assert not Client.of(firm).where(Client.last_name == "Zimmermann").exists()


def test_letters_that_can_still_be_signed_are_named_before_another_client_is_saved(attorney, firm, matter):
    path = f"/matters/{matter.id}/client"
    for title in ("Fee agreement", "Draft letter"):
        create(firm, matter.id, [{"name": "Ana", "email": "ana@example.com"}], text="We write.", title=title)
    assert "can still be signed" not in attorney.get(path).text
    Letter.update(status="sent").where(Letter.title == "Fee agreement").execute()
    page = attorney.get(path).text
    assert "withdrawn if the matter gets another client: Fee agreement</p>" in page
