"""The end of a letter, whose process is killed before each effect in turn: it is recorded completely, and once."""

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.matters.actions import update as change_matter
from intake.core.clock import now
from intake.engagement.letters.event_chain import LetterEvent
from intake.engagement.letters.models import Letter
from intake.engine.tasks.models import Task
from intake.messaging.notifications.models import Notification
from tests.browsing import Browser
from tests.builders import a_client
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere, posted
from tests.stand_ins.signer import Signer


@pytest.fixture(scope="module")
def runs(services):
    """Processes that may be killed."""
    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        yield runs


def void(app, api, letter):
    path = f"/api/v1/matters/{letter.matter_id}/letters/{letter.id}/void"
    return posted(Browser(app), path, json={}) | {"headers": {"X-Api-Key": api.key}}


def decline(app, api, letter):
    signer = Signer(app, letter)
    path = f"{signer.path}/decline"
    return posted(signer.browser, path, data=signer.browser.form(path).fields)


def expire(app, api, letter):
    letter.change(expires_at=now())
    return {"job": "follow_letters"}


def leave_the_client(app, api, letter):
    change_matter(letter, letter.matter_id, client_id=a_client(letter).id)
    return {"task": "void_letters_of_former_client", "arguments": [letter.matter_id]}


@pytest.mark.parametrize(("end", "status"), [
    (void, "voided"), (decline, "declined"), (expire, "expired"), (leave_the_client, "voided")])
def test_letter_ends_once(app, firm, api, sent, runs, announced, end, status):
    letter = sent()
    assert kill_everywhere(runs, end(app, api, letter)) >= 2
    assert Letter.fetch(firm, letter.id).status == status
    assert [each.type for each in LetterEvent.of_letter(letter)] == ["created", "sent", status]
    assert AuditEntry.of(firm).where(AuditEntry.action == f"letter.{status}").count() == 1
    assert Task.of(firm).where(Task.name == "remove_unsent_pdfs").count() == 1
    of_decline = int(status == "declined")
    assert [type for type, _ in announced()].count("letter.declined") == of_decline
    assert Notification.of(firm).where(Notification.type == "letter_declined").count() == of_decline
