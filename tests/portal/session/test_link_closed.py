"""A link that is not open: the page says what to do and does not reveal whose link it is (docs/portal.md)."""

from datetime import timedelta

import pytest

from intake.accounts.firms.actions import suspend
from intake.cases.clients.models import Client
from intake.cases.matters.actions import update
from intake.core.clock import now
from intake.portal.links.actions import revoke
from tests.builders import a_client, an_intake_link
from tests.portal.conftest import heading

PLACES = ("", "/form", "/form/1", "/form/review", "/done", "/documents")
WRITING = ("/form/1", "/form/review")


def replace(portal):
    an_intake_link(portal.matter, portal.matter)


def change_client(portal):
    update(portal.link, portal.link.matter_id, client_id=a_client(portal.matter).id)


CLOSINGS = [
    ("expired", lambda portal: portal.link.change(expires_at=now() - timedelta(seconds=1)), 410,
     "This link has expired", "intake_link_expired"),
    ("revoked", lambda portal: revoke(portal.link, portal.link.matter_id), 410,
     "This link is no longer in use", "intake_link_revoked"),
    ("replaced", replace, 410, "This link is no longer in use", "intake_link_revoked"),
    ("another client", change_client, 410, "This link is no longer in use", "intake_link_revoked"),
    ("closed", lambda portal: update(portal.link, portal.link.matter_id, status="closed"), 410,
     "Nothing is being collected here now", "intake_link_closed"),
    ("archived", lambda portal: update(portal.link, portal.link.matter_id, status="archived"), 410,
     "Nothing is being collected here now", "intake_link_closed"),
    ("suspended", lambda portal: suspend(portal.link.firm_id), 404,
     "This link does not work", "intake_link_not_found"),
]
BY_NAME = {"ids": [each[0] for each in CLOSINGS]}


def secrets_of(portal, firm):
    """What must not be readable without an open link."""
    client = Client.fetch(firm, portal.link.client_id)
    return ("Ünal", client.first_name, client.last_name, portal.matter.title, firm.slug, firm.email, "Your full name")


@pytest.mark.parametrize(("name", "close", "status", "title", "code"), CLOSINGS, **BY_NAME)
def test_every_page_is_closed_and_reveals_nothing(portal, firm, name, close, status, title, code):
    secrets = secrets_of(portal, firm)
    close(portal)

    for place in PLACES:
        answer = portal.get(place)
        assert (answer.status_code, heading(answer)) == (status, title)
        assert [secret for secret in secrets if secret in answer.text] == []
        assert portal.link.token not in answer.text


@pytest.mark.parametrize(("name", "close", "status", "title", "code"), CLOSINGS, **BY_NAME)
def test_nothing_is_saved(portal, name, close, status, title, code):
    form = portal.form
    given = portal.fields("/form/1") | {"q.full_name": "Ana"}
    close(portal)

    for place in WRITING:
        assert portal.post(place, given).status_code == status
        answer = portal.post(place, given, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert type(form).fetch(form, form.id).draft == {}


@pytest.mark.parametrize("token", ["x", "x" * 38, "x" * 5000, "%00", "%ED%A0%80", "' OR 1=1 --", "..", "<script>"])
def test_a_wrong_link(browser, token):
    answer = browser.get(f"/p/{token}")

    assert (answer.status_code, heading(answer)) == (404, "This link does not work")
    assert "call your law firm" in answer.text


def test_unknown_paths_of_a_link_redirect_to_the_welcome_page(portal, browser):
    for rest in ("/", ".", "/welcome", "/form/x", "/documents/doc_1/uploads", "/a/b/c"):
        answer = portal.get(rest, follow_redirects=True)
        assert answer.status_code == (404 if rest == "." else 200), rest
        assert answer.mimetype == "text/html"
    assert heading(browser.get("/p/nothing/at/all")) == "This link does not work"
    assert heading(browser.get("/p")) == "This link does not work"


def test_a_token_gives_access_to_its_own_intake_only(portal_of, firm, rival):
    ours = portal_of(documents=1, client={"first_name": "Ours"})
    theirs = portal_of(documents=1, client={"first_name": "Theirs"}, scope=rival)

    assert "Hello Ours" in ours.get().text
    assert "Hello Theirs" in theirs.get().text
    assert "Ünal" not in theirs.get().text
    ours.submit("/form/1", **{"q.full_name": "Only ours"})
    assert theirs.form.draft == {}


def test_the_link_of_a_reactivated_matter_is_open_again(portal, firm):
    update(firm, portal.link.matter_id, status="archived")
    assert portal.get().status_code == 410
    update(firm, portal.link.matter_id, status="active")

    assert portal.get().status_code == 200


def test_it_is_translated(browser):
    answer = browser.get("/p/x", headers={"Accept-Language": "es-MX,es;q=0.9"})

    assert heading(answer) == "Este enlace no funciona"
    assert '<html lang="es">' in answer.text


def test_it_is_not_indexed_and_runs_no_script(browser):
    headers = browser.get("/p/x").headers

    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert (headers["Referrer-Policy"], headers["Cache-Control"]) == ("no-referrer", "no-store")
    assert "script-src" not in headers["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
