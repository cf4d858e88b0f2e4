"""A link that is not open: the page gives advice and does not reveal whose link it is (docs/portal.md)."""

from datetime import timedelta

import pytest

from intake.accounts.audit.recording import reads
from intake.accounts.firms.actions import suspend
from intake.cases.clients.models import Client
from intake.cases.matters.actions import update
from intake.core.clock import now
from intake.messaging.communications.models import Communication
from intake.portal.links.actions import renew, revoke
from intake.portal.links.models import IntakeLink
from tests.builders import a_client, an_intake_link
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere
from tests.portal.conftest import heading
from tests.stand_ins.mailbox import plain

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
    """Return the texts that must not be readable without an open link."""
    client = Client.fetch(firm, portal.link.client_id)
    return ("Ünal", client.first_name, client.last_name, portal.matter.title, firm.slug, firm.email, "Your full name")


@pytest.mark.parametrize(("name", "close", "status", "title", "code"), CLOSINGS, **BY_NAME)
def test_every_page_is_closed_and_reveals_nothing(portal, firm, name, close, status, title, code):
    secrets = secrets_of(portal, firm)
    close(portal)

    for place in PLACES:
        answer = portal.get(place)
        assert (answer.status_code, heading(answer)) == (status, title)
        told = ("Ünal", firm.email) if name in ("expired", "closed", "archived") else ()
        assert [secret for secret in secrets if secret in answer.text and secret not in told] == []
        assert ("Send me a new link" in answer.text) == (name in ("expired", "revoked", "replaced", "another client"))


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


@pytest.mark.parametrize(("name", "close", "status", "title", "code"), CLOSINGS, **BY_NAME)
def test_what_was_typed_can_be_copied(portal, name, close, status, title, code):
    given = portal.fields("/form/2") | {"q.children": "Leo <b>\nMia", "q.has_children": "yes"}
    close(portal)

    assert "readonly aria-labelledby=\"unsaved\">\nLeo &lt;b&gt;\nMia</textarea>" in portal.post("/form/2", given).text
    assert "Leo" not in portal.post("/form/2", given | {"csrf": "x"}).text  # as from another site
    assert "<textarea" not in portal.post("/form/2", given | {"q.children": " "}).text
    assert portal.post("/form/2", given | {"q.children": "x" * 2_000_000}).status_code in (status, 413)


def ask_again(portal):
    """Ask for a new link on the page of a closed one."""
    return portal.browser.submit(portal.path(), portal.path("/renewal"))


def test_an_expired_link_brings_a_new_one(portal_of, firm, worker):
    portal = portal_of(client={"email": "ana@example.com"})
    portal.link.change(expires_at=now() - timedelta(seconds=1), sent_at=now() - timedelta(days=90))

    assert heading(ask_again(portal)) == "Look at your messages"
    assert heading(ask_again(portal)) == "Look at your messages"
    worker.perform_tasks()
    assert heading(ask_again(portal)) == "Look at your messages"
    worker.perform_tasks()

    (mail,) = Communication.of(firm)
    new = IntakeLink.current(portal.link, portal.link.matter_id).get()
    assert (mail.to, mail.link_public_part) == ("ana@example.com", new.public_part)
    assert new.id != portal.link.id
    assert portal.get().status_code == 410
    # The old link leads to the new one, but not again at once; even if that was sent by a very fast clock.
    for sent_at in (timedelta(minutes=-11), timedelta(days=1)):
        new.change(sent_at=now() + sent_at)
        ask_again(portal)
        worker.perform_tasks()
    assert Communication.of(firm).count() == 3
    assert IntakeLink.current(portal.link, portal.link.matter_id).get().id == new.id


def test_an_old_link_does_not_flood_its_client(portal_of, firm, worker):
    portal = portal_of(client={"email": f"ana.{firm.id.lower()}@example.com", "phone": "+15185550142"})
    portal.link.change(expires_at=now() - timedelta(seconds=1), sent_at=now() - timedelta(days=90))

    answers = set()
    for _ in range(8):
        answers.add(ask_again(portal).status_code)
        worker.perform_tasks()
        IntakeLink.update(sent_at=now() - timedelta(minutes=11)).where(IntakeLink.firm_id == firm.id).execute()

    assert answers == {202}
    assert Communication.of(firm).where(Communication.channel == "email").count() == 5


