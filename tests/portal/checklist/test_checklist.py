"""`/p/<token>/documents`: the checklist (docs/portal.md)."""

import io
import re
from contextlib import closing
from datetime import UTC, datetime

import pytest
from PIL import Image

from intake.accounts.audit.models import AuditEntry
from intake.cases.client_merges.actions import merge
from intake.cases.documents.actions import note as write_note
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.uploads.actions import INFECTED_NOTES, confirm, review
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import CLEAN, INFECTED
from intake.core.errors import NotFound
from intake.messaging.notifications.models import Notification
from intake.portal.checklist.items import Item
from intake.portal.rejections.models import returned_documents
from tests.builders import PDF, PNG, a_client, a_document, an_intake_link, an_issued_upload, an_upload
from tests.core.answers import data
from tests.portal.conftest import Portal

HOSTILE = "<script>alert(1)</script> & \"quotes\" {{ 777 * 777 }}"


@pytest.fixture
def ask(portal_of, firm):
    """Request documents from a client, and return the portal and the documents: `ask({"name": "Passport"}, …)`."""

    def make(*documents, **options):
        portal = portal_of(**options)
        return portal, [a_document(firm, portal.matter, **values) for values in documents]

    return make


def text_of(page):
    """Return the text of the page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text))


def card(page, document):
    """Return the item's part of the page."""
    pattern = rf'<li class="item [^>]*id="{document.id}".*?(?=<li class="item|</section>)'
    return re.search(pattern, page.text, re.DOTALL)[0]


def states(page):
    """Return the state of each item, in the order of the page."""
    return re.findall(r'<li class="item (\w+)"', page.text)


def test_items_are_grouped_and_the_required_ones_come_first(ask):
    portal, _ = ask(
        {"name": "Pay slips", "category": "Money", "required": False}, {"name": "Passport", "category": "About you"},
        {"name": "Tax return", "category": "Money"}, {"name": "Anything else", "required": False})

    headings = re.findall(r"<h[23][^>]*>(.*?)</h", portal.get("/documents").text)

    assert headings == ["Money", "Tax return", "Pay slips", "About you", "Passport", "Other documents", "Anything else"]


def test_an_item_shows_description_instructions_and_limits(ask):
    portal, (document,) = ask({
        "name": "Passport", "description": "It proves who you are.", "instructions": "Open it.\nTake a photo.",
        "accepted_types": ["application/pdf", "image/jpeg", "image/*"], "max_file_size_mb": 7})

    item = card(portal.get("/documents"), document)

    for part in ("Passport", "It proves who you are.", "Open it.\nTake a photo.", 'data-kinds="pictures, PDF, JPEG"',
                 'data-limit="7340032"', 'data-types="application/pdf,image/jpeg,image/*"', 'data-takes="photos"'):
        assert part in item


def test_numbered_instructions_become_a_list(ask):
    portal, (document,) = ask({"name": "Passport", "instructions": "1. Open <it>.\n2. Take a photo."})

    assert re.findall(r"<li>(.*?)</li>", card(portal.get("/documents"), document)) == [
        "Open &lt;it&gt;.", "Take a photo."]


@pytest.mark.parametrize(("text", "steps"), [
    ("1. Open it.\n2) Close it.", ["Open it.", "Close it."]), ("1. One\n\n 2. Two ", ["One", "Two"]),
    ("Open it.\n1. Close it.", None), ("2. Two\n3. Three", None), ("1.5 pages", None), ("", None),
], ids=["steps", "blanks", "preamble", "from-two", "number", "nothing"])
def test_steps_need_every_line_numbered(text, steps):
    assert Item(DocumentRequest(), {"instructions": text}, []).steps == steps


def unfolded(page):
    """Return the names of the unfolded items on the page."""
    return re.findall(r'<details open>\s*<summary[^>]*><span><h3>(.*?)</h3>', page.text)


def test_what_is_open_comes_first_and_the_first_of_it_is_unfolded(ask, firm, put):
    portal, documents = ask({"name": "Optional", "required": False}, *[{"name": name} for name in "abcd"])
    an_upload(firm, put, documents[1])
    review(firm, an_upload(firm, put, documents[3]).id, "rejected", "Blurred.")

    page = portal.get("/documents")

    assert re.findall(r"<h[23][^>]*>(.*?)</h", page.text) == [
        "Please send again", "c", "What is needed", "b", "d", "Optional", "What you have sent", "a"]
    assert unfolded(page) == ["c"]
    assert f'class="next" href="#{documents[3].id}"' in page.text
    assert re.findall(r'id="(\w+)" data-awaited', page.text) == [documents[place].id for place in (3, 2, 4)]
    for document in documents:
        document.change(status="uploaded")
    assert "data-awaited" not in portal.get("/documents").text
    assert 'class="next"' not in portal.get("/documents").text
    assert '<details class="done" open>' in portal.get("/documents").text


