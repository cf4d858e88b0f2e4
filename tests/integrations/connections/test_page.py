"""The page on which a firm's admin sees its connections."""

from html import unescape

import pytest

from intake.core.crypto import vault
from intake.integrations.connections.models import Integration
from tests.builders import a_matter, a_user
from tests.stand_ins.registration import registered_at

PAGE = "/account/integrations"


@pytest.fixture
def admin(firm, signed_in_as):
    """The browser of an admin of the firm."""
    return signed_in_as(a_user(firm, "admin"))


def test_page_offers_to_connect(clio, admin):
    page = admin.get(PAGE)

    assert page.status_code == 200
    assert 'href="/api/v1/integrations/clio/connect"' in page.text
    assert "Not connected" in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


def test_page_shows_missing_credentials(app, admin):
    with registered_at(app):
        page = admin.get(PAGE).text

    assert "This installation of Intake is not registered at Clio." in page
    assert "/connect" not in page


def test_settings_are_saved(clio, connection, admin, firm):
    answer = admin.submit(PAGE, f"{PAGE}/clio/settings", auto_sync_on_approval=None, auto_sync_on_matter_created="yes")
    settings = Integration.for_platform(firm, "clio").settings_in_force

    assert answer.status_code == 303
    assert "Saved." in admin.get(answer.location).text
    assert (settings["auto_sync_on_approval"], settings["auto_sync_on_matter_created"]) == (False, True)


def test_disconnect_form(clio, connection, admin, firm):
    answer = admin.submit(PAGE, f"{PAGE}/clio/disconnect")

    assert "not connected to Clio any more" in admin.get(answer.location).text
    assert not Integration.for_platform(firm, "clio").is_active
    assert clio.grants[0].revoked


def test_page_shows_the_last_sync_and_its_error(clio, connection, matter, run, admin):
    run(matter)
    assert "succeeded" in admin.get(PAGE).text
    clio.fail(403, on="PATCH /api/v4/matters")
    run(matter)
    page = admin.get(PAGE).text

    assert "Give them the permission there" in page
    assert "failed" in page


def test_page_shows_when_to_connect_again(clio, connection, matter, run, admin):
    clio.remove_app()
    run(matter)
    page = admin.get(PAGE).text

    assert "Clio does not accept the connection any more. Connect again." in page
    assert 'href="/api/v1/integrations/clio/connect"' in page


@pytest.mark.parametrize("code", ["platform_not_found", "platform_rejected", "rate_limit_exceeded", "platform_error"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_error_is_translated(code, language, clio, connection, admin):
    connection.change(error_code=code, error_message="In English.")
    page = admin.get(PAGE, headers={"Accept-Language": language}).text

    assert "In English." not in page
    assert ("La última sincronización falló" if language == "es" else "The last sync failed") in page


@pytest.mark.parametrize("role", ["attorney", "staff", "paralegal"])
def test_page_is_for_admins_only(role, clio, connection, firm, signed_in_as):
    browser = signed_in_as(a_user(firm, role))
    page = browser.get(PAGE)

    assert page.status_code == 403
    assert "Only admins of the firm manage its integrations." in page.text
    for action in ("settings", "disconnect"):
        assert browser.submit("/account", **{}).status_code  # their own page has a form with a valid token
        form = browser.form("/account")
        assert browser.post(f"{PAGE}/clio/{action}", form.fields).status_code == 403
    assert Integration.for_platform(firm, "clio").is_active


def test_csrf_token_is_required(clio, connection, admin, firm):
    for action in ("settings", "disconnect"):
        assert admin.post(f"{PAGE}/clio/{action}").status_code == 400
    assert Integration.for_platform(firm, "clio").is_active
    assert Integration.for_platform(firm, "clio").settings == {}


def test_signed_out_visitor_is_sent_to_the_login(clio, browser):
    assert browser.get(PAGE).location.startswith("/login")


def test_unknown_platform_gets_404(clio, connection, admin):
    fields = admin.form(PAGE, f"{PAGE}/clio/disconnect").fields

    assert admin.post(f"{PAGE}/nonsense/disconnect", fields).status_code == 404


def test_page_shows_the_firms_own_connection(clio, connection, rival, signed_in_as):
    assert "Not connected" in signed_in_as(a_user(rival, "admin")).get(PAGE).text


@pytest.fixture
def lawmatics_connection(firm, lawmatics, connect):
    """The firm's connection to Lawmatics, where an admin sets up the webhooks."""
    return connect(firm, lawmatics, "lawmatics")


def test_webhook_secret_is_entered_beside_the_address(lawmatics_connection, admin, firm):
    address = f"{PAGE}/lawmatics/webhook-secret"
    page = admin.get(PAGE).text
    assert lawmatics_connection.webhook_url in unescape(page)
    assert "None has been entered yet." in page
    answer = admin.submit(PAGE, address, webhook_secret=" whsec_of-lawmatics \n")

    assert answer.status_code == 303
    assert vault.open(Integration.for_platform(firm, "lawmatics").webhook_secret) == "whsec_of-lawmatics"
    page = admin.get(PAGE).text
    assert "another one replaces it" in page
    assert "whsec_of-lawmatics" not in page


@pytest.mark.parametrize("secret", ["", " ", "two words", "é", "s" * 501, "nul\0"], ids=repr)
def test_invalid_secrets_are_refused(secret, lawmatics_connection, admin, firm):
    answer = admin.submit(PAGE, f"{PAGE}/lawmatics/webhook-secret", webhook_secret=secret)

    assert answer.status_code == 400
    assert "Please enter the secret exactly as it is shown there." in answer.text
    assert Integration.for_platform(firm, "lawmatics").webhook_secret is None


def test_page_shows_the_platforms_explanation(clio, connection, matter, run, admin):
    clio.fail(422, on="POST /api/v4/contacts")
    run(matter)

    assert "What Clio said: HTTP 422: UnprocessableEntity No." in admin.get(PAGE).text


def test_page_explains_a_matter_without_a_client(connection, firm, run, admin):
    run(a_matter(firm))

    assert "its matter has no client" in admin.get(PAGE).text


def test_forms_without_a_connection_redirect_to_the_page(clio, connection, admin, firm):
    fields = admin.form(PAGE, f"{PAGE}/clio/disconnect").fields
    for action in ("settings", "disconnect"):
        answer = admin.post(f"{PAGE}/lawmatics/{action}", fields)
        assert (answer.status_code, answer.location) == (303, PAGE)
