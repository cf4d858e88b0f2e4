"""Finding clients that are probably the same person."""

import pytest

from intake.cases.clients.duplicates import SHOWN, likely_duplicates
from intake.cases.clients.models import Client
from intake.core.ids import new_id
from tests.builders import a_caller, a_client, a_matter, a_user


@pytest.mark.parametrize("given", [
    ("Ana", "Silva"), ("ANA", "silva"), ("Silva", "Ana"), ("Anna", "Silva"), ("Aná", "Sílva"), ("Ana", "Silvá"),
    ("Ana ´", "Silva"), ("\u0301 Ana", "Silva"),
])
def test_similar_names_are_found(firm, given):
    ana = a_client(firm)

    assert [each.id for each in likely_duplicates(firm, *given)] == [ana.id]


@pytest.mark.parametrize("given", [("Bruno", "Costa"), ("Ana", "Costa"), ("Carlos", "Silva"), ("A%", "_")])
def test_other_names_are_not(firm, given):
    a_client(firm)

    assert likely_duplicates(firm, *given) == []


def test_same_address_or_number_comes_first(firm):
    similar = a_client(firm)
    by_phone = a_client(firm, first_name="Office", last_name="Ltd", phone="+15185550142")
    by_email = a_client(firm, first_name="Other", last_name="Name", email="Ana@example.com")
    found = likely_duplicates(firm, "Ana", "Silva", "ANA@example.com", "+15185550142")

    assert {each.id for each in found[:2]} == {by_phone.id, by_email.id}
    assert found[2].id == similar.id


def test_many_similar_names_without_an_address_do_not_hide_the_same_number(firm):
    same, other = a_client(firm, first_name="Zoe", last_name="Anders", phone="+15125550142"), a_client(firm)
    Client.insert_many([other.__data__ | {"id": new_id(Client.prefix)} for _ in range(500)]).execute()
    assert likely_duplicates(firm, "Anabel", "Sanders", phone=same.phone)[0].id == same.id


def test_only_a_few_are_returned(firm):
    for _ in range(SHOWN + 1):
        a_client(firm)

    assert len(likely_duplicates(firm, "Ana", "Silva")) == SHOWN


def test_other_firms_clients_are_not_found(firm, rival):
    a_client(rival, email="ana@example.com", phone="+15185550142")

    assert likely_duplicates(firm, "Ana", "Silva", "ana@example.com", "+15185550142") == []


def test_staff_find_only_the_clients_of_their_matters(firm):
    staff, ana = a_user(firm, "staff"), a_client(firm)
    assert likely_duplicates(a_caller(firm, user=staff), "Ana", "Silva") == []

    a_matter(firm, client_id=ana.id, assigned_attorney=staff.id)
    assert [each.id for each in likely_duplicates(a_caller(firm, user=staff), "Ana", "Silva")] == [ana.id]