def test_items_are_translated(ask):
    portal, (document,) = ask({"name": "Passport"}, headers={"Accept-Language": "es"})
    document.change(translations={"es": {"name": "Pasaporte"}})

    page = portal.get("/documents")

    assert "Pasaporte" in page.text
    assert "0 de 1 completos" in page.text
    assert page.headers["Content-Language"] == "es"


def test_a_page_of_forty_items_is_small(ask):
    portal, _ = ask(*[{"name": f"Document number {number}", "description": "Why we need it, in a sentence or two.",
                       "instructions": "1. Open it.\n2. Take a photo."} for number in range(40)])
    page = portal.get("/documents")
    whole = len(page.data)
    at_first = re.sub(r'<template id="for-photos">.*?</template>', "", page.text)  # loaded with the first photo
    assert at_first != page.text
    for path in re.findall(r'(?:src|href)="(/static/[^"]+|/p/colors/[^"]+)"', at_first):
        with closing(portal.browser.get(path)) as answer:
            whole += len(answer.data)

    assert whole <= 100 * 1024


def test_a_camera_is_offered_for_items_that_take_pictures_or_pdfs(ask):
    portal, (text, contract, picture) = ask(
        {"accepted_types": ["text/plain"]}, {"accepted_types": ["application/pdf"]}, {"accepted_types": ["image/*"]})
    page = portal.get("/documents")

    assert 'data-takes="files"' in card(page, text)
    assert ' data-pages data-takes="photos"' in card(page, contract)
    assert 'data-kinds="PDF, photos"' in card(page, contract)
    assert 'data-takes="photos"' in card(page, picture)
    assert "data-pages" not in card(page, text) + card(page, picture)


def test_markup_in_the_firms_texts_is_escaped(ask, firm, put):
    portal, (document,) = ask(dict.fromkeys(("name", "description", "instructions", "category"), HOSTILE))
    review(firm, an_upload(firm, put, document, filename=HOSTILE).id, "rejected", HOSTILE)

    page = portal.get("/documents").text

    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 6
    assert "603729" not in text_of(portal.get("/documents")).replace("&#34;", "")


def test_every_state_is_shown_in_words(ask, firm, put):
    portal, documents = ask(*[{"name": name} for name in "abcdef"])
    uploads = [an_upload(firm, put, document) for document in documents[1:]]
    uploads[1].change(scan_status=CLEAN)
    review(firm, uploads[2].id, "approved")
    review(firm, uploads[3].id, "rejected", "The date is missing.")
    review(firm, uploads[4].id, "rejected", INFECTED_NOTES.format("Eicar"))
    uploads[4].change(scan_status=INFECTED)

    page = portal.get("/documents")

    assert states(page) == ["rejected", "infected", "needed", "checking", "received", "approved"]
    for words in ("Needed", "Received, being checked", "Received, in review", "Approved",
                  "Please send again", "The date is missing.", "Please send another file", "3 of 6 complete"):
        assert words in text_of(page)
    assert "Eicar" not in page.text
    assert 'max="6" value="3"' in page.text


def test_a_rejection_without_a_reason(ask, firm, put):
    portal, (document,) = ask({"name": "Passport"})
    review(firm, an_upload(firm, put, document).id, "rejected")

    assert "No reason was given." in portal.get("/documents").text


def test_only_required_items_count_unless_none_is_required(ask, firm, put):
    portal, (first, _) = ask({"name": "a"}, {"name": "b", "required": False})
    an_upload(firm, put, first)
    assert "1 of 1 complete" in portal.get("/documents").text
    assert "All documents that" in portal.get("/documents").text

    first.change(required=False)
    assert "1 of 2 complete" in portal.get("/documents").text


def test_every_file_is_listed_and_can_be_removed_until_its_review(ask, firm, put):
    portal, (document,) = ask({"name": "Pages"})
    first = an_upload(firm, put, document, filename="first.pdf")
    second = an_upload(firm, put, document, filename="second.pdf")
    review(firm, first.id, "rejected", "Blurred.")

    item = card(portal.get("/documents"), document)

    assert item.index("second.pdf") < item.index("first.pdf")
    assert re.findall(r"/uploads/(\w+)/remove", item) == [second.id]


