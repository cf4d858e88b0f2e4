"""`flask user`."""

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.sessions.models import SecondFactor
from intake.accounts.sessions.second_factor.actions import prepare
from intake.accounts.users.models import User
from intake.core.clock import iso, now
from tests.builders import a_user

PASSWORD = " correct horse "


def test_user_is_active_and_has_the_given_password(flask, firm, address):
    email = address()
    made = flask("user", "create", firm.id, "--email", email, "--role", "paralegal", "--password", PASSWORD,
                 "--json").json

    user = User.get_by_id(made["user_id"])
    assert made.keys() == {"user_id"}
    assert (user.firm_id, user.email, user.role, user.status) == (firm.id, email, "paralegal", "active")
    assert check_password_hash(user.password_hash, PASSWORD)


def test_missing_password_is_prompted_for_on_stderr(flask, firm, address):
    ran = flask("user", "create", firm.id, "--email", address(), "--role", "staff", "--json",
                stdin=f"{PASSWORD}\n{PASSWORD}\n")

    assert ran.json.keys() == {"user_id"}
    assert "Password" in ran.err


def test_an_address_that_is_taken_is_refused(flask, firm, rival, address):
    arguments = ["--email", address(), "--role", "staff", "--password", PASSWORD]
    flask("user", "create", firm.id, *arguments)

    ran = flask("user", "create", rival.id, *arguments)
    assert ran.error == "Somebody with this e-mail address is already a member."


@pytest.mark.parametrize(("change", "sentence"), [
    (["--email", "nobody"], "email: Not a valid email address."),
    (["--role", "boss"], "role: Must be one of: admin, attorney, staff, paralegal."),
    (["--password", "short"], "password: Length must be between 8 and 200."),
    (["--password", "12345678\0"], "password: May not contain NUL bytes or unpaired surrogates."),
    (["--password", "12345678\udcff"], "password: May not contain NUL bytes or unpaired surrogates."),
])
def test_invalid_arguments_are_reported_in_a_sentence(flask, firm, address, change, sentence):
    given = ["--email", address(), "--role", "staff", "--password", PASSWORD, *change]

    assert flask("user", "create", firm.id, *given).error == sentence


def test_an_unknown_firm_has_no_users(flask, address):
    ran = flask("user", "create", "firm_unknown", "--email", address(), "--role", "staff", "--password", PASSWORD)
    assert ran.error == "No such firm."


def test_new_password_ends_every_session(flask, firm, signed_in_as):
    user = a_user(firm)
    browser = signed_in_as(user)

    made = flask("user", "set-password", user.email.upper(), "--password", PASSWORD, "--json").json

    assert made == {"user_id": user.id}
    assert check_password_hash(User.get_by_id(user.id).password_hash, PASSWORD)
    assert browser.get("/account").status_code == 303


def test_missing_new_password_is_prompted_for(flask, firm):
    user = a_user(firm)
    ran = flask("user", "set-password", user.email, stdin=f"{PASSWORD}\n{PASSWORD}\n")

    assert ran.code == 0
    assert check_password_hash(User.get_by_id(user.id).password_hash, PASSWORD)


def test_invalid_new_password_is_an_error(flask, firm):
    user = a_user(firm)
    ran = flask("user", "set-password", user.email, "--password", "short")

    assert ran.error == "password: Length must be between 8 and 200."


def test_second_factor_is_removed_once(flask, firm):
    user = a_user(firm)
    prepare(user)
    SecondFactor.of_user(user).change(confirmed_at=now())

    first, second = (flask("user", "reset-second-factor", user.email, "--json").json for _ in range(2))

    assert (first, second) == ({"user_id": user.id, "removed": True}, {"user_id": user.id, "removed": False})
    assert SecondFactor.of_user(user) is None


@pytest.mark.parametrize("command", [["set-password", "--password", PASSWORD], ["reset-second-factor"]], ids=["a", "b"])
@pytest.mark.parametrize("email", ["nobody@example.com", "nonsense", "\udcff"], ids=range(3))
def test_unknown_email_address_is_an_error(flask, command, email):
    assert flask("user", command[0], email, *command[1:]).error == "No such user."


def test_people_of_a_firm_are_listed(flask, firm, rival, api):
    a_user(rival)
    user = a_user(firm, "attorney")
    prepare(user)
    SecondFactor.of_user(user).change(confirmed_at=now())
    api.post("/firms/users", {"email": f"{firm.id}@example.com", "role": "staff"})
    ran = flask("user", "list", firm.id, "--json")
    invited, known = ran.json["users"]

    assert (invited["email"], invited["status"], invited["second_factor"]) == (
        f"{firm.id}@example.com", "pending", False)
    assert known == {"user_id": user.id, "email": user.email, "role": "attorney", "status": "active",
                     "second_factor": True, "last_sign_in": None, "created_at": iso(user.created_at)}
    assert User.get_by_id(user.id).password_hash not in ran.out
    assert flask("user", "list", firm.id).out.splitlines()[2].startswith(user.id)


def test_unknown_firm_has_no_list_of_people(flask):
    assert flask("user", "list", "firm_unknown").error == "No such firm."
