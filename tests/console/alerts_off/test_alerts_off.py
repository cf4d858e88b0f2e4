"""The link in an alert unsubscribes only its recipient, and only from alerts of its kind."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.db import db
from intake.messaging.communications.unsubscribing import alert_off_url
from intake.messaging.notifications.actions import record_notification, send_pending_alerts
from tests.browsing import Browser
from tests.builders import a_document, a_matter, a_user
from tests.stand_ins.mailbox import plain


@pytest.fixture
def alert(firm, worker, mailbox):
    """Send an alert and return each recipient's mails: `alert("1", person, firm)`."""
    def send(occasion, *recipients, type="document_uploaded"):
        matter = a_matter(firm)
        document = a_document(firm, matter)
        with db.atomic():
            record_notification(firm.id, type, occasion, {"matter_id": matter.id, "document_id": document.id},
                                matter=matter, document=document)
        send_pending_alerts(firm.id, type)
        worker.perform_tasks()
        return [mailbox.mails(each.email) for each in recipients]

    return send


def _path(mail):
    return "/" + mail["List-Unsubscribe"].strip("<>").split("/", 3)[3]


def test_link_ends_this_kind_to_this_person_and_brings_it_back(app, firm, alert, signed_in_as):
    firm.change(email=f"{firm.id}@example.com")
    person, program = a_user(firm), Browser(app)
    [[mail], [to_firm]] = alert("1", person, firm)
    path = _path(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"Get no more e-mails of this kind: {mail['List-Unsubscribe'].strip('<>')}" in plain(mail)

    assert "End these e-mails" in program.get(path).text
    assert User.fetch(firm, person.id).alerts_off == []  # opening it changes nothing
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [len(mails) for mails in alert("2", person, firm)] == [1, 2]
    assert len(alert("3", person, type="intake_completed")[0]) == 2
    entry = AuditEntry.select().where(AuditEntry.firm_id == firm.id, AuditEntry.record_id == person.id).order_by(
        AuditEntry.id.desc()).first()
    assert (entry.actor_type, entry.actor_id) == ("person", person.id)

    assert "no more e-mails" in program.get(path).text
    program.post(path, {"again": "yes"})
    assert len(alert("4", person)[0]) == 3

    program.post(_path(to_firm), {})
    assert Firm.fetch(firm.id).alerts_off == ["document_uploaded"]
    assert [len(mails) for mails in alert("5", person, firm)] == [4, 4]
    program.post(path, {})
    browser = signed_in_as(person)
    browser.submit("/account", action="/account/alerts/document_uploaded")
    assert User.fetch(firm, person.id).alerts_off == []


def test_other_addresses_do_nothing(app, firm):
    person, program = a_user(firm), Browser(app)
    path = "/" + alert_off_url("document_uploaded", person.id).split("/", 3)[3]
    assert program.get(path).status_code == 200
    for wrong in (path.replace("document_uploaded", "intake_completed"), path[:-1] + ("a" if path[-1] != "a" else "b"),
                  path.replace("document_uploaded", "everything"), path.replace(person.id, a_user(firm).id),
                  path.replace("alerts/document_uploaded", "reminders"), "/unsubscribe/alerts/document_uploaded/.x"):
        assert program.get(wrong).status_code == program.post(wrong, {}).status_code == 404
    assert User.fetch(firm, person.id).alerts_off == []