def test_a_file_that_was_sent_before_is_named_once(ask, firm, put):
    portal, (document, other) = ask({"name": "Pages"}, {"name": "Others"})
    for each in (document, other):
        an_upload(firm, put, each, filename="one.pdf")
    said = "A file with this name and size was sent before."
    assert said not in portal.get("/documents").text
    an_upload(firm, put, document, filename="two.pdf")
    again = an_upload(firm, put, document, filename="one.pdf")

    page = portal.get("/documents")
    rows = re.findall(r'<li class="file .*?</li>', card(page, document), re.DOTALL)
    assert [said in row for row in rows] == [again.id in row for row in rows] == [True, False, False]
    assert said not in card(page, other)
    review(firm, again.id, "approved")
    assert said not in portal.get("/documents").text


def test_a_file_is_removed_by_a_form(ask, firm, put):
    portal, (document,) = ask({"name": "Passport"})
    upload = an_upload(firm, put, document)

    answer = portal.browser.submit(portal.path("/documents"), portal.path(f"/uploads/{upload.id}/remove"))

    assert (answer.status_code, answer.location) == (303, portal.path("/documents"))
    assert states(portal.get("/documents")) == ["needed"]
    assert not Upload.of(firm).where(Upload.id == upload.id).exists()


def test_a_client_says_what_they_do_not_have(ask, firm, worker):
    portal, (document, other) = ask({"name": "Passport"}, {"name": "Tax return"})
    place = f"/documents/{document.id}/note"
    assert f'href="documents/{document.id}/note"' in card(portal.get("/documents"), document)

    answer = portal.submit(place, note=f"  It was stolen.\r\n{HOSTILE}\0 ")

    assert (answer.status_code, answer.location) == (303, portal.path(f"/documents#{document.id}"))
    assert DocumentRequest.fetch(firm, document.id).client_note == f"It was stolen.\n{HOSTILE}"
    page = portal.get("/documents")
    assert "It was stolen.\n&lt;script&gt;" in card(page, document)
    assert (unfolded(page), "0 of 2 complete" in page.text) == (["Tax return"], True)
    worker.settle()
    (notice,) = Notification.of(firm)
    assert (notice.type, notice.data) == ("document_noted", {
        "matter_id": portal.link.matter_id, "document_id": document.id})
    assert "stolen" not in notice.message
    assert portal.submit(place, note="x" * 1001).status_code == 422
    assert portal.post(place, {"note": "Forged"}).status_code == 400
    fields = portal.fields(place)
    for unreachable in (a_document(firm).id, "doc_x"):
        assert portal.get(f"/documents/{unreachable}/note").status_code == 404
        answer = portal.post(f"/documents/{unreachable}/note", fields | {"note": "Lost"})
        assert (answer.status_code, "\nLost</textarea>" in answer.text) == (404, True)
    portal.submit(place, note="")
    assert DocumentRequest.fetch(firm, document.id).client_note is None
    answer = portal.submit(place, note=" \r\n")
    assert (answer.status_code, "Please answer this question." in answer.text) == (422, True)
    other.change(status="uploaded")
    answer = portal.submit(f"/documents/{other.id}/note", note="Too late")
    assert (answer.status_code, "\nToo late</textarea>" in answer.text) == (409, True)
    assert DocumentRequest.fetch(firm, other.id).client_note is None


def test_what_the_firm_asks_for_again_is_needed_again(ask, api, firm):
    portal, (document,) = ask({"name": "Passport"})
    portal.submit(f"/documents/{document.id}/note", note="It was stolen.")
    assert unfolded(portal.get("/documents")) == []
    assert api.post(f"/documents/{document.id}/ask-again").json["data"]["client_note"] == "It was stolen."

    page = portal.get("/documents")
    assert ("It was stolen." in page.text, unfolded(page)) == (False, ["Passport"])
    assert AuditEntry.of(firm).where(AuditEntry.action == "document.asked_again").count() == 1


