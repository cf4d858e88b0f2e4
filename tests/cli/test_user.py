"""`flask user`."""

import pytest
from werkzeug.security import check_password_hash

from intake.users.models import User

PASSWORD = " correct horse "


def test_a_user_is_an_active_member_with_the_password_as_it_was_given(flask, firm, address):
    email = address()
    made = flask("user", "create", firm.id, "--email", email, "--role", "paralegal", "--password", PASSWORD,
                 "--json").json

    user = User.get_by_id(made["user_id"])
    assert made.keys() == {"user_id"}
    assert (user.firm_id, user.email, user.role, user.status) == (firm.id, email, "paralegal", "active")
    assert check_password_hash(user.password_hash, PASSWORD)


def test_a_password_that_is_not_given_is_asked_for_beside_the_answer(flask, firm, address):
    ran = flask("user", "create", firm.id, "--email", address(), "--role", "staff", "--json",
                stdin=f"{PASSWORD}\n{PASSWORD}\n")

    assert ran.json.keys() == {"user_id"}
    assert "Password" in ran.err


def test_an_address_that_is_taken_is_refused(flask, firm, rival, address):
    arguments = ["--email", address(), "--role", "staff", "--password", PASSWORD]
    flask("user", "create", firm.id, *arguments)

    ran = flask("user", "create", rival.id, *arguments)
    assert ran.refusal == "Somebody with this e-mail address is already a member."


@pytest.mark.parametrize(("change", "sentence"), [
    (["--email", "nobody"], "email: Not a valid email address."),
    (["--role", "boss"], "role: Must be one of: admin, attorney, staff, paralegal."),
    (["--password", "short"], "password: Length must be between 8 and 200."),
    (["--password", "12345678\0"], "password: May not contain NUL bytes or unpaired surrogates."),
    (["--password", "12345678\udcff"], "password: May not contain NUL bytes or unpaired surrogates."),
])
def test_nonsense_is_refused_in_a_sentence(flask, firm, address, change, sentence):
    given = ["--email", address(), "--role", "staff", "--password", PASSWORD, *change]

    assert flask("user", "create", firm.id, *given).refusal == sentence


def test_an_unknown_firm_has_no_users(flask, address):
    ran = flask("user", "create", "firm_unknown", "--email", address(), "--role", "staff", "--password", PASSWORD)
    assert ran.refusal == "No such firm."
