"""The form, in parts, checked on the server, and never losing an answer (docs/portal.md)."""

import json
import re
from datetime import date

import pytest

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.known_answers import known_answers
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.core.clock import now
from intake.portal.links.actions import create, revoke
from intake.portal.links.completion import complete_if_all_is_in
from tests.builders import ANSWERS, FORM, a_document, an_upload
from tests.portal.conftest import Portal, heading

EVERY_TYPE = [
    {"id": "name", "type": "text", "label": "Name", "required": True},
    {"id": "story", "type": "long_text", "label": "Story"},
    {"id": "color", "type": "choice", "label": "Color", "options": ["Red", "Blue"]},
    {"id": "state", "type": "choice", "label": "State of birth", "options": [f"State {n}" for n in range(20)]},
    {"id": "pets", "type": "choices", "label": "Pets", "options": ["Dog", "Cat", "Fish"]},
    {"id": "born", "type": "date", "label": "Born"},
    {"id": "income", "type": "number", "label": "Income"},
    {"id": "married", "type": "yes_no", "label": "Married"},
    {"id": "mail", "type": "email", "label": "Mail"},
    {"id": "call", "type": "phone", "label": "Phone"},
    {"id": "home", "type": "address", "label": "Home"},
]
FILLED_IN = {
    "q.name": "Ana", "q.story": "One\r\nTwo", "q.color": "Blue", "q.state": "State 3", "q.pets": ["", "Cat", "Dog"],
    "q.born": "1990-02-28", "q.income": "$1,200.50", "q.married": "no", "q.mail": "ana@example.com",
    "q.call": "(518) 555-0142", "q.home.line1": "1 Main St", "q.home.line2": "", "q.home.city": "Troy",
    "q.home.state": "NY", "q.home.zip": "12180",
}


def wrong_of(answer):
    """Return the problems shown at the fields."""
    return re.findall(r'class="wrong" id="([^"]+)-wrong">.*?</span> (.*?)</p>', answer.text)


def shown(portal, place):
    """Return the values of the page's text fields by their names."""
    return dict(re.findall(r'<input id="([^"]+)" name="[^"]+" type="[^"]+" value="([^"]*)"', portal.get(place).text))


# Filling in -----------------------------------------------------------------------------------------------------------


def test_the_way_through_the_parts_and_the_review_to_the_documents(portal):
    assert portal.get("/form").location == portal.path("/form/1")  # the name is known, but what happened is not
    assert heading(portal.get("/form/1")) == "About you"

    assert portal.submit("/form/1", **{"q.full_name": "Ana Silva"}).location == portal.path("/form/2")
    answer = portal.submit("/form/2", **{"q.has_children": "yes", "q.children": "Leo"})
    assert answer.location == portal.path("/form/review")
    assert heading(portal.get("/form/review")) == "Check your answers"
    assert portal.submit("/form/review").location == portal.path("/documents")
    assert portal.form.answers == {"full_name": "Ana Silva", "has_children": True, "children": "Leo"}


def test_without_documents_the_last_page_follows(portal_of):
    portal = portal_of()
    portal.submit("/form/1", **{"q.full_name": "Ana Silva"})
    portal.submit("/form/2", **{"q.has_children": "no"})

    assert portal.submit("/form/review").location == portal.path("/done")
    assert portal.completed


def test_every_type_of_question_is_saved(portal_of):
    portal = portal_of(form=EVERY_TYPE)
    assert portal.post("/form/1", portal.fields("/form/1") | FILLED_IN).status_code == 303
    assert portal.submit("/form/review").status_code == 303

    assert portal.form.answers == {
        "name": "Ana", "story": "One\nTwo", "color": "Blue", "state": "State 3", "pets": ["Dog", "Cat"],
        "born": "1990-02-28", "income": 1200.5, "married": False, "mail": "ana@example.com", "call": "+15185550142",
        "home": {"line1": "1 Main St", "city": "Troy", "state": "NY", "zip": "12180"}}


def test_saved_answers_are_shown_again(portal_of):
    portal = portal_of(form=EVERY_TYPE)
    portal.post("/form/1", portal.fields("/form/1") | FILLED_IN)
    text = portal.get("/form/1").text

    assert shown(portal, "/form/1") | {"q.income": "$1,200.50", "q.home.city": "Troy"} == shown(portal, "/form/1")
    assert '<textarea id="q.story" name="q.story" rows="5">\nOne\nTwo</textarea>' in text
    assert re.findall(r'value="([^"]+)" (?:checked|selected)', text) == ["Blue", "State 3", "Dog", "Cat", "no"]


