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
    made = flask("user", "create", firm.id, "--email", email, "--role", "paralegal", "--password-stdin",
                 "--json", stdin=f"{PASSWORD}\n").json

    user = User.get_by_id(made["user_id"])
    assert made.keys() == {"user_id"}
    assert (user.firm_id, user.email, user.role, user.status) == (firm.id, email, "paralegal", "active")
    assert check_password_hash(user.password_hash, PASSWORD)


def test_missing_password_is_prompted_for_on_stderr(flask, firm, address):
    ran = flask("user", "create", firm.id, "--email", address(), "--role", "staff", "--json",
                stdin=f"{PASSWORD}\n{PASSWORD}\n")

    assert ran.json.keys() == {"user_id"}
    assert "Password" in ran.err


def test_without_a_terminal_the_password_comes_from_standard_input(flask, firm, address):
    ran = flask("user", "create", firm.id, "--email", address(), "--role", "staff", stdin="")

    assert (ran.code, ran.out) == (1, "")
    assert "Send it on standard input, with --password-stdin." in ran.err


def test_no_password_is_asked_for_where_it_would_be_shown(shell, firm):
    ran = shell("user", "set-password", a_user(firm).email)  # a fork has no terminal

    assert ran.error == ("There is no terminal to ask for the password. Send it on standard input, with "
                         "--password-stdin.")


def test_an_address_that_is_taken_is_refused(flask, firm, rival, address):
    arguments = ["--email", address(), "--role", "staff", "--password-stdin"]
    flask("user", "create", firm.id, *arguments, stdin=PASSWORD)

    ran = flask("user", "create", rival.id, *arguments, stdin=PASSWORD)
    assert ran.error == "Somebody with this e-mail address is already a member."


@pytest.mark.parametrize(("change", "sentence"), [
    (["--email", "nobody"], "email: Must be an e-mail address, such as ana@example.com."),
    (["--role", "boss"], "role: Must be one of: admin, attorney, staff, paralegal."),
])
def test_invalid_arguments_are_reported_in_a_sentence(flask, firm, address, change, sentence):
    given = ["--email", address(), "--role", "staff", "--password-stdin", *change]

    assert flask("user", "create", firm.id, *given, stdin=PASSWORD).error == sentence


@pytest.mark.parametrize(("password", "sentence"), [
    (b"", "password: Use at least 12 characters."),
    (b"elevenchars\n", "password: Use at least 12 characters."),
    (b"x" * 201, "password: Use at most 200 characters."),
    (b"a wholly other p\xff", "password: This is not UTF-8."),
    (b"sunshine2024!", "password: This is one of the first passwords that others would try."),
    (b"partners.2024.unal", "password: Do not use your name, your e-mail address or your firm's name in it."),
    (b"Example-operator-26", "password: Do not use your name, your e-mail address or your firm's name in it."),
], ids=range(7))
def test_password_follows_the_rules_of_the_pages(flask, firm, address, password, sentence):
    given = ["--email", address(), "--role", "staff", "--password-stdin"]

    assert flask("user", "create", firm.id, *given, stdin=password).error == sentence


@pytest.mark.parametrize("line", ["a wholly other password\n", "a wholly other password\r\nand a second line\n"])
def test_one_line_of_standard_input_is_read(flask, firm, line):
    user = a_user(firm)
    flask("user", "set-password", user.email, "--password-stdin", stdin=line)

    assert check_password_hash(User.get_by_id(user.id).password_hash, "a wholly other password")


@pytest.mark.parametrize("command", [["user", "create", "firm_x"], ["user", "set-password", "a@example.com"],
                                     ["firm", "create", "Silva"]], ids=range(3))
def test_password_is_no_argument(flask, command):
    """Everybody on the machine can read the arguments of a process."""
    ran = flask(*command, "--password", PASSWORD)

    assert ran.code == 2
    assert PASSWORD not in ran.err


def test_an_unknown_firm_has_no_users(flask, address):
    ran = flask("user", "create", "firm_unknown", "--email", address(), "--role", "staff")
    assert ran.error == "No such firm."


def test_new_password_ends_every_session(flask, firm, signed_in_as):
    user = a_user(firm)
    browser = signed_in_as(user)

    made = flask("user", "set-password", user.email.upper(), "--password-stdin", "--json", stdin=PASSWORD).json

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
    ran = flask("user", "set-password", user.email, "--password-stdin", stdin="elevenchars")

    assert ran.error == "password: Use at least 12 characters."


def test_second_factor_is_removed_once(flask, firm):
    user = a_user(firm)
    prepare(user)
    SecondFactor.of_user(user).change(confirmed_at=now())

    first, second = (flask("user", "reset-second-factor", user.email, "--json").json for _ in range(2))

    assert (first, second) == ({"user_id": user.id, "removed": True}, {"user_id": user.id, "removed": False})
    assert SecondFactor.of_user(user) is None


@pytest.mark.parametrize("command", ["set-password", "reset-second-factor"])
@pytest.mark.parametrize("email", ["nobody@example.com", "nonsense", "\udcff"], ids=range(3))
def test_unknown_email_address_is_an_error(flask, command, email):
    assert flask("user", command, email).error == "No such user."


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
