"""`flask firm`."""

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.access.models import ApiKey
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.models import User
from tests.conftest import Api


def test_firm_has_an_admin_and_a_key_with_all_scopes(app, flask, address):
    email = address()
    made = flask("firm", "create", "  Silva & Söhne ", "--email", email, "--plan", "pro", "--json").json

    firm, user = Firm.get_by_id(made["firm_id"]), User.get_by_id(made["user_id"])
    assert made.keys() == {"firm_id", "user_id", "api_key"}
    assert (firm.name, firm.email, firm.plan) == ("Silva & Söhne", email, "pro")
    assert (user.firm_id, user.email, user.role, user.status) == (firm.id, email, "admin", "active")
    [key] = ApiKey.select().where(ApiKey.firm_id == firm.id)
    assert set(key.scopes) == set(SCOPES)
    assert key.created_by == user.id
    assert Api(app, made["api_key"]).get("/matters").status_code == 200


def test_admin_may_have_a_password(flask, address):
    ran = flask("firm", "create", "Silva", "--email", address(), "--password-stdin", "--json", stdin="correct horse")

    assert check_password_hash(User.get_by_id(ran.json["user_id"]).password_hash, "correct horse")


def test_password_of_the_firms_name_creates_nothing(flask, address):
    before = Firm.select().count()
    ran = flask("firm", "create", "Marsh", "--email", address(), "--password-stdin", stdin="Marsh.2024.2025")

    assert ran.error == "password: Do not make it of your name, your e-mail address or your firm's name."
    assert Firm.select().count() == before


def test_default_plan_is_standard(flask, address):
    made = flask("firm", "create", "Silva", "--email", address(), "--json").json

    assert Firm.get_by_id(made["firm_id"]).plan == "standard"


def test_text_output_has_the_same_values(flask, address):
    ran = flask("firm", "create", "Silva", "--email", address())

    assert ran.code == 0
    assert ran.out.startswith("The firm exists.")
    assert "  firm_id  firm_" in ran.out
    assert "  api_key  ik_live_" in ran.out


def test_in_a_sandbox_keys_are_test_keys(flask, address):
    made = flask("firm", "create", "Silva", "--email", address(), "--json", ENVIRONMENT="sandbox").json

    assert made["api_key"].startswith("ik_test_")


def test_taken_email_address_creates_nothing(flask, address):
    email = address()
    flask("firm", "create", "First", "--email", email)
    before = Firm.select().count()

    ran = flask("firm", "create", "Second", "--email", email.upper(), "--json")
    assert ran.error == "Somebody with this e-mail address is already a member."
    assert Firm.select().count() == before


@pytest.mark.parametrize(("name", "options", "sentence"), [
    (" ", [], "name: May not be blank."),
    ("x" * 201, [], "name: Longer than maximum length 200."),
    ("a\0", [], "name: May not contain NUL bytes or unpaired surrogates."),
    ("\udcff", [], "name: May not contain NUL bytes or unpaired surrogates."),
    ("Silva", ["--email", "nobody"], "email: Not a valid email address."),
    ("Silva", ["--plan", "gold"], "plan: Must be one of: standard, pro, enterprise."),
])
def test_invalid_arguments_are_reported_in_a_sentence(flask, address, name, options, sentence):
    assert flask("firm", "create", name, "--email", address(), *options).error == sentence


def test_suspended_firm_is_refused_until_reinstated(flask, firm, api):
    assert flask("firm", "suspend", firm.id, "--json").json == {"firm_id": firm.id, "suspended": True}
    assert api.get("/matters").json["error"]["code"] == "firm_suspended"

    assert flask("firm", "reinstate", firm.id, "--json").json == {"firm_id": firm.id, "suspended": False}
    assert api.get("/matters").status_code == 200


@pytest.mark.parametrize("verb", ["suspend", "reinstate"])
@pytest.mark.parametrize("firm_id", ["nonsense", "firm_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "", "\0"])
def test_an_unknown_firm_is_refused(flask, verb, firm_id):
    assert flask("firm", verb, firm_id).error == "No such firm."


def test_missing_option_is_named(flask):
    ran = flask("firm", "create", "Silva")

    assert ran.code == 2
    assert "--email" in ran.err
