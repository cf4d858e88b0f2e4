"""`flask firm`."""

from datetime import timedelta

import pytest
from werkzeug.security import check_password_hash

from intake.accounts.access.models import ApiKey
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.models import User
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.tasks.actions import plan as plan_task
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Webhook
from intake.records.erasures.actions import erase_firm
from intake.records.imports.models import FirmImport
from tests.builders import a_matter, a_user
from tests.conftest import Api
from tests.test_architecture_database import new_database


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

    assert ran.error == "password: Do not use your name, your e-mail address or your firm's name in it."
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


def test_in_a_sandbox_keys_are_test_keys(services, flask, address):
    with new_database(services) as url:
        made = flask("firm", "create", "Silva", "--email", address(), "--json", DATABASE_URL=url,
                     ENVIRONMENT="sandbox").json

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
    ("Silva", ["--email", "nobody"], "email: Must be an e-mail address, such as ana@example.com."),
    ("Silva", ["--plan", "gold"], "plan: Must be one of: standard, pro, enterprise."),
])
def test_invalid_arguments_are_reported_in_a_sentence(flask, address, name, options, sentence):
    assert flask("firm", "create", name, "--email", address(), *options).error == sentence


def test_suspended_firm_is_refused_until_reinstated(flask, firm, api):
    assert flask("firm", "suspend", firm.id, "--json").json == {"firm_id": firm.id, "suspended": True}
    assert api.get("/matters").json["error"]["code"] == "firm_suspended"

    assert flask("firm", "reinstate", firm.id, "--json").json == {"firm_id": firm.id, "suspended": False}
    assert api.get("/matters").status_code == 200


def test_firm_that_is_not_whole_stays_suspended(flask, firm):
    firm.change(suspended_at=now())
    half = FirmImport.create(firm_id=firm.id, sums="0", created_at=now())
    assert "still being imported" in flask("firm", "reinstate", firm.id).error
    half.delete_instance()
    with db.atomic():
        erase_firm(firm)
    assert flask("firm", "reinstate", firm.id).error == "The firm was closed, and is erased."
    assert Firm.fetch(firm.id).suspended_at


@pytest.mark.parametrize("verb", ["suspend", "reinstate"])
@pytest.mark.parametrize("firm_id", ["nonsense", "firm_01JD0Q8Z4W6V9XK3M5N7P2R4T6", "", "\0"])
def test_an_unknown_firm_is_refused(flask, verb, firm_id):
    assert flask("firm", verb, firm_id).error == "No such firm."


def test_missing_option_is_named(flask):
    ran = flask("firm", "create", "Silva")

    assert ran.code == 2
    assert "--email" in ran.err


def test_firms_are_listed_newest_first(flask, firm, rival):
    newest, before = flask("firm", "list", "--json").json["firms"][:2]

    assert (newest["firm_id"], before["firm_id"]) == (rival.id, firm.id)
    assert newest == {"firm_id": rival.id, "name": "Rival LLP", "email": "rival@example.com", "plan": "enterprise",
                      "suspended_at": None, "created_at": iso(rival.created_at)}


def test_firms_are_listed_as_a_table(flask, firm):
    flask("firm", "suspend", firm.id)
    ran = flask("firm", "list")

    head, first, *_ = ran.out.splitlines()
    assert ran.code == 0
    assert head.split() == ["firm_id", "name", "email", "plan", "suspended_at", "created_at"]
    assert first.startswith(f"{firm.id}  Ünal & Partners")
    assert first.index("enterprise") == head.index("plan")
    assert iso(Firm.fetch(firm.id).suspended_at) in first


def test_terminal_obeys_nothing_in_a_name(flask, address):
    made = flask("firm", "create", "\x1b[2J\x9b31mSilva\u202e", "--email", address(), "--json").json

    for shown in (flask("firm", "list").out, flask("firm", "show", made["firm_id"]).out):
        assert "Silva" in shown
        assert all(character.isprintable() for character in shown.replace("\n", ""))


def test_firm_is_shown_with_what_it_has_and_what_fails(flask, app, firm, key_of, put):
    a_user(firm)
    a_matter(firm)
    key_of(firm)
    Webhook.create(firm_id=firm.id, url="https://example.com/hook", events=[], secret="sealed", active=False)
    Integration.ensure(firm, "clio")
    Integration.for_platform(firm, "clio").change(error_code="token_expired")
    with db.atomic():
        failed, again, _ = (plan_task(firm.id, "process_upload", "upl_unknown") for _ in range(3))
        plan_task(firm.id, "remove_files", "incoming/", due_at=now() + timedelta(days=1))
    failed.change(failed_at=now())
    again.change(attempts=1, due_at=now() + timedelta(minutes=15))
    shown = flask("firm", "show", firm.id, "--json").json

    assert (shown["firm_id"], shown["plan"], shown["timezone"]) == (firm.id, "enterprise", "America/New_York")
    assert (shown["users"], shown["keys"], shown["matters"], shown["oauth_clients"]) == (1, 1, 1, 0)
    assert (shown["webhooks"], shown["webhooks_off"]) == (1, 1)
    assert (shown["tasks_waiting"], shown["tasks_failed"]) == (2, 1)
    assert shown["platforms"] == ["clio (token_expired)"]
    assert "  platforms            clio (token_expired)" in flask("firm", "show", firm.id).out


def test_plan_is_changed(flask, firm, api):
    changed = flask("firm", "set-plan", firm.id, "standard", "--json").json

    assert changed == {"firm_id": firm.id, "plan": "standard", "plan_before": "enterprise"}
    assert api.get("/matters").headers["X-RateLimit-Limit"] == "100"


def test_address_is_changed(flask, firm):
    changed = flask("firm", "set-email", firm.id, "office@silva.example", "--json").json

    assert changed == {"firm_id": firm.id, "email": "office@silva.example", "email_before": firm.email}
    assert Firm.fetch(firm.id).email == "office@silva.example"
    assert flask("firm", "set-email", firm.id, "office").error.startswith("email: ")
    for address in ("büro@silva.example", "office@söhne.example"):
        assert flask("firm", "set-email", firm.id, address).error.startswith("email: Must be in plain letters")


def test_unknown_plan_is_refused(flask, firm):
    assert flask("firm", "set-plan", firm.id, "gold").error == "plan: Must be one of: standard, pro, enterprise."
    assert Firm.fetch(firm.id).plan == "enterprise"


@pytest.mark.parametrize("words", [
    ("show",), ("set-plan", "pro"), ("set-email", "a@silva.example")], ids=["show", "set-plan", "set-email"])
def test_unknown_firm_is_neither_shown_nor_changed(flask, words):
    verb, *rest = words
    assert flask("firm", verb, "firm_01JD0Q8Z4W6V9XK3M5N7P2R4T6", *rest).error == "No such firm."