def test_answer_for_an_expired_link_keeps_its_language_and_names_the_firm(portal_of, branded):
    branded(phone="+15185550142")
    portal = portal_of(client={"custom_fields": {"language": "es"}})
    portal.link.change(expires_at=now() - timedelta(seconds=1))

    answer = ask_again(portal)

    assert heading(answer) == "Revise sus mensajes"
    assert "Ünal" in answer.text
    assert 'href="tel:+15185550142"' in answer.text


@pytest.fixture
def expired(portal_of, firm):
    """An expired link of a client with a unique address."""
    portal = portal_of(client={"email": f"ana.{firm.id.lower()}@example.com"})
    portal.link.change(expires_at=now() - timedelta(seconds=1), sent_at=now() - timedelta(days=90))
    return portal.link


def sent(firm, mailbox, worker, link):
    """Whether one mail was sent, and its link counts as sent."""
    worker.perform_tasks()
    [mail] = mailbox.mails(Client.fetch(firm, link.client_id).email)
    current = IntakeLink.current(link, link.matter_id).get()
    return current.token in plain(mail) and current.sent_at and Communication.of(firm).count() == 1


def test_worker_that_is_killed_sends_one_new_link(services, firm, expired, worker, mailbox):
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        assert kill_everywhere(runs, {"task": "renew_link", "arguments": [expired.id]})

    assert sent(firm, mailbox, worker, expired)


def test_asking_twice_at_once_sends_one_new_link(firm, expired, while_locked, worker, mailbox):
    while_locked(lambda: renew(expired), lambda: renew(expired))

    assert sent(firm, mailbox, worker, expired)


@pytest.mark.parametrize("close", [CLOSINGS[place][1] for place in (1, 3, 5, 6)],
                         ids=[CLOSINGS[place][0] for place in (1, 3, 5, 6)])
def test_what_was_withdrawn_stays_so_with_the_same_answer(portal, portal_of, firm, worker, close):
    expired = portal_of()
    expired.link.change(expires_at=now() - timedelta(seconds=1), sent_at=now())
    fields = expired.browser.form(expired.path(), expired.path("/renewal")).fields
    close(portal)

    answers = [expired.browser.post(f"/p/{token}/renewal", fields).text for token in (portal.link.token, "x" * 38)]
    worker.perform_tasks()

    assert answers[0] == answers[1]
    assert "Look at your messages" in answers[0]
    assert not Communication.of(firm).exists()


def test_new_links_are_asked_for_by_people_and_not_too_often(portal):
    portal.link.change(expires_at=now() - timedelta(seconds=1))

    assert portal.post("/renewal", {"csrf": "0" * 64}).status_code == 303
    assert [ask_again(portal).status_code for _ in range(10)].count(429) == 1


def test_programs_that_look_at_mails_do_not_open_a_link(portal):
    portal.get()
    reads.flush()
    assert portal.link.opened_at is None
    portal.get("/form/1")
    reads.flush()
    assert portal.link.opened_at is not None


@pytest.mark.parametrize("token", ["x", "x" * 38, "x" * 5000, "%00", "%ED%A0%80", "' OR 1=1 --", "..", "<script>"])
def test_a_wrong_link(browser, token):
    answer = browser.get(f"/p/{token}", follow_redirects=True)

    assert (answer.status_code, heading(answer)) == (404, "This link does not work")
    assert "call your law firm" in answer.text


def test_unknown_paths_of_a_link_redirect_to_the_welcome_page(portal, browser):
    for rest in ("/", "/welcome", "/form/x", "/documents/doc_1/uploads", "/a/b/c"):
        answer = portal.get(rest, follow_redirects=True)
        assert (answer.status_code, answer.mimetype) == (200, "text/html"), rest
    assert heading(browser.get("/p/nothing/at/all")) == "This link does not work"
    assert heading(browser.get("/p")) == "This link does not work"


def test_what_is_appended_to_the_token_is_left_out(portal, browser):
    for appended in (".", "%C2%A0", "%E2%80%9D.", "%E2%80%8B"):  # the last cannot be seen
        answer = browser.get(f"{portal.path()}{appended}?lang=es")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{portal.path()}?lang=es")
        assert browser.get(portal.path()[:-1] + appended, follow_redirects=True).status_code == 404


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
