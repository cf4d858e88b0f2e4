"""Asking the client for values that a court form lacks: exactly these questions, and then the form is complete."""

import re
from urllib.parse import urlsplit

from intake.cases.court_forms.actions import save_mapping
from intake.cases.court_forms.fills import start
from intake.cases.court_forms.jobs import fill_court_form
from intake.cases.court_forms.models import CourtFormFill
from intake.cases.intake_forms.actions import ensure_form, save
from intake.portal.links.completion import submit_form
from intake.portal.links.models import IntakeLink
from tests.builders import ANSWERS, a_client, a_court_form, a_matter, a_template, an_intake_link
from tests.core.answers import data, refusal


def filled(firm, matter, form):
    fill = start(firm, matter.id, form.id)
    fill_court_form(firm.id, fill.id)
    return CourtFormFill.fetch(firm, fill.id)


def test_client_is_asked_exactly_what_is_missing(firm, api, browser):
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)
    link = an_intake_link(firm, matter)
    save(ensure_form(matter), ANSWERS, {})
    assert not submit_form(link, ensure_form(matter))
    form = a_court_form(firm)
    save_mapping(firm, form.id, {"users1_name_full": "client.full_name", "users1_birthdate": "client.date_of_birth",
                                 "about": "answers.reasons", "docket_number": "matter.case_number"})
    fill = filled(firm, matter, form)
    assert [gap["field"] for gap in fill.missing if gap["question"]] == ["users1_birthdate", "about"]

    asked = data(api.post(f"/matters/{matter.id}/court-forms/fills/{fill.id}/ask"))
    assert len(asked["questions"]) == 2
    path = urlsplit(asked["url"]).path
    shown = browser.get(f"{path}/form", follow_redirects=True)
    assert set(re.findall(r'name="q\.(\w+)', shown.text)) == {"birth_date", "reasons"}

    matter.change(custom_fields={"case_number": "26-CV-7"})
    save(ensure_form(matter), {"birth_date": "1984-02-29", "reasons": "We live apart."}, {})
    assert not submit_form(IntakeLink.fetch(firm, link.id), ensure_form(matter))
    assert filled(firm, matter, form).status == "ready"
    refused = api.post(f"/matters/{matter.id}/court-forms/fills/{fill.id}/ask")
    assert refusal(refused) == (422, "nothing_to_ask")


def test_client_is_asked_by_a_later_mapping_where_the_one_of_the_fill_is_not_kept(firm, api, monkeypatch):
    monkeypatch.setattr("intake.cases.court_forms.models.KEPT_VERSIONS", 1)
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)
    an_intake_link(firm, matter)
    form = a_court_form(firm)
    save_mapping(firm, form.id, {"users1_birthdate": "client.date_of_birth"})
    fill = filled(firm, matter, form)
    save_mapping(firm, form.id, {"about": "answers.reasons"})

    asked = data(api.post(f"/matters/{matter.id}/court-forms/fills/{fill.id}/ask"))
    assert len(asked["questions"]) == 1


def test_questions_outlive_a_change_of_the_template(firm, api):
    matter = a_matter(firm, client_id=a_client(firm).id)
    form = a_court_form(firm)
    save_mapping(firm, form.id, {"about": "answers.reasons"})
    fill = filled(firm, matter, form)
    data(api.post(f"/matters/{matter.id}/court-forms/fills/{fill.id}/ask"))
    matter.change(intake_template_id=a_template(firm).id)
    assert [question["id"] for question in ensure_form(matter).questions][-1] == "reasons"
    assert IntakeLink.current(firm, matter.id).exists()


def test_what_depends_on_a_question_that_is_asked_again_is_asked_after_it(firm, api, browser):
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm).id)
    link, form = an_intake_link(firm, matter), a_court_form(firm)
    save(ensure_form(matter), {"full_name": "Ana Silva"}, {})
    save_mapping(firm, form.id, {"has_children_yes": "answers.has_children=yes"})
    data(api.post(f"/matters/{matter.id}/court-forms/fills/{filled(firm, matter, form).id}/ask"))

    save(ensure_form(matter), {"has_children": "yes"}, {})
    assert submit_form(link, ensure_form(matter)).keys() == {"children"}
    shown = browser.get(f"{urlsplit(link.url).path}/form", follow_redirects=True)
    assert set(re.findall(r'name="q\.(\w+)', shown.text)) == {"children"}

    save(ensure_form(matter), {"children": "Leo"}, {})
    assert not submit_form(link, ensure_form(matter))
    assert ensure_form(matter).answers == {"full_name": "Ana Silva", "has_children": True, "children": "Leo"}
