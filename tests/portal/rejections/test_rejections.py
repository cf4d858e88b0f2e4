"""A rejection reaches the client: by their channels, on their page and by reminders (docs/behaviour.md, "Rejections").
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.actions import quarantine, review
from intake.core.clock import now
from intake.engine.tasks.actions import Postponed
from intake.engine.tasks.models import Task
from intake.engine.tasks.states import DELAYS
from intake.messaging.communications.delivery import DeliveryInProgress
from intake.messaging.communications.models import Communication
from intake.portal.links.actions import revoke
from intake.portal.links.models import IntakeLink
from intake.portal.rejections import jobs
from intake.portal.rejections.models import RejectionNotice
from intake.portal.reminders.actions import remind
from intake.portal.reminders.models import Reminder
from tests.browsing import Browser
from tests.builders import PNG, a_document, an_intake_link, an_upload
from tests.portal.conftest import Portal
from tests.stand_ins.mailbox import plain

COMPLETED = "intake.completed"
_TODAY = datetime.now(UTC)
NOON = _TODAY.replace(hour=17, minute=0) + timedelta(days=1)  # in New York, where the firm is
NIGHT = _TODAY.replace(hour=4, minute=0) + timedelta(days=1)


class Case:
    """A matter with uploaded documents: `case.reject("Passport", "Too dark.")`."""

    def __init__(self, firm, matter, worker, put):
        self.firm, self.matter, self._worker, self._put = firm, matter, worker, put
        self.link = an_intake_link(firm, matter)
        self.link.change(receipt_at=now())  # so that the only messages are those about rejections

    def request(self, name):
        return DocumentRequest.of(self.firm).where(DocumentRequest.name == name).get()

    def hand_in(self, name):
        upload = an_upload(self.firm, self._put, self.request(name), PNG, content_type="image/png")
        self.settle()
        return upload

    def reject(self, name, notes=None, **values):
        upload = review(self.firm, self.request(name).upload_id, "rejected", notes, **values)
        self.settle()
        return upload

    def settle(self):
        self._worker.settle()

    def tell(self, moment=NOON):
        """Send every pending notice."""
        for notice in RejectionNotice.of(self.firm):
            jobs.tell_of_rejections(notice.id, moment)
        return list(Communication.of(self.firm).order_by(Communication.channel))

    def send(self, moment=NOON):
        for message in Communication.of(self.firm):
            jobs.send_rejections(message.id, moment=moment)

    @property
    def link_now(self):
        return IntakeLink.for_job(self.link.id)

    def reminders(self):
        return sorted(row.due_at for row in Reminder.of(self.firm) if row.settled_at is None)


@pytest.fixture
def case_of(firm, reachable, worker, put):
    """Create a case with these documents, all uploaded: `case_of("Passport", "Lease")`."""

    def make(*names, client=None):
        matter = reachable(client=client)
        for name in names:
            a_document(firm, matter, name=name)
        case = Case(firm, matter, worker, put)
        for name in names:
            case.hand_in(name)
        return case

    return make


def test_a_rejection_after_completion_reaches_the_client(app, api, firm, case_of, mailbox, payloads):
    firm.change(settings={"sms_notifications": True})
    case = case_of("Passport", "Lease", "Photo", client={"custom_fields": {"language": "es"}})
    assert case.link_now.completed_at
    reasons = {reason["text"]["en"]: reason["id"] for reason in api.get("/review-reasons").json["data"]}
    blurred = next(id for text, id in reasons.items() if "blurred" in text)

    case.reject("Passport", "Página 2.", reason_id=blurred)
    case.reject("Lease", "Falta la firma.")

    assert case.link_now.completed_at is None
    [task] = Task.of(firm).where(Task.name == "tell_of_rejections")
    assert timedelta(minutes=4) < task.due_at - now() <= timedelta(minutes=5)
    assert [(due - now()).days for due in case.reminders()] == [2, 6, 13]
    assert [message.channel for message in case.tell()] == ["email", "sms"]
    case.send()
    [mail], [text] = mailbox.mails(case.matter.client.email), mailbox.texts(case.matter.client.phone)
    assert mail["Subject"] == "Envíe de nuevo 2 documentos"
    assert ("- Passport: La imagen está borrosa. Tómela de nuevo con buena luz y sin mover la cámara. Página 2.\n"
            "- Lease: Falta la firma.\n\nAbrir su lista: " + case.link.url) in plain(mail)
    assert ("Photo" in plain(mail), "\n\n\n" in plain(mail)) == (False, False)
    assert text == (f"{firm.name}: Ana, mande otra vez estos 2 documentos: Passport (La imagen esta borrosa. Tomela de "
                    "nuevo con buena luz y sin mover la camara. Pagina 2.); Lease (Falta la firma.): "
                    f"{case.link.url} STOP para no recibir SMS.")

    page = Portal(Browser(app), case.link).get().text
    assert page.index("Passport") < page.index("Falta la firma.") < page.index("3 documentos")
    assert f"/documents#{case.request('Lease').id}" in page

    case.hand_in("Passport")
    assert case.link_now.completed_at is None
    remind(NOON + timedelta(days=3))
    assert Communication.of(firm).where(Communication.reminder_id.is_null(False)).count() == 2
    case.hand_in("Lease")
    assert case.link_now.completed_at
    assert case.reminders() == []
    assert len(payloads(COMPLETED)) == 1


def test_a_rejection_before_completion_reaches_the_client(app, firm, case_of, mailbox):
    case = case_of("Passport")
    a_document(firm, case.matter, name="Lease")
    case.link.change(completed_at=None, announced_at=None)
    case.reject("Passport")

    case.tell()
    case.send()
    [mail] = mailbox.mails(case.matter.client.email)
    assert (mail["Subject"], mail["Auto-Submitted"]) == ("Please send a document again", "auto-generated")
    assert "- Passport\n\nOpen your list: " in plain(mail)
    assert "Lease" not in plain(mail)
    assert len(case.reminders()) == 3
    assert "Please send it again" in Portal(Browser(app), case.link).get().text


def test_an_infected_file_is_named_without_its_signature(firm, case_of, put, mailbox):
    firm.change(settings={"sms_notifications": True})
    case = case_of("Passport")
    upload = an_upload(firm, put, case.request("Passport"), PNG, content_type="image/png")
    quarantine(upload, "Win.Test.EICAR_HDB-1")
    case.settle()
    case.tell()
    case.send()
    [mail], [text] = mailbox.mails(case.matter.client.email), mailbox.texts(case.matter.client.phone)
    assert "- Passport: the virus scanner found something harmful in the file." in plain(mail)
    assert "Passport (a virus was found in the file)" in text
    assert "EICAR" not in plain(mail) + text


def test_what_was_sent_again_or_waived_is_not_named(api, firm, case_of, mailbox):
    case = case_of("Passport", "Lease", "Photo")
    for name in ("Passport", "Lease", "Photo"):
        case.reject(name, "Too dark.")
    case.hand_in("Passport")
    [message] = case.tell()
    assert "Lease" in message.message
    assert "Passport" not in message.message

    api.post(f"/documents/{case.request('Lease').id}/waive", {"reason": "We have it."})
    case.send()
    [mail] = mailbox.mails(case.matter.client.email)
    assert "Photo" in plain(mail)
    assert "Lease" not in plain(mail)
    assert case.link.url in plain(mail)


def test_without_anything_left_no_message_goes_out(firm, case_of, mailbox):
    case = case_of("Passport")
    case.reject("Passport")
    case.hand_in("Passport")
    assert case.tell() == []

    case.reject("Passport")
    [message] = case.tell()
    case.hand_in("Passport")
    case.send()
    assert Communication.for_job(message.id) is None
    assert mailbox.mails(case.matter.client.email) == []


def test_notice_that_could_not_be_sent_is_followed_by_another_that_names_all(firm, case_of):
    case = case_of("Passport", "Lease")
    case.reject("Passport")
    Task.of(firm).where(Task.name == "tell_of_rejections").get().change(attempts=len(DELAYS) + 1, due_at=now())
    case.settle()
    case.reject("Lease")
    assert Task.of(firm).where(Task.name == "tell_of_rejections", Task.failed_at.is_null()).exists()
    [message] = case.tell()

    assert "Passport" in message.message
    assert "Lease" in message.message


def test_an_expired_link_opens_again_and_a_revoked_one_does_not(app, firm, case_of):
    expired, revoked = case_of("Passport"), case_of("Lease")
    long_ago = now() - timedelta(days=1)
    expired.link.change(expires_at=long_ago, expired_at=long_ago)
    revoke(firm, revoked.matter.id)
    expired.reject("Passport")
    revoked.reject("Lease")

    link = expired.link_now
    assert timedelta(days=13) < link.expires_at - now() <= timedelta(days=14)
    assert link.expired_at is None
    assert Portal(Browser(app), link).get().status_code == 200
    assert Portal(Browser(app), revoked.link).get().status_code == 410
    assert [message.matter_id for message in expired.tell()] == [expired.matter.id]
    assert len(expired.reminders()) == 2


def test_an_optional_document_takes_no_completion_back(firm, case_of):
    case = case_of("Passport", "Photo")
    case.request("Photo").change(required=False)
    case.reject("Photo")
    assert case.link_now.completed_at
    assert len(case.tell()) == 1


def test_a_closed_matter_is_left_alone(firm, case_of):
    case = case_of("Passport")
    Matter.fetch(firm, case.matter.id).change(status="closed")
    case.reject("Passport")
    assert case.tell() == []


def test_workers_that_are_killed_or_two_send_one_message(firm, case_of, at_once, breaking, mailbox):
    case = case_of("Passport")
    upload = case.reject("Passport", "Too dark.")
    at_once(4, lambda _: jobs.return_document(upload.id))
    [notice] = RejectionNotice.of(firm)
    with breaking("tasks", "RAISE 'broken'"), pytest.raises(Exception, match="broken"):
        jobs.tell_of_rejections(notice.id, NOON)
    at_once(4, lambda _: jobs.tell_of_rejections(notice.id, NOON))
    jobs.return_document(upload.id)  # as after a kill of the worker after its commit
    assert RejectionNotice.of(firm).count() == 1
    [message] = Communication.of(firm)

    def send(_):
        with suppress(DeliveryInProgress):
            jobs.send_rejections(message.id, moment=NOON)

    at_once(4, send)
    assert len(mailbox.mails(case.matter.client.email)) == 1


def test_at_night_it_waits_for_the_morning(firm, case_of, mailbox):
    case = case_of("Passport")
    case.reject("Passport", "Too dark.")
    assert case.tell(NIGHT) == []
    due = Task.of(firm).where(Task.name == "tell_of_rejections").order_by(Task.due_at.desc()).get().due_at
    assert due > NIGHT
    [_message] = case.tell(due)
    with pytest.raises(Postponed) as postponed:
        case.send(NIGHT)
    assert (mailbox.mails(case.matter.client.email), postponed.value.until) == ([], due)