def test_the_review_shows_every_answer(portal_of):
    portal = portal_of(form=EVERY_TYPE)
    portal.post("/form/1", portal.fields("/form/1") | FILLED_IN)
    said = [" ".join(re.sub("<.*?>", " ", each).split())
            for each in re.findall(r"<dd>(.*?)</dd>", portal.get("/form/review").text, re.DOTALL)]

    assert said == ["Ana", "One Two", "Blue", "State 3", "Dog Cat", "February 28, 1990", "1200.5", "No",
                    "ana@example.com", "(518) 555-0142", "1 Main St Troy, NY 12180"]


def test_fields_have_input_modes_and_autocomplete(portal_of):
    form = [{"id": "full_name", "type": "text", "label": "Name"}, {"id": "phone", "type": "phone", "label": "Phone"},
            {"id": "email", "type": "email", "label": "E-mail"}, {"id": "pay", "type": "number", "label": "Pay"},
            {"id": "employer", "type": "text", "label": "Employer"}]
    text = portal_of(form=form).get("/form/1").text

    assert re.findall(r'id="q\.(\w+)" name="[^"]+" type="(\w+)"', text) == [
        ("full_name", "text"), ("phone", "tel"), ("email", "email"), ("pay", "text"), ("employer", "text")]
    assert re.findall(r'autocomplete="(.*?)"', text) == ["on", "name", "tel", "email"]
    assert re.findall(r'inputmode="(.*?)"', text) == ["tel", "email", "decimal"]


def test_known_answers_are_filled_in(portal_of):
    form = [{"id": "full_name", "type": "text", "label": "Name", "required": True},
            {"id": "home_address", "type": "address", "label": "Home"}]
    portal = portal_of(form=form, client={"address": {"line1": "1 Main St", "city": "Troy"}})

    assert shown(portal, "/form/1")["q.full_name"] == "Ana Silva"
    page_before = portal.fields("/form/1")
    assert portal.submit("/form/1", **{"q.full_name": ""}).status_code == 422
    assert portal.post("/form/1", page_before).status_code == 303
    assert portal.form.draft["full_name"] == "Ana Silva"
    assert portal.form.draft["home_address"]["city"] == "Troy"


@pytest.mark.parametrize(("number", "read"), [
    ("+15185550142", "(518) 555-0142"), ("+525512345678", "+52 55 1234 5678")])
def test_a_known_number_is_shown_as_people_write_it(portal_of, number, read):
    portal = portal_of(form=[{"id": "phone", "type": "phone", "label": "Phone"}], client={"phone": number})

    for _ in range(2):  # before and after it is saved
        assert shown(portal, "/form/1")["q.phone"] == read
        portal.submit("/form/1")
    portal.submit("/form/review")
    assert portal.form.answers == {"phone": number}


def test_known_answers_count_as_answered(portal_of):
    form = [{"id": "full_name", "type": "text", "label": "Name", "required": True},
            {"id": "phone", "type": "phone", "label": "Phone"},
            {"id": "color", "type": "text", "label": "Color", "required": True, "section": "More"}]
    portal = portal_of(form=form, client={"phone": "+9990000000"})

    assert portal_of(form=form[::2]).get("/form").location.endswith("/form/2")
    assert portal.get("/form").location == portal.path("/form/1"), "the number cannot be an answer"
    assert portal.submit("/form/2", **{"q.color": "Red"}).location == portal.path("/form/review")
    assert portal.submit("/form/review").status_code == 303
    assert portal.form.answers == {"full_name": "Ana Silva", "color": "Red"}

    Client.fetch(portal.link, portal.link.client_id).change(first_name="Anna")
    assert "You changed answers" not in portal.get("/form/review").text


