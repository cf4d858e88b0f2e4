"""Closing a firm: read-only at once, fully restored if cancelled, and completed once."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.local_time import to_local
from intake.integrations.connections.models import Integration
from intake.integrations.webhooks.models import Webhook
from intake.listeners import TASKS
from intake.messaging.notifications.models import FirmMessage
from intake.records.closing.actions import close, end_due, withdraw
from intake.records.closing.models import Closing
from intake.records.erasures.certificate import certificate_pdf, sha256_of
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE
from intake.records.exports.models import Export
from intake.web.formatting import format_date
from tests.builders import a_caller, a_client, a_communication, a_matter, a_user, an_intake_link
from tests.records.killed import killed
from tests.waiting import wait_until

FARTHEST_ZONES = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
"""At any moment the date in one of them differs from that in UTC."""
MATTER = {"title": "Silva", "practice_area": "family_law"}


def refusal(answer):
    return answer.status_code, answer.json["error"]["code"]


def test_leaving_firm_reads_and_exports_but_changes_nothing_until_it_stays(firm, api, signed_in_as, browser, worker):
    admin = a_user(firm, "admin")
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com").id)
    link = an_intake_link(firm, matter)
    hooks = [api.post("/webhooks", {"url": "https://example.com/hook", "events": ["*"]}).json["data"]["id"]
             for _ in range(2)]
    assert api.patch(f"/webhooks/{hooks[1]}", {"active": False}).status_code == 200
    Integration.ensure(matter, "clio")
    Integration.for_platform(firm, "clio").change(is_active=True)

    assert refusal(api.post("/firms/closing", {"name": "Rival LLP"})) == (422, "firm_name_differs")
    assert api.get("/firms/closing").json["data"]["leaving"] is False
    answer = api.post("/firms/closing", {"name": " Ünal &  Partners"}).json["data"]
    assert api.post("/firms/closing", {"name": firm.name}).json["data"] == answer
    assert (answer["leaving"], Export.of(firm).count(), Closing.of(firm).count()) == (True, 1, 1)
    assert Export.fetch(firm, answer["export_id"]).client_id is None
    assert [each.to for each in FirmMessage.of(firm).where(FirmMessage.occasion.startswith("closed"))] == [admin.email]

    assert refusal(api.post("/matters", MATTER)) == (423, "firm_leaving")
    assert refusal(api.patch(f"/matters/{matter.id}", {"title": "Other"})) == (423, "firm_leaving")
    assert api.get(f"/matters/{matter.id}").status_code == 200
    assert api.post("/exports", {"client_id": matter.client_id}).status_code == 202
    desk = signed_in_as(admin)
    page = desk.get(f"/clients/{matter.client_id}")
    assert "The firm is being closed" in page.text
    fields = {"csrf": desk.form("/settings/records/close").fields["csrf"]}
    assert desk.post(f"/matters/{matter.id}/messages", fields | {"message": "x"}).status_code in (404, 405, 423)
    assert desk.post("/settings/firm", fields).status_code == 423
    portal = browser.get(urlsplit(link.url).path)
    assert (portal.status_code, matter.title in portal.text) == (410, False)
    waiting = a_communication(firm, matter, status="queued")
    worker.perform_tasks()
    assert not Webhook.of(firm).where(Webhook.active).exists()
    assert not Integration.for_platform(firm, "clio").is_active
    assert type(waiting).fetch(firm, waiting.id).status != "sent"

    assert desk.post("/settings/records/close/take-back", fields).location.endswith("done=back")
    assert [hook.id for hook in Webhook.of(firm).where(Webhook.active)] == hooks[:1]
    assert Integration.for_platform(firm, "clio").is_active
    assert api.post("/matters", MATTER).status_code == 201
    assert refusal(api.delete("/firms/closing")) == (409, "firm_not_leaving")


def test_firm_on_hold_stays_read_only_until_the_hold_is_lifted(firm, api):
    hold = api.post("/legal-holds", {"client_id": a_client(firm).id, "reason": "Subpoena"}).json["data"]
    admin = a_user(firm, "admin")
    close(an_admin(firm), firm.name)
    over = now() + timedelta(days=31)
    for days in (0, 1):
        end_due(over + timedelta(days=2 * days))
    assert (Firm.fetch(firm.id).suspended_at, Erasure.of(firm).count()) == (None, 0)
    told = [each.to for each in FirmMessage.of(firm).where(FirmMessage.occasion.startswith("held"))]
    assert (told.count(admin.email), len(told)) == (1, 2), "each admin once"
    assert refusal(api.post("/matters", MATTER)) == (423, "firm_leaving")
    assert api.post(f"/legal-holds/{hold['id']}/lift").status_code == 200
    end_due(over + timedelta(days=4))
    assert Firm.fetch(firm.id).suspended_at is not None


def test_kill_9_erases_once_and_every_admin_gets_the_certificate(firm, services, mailbox):
    close(an_admin(firm), firm.name)
    a_user(firm, "admin")
    admins, over = {user.email for user in User.of(firm)}, now() + timedelta(days=31)
    killed(services, "closing", "end", 1, over.isoformat())
    assert (Firm.fetch(firm.id).suspended_at, Erasure.of(firm).count()) == (None, 0)

    def is_begun():  # once Postgres knows that the killed process, which has locked the closing, is gone
        end_due(over)
        return Erasure.of(firm).exists()

    wait_until(is_begun)
    erasure = Erasure.of(firm).get()
    TASKS["erase"].function(firm.id, erasure.id)
    assert {address for address, _ in Erasure.fetch(firm, erasure.id).mail_to} == admins
    killed(services, "certificate", "certificate", 2, firm.id, erasure.id)
    TASKS["mail_certificate"].function(firm.id, erasure.id)
    done = Erasure.fetch(firm, erasure.id)
    assert (done.status, done.mail_to) == (DONE, [])
    for admin in admins:
        [mail] = mailbox.mails(admin)
        assert sha256_of(done.certificate) in mail.get_body(("plain",)).get_content()
        [pdf] = mail.iter_attachments()
        assert pdf.get_content() == certificate_pdf(done.certificate)


def test_time_that_is_over_suspends_once_and_cannot_be_taken_back(firm, rival, api, at_once):
    close(an_admin(firm), firm.name)
    close(an_admin(rival), rival.name)
    withdraw(an_admin(rival))
    moment = now() + timedelta(days=29)
    end_due(moment)
    assert Firm.fetch(firm.id).suspended_at is None
    at_once(3, lambda _: end_due(moment + timedelta(days=2)))
    assert Firm.fetch(firm.id).suspended_at is not None
    assert Firm.fetch(rival.id).suspended_at is None
    assert AuditEntry.of(firm).where(AuditEntry.action == "firm.closing_ended").count() == 1
    assert refusal(api.delete("/firms/closing")) == (403, "firm_suspended")


@pytest.mark.parametrize("zone", FARTHEST_ZONES)
def test_mail_names_the_last_day_of_the_firms_own_calendar(firm, zone):
    firm.change(timezone=zone)
    close(an_admin(firm), firm.name)
    day = to_local(Closing.current(firm).erase_at, zone).date()
    [mail] = FirmMessage.of(firm).where(FirmMessage.occasion.startswith("closed"))
    assert f"Until {format_date(day, 'en')} everything" in mail.message


def an_admin(firm):
    return a_caller(firm, user=a_user(firm, "admin"))