def test_what_was_written_before_a_file_came_does_not_excuse_it(ask, firm, put):
    portal, (document, _) = ask({"name": "Passport"}, {"name": "Tax return"})
    place = f"/documents/{document.id}/note"
    portal.submit(place, note="It was stolen.")
    page = portal.get("/documents")
    assert unfolded(page) == ["Tax return"]
    assert "You wrote about it" in card(page, document)
    review(firm, an_upload(firm, put, document).id, "rejected", "Too dark.")
    page = portal.get("/documents")
    assert unfolded(page) == ["Passport"]
    assert "It was stolen." not in page.text
    portal.submit(place, note="It is no better.")
    page = portal.get("/documents")
    assert unfolded(page) == ["Tax return"]
    assert "It is no better." in card(page, document)
    assert "Please send again" in card(page, document)


def test_a_rendered_file_has_a_thumbnail(ask, firm, put, worker):
    portal, (document,) = ask({"name": "Passport"})
    upload = an_upload(firm, put, document, PNG, content_type="image/png")
    assert "<img" not in card(portal.get("/documents"), document)
    for _ in range(2):
        worker.settle()

    path = re.search(r'<img class="thumbnail" src="([^"]+)"', card(portal.get("/documents"), document))[1]

    with closing(portal.browser.get(path)) as answer:
        assert Image.open(io.BytesIO(answer.data)).size == (1, 1)
    upload.change(scan_status=INFECTED)
    assert "<img" not in card(portal.get("/documents"), document)


def test_removing_needs_a_valid_csrf_token(ask, firm, put):
    portal, (document,) = ask({"name": "Passport"})
    upload = an_upload(firm, put, document)
    portal.get("/documents")

    for form in ({}, {"csrf": "0" * 64}, {"csrf": "é\0"}):
        answer = portal.post(f"/uploads/{upload.id}/remove", form)
        assert answer.status_code == 400
        assert "did not recognize this form" in answer.text
    assert DocumentRequest.fetch(document, document.id).upload_id == upload.id


def test_a_file_that_cannot_be_removed_stays(ask, firm, rival, put):
    portal, (document,) = ask({"name": "Passport"})
    upload = an_upload(firm, put, document)
    form = portal.browser.form(portal.path("/documents"), portal.path(f"/uploads/{upload.id}/remove")).fields
    review(firm, upload.id, "approved")

    for other in (upload, an_upload(firm, put), an_upload(rival, put)):
        assert portal.post(f"/uploads/{other.id}/remove", form).status_code == 303
        assert Upload.fetch(other, other.id)
    assert states(portal.get("/documents")) == ["approved"]


def test_other_matters_are_not_shown(ask, firm, rival, portal_of):
    portal, _ = ask({"name": "Mine"})
    a_document(firm, name="Of another matter")
    a_document(rival, name="Of a rival")

    page = portal.get("/documents")

    assert "Mine" in page.text
    assert "Of a" not in page.text


def test_the_next_client_of_a_matter_sees_nothing_of_the_one_before(ask, firm, put):
    portal, (passport, visa, card_of_theirs) = ask({"name": "Passport"}, {"name": "Visa"}, {"name": "Card"})
    an_upload(firm, put, passport, filename="Ana Silva.pdf")
    review(firm, an_upload(firm, put, card_of_theirs, filename="Ana.pdf").id, "rejected", "Ana lives elsewhere by now.")
    note = f"/documents/{visa.id}/note"
    portal.submit(note, note="My husband has it.")
    late = an_issued_upload(firm, passport, filename="Ana, on its way.pdf")
    put(late.upload_url, PDF, late.content_type)
    update(firm, portal.matter.id, client_id=a_client(firm, first_name="Bo").id)
    confirm(firm, late.id)
    portal = Portal(portal.browser, an_intake_link(firm, portal.matter))

    pages = [portal.get(place).text for place in ("", "/documents", "/done", note)]

    assert [word for word in ("Ana", "husband") if any(word in page for page in pages)] == []
    assert states(portal.get("/documents")) == ["rejected", "needed", "received"]
    assert [(each.name, each.upload.review_in("en")) for each in returned_documents(portal.matter)] == [("Card", None)]
    portal.submit(note, note="My husband has it.")
    assert "husband" in portal.get(note).text
    upload = an_upload(firm, put, passport, filename="Bo.pdf")
    assert "Bo.pdf" in portal.get("/documents").text
    review(firm, upload.id, "rejected", "Blurred.")
    assert all("Blurred." in portal.get(place).text for place in ("", "/documents"))


