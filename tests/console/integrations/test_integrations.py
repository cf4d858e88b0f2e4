"""The pages on which an admin sees and manages the firm's connections."""

from html import unescape

import pytest

from intake.core.crypto import vault
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import SyncLog
from tests.builders import a_client, a_matter, a_user
from tests.stand_ins.registration import registered_at

PAGE = "/settings/integrations"
CLIO = f"{PAGE}/clio"


@pytest.fixture
def admin(firm, signed_in_as):
    """The browser of an admin of the firm."""
    return signed_in_as(a_user(firm, "admin"))


def test_a_platform_is_offered_where_the_installation_is_registered(app, clio, admin):
    for page in (admin.get(PAGE).text, admin.get(CLIO).text):
        assert 'href="/api/v1/integrations/clio/connect"' in page
        assert "Not connected" in page
    assert "This installation of Intake is not registered at Lawmatics." in admin.get(PAGE).text
    with registered_at(app):
        assert "/connect" not in admin.get(PAGE).text
    assert admin.get(f"{PAGE}/nonsense").status_code == 404


def test_the_switches_are_saved(clio, connection, admin, firm):
    answer = admin.submit(CLIO, f"{CLIO}/settings", auto_sync_on_approval=None, auto_sync_on_matter_created="yes")
    settings = Integration.for_platform(firm, "clio").settings_in_force

    assert (answer.status_code, "Saved." in admin.get(answer.location).text) == (303, True)
    assert (settings["auto_sync_on_approval"], settings["auto_sync_on_matter_created"]) == (False, True)


def test_names_are_mapped(lawmatics, connect, firm, admin):
    connect(firm, lawmatics, "lawmatics")
    path = f"{PAGE}/lawmatics"
    given = admin.form(path, f"{path}/mappings").fields
    lines = {"case_type": ["divorce_standard", "", "Wills"], "area": ["Family", "", "Estates"],
             "stage": ["Signed", "", ""], "status": ["closed", "active", "active"]}
    answer = admin.post(f"{path}/mappings", given | lines)
    settings = Integration.for_platform(firm, "lawmatics").settings_in_force

    assert answer.status_code == 303
    assert settings["case_type_mappings"] == {"divorce_standard": "Family", "Wills": "Estates"}
    assert settings["stage_statuses"] == {"Signed": "closed"}
    assert 'value="Estates"' in admin.get(path).text
    for wrong, sentence in (({"area": ["Family", "x", "Estates"]}, "both sides"),
                            ({"case_type": ["Wills", "", "Wills"]}, "once"),
                            ({"stage": ["Lost", "lost", ""], "status": ["closed", "active", "active"]}, "once"),
                            ({"case_type": ["a" * 101, "", "Wills"]}, "at most 100"),
                            ({"status": ["unheard", "active", "active"]}, "at most 100")):
        answer = admin.post(f"{path}/mappings", given | lines | wrong)
        assert (answer.status_code, sentence in answer.text) == (400, True)
        assert wrong.get("area", lines["area"])[0] in answer.text  # what was typed is not lost
    assert Integration.for_platform(firm, "lawmatics").settings_in_force == settings


def test_disconnecting_says_first_what_stays(clio, connection, matter, run, admin, firm):
    run(matter)
    page = admin.get(f"{CLIO}/disconnect").text
    assert "1 matter in Clio" in page
    assert Integration.for_platform(firm, "clio").is_active
    answer = admin.submit(f"{CLIO}/disconnect", f"{CLIO}/disconnect")

    assert "Synced data stays there and here." in admin.get(answer.location).text
    assert not Integration.for_platform(firm, "clio").is_active
    assert clio.grants[0].revoked
    assert "syncing continues with what is there" in admin.get(PAGE).text
    assert matter.title in admin.get(CLIO).text  # the history stays
    assert admin.get(f"{CLIO}/disconnect").location == f"{CLIO}?failed=not-connected"


def test_what_failed_is_said_and_tried_again(clio, connection, matter, run, admin, firm, worker):
    other = a_matter(firm, title="Lin will", client_id=a_client(firm, email="lin@example.com").id)
    run(matter)
    assert "succeeded" in admin.get(PAGE).text
    clio.fail(422, on="PATCH /api/v4/matters", times=2)
    run(matter)
    clio.fail(403, on="POST /api/v4/matters")
    run(other)
    overview, page = admin.get(PAGE).text, admin.get(CLIO).text

    assert "2 matters could not be synced." in overview
    assert "Give it the permission there" in overview
    for sentence in ("Clio refused what was sent.", "What Clio said: HTTP 422: UnprocessableEntity No.",
                     "Give it the permission there", "Try all 2 again"):
        assert sentence in page
    assert page.count("Failed</span>") == 2
    assert admin.get(f"{CLIO}?show=failed").text.count("Synced</span>") == 0
    clio.heal()
    fields = admin.form(CLIO, f"{CLIO}/retry").fields
    assert admin.post(f"{CLIO}/retry", fields | {"matter_id": other.id}).status_code == 303
    assert "Try all" not in admin.get(CLIO).text  # one of them waits for its turn
    worker.perform_tasks()
    assert "1 matter could not be synced." in admin.get(PAGE).text
    assert admin.post(f"{CLIO}/retry", {"csrf": fields["csrf"]}).status_code == 303
    worker.perform_tasks()
    page = admin.get(CLIO).text
    assert [sentence in page for sentence in ("Needs attention", "Try again")] == [False, False]
    assert SyncLog.of(firm).count() == 5


