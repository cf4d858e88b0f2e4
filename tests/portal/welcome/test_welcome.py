"""The first and the last page that clients see."""

from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import review
from intake.portal.links.jobs import complete_intake
from tests.builders import ANSWERS, a_document, a_user, an_upload
from tests.portal.conftest import heading


def test_the_welcome_page_lists_what_is_needed(portal):
    text = portal.get().text

    assert "Hello Ana" in text
    assert "3 questions" in text  # the fourth depends on an answer
    assert "Not started yet" in text  # although the firm knows the name
    assert "A document" in text
    assert "Which documents are needed" in text
    assert f"<li>{DocumentRequest.of(portal.link).get().name}</li>" in text
    assert "about 5 minutes" in text
    assert "You can stop at any time" in text
    assert f'href="{portal.path("/form")}">Start</a>' in text


def test_a_returning_client_continues_at_the_next_open_part(portal):
    portal.submit("/form/1", **{"q.full_name": "Ana Silva"})
    text = portal.get().text

    assert "Welcome back, Ana" in text
    assert "1 answered so far" in text
    assert f'href="{portal.path("/form")}">Continue</a>' in text
    assert portal.get("/form").location == portal.path("/form/2")


def test_spanish_sentences_suit_one_as_well_as_many(portal, firm, put):
    a_document(firm, portal.matter, required=False)
    portal.submit("/form/1", **{"q.full_name": "Ana Silva"})
    portal.get("?lang=es")
    text = portal.get().text
    assert "Ya respondió 1" in text
    assert "Hace falta entregar 1; los demás" in text

    an_upload(firm, put, a_document(firm, portal.matter))
    assert "Ya entregó 1, falta entregar 1" in portal.get().text


def test_after_the_form_the_documents_are_next(portal):
    answer_all(portal)
    text = portal.get().text

    assert "Sent, thank you" in text
    assert f'href="{portal.path("/documents")}">Continue</a>' in text
    assert heading(portal.get("/done")) == "Still to do"
    assert "What you have sent so far is safe." in portal.get("/done").text
    assert DocumentRequest.of(portal.link).get().name in portal.get("/done").text


def test_of_many_documents_the_button_is_not_far_away(portal, firm):
    for number in range(50):
        last = a_document(firm, portal.matter, name=f"Paper {number}")
    last.change(status="rejected")
    text = portal.get("/done").text
    assert text.count('class="mark"') == 1 + 8 + 1  # the answers, eight documents, and the others
    assert ">43 more</a>" in text
    assert "Paper 49" in text
    assert "about 3 hours" in portal.get().text


def test_the_last_page_thanks_only_for_what_was_done(portal):
    assert heading(portal.get("/done")) == "Still to do"
    assert "Thank you" not in portal.get("/done").text


def test_who_has_explained_what_they_lack_is_done_for_now(portal, firm, put):
    document = DocumentRequest.of(portal.link).get()
    portal.submit(f"/documents/{document.id}/note", note="It was <stolen>.")
    assert "You wrote that you do not have it." in portal.get("/done").text, "the form is still open"
    assert heading(portal.get("/done")) == "Still to do"
    answer_all(portal)
    last, first, checklist = (portal.get(place).text for place in ("/done", "", "/documents"))
    assert "<h1>Thank you, that is all for now</h1>" in last
    assert "It was &lt;stolen&gt;." in last
    assert ">Look at your answers</a>" in last
    assert ">Continue</a>" not in first + last
    assert "about 5 minutes" not in first
    assert "reads what you wrote about what you do not have" in first
    assert f'href="{portal.path("/done")}">Continue</a>' in checklist

    review(firm, an_upload(firm, put, document).id, "rejected", "Too dark.")
    assert heading(portal.get("/done")) == "Still to do"
    assert f'href="{portal.path("/documents")}">Continue</a>' in portal.get().text
    assert "is all for now" not in portal.get("/done").text


def test_the_last_page_of_a_complete_intake(portal, firm, put):
    answer_all(portal)
    upload = an_upload(firm, put, DocumentRequest.of(firm).get())
    complete_intake(portal.matter.id)
    text = portal.get("/done").text

    assert "All done, thank you" in text
    assert portal.path("/form/review") in text
    assert portal.path("/documents") in text
    assert "has everything it asked you for" in portal.get().text

    assert "class=\"contact\"" not in text
    assert "usually takes" not in text
    person = a_user(firm, first_name="Eva", last_name="Ruiz")
    portal.matter.change(assigned_attorney=person.id)
    Firm.fetch(firm.id).change(settings={"review_days": 2, "office_hours": "Monday to Friday, 9 to 5"})
    text = portal.get("/done").text
    for part in (">ER</span>", "<strong>Eva Ruiz</strong>", "Monday to Friday, 9 to 5", "This usually takes 2 days."):
        assert part in text
    for assigned, is_named in ((person.assigned_as[1], True), (person.id.replace("usr_", "crm_"), False),
                               (person.id, True)):
        portal.matter.change(assigned_attorney=assigned)
        assert ("Eva Ruiz" in portal.get().text) == is_named, assigned
    person.change(status="suspended")
    assert "Eva Ruiz" not in portal.get().text
    Firm.fetch(firm.id).change(settings={"retention_text": {"es": "Siete años.", "en": None}})
    assert '<p class="lines" lang="es" dir="auto">Siete años.</p>' in portal.get().text

    review(firm, upload.id, "rejected")
    assert "Please send it again" in portal.get("/done").text
    assert portal.path("/documents") in portal.get().text


def test_link_without_open_items(portal_of):
    portal = portal_of(form=[])

    assert "There is nothing for you to do at the moment" in portal.get().text
    assert heading(portal.get("/done")) == "Hello Ana"
    assert "What you have sent" not in portal.get("/done").text
    for place in ("/form", "/form/1", "/form/review"):
        answer = portal.get(place, follow_redirects=True)
        assert (answer.status_code, answer.request.path) == (200, portal.path("/done"))
        assert portal.post(place, {}).status_code in (303, 405)


def answer_all(portal):
    """Fill in the form and submit it."""
    portal.submit("/form/1", **{"q.full_name": ANSWERS["full_name"]})
    portal.submit("/form/2", **{"q.has_children": "yes", "q.children": "Leo"})
    assert portal.submit("/form/review").status_code == 303
