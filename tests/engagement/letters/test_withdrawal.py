"""Letters that are withdrawn, also since their matter got another client, and what attempts to send them have left."""

import threading
from datetime import timedelta

import pytest

from intake.cases.client_merges.actions import merge, undo
from intake.cases.matters.actions import update as change_matter
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.engagement.letters.actions import create, send, void
from intake.engagement.letters.jobs import follow_letters, remove_unsent_pdfs
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from tests.builders import a_client
from tests.stand_ins.signer import Signer
from tests.waiting import is_waited_for, wait_until


def waiting():
    """Return how many connections wait for locks."""
    return db.execute_sql("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted").fetchone()[0]


def test_letter_is_withdrawn_from_the_former_client_of_its_matter(app, firm, matter, sent, worker):
    open_one, signed_one, draft = sent(), sent(), create(firm, matter.id, signers=[
        {"name": "Zoë Novák", "email": matter.client.email}], text="Dear {{client.name}}")
    signer, other = Signer(app, open_one).agree(), Signer(app, signed_one).agree().read().sign("Zoë")
    change_matter(firm, matter.id, client_id=a_client(firm, first_name="Bruno").id)
    closed = signer.get()
    assert (closed.status_code, open_one.title in closed.text) == (404, False), "before the job has run"
    assert signer.get("/document.pdf").status_code == 404

    worker.settle()
    assert (signer.letter.status, signer.letter.void_reason) == ("voided", "The matter got another client.")
    assert signer.get("/document.pdf").status_code == 404
    assert (other.letter.status, Letter.fetch(firm, draft.id).status) == ("signed", "draft")
    assert other.get().status_code == 200
    later = send(firm, matter.id, draft.id)
    since = Matter.fetch(firm, matter.id).client_since
    Letter.fetch(firm, later.id).change(sent_at=since + timedelta(seconds=1))
    change_matter(firm, matter.id, description="Changed")
    worker.settle()
    assert (Letter.fetch(firm, later.id).status, Signer(app, later).get().status_code) == ("sent", 200)


@pytest.mark.parametrize("is_undone", [False, True], ids=["another client", "a merge is undone"])
def test_letter_is_not_sent_whose_matter_gets_another_client_meanwhile(firm, matter, while_locked, is_undone):
    draft = create(firm, matter.id, signers=[{"name": "Zoë Novák", "email": matter.client.email}],
                   text="Dear {{client.name}}")
    former, other = matter.client_id, a_client(firm)
    if is_undone:
        merge(firm, former, other.id)

    def exchange():
        if is_undone:
            undo(firm, former)
        else:
            change_matter(firm, matter.id, client_id=other.id)

    def attempt():
        with pytest.raises(InvalidStatusTransition):
            send(firm, matter.id, draft.id)

    while_locked(lambda: Letter.fetch_locked(firm, draft.id), attempt, exchange)
    assert Letter.fetch(firm, draft.id).status == "draft"


def test_letter_is_voided_whose_matter_gets_another_client_while_it_is_being_sent(firm, matter, at_once, worker):
    draft = create(firm, matter.id, signers=[{"name": "Zoë Novák", "email": matter.client.email}], text="Hello")
    other, is_held, is_sending, is_changed = a_client(firm), *(threading.Event() for _ in range(3))

    def hold():
        with db.atomic():
            LetterSigner.fetch_locked(firm, draft.signers[0].id)
            is_held.set()
            wait_until(is_waited_for)  # the sending has read the matter
            is_sending.set()
            wait_until(lambda: is_changed.is_set() or waiting() == 2)

    def attempt():
        assert is_held.wait(60)
        send(firm, matter.id, draft.id)

    def exchange():
        assert is_sending.wait(60)
        change_matter(firm, matter.id, client_id=other.id)
        is_changed.set()

    at_once(3, lambda index: (hold, attempt, exchange)[index]())
    worker.settle()
    assert Letter.fetch(firm, draft.id).status == "voided"


def _decline(signer):
    place = f"{signer.path}/decline"
    return signer.browser.submit(place, place)


@pytest.mark.parametrize("end", [
    lambda app, letter: void(letter, letter.matter_id, letter.id),
    lambda app, letter: _decline(Signer(app, letter)),
    lambda app, letter: follow_letters(letter.expires_at)], ids=["voided", "declined", "expired"])
def test_letter_that_came_to_nothing_keeps_no_pdf_of_an_interrupted_sending(app, firm, sent, end):
    letter = sent(signers=[{"name": "Ana", "email": f"ana.{firm.slug}@example.com"}])
    attempt = f"{letter.folder}{'0' * 64}.pdf"
    storage.put(attempt, b"%PDF-1.7", "application/pdf")
    remove_unsent_pdfs(firm.id, letter.id)
    assert attempt in [found.key for found in storage.listed(letter.folder)], "it may be the one that is being sent"
    end(app, letter)
    [planned] = Task.select().where(Task.firm_id == firm.id, Task.name == "remove_unsent_pdfs")
    assert (planned.arguments, planned.due_at > now()) == ([firm.id, letter.id], True)
    remove_unsent_pdfs(*planned.arguments)
    keys = [found.key for found in storage.listed(letter.folder)]
    assert (attempt in keys, letter.document_key in keys) == (False, True)


def test_letter_that_was_sent_during_a_merge_ends_when_that_is_undone(app, firm, matter, sent, worker):
    """Its link opens nothing from that moment; what was signed earlier stays."""
    own, other = sent(), a_client(firm)
    merge(firm, matter.client_id, other.id)
    others, signed, late = sent(), sent(), sent()
    Signer(app, signed).agree().read().sign("Zoë")
    signer = Signer(app, late).agree().read()
    form = signer.browser.form(signer.path, f"{signer.path}/sign")
    undo(firm, matter.client_id)
    signer.browser.post(form.action, form.fields | {"name": "Zoë", "kind": "typed"})
    assert (signer.now.status, signer.letter.status) == ("read", "viewed")
    assert signer.get("/document.pdf").status_code == 404
    assert Signer(app, own).get().status_code == 200

    worker.settle()
    assert Matter.fetch(firm, matter.id).client_id == matter.client_id
    for letter in (others, late):
        ended = Letter.fetch(firm, letter.id)
        assert (ended.status, ended.void_reason) == ("voided", "The matter got another client.")
    assert [Letter.fetch(firm, letter.id).status for letter in (own, signed)] == ["sent", "signed"]