def test_an_unlikely_answer_is_asked_once_more(portal_of):
    portal = portal_of(form=[{"id": "born", "type": "date", "label": "Born", "required": True, "when": "birth"},
                             {"id": "home", "type": "address", "label": "Home"}])
    answers = {"q.born": "1905-03-01", "q.home.line1": "1 Whitehall", "q.home.city": "London", "q.home.zip": "SW1A 2NS"}
    asked = portal.submit("/form/1", **answers)

    assert asked.status_code == 422
    assert re.findall(r'class="doubt" id="(.*?)-doubt">(.*?)</p>', asked.text) == [
        ("q.born", "This is more than a hundred years ago. Is it right?"),
        ("q.home", "This seems to be outside the United States. Is it right?")]
    assert portal.form.draft["born"] == "1905-03-01"

    confirmed = dict(re.findall(r'name="(sure\..*?)" value="(.*?)"', asked.text))
    assert portal.submit("/form/1", **answers, **dict.fromkeys(confirmed, "other")).status_code == 422
    assert portal.submit("/form/1", **answers, **confirmed).location == portal.path("/form/review")
    assert portal.submit("/form/1", **answers | {"q.born": "1904-03-01"}, **confirmed).status_code == 422
    refused = portal.submit("/form/1", **answers | {"q.born": "2150-01-01"}, **confirmed)
    assert wrong_of(refused) == [("q.born", "Please enter a date that is not in the future.")]


def test_a_long_pause_loses_nothing(portal_of):
    """The link expires meanwhile; a new one leads to the same answers."""
    portal = portal_of(form=EVERY_TYPE)
    portal.post("/form/1", portal.fields("/form/1") | FILLED_IN)
    portal.link.change(expires_at=now())
    assert portal.get("/form/1").status_code == 410
    again = Portal(portal.browser, create(portal.link, portal.link.matter_id, []))

    values = shown(again, "/form/1")
    assert [values[f"q.born.{part}"] for part in ("month", "day", "year")] == ["2", "28", "1990"]


@pytest.mark.parametrize("template", built_ins().values(), ids=lambda template: template["case_type"])
def test_built_in_forms_fill_in_only_answers_about_the_client(template):
    client = Client(first_name="Ana", last_name="Silva", email="a@example.com", phone="+15185550142",
                    date_of_birth=date(1990, 1, 2), address={"line1": "1 Main St", "city": "Troy"})
    known = known_answers(client, template["form"])
    filled_in = [question["section"] for question in template["form"] if question["id"] in known]

    assert filled_in
    assert set(filled_in) == {"About you"}


# Problems -------------------------------------------------------------------------------------------------------------


def test_a_missing_answer_is_shown_beside_the_field_and_in_the_summary(portal):
    answer = portal.submit("/form/1", **{"q.full_name": "", "q.about": "It rained."})

    assert answer.status_code == 422
    assert "<title>Please check: About you" in answer.text
    assert wrong_of(answer) == [("q.full_name", "Please answer this question.")]
    assert '<a href="#q.full_name">Your full name</a>' in answer.text
    assert 'aria-describedby="q.full_name-wrong" aria-invalid="true"' in answer.text
    assert "It rained." in answer.text
    assert portal.form.draft["about"] == "It rained."


def test_an_open_answer_can_be_skipped(portal):
    assert portal.submit("/form/1", later="1", **{"q.full_name": ""}).location == portal.path("/form/2")
    assert portal.get("/form").location == portal.path("/form/1")


def test_a_part_of_which_nothing_is_required_is_not_passed_over(portal_of):
    portal = portal_of(form=[
        {"id": f"{part}{number}", "type": "text", "label": f"Question {number}", "section": part,
         "required": part == "Third"} for part in ("First", "Second", "Third", "Fourth") for number in range(2)])
    assert portal.get("/form").location == portal.path("/form/1")
    portal.submit("/form/1", **{"q.First0": "Yes"})
    assert portal.get("/form").location == portal.path("/form/2")
    portal.submit("/form/3", **{"q.Third0": "Yes", "q.Third1": "No"})
    assert portal.get("/form").location == portal.path("/form/4"), "the second was left open knowingly"


def test_invalid_answers_are_saved_as_typed(portal_of):
    portal = portal_of(form=EVERY_TYPE)
    typed = FILLED_IN | {"q.income": "plenty", "q.mail": "ana at home", "q.call": "123"}
    answer = portal.post("/form/1", portal.fields("/form/1") | typed)

    assert answer.status_code == 422
    assert [id for id, _ in wrong_of(answer)] == ["q.income", "q.mail", "q.call"]
    assert shown(portal, "/form/1")["q.income"] == "plenty"