def test_last_success_is_shown_after_a_failure(clio, connection, matter, run, admin):
    run(matter)
    assert "The last one that succeeded" not in admin.get(PAGE).text
    clio.remove_app()
    run(matter)
    for path in (PAGE, CLIO):
        assert "The last one that succeeded" in admin.get(path).text


def test_a_refused_grant_is_named_and_renewed(clio, connection, matter, run, admin, connect, firm):
    clio.remove_app()
    run(matter)
    for path in (PAGE, CLIO):
        page = admin.get(path).text
        assert "Clio does not accept the connection any more. Connect again." in page
        assert 'href="/api/v1/integrations/clio/connect"' in page
    assert "Try again" not in admin.get(CLIO).text  # it could not succeed
    connect(firm, clio)
    assert "Connect again." not in admin.get(PAGE).text
    assert "Try again" in admin.get(CLIO).text


def test_matters_there_are_counted(clio, connection, admin, worker):
    clio.add_matter("Old case")
    assert admin.submit(CLIO, f"{CLIO}/pull").status_code == 303
    worker.perform_tasks()

    assert "Matters there: 1, linked: 0" in admin.get(CLIO).text


def test_every_error_is_said_in_both_languages(clio, connection, admin, firm, run):
    run(a_matter(firm))
    for code in ("platform_not_found", "platform_rejected", "rate_limit_exceeded", "platform_error"):
        connection.change(error_code=code, error_message="In English.")
        for language, sentence in (("en", "The last sync failed."), ("es", "La última sincronización falló.")):
            page = admin.get(PAGE, headers={"Accept-Language": language}).text
            assert (sentence in page, "In English." in page) == (True, False)
    assert "The matter has no client, and Clio only accepts matters with one." in admin.get(CLIO).text


def test_only_the_firms_admins_find_the_pages(clio, connection, firm, rival, signed_in_as, browser):
    for role in ("attorney", "staff", "paralegal"):
        other = signed_in_as(a_user(firm, role))
        csrf = other.form("/account").fields
        assert [other.get(path).status_code for path in (PAGE, CLIO, f"{CLIO}/disconnect")] == [404] * 3
        for act in ("settings", "mappings", "disconnect", "retry", "pull", "webhook-secret"):
            assert other.post(f"{CLIO}/{act}", csrf).status_code == 404
    assert Integration.for_platform(firm, "clio").is_active
    assert "Not connected" in signed_in_as(a_user(rival, "admin")).get(PAGE).text
    assert browser.get(PAGE).location.startswith("/login")


def test_odd_requests_change_nothing(clio, connection, admin, firm, rival):
    fields = admin.form(CLIO, f"{CLIO}/settings").fields
    for act in ("settings", "disconnect", "mappings", "retry", "pull"):
        assert admin.post(f"{CLIO}/{act}").status_code == 400  # without the form's protection
        assert admin.post(f"{PAGE}/nonsense/{act}", fields).status_code == 404
        assert admin.post(f"{PAGE}/lawmatics/{act}", fields | {"case_type": "a", "area": "b"}).location == (
            f"{PAGE}/lawmatics?failed=not-connected")
    for id in ("x", "\0", a_matter(rival).id):
        assert admin.post(f"{CLIO}/retry", {"csrf": fields["csrf"], "matter_id": id}).status_code == 404
    for page in ("0", "-1", "x", "²", "9" * 99):
        assert admin.get(f"{CLIO}?page={page}&show=x").status_code == 200
    assert Integration.for_platform(firm, "clio").settings == {}


def test_a_webhook_secret_is_entered_beside_the_address(firm, lawmatics, connect, admin):
    connection = connect(firm, lawmatics, "lawmatics")
    path = f"{PAGE}/lawmatics"
    page = admin.get(path).text
    assert connection.webhook_url in unescape(page)
    assert "None has been entered yet." in page
    answer = admin.submit(path, f"{path}/webhook-secret", webhook_secret=" whsec_of-lawmatics \n")

    assert answer.status_code == 303
    assert vault.open(Integration.for_platform(firm, "lawmatics").webhook_secret) == "whsec_of-lawmatics"
    page = admin.get(path).text
    assert ("another one replaces it" in page, "whsec_of-lawmatics" in page) == (True, False)
    for secret in ("", " ", "two words", "é", "s" * 501):
        answer = admin.submit(path, f"{path}/webhook-secret", webhook_secret=secret)
        assert (answer.status_code, "exactly as it is shown there" in answer.text) == (400, True)
    assert vault.open(Integration.for_platform(firm, "lawmatics").webhook_secret) == "whsec_of-lawmatics"