def test_a_note_on_its_way_while_the_matter_gets_another_client_is_not_taken_for_theirs(firm, portal, while_locked):
    matter, document = portal.matter, a_document(firm, portal.matter)
    other = a_client(firm)

    def note():
        with pytest.raises(NotFound):
            write_note(firm, matter, document.id, "My husband has it.")

    while_locked(lambda: update(firm, matter.id, client_id=other.id), note)

    assert DocumentRequest.fetch(firm, document.id).client_note is None


def test_a_client_whom_the_matter_gets_again_sees_what_they_handed_in_and_nothing_of_the_other(ask, firm, put):
    portal, (passport, visa, card) = ask({"name": "Passport"}, {"name": "Visa"}, {"name": "Card"})
    ana, bo = portal.matter.client_id, a_client(firm, first_name="Bo").id
    an_upload(firm, put, passport, filename="Ana Silva.pdf")
    review(firm, an_upload(firm, put, card, filename="Ana’s card.pdf").id, "rejected", "Ana’s card has expired.")
    portal.submit(f"/documents/{visa.id}/note", note="My husband has it.")

    def seen_by(client_id):
        update(firm, portal.matter.id, client_id=client_id)
        portal_of_client = Portal(portal.browser, an_intake_link(firm, Matter.fetch(firm, portal.matter.id)))
        return "".join(portal_of_client.get(place).text for place in (
            "", "/documents", "/done", f"/documents/{visa.id}/note"))

    def awaited():
        return DocumentRequest.of(firm).where(DocumentRequest.awaits_client(), DocumentRequest.id == visa.id).exists()

    assert (re.findall("Ana|husband", seen_by(bo)), awaited()) == ([], True)
    an_upload(firm, put, passport, filename="Bo Berg.pdf")
    page = seen_by(ana)
    assert [word for word in ("Ana Silva.pdf", "Ana’s card.pdf", "Ana’s card has expired.", "My husband has it.",
                              "Bo Berg.pdf") if word not in page] == ["Bo Berg.pdf"]
    assert not awaited()
    page = seen_by(bo)
    assert ("Bo Berg.pdf" in page, re.findall("Ana|husband", page)) == (True, [])
    assert not re.search("Ana|husband|Bo Berg", seen_by(a_client(firm, first_name="Cy").id))
    merge(firm, ana, bo)
    page = seen_by(bo)
    assert [each for each in ("Ana Silva.pdf", "My husband has it.", "Bo Berg.pdf") if each not in page] == []


def test_the_version_changes_with_what_is_shown(ask, firm, put):
    portal, (document,) = ask({"name": "Passport"})
    seen = [data(portal.get("/documents.json"))]
    upload = an_upload(firm, put, document)
    seen.append(data(portal.get("/documents.json")))
    upload.change(scan_status=CLEAN)
    seen.append(data(portal.get("/documents.json")))
    review(firm, upload.id, "rejected", "Blurred.")
    seen.append(data(portal.get("/documents.json")))

    assert [progress["checking"] for progress in seen] == [False, True, False, False]
    assert len({progress["version"] for progress in seen}) == 4
    assert data(portal.get("/documents.json")) == seen[-1]
    assert f'data-version="{seen[-1]["version"]}"' in portal.get("/documents").text


def test_the_policy_allows_only_our_storage(portal, services):
    policy = portal.get("/documents").headers["Content-Security-Policy"]

    assert f"connect-src 'self' {services.env['S3_ENDPOINT_URL']};" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


def test_the_number_of_statements_does_not_grow_with_the_items(ask, firm, put, statements):
    portal, documents = ask(*[{"name": f"Document {number}"} for number in range(3)])
    an_upload(firm, put, documents[0])
    portal.get("/documents")
    with statements() as few:
        portal.get("/documents.json")
    for number in range(10):
        an_upload(firm, put, a_document(firm, portal.matter, name=f"More {number}"))
    with statements() as many:
        portal.get("/documents.json")

    assert len(many) == len(few) <= 3


def test_a_closed_link_is_an_error_for_scripts(portal):
    portal.link.change(revoked_at=datetime.now(UTC))

    answer = portal.get("/documents.json", headers={"Accept": "application/json"})

    assert (answer.status_code, answer.json["error"]["code"]) == (410, "intake_link_revoked")


def test_type_names():
    document = DocumentRequest(accepted_types=[
        "application/pdf", "image/*", "IMAGE/JPEG", "application/msword", "application/pdf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document"])

    assert Item(document, {}, []).type_names == ["PDF", "JPEG", "Word"]