def test_the_review_links_to_open_answers_instead_of_submitting(portal):
    portal.submit("/form/1", **{"q.full_name": "Ana Silva"})
    page = portal.get("/form/review").text

    assert "One answer is still missing." in page
    assert "Still open" in page
    assert f'href="{portal.path("/form")}">Answer what is open</a>' in page
    assert f'href="{portal.path("/documents")}">Continue to the documents</a>' in page
    assert "Send my answers" not in page


def test_an_incomplete_form_is_not_submitted(portal):
    answer = portal.post("/form/review", portal.fields("/form/1"))

    assert answer.status_code == 422
    assert heading(answer) == "Check your answers"
    assert f'<a href="{portal.path("/form/1")}#q.full_name">' in answer.text
    assert f'<a href="{portal.path("/form/2")}#q.has_children">' in answer.text
    assert portal.form.submitted_at is None


def test_problems_are_in_the_clients_language(portal):
    portal.get("/form/1?lang=es")

    assert wrong_of(portal.submit("/form/1", **{"q.full_name": ""})) == [("q.full_name", "Responda a esta pregunta.")]


# Conditions -----------------------------------------------------------------------------------------------------------


def test_a_condition_on_the_same_part_is_explained(portal):
    text = portal.get("/form/2").text

    assert "Only if you answered “Yes” to: Do you have children?" in text
    assert 'data-follows="q.has_children" data-equals="yes"' in text


@pytest.mark.parametrize(("has_children", "status"), [("yes", 422), ("no", 303)])
def test_the_server_checks_conditions(portal, has_children, status):
    assert portal.submit("/form/2", **{"q.has_children": has_children}).status_code == status


def test_an_answer_to_a_hidden_question_is_saved_but_not_submitted(portal):
    portal.submit("/form/1", **{"q.full_name": "Ana Silva"})
    portal.submit("/form/2", **{"q.has_children": "no", "q.children": "Leo"})
    assert "Leo" not in portal.get("/form/review").text
    portal.submit("/form/review")

    assert portal.form.answers == {"full_name": "Ana Silva", "has_children": False}
    assert portal.form.draft["children"] == "Leo"


def test_a_part_with_only_hidden_questions_is_skipped(portal_of):
    portal = portal_of(form=[
        {"id": "owns", "type": "yes_no", "label": "Do you own a home?", "section": "One", "required": True},
        {"id": "value", "type": "number", "label": "Its value", "section": "Two", "required": True,
         "shown_if": {"question": "owns", "equals": True}},
        {"id": "end", "type": "text", "label": "Anything else", "section": "Three"}])
    assert "Part 1 of 2" in portal.get("/form/1").text
    assert portal.submit("/form/1", **{"q.owns": "no"}).location == portal.path("/form/3")
    assert portal.get("/form/2").location == portal.path("/form")
    assert portal.submit("/form/1", **{"q.owns": "yes"}).location == portal.path("/form/2")
    assert "Only if" not in portal.get("/form/2").text


# Saving by the script -------------------------------------------------------------------------------------------------


def save(portal, place="/form/1", fields=None, **answers):
    """Save as the page's script does, and return the server's answer."""
    form = (fields or portal.fields(place)) | {f"q.{id}": answer for id, answer in answers.items()}
    return portal.post(place, form, headers={"Accept": "application/json"})


def test_a_script_saves_incomplete_answers(portal):
    answer = save(portal, about="It ra")

    assert answer.status_code == 200
    assert answer.json["saved_at"]
    assert portal.form.draft["about"] == "It ra"


def test_a_script_saves_several_times_with_new_marks(portal):
    fields = portal.fields("/form/1")
    for text in ("I", "It", "It rained.", ""):
        fields |= {"marks": save(portal, fields=fields, about=text).json["marks"]}
        assert portal.form.draft["about"] == text


