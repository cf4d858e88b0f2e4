"""The pages of OAuth applications."""

import re

import pytest

from intake.accounts.oauth.actions import issue_code
from intake.accounts.oauth.models import Consent, OauthClient
from intake.core.clock import now
from tests.builders import a_user

PAGE = "/settings/developers/applications"
SECRET = re.compile(r"ics_[A-Za-z0-9]{43}")
GIVEN = {"name": "Calendar", "redirect_uris": "https://calendar.example/back\r\n https://calendar.example/other ",
         "scopes": ["matters:read"]}


def register(desk, **changes):
    return desk.post(PAGE, desk.form(PAGE, PAGE).fields | GIVEN | changes)


def test_application_is_registered_allowed_and_deleted(firm, desk):
    made = register(desk)
    client = OauthClient.of(firm).get()
    secret, path = SECRET.search(made.text)[0], f"{PAGE}/{client.id}"
    assert client.redirect_uris == ["https://calendar.example/back", "https://calendar.example/other"]
    assert (client.has_secret(secret), client.pkce) == (True, "required")

    user = a_user(firm)
    issue_code(user, client, ["matters:read"], client.redirect_uris[0], "challenge")
    page = desk.get(path).text
    assert (user.email in page, SECRET.search(page)) == (True, None)
    consent = Consent.of(firm).get()
    desk.submit(path, f"{path}/consents/{consent.id}/withdraw")
    assert Consent.of(firm).count() == 0

    renewed = SECRET.search(desk.submit(path, f"{path}/rotate-secret").text)[0]
    changed = OauthClient.fetch(firm, client.id)
    assert (changed.has_secret(renewed), changed.has_secret(secret)) == (True, True)

    fields = desk.form(path, path).fields | GIVEN
    assert desk.post(path, fields | {"name": "Agenda", "pkce": "no"}).headers["Location"] == f"{path}?done=saved"
    changed = OauthClient.fetch(firm, client.id)
    assert (changed.name, changed.pkce) == ("Agenda", "optional")

    assert desk.submit(path, f"{path}/delete").headers["Location"] == f"{PAGE}?done=deleted"
    assert desk.get(path).status_code == 404


@pytest.mark.parametrize(("changes", "said"), [
    ({"redirect_uris": "http://calendar.example/"}, "one per line"), ({"redirect_uris": ""}, "one per line"),
    ({"scopes": []}, "Choose at least one"), ({"name": ""}, "Enter a name"),
    ({"public": "yes", "pkce": "no"}, "always needs a code challenge"),
], ids=["plain-http", "none", "scopes", "name", "pkce"])
def test_what_is_wrong_is_said_and_nothing_is_registered(firm, desk, changes, said):
    answer = register(desk, **changes)

    assert (answer.status_code, said in answer.text, OauthClient.of(firm).count()) == (422, True, 0)


def test_change_is_checked(firm, desk):
    register(desk, public="yes", redirect_uris="http://127.0.0.1/back")
    client = OauthClient.of(firm).get()
    path = f"{PAGE}/{client.id}"
    fields = desk.form(path, path).fields | GIVEN

    for changes, said in (({"redirect_uris": "ftp://x"}, "one per line"), ({"scopes": []}, "Choose at least one"),
                          ({"name": "\0"}, "Enter a name")):
        answer = desk.post(path, fields | changes)
        assert (answer.status_code, said in answer.text) == (422, True)
    answer = desk.post(f"{path}/rotate-secret", fields)
    assert "has no secret" in desk.get(answer.headers["Location"]).text
    assert OauthClient.fetch(firm, client.id).redirect_uris == ["http://127.0.0.1/back"]


def test_what_somebody_else_has_changed_of_an_application_meanwhile_stays(firm, desk, signed_in_as):
    register(desk)
    client = OauthClient.of(firm).get()
    path = f"{PAGE}/{client.id}"
    opened = desk.form(path, path).fields | GIVEN
    signed_in_as(a_user(firm, "admin")).submit(path, path, scopes=["matters:read"], redirect_uris="https://calendar.example/safe")
    answer = desk.post(path, opened | {"name": "Diary"})
    assert (answer.status_code, 'dir="auto">https://calendar.example/safe</dd>' in answer.text) == (409, True)
    assert OauthClient.fetch(firm, client.id).redirect_uris == ["https://calendar.example/safe"]
    form = next(each for each in desk.forms_of(answer.text) if each.action == path).fields
    assert desk.post(path, form | GIVEN | {"name": "Diary"}).status_code == 303
    changed = OauthClient.fetch(firm, client.id)
    assert (changed.name, len(changed.redirect_uris)) == ("Diary", 2)


def test_consent_is_withdrawn_also_by_a_firm_that_only_reads(firm, desk):
    register(desk)
    client = OauthClient.of(firm).get()
    issue_code(a_user(firm), client, ["matters:read"], client.redirect_uris[0], "challenge")
    firm.change(read_only_from=now())
    path = f"{PAGE}/{client.id}"
    assert desk.submit(path, f"{path}/consents/{Consent.of(firm).get().id}/withdraw").status_code == 303
    assert Consent.of(firm).count() == 0
    assert desk.submit(path, f"{path}/delete").status_code == 402


def test_other_roles_and_firms_find_nothing(firm, desk, rival, signed_in_as):
    register(desk)
    path = f"{PAGE}/{OauthClient.of(firm).get().id}"
    stranger = signed_in_as(a_user(rival, "admin"))
    form = stranger.form(PAGE, PAGE).fields

    assert (stranger.get(path).status_code, "Calendar" in stranger.get(PAGE).text) == (404, False)
    assert [stranger.post(f"{path}{act}", form | GIVEN).status_code
            for act in ("", "/delete", "/rotate-secret", "/consents/con_x/withdraw")] == [404] * 4
    assert signed_in_as(a_user(firm, "paralegal")).get(path).status_code == 404
