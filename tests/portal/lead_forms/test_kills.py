"""From a lead to the sealed letter, each step is killed between any two effects: nothing is lost or done twice."""

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engagement.leads.actions import update
from intake.engagement.leads.models import Lead, LeadMessage
from intake.engagement.letters.event_chain import LetterEvent
from intake.engagement.letters.library import create_template
from intake.engagement.letters.models import Letter
from intake.engagement.letters.page_images import render_pages
from intake.engagement.letters.verification import verify
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from intake.messaging.communications.models import Communication
from intake.portal.links.models import IntakeLink
from tests.browsing import Browser
from tests.builders import a_user
from tests.integrations.sync.killable import KillableRuns
from tests.killed_steps import kill_everywhere, posted
from tests.stand_ins.signer import Signer


def test_way_from_the_form_to_the_sealed_letter_survives_kill_9(app, services, firm, api, open_form, filled, leads_of,
                                                                announced, signed_in_as, worker, mailbox):
    path, sent = open_form(), filled()
    template = create_template(firm, "Flat fee", {"en": "We represent you, {{client.name}}."})

    def task(name, *ids):
        return {"task": name, "arguments": [firm.id, *ids]}

    def rows(*models):
        return [model.of(firm).count() for model in models]

    def planned(name):
        return Task.of(firm).where(Task.name == name).count()

    with KillableRuns(services, {}, "tests.killed_steps:perform") as runs:
        assert kill_everywhere(runs, posted(Browser(app), path, data=sent)) >= 2
        [lead] = leads_of()
        assert rows(Lead, LeadMessage) == [1, 1]
        assert [type for type, _ in announced()] == ["lead.created"]

        update(firm, lead.id, status="cleared")
        convert = posted(Browser(app), f"/api/v1/leads/{lead.id}/convert", json={"letter_template_id": template.id})
        assert kill_everywhere(runs, convert | {"headers": {"X-Api-Key": api.key}}) >= 2
        assert rows(Client, Matter, IntakeLink, Communication, Letter) == [1] * 5
        letter, lead = Letter.of(firm).get(), Lead.fetch(firm, lead.id)
        assert (lead.status, lead.matter_id, planned("send_letter")) == ("engaged", letter.matter_id, 1)

        assert kill_everywhere(runs, task("send_letter", letter.id)) >= 3
        letter = Letter.fetch(firm, letter.id)
        render_pages(letter)
        signer = Signer(app, letter)
        assert kill_everywhere(runs, task("invite_signer", signer.record.id)) >= 3
        mails = mailbox.mails(sent["email"])
        assert len({mail["Message-ID"] for mail in mails}) == 1
        assert signer.now.mailed_at

        signer.agree().read()
        form = signer.browser.form(signer.path, f"{signer.path}/sign").fields
        signature = form | {"name": "Ana Silva", "kind": "typed"}
        assert kill_everywhere(runs, posted(signer.browser, f"{signer.path}/sign", data=signature)) >= 2
        lawyer, console = signed_in_as(a_user(firm)), f"/matters/{letter.matter_id}/letters/{letter.id}"
        form = lawyer.form(console, f"{console}/countersign").fields | {"name": "Maya Ünal"}
        assert kill_everywhere(runs, posted(lawyer, f"{console}/countersign", data=form)) >= 2
        assert kill_everywhere(runs, task("seal_letter", letter.id)) >= 3

    worker.perform_tasks()
    letter = Letter.fetch(firm, letter.id)
    assert [each.type for each in LetterEvent.of_letter(letter)] == [
        "created", "sent", "invited", "consented", "read", "signed", "countersigned"]
    assert [each.key for each in storage.listed(f"{letter.folder}sealed/")] == [letter.sealed_key]
    assert verify(firm, letter.matter_id, letter.id)["ok"]
    types = [type for type, _ in announced()]
    for type in ("lead.created", "client.created", "matter.created", "intake.link.sent", "letter.sent",
                 "letter.signed", "letter.completed"):
        assert types.count(type) == 1, type
    assert rows(Client, Matter, IntakeLink, Letter) == [1] * 4