def test_save_that_arrives_after_a_later_one_of_its_page_changes_nothing(portal):
    fields, other = portal.fields("/form/1"), portal.fields("/form/1")
    for page, number, text in (("1", "2", "newer"), ("1", "1", "older"), ("1", "2", "repeated")):
        assert save(portal, fields=fields | {"page": page, "save": number}, about=text).status_code == 200
    assert portal.form.draft["about"] == "newer"

    save(portal, fields=other | {"page": "2", "save": "1"}, about="on another device")
    assert portal.form.draft["about"] == "on another device"
    for number in range(30):  # pages, of which the latest are known
        save(portal, fields=other | {"page": f"9{number}", "save": "1"}, full_name=f"Ana {number}")
    assert len(portal.form.page_saves) == 20
    save(portal, fields=other | {"page": "929", "save": "x"}, about="of a browser without scripts")
    assert portal.form.draft["about"] == "of a browser without scripts"


def test_two_tabs_lose_nothing(app, portal):
    other = Portal(type(portal.browser)(app), portal.link)
    one, two = portal.fields("/form/1"), other.fields("/form/1")
    save(portal, fields=one, full_name="Ana")
    save(other, fields=two, about="It rained.")
    one |= {"marks": save(portal, fields=one, full_name="Ana S").json["marks"]}
    save(portal, fields=one, full_name="Ana Silva")

    assert portal.form.draft["full_name"] == "Ana Silva"
    assert portal.form.draft["about"] == "It rained."


def test_many_saves_at_once_lose_nothing(app, portal_of, at_once):
    portal = portal_of(form=[{"id": f"q{n}", "type": "text", "label": str(n)} for n in range(6)])
    tabs = [Portal(type(portal.browser)(app), portal.link) for _ in range(6)]
    fields = [tab.fields("/form/1") for tab in tabs]
    answers = at_once(6, lambda i: save(tabs[i], fields=fields[i], **{f"q{i}": f"answer {i}"}).status_code)

    assert answers == [200] * 6
    assert [portal.form.draft[f"q{n}"] for n in range(6)] == [f"answer {n}" for n in range(6)]


# After the submission -------------------------------------------------------------------------------------------------


def fill_in(portal):
    portal.submit("/form/1", **{"q.full_name": ANSWERS["full_name"]})
    portal.submit("/form/2", **{"q.has_children": "yes", "q.children": "Leo"})


def test_answers_can_be_corrected_until_the_intake_is_complete(portal):
    fill_in(portal)
    portal.submit("/form/review")
    portal.submit("/form/1", **{"q.full_name": "Ana Maria Silva"})

    assert "Changed, not sent yet" in portal.get().text
    assert "Send the changes" in portal.get("/form/review").text
    assert portal.form.answers["full_name"] == "Ana Silva"
    portal.submit("/form/review")
    assert portal.form.answers["full_name"] == "Ana Maria Silva"
    assert portal.get().text.count("Sent, thank you") == 1


def test_answers_to_questions_that_the_firm_took_out_meanwhile_are_said_not_to_be_saved(portal):
    """Until something is answered, the form is that of the template."""
    given = portal.fields("/form/1") | {"q.full_name": "Ana Silva", "q.about": "It rained."}
    for form in (FORM[:1], None):
        if form:
            Template.fetch(portal.link, portal.matter.intake_template_id).change(form=list(form))
        else:
            portal.matter.change(intake_template_id=None)
        answer = portal.post("/form/1", given)
        assert (answer.status_code, heading(answer)) == (410, "This is not asked for any more")
        assert "\nAna Silva\nIt rained.</textarea>" in answer.text
        assert portal.post("/form/1", given, headers={"Accept": "application/json"}).status_code == 410
        assert not IntakeForm.of_matter(portal.matter).where(IntakeForm.draft != {}).exists()


def test_an_answer_is_saved_whose_question_the_firm_moved_to_another_part_meanwhile(portal):
    given = portal.fields("/form/1") | {"q.full_name": "Ana Silva", "q.about": "It rained."}
    moved = [FORM[0], FORM[1] | {"section": "Family"}, *FORM[2:]]
    Template.fetch(portal.link, portal.matter.intake_template_id).change(form=moved)

    assert portal.post("/form/1", given).location == portal.path("/form/2")
    assert portal.form.draft["about"] == "It rained."


def test_answers_of_a_complete_intake_are_read_only(portal_of):
    portal = portal_of()
    fill_in(portal)
    given = portal.fields("/form/1") | {"q.full_name": "Eve"}
    portal.submit("/form/review")
    assert portal.completed

    assert portal.get("/form").location == portal.path("/form/review")
    assert "Ana Silva" in portal.get("/form/review").text
    assert "<form" not in portal.get("/form/review").text
    answer = portal.post("/form/1", given)
    assert (answer.status_code, "\nEve</textarea>" in answer.text) == (410, True)
    assert portal.post("/form/1", given, headers={"Accept": "application/json"}).status_code == 410
    assert portal.form.draft["full_name"] == "Ana Silva"
    assert portal.post("/form/1", given | {"q.full_name": "Ana Silva"}).location == portal.path("/form")


def test_answers_that_were_the_last_thing_open_lead_to_the_end(portal, portal_of, firm, put):
    an_upload(firm, put, DocumentRequest.of(firm).where(DocumentRequest.matter_id == portal.matter.id).get())
    with_optional = portal_of()
    a_document(firm, with_optional.matter, required=False)
    for each, place in ((portal, "/done"), (with_optional, "/documents")):
        fill_in(each)
        assert each.submit("/form/review").location == each.path(place)


def test_changes_from_before_the_last_document_can_still_be_sent(portal, firm, put):
    fill_in(portal)
    portal.submit("/form/review")
    portal.submit("/form/1", **{"q.full_name": "Ana Maria Silva"})
    portal.submit("/form/2", **{"q.has_children": "yes", "q.children": ""})  # unfinished
    an_upload(firm, put, DocumentRequest.of(firm).where(DocumentRequest.matter_id == portal.matter.id).get())
    complete_if_all_is_in(portal.link)
    assert portal.completed
    assert "You changed answers after you had sent them" in portal.get("/done").text

    assert portal.get("/form").location == portal.path("/form/2")
    portal.submit("/form/2", **{"q.children": "Leo, Mia"})
    portal.submit("/form/review")
    assert portal.form.answers == {"full_name": "Ana Maria Silva", "has_children": True, "children": "Leo, Mia"}
    assert "<form" not in portal.get("/form/review").text
    assert "You changed answers" not in portal.get("/done").text


def test_what_the_firm_records_later_is_no_change_of_the_client(portal_of):
    portal = portal_of(form=[*FORM, {"id": "phone", "type": "phone", "label": "Phone"}], documents=1)
    fill_in(portal)
    portal.submit("/form/review")
    Client.fetch(portal.link, portal.link.client_id).change(phone="+15185550142")

    assert "Sent, thank you" in portal.get().text
    assert "You have sent these answers" in portal.get("/form/review").text
    assert portal.get("/form/3").text.count("555-0142") == 0


def test_concurrent_submissions_complete_the_intake_once(app, portal_of, at_once, announced):
    portal = portal_of()
    fill_in(portal)
    tabs = [Portal(type(portal.browser)(app), portal.link) for _ in range(4)]
    fields = [tab.fields("/form/review") for tab in tabs]
    answers = at_once(4, lambda i: tabs[i].post("/form/review", fields[i]).status_code)

    assert answers == [303] * 4
    assert [type for type, _ in announced()].count("intake.completed") == 1


# Hostile input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("csrf", ["", "nonsense", "é", "0" * 64])
@pytest.mark.parametrize("place", ["/form/1", "/form/review"])
def test_a_form_without_a_valid_csrf_token_is_refused(portal, place, csrf):
    portal.submit("/form/1", **{"q.full_name": "Ana"})
    portal.submit("/form/2", **{"q.has_children": "no"})
    before = portal.form.draft
    answer = portal.submit(place, csrf=csrf, **{"q.full_name": "Eve"})

    assert answer.status_code == 400
    assert "did not recognize this form" in answer.text
    assert portal.form.draft == before
    assert portal.form.submitted_at is None


def test_browser_that_refuses_cookies_answers_and_hands_in(app, portal):
    own, foreign = ({"Sec-Fetch-Site": site, "Accept": "text/html"} for site in ("same-origin", "same-site"))
    [document] = DocumentRequest.of(portal.link)
    file = {"filename": "a.pdf", "content_type": "application/pdf", "file_size_bytes": 9}

    def sent(headers):
        browser = app.test_client(use_cookies=False)
        saved = browser.post(portal.path("/form/1"), data={"q.full_name": "Ana", "later": "yes"}, headers=headers)
        noted = browser.post(portal.path(f"/documents/{document.id}/note"), data={"note": "Lost."}, headers=headers)
        begun = browser.post(portal.path(f"/documents/{document.id}/uploads"), json=file, headers=headers)
        return saved.status_code, noted.status_code, begun.status_code

    assert sent(foreign) == (400, 400, 403)
    assert sent(own) == (303, 303, 201)
    assert portal.form.draft["full_name"] == "Ana"


def test_a_refused_form_shows_what_was_typed(portal):
    answer = portal.submit("/form/1", csrf="", **{"q.full_name": "Ana from afar"})
    assert 'value="Ana from afar"' in answer.text

    answer = portal.post("/form/1", {"q.full_name": "x"}, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("marks", [
    "", "null", "[]", "{", '{"full_name": 5}', "[" * 5000, '{"full_name": {"a": []}}', "\x00", "9" * 5000], ids=repr)
def test_invalid_marks_count_as_none(portal, marks):
    assert portal.submit("/form/1", marks=marks, **{"q.full_name": "Ana"}).status_code == 303
    assert portal.form.draft["full_name"] == "Ana"


@pytest.mark.parametrize("typed", [
    "a\x00b", "\ud800", "🙂" * 3000, "x" * 100_000, "\u202egnp.exe", '"><script>alert(1)</script>', "{{ 7 * 7 }}",
    "' OR 1=1 --", "\r\n\r\n"], ids=lambda text: repr(text[:12]))
def test_hostile_answers_break_no_page(portal, typed):
    typed = typed.encode("utf-8", "replace").decode()
    for answer in (portal.submit("/form/1", **{"q.about": typed, "q.full_name": typed}), portal.get("/form/1"),
                   portal.get("/form/review"), portal.get()):
        assert answer.status_code in (200, 303, 413, 422)
        assert "<script>alert" not in answer.text
    assert "\x00" not in json.dumps(portal.form.draft)


@pytest.mark.parametrize("fields", [
    {"q.nobody": "x"}, {"q.full_name": ["a", "b"]}, {"q.full_name.line1": "x"}, {"q.": "x"},
    {f"q.{n}": "x" for n in range(500)}], ids=["unknown", "repeated", "a part", "nothing", "many"])
def test_unknown_fields_are_not_saved(portal, fields):
    answer = portal.post("/form/1", portal.fields("/form/1") | fields)

    assert answer.status_code in (303, 410, 422)
    assert portal.form.draft.keys() <= {"full_name", "about"}


@pytest.mark.parametrize("answer", ["Green", "red", "<b>", ""])
def test_an_unknown_option_is_refused(portal_of, answer):
    portal = portal_of(form=[{"id": "color", "type": "choice", "label": "Color", "options": ["Red"], "required": True}])

    assert portal.submit("/form/1", **{"q.color": answer}).status_code == 422


@pytest.mark.parametrize("number", ["0", "3", "99999999999999999999", "-1", "1e1", "x"])
def test_an_unknown_part_redirects_or_is_not_found(portal, number):
    assert portal.get(f"/form/{number}").status_code in (303, 404)


@pytest.mark.parametrize("place", ["", "/done", "/form"])
def test_read_only_pages_refuse_post(portal, place):
    assert portal.post(place, {}).status_code == 405


def test_an_oversized_form_is_refused(portal):
    fields = portal.fields("/form/1")

    answer = portal.post("/form/1", fields | {"q.about": "x" * 2_000_000})

    assert (answer.status_code, heading(answer)) == (413, "This is too much to send at once")


def test_no_part_of_a_long_answer_is_lost(portal):
    portal.submit("/form/1", **{"q.about": "It rained."})
    answer = portal.submit("/form/1", **{"q.about": "x" * 20_001})
    assert (answer.status_code, heading(answer)) == (413, "This is too much to send at once")
    assert portal.form.draft["about"] == "It rained."

    answer = portal.submit("/form/1", **{"q.about": "x" * 19_998 + "\r\n."})
    assert wrong_of(answer) == [("q.about", "Please write at most 10,000 characters.")]
    assert portal.form.draft["about"] == "x" * 19_998 + "\n."


def test_a_revoked_link_takes_no_answer(portal):
    fields = portal.fields("/form/1")
    revoke(portal.link, portal.link.matter_id)

    assert portal.post("/form/review", fields).status_code == 410
    assert portal.form.submitted_at is None
    assert now() >= portal.form.created_at
