"""The pages of templates."""

import io
import json

import pytest

from intake.cases.templates import actions
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template, TemplateVersion
from intake.cases.templates.question_types import QUESTION_TYPES
from intake.console.intake_templates.languages import missing_texts
from tests.builders import a_client, a_document, a_matter, a_template, a_user

SPANISH = {"translations": {"es": {"label": "¿Tiene hijos?", "section": "Familia"}}}
FORM = [{"id": "children", "type": "yes_no", "label": "Do you have children?", "section": "Family", **SPANISH},
        {"id": "names", "type": "text", "label": "Their names", "section": "Family",
         "shown_if": {"question": "children", "equals": True}},
        {"id": "state", "type": "choice", "label": "State", "options": ["New York", "Nevada"]}]
BUILT_IN = next(iter(built_ins()))


@pytest.fixture
def desk(firm, signed_in_as):
    return signed_in_as(a_user(firm, "attorney"))


@pytest.fixture
def template(firm):
    return a_template(firm, name="Lease", form=FORM, practice_area="real_estate",
                      documents=[{"name": "Contract", "category": "Home"}, {"name": "Letter"}])


def now(template):
    return Template.fetch(template, template.id)


def send(desk, template, part, number="new", **answers):
    """Fill in the form of an item and save it."""
    page = f"/templates/{template.id}/{part}/{number}"
    [form] = [each for each in desk.forms_of(desk.get(page).text) if each.action == f"/templates/{template.id}/{part}"]
    fields = {name: value for name, value in form.fields.items() if name != "another"} | {"type": "text"}
    return desk.post(form.action, {name: value for name, value in (fields | answers).items() if value is not None})


def test_list_shows_what_there_is(desk, firm, template):
    a_matter(firm, intake_template_id=template.id)
    page = desk.get("/templates").text
    assert [words for words in ("Lease", "Divorce", "Español: 8 texts missing", "1 matter") if words not in page] == []
    assert "Divorce" not in desk.get("/templates?kind=own").text
    assert "Lease" not in desk.get("/templates?kind=built_in").text
    assert "No template matches." in desk.get("/templates?search=%00nothing&practice_area=x&page=²").text
    assert "no templates of its own" not in desk.get("/templates?kind=own").text


def test_built_in_is_copied(desk, firm):
    page = desk.get(f"/templates/{BUILT_IN}").text
    assert ("Copy and change" in page, "Add a question" in page) == (True, False)
    assert desk.get(f"/templates/{BUILT_IN}/details").status_code == 404
    answer = desk.submit(f"/templates/{BUILT_IN}", f"/templates/{BUILT_IN}/copy")
    [copy] = Template.of(firm)
    assert answer.headers["Location"] == f"/templates/{copy.id}?done=copied"
    assert copy.name == f"{built_ins()[BUILT_IN]['name']} (copy)"
    assert copy.translations["es"]["name"].endswith("(copia)")
    assert [each["id"] for each in copy.form] == [each["id"] for each in built_ins()[BUILT_IN]["form"]]
    assert "Add a question" in desk.get(answer.headers["Location"]).text


def test_conditional_question_is_added_in_two_languages(desk, template):
    answer = send(desk, template, "questions", **{
        "label.en": "How old are they?", "label.es": "¿Qué edad tienen?", "type": "choices", "section.en": "Family",
        "options.en": "Under 6\n6 or more", "options.es": "Menos de 6\n6 o más", "help.en": "", "help.es": "",
        "condition": '["children", true]', "required": "yes", "when": "past"})
    added = now(template).form[-1]
    assert answer.status_code == 303
    assert added == added | {
        "id": "how_old_are_they", "label": "How old are they?", "options": ["Under 6", "6 or more"], "when": None,
        "required": True, "shown_if": {"question": "children", "equals": True}, "translations": {"es": {
            "label": "¿Qué edad tienen?", "options": ["Menos de 6", "6 o más"], "section": "Familia"}}}
    assert "Only if you answered “Yes” to: Do you have children?" in desk.get(f"/templates/{template.id}").text


def test_list_is_built_changed_and_compared(desk, template):
    path = f"/templates/{template.id}/questions"
    typed = {
        "label.en": "Your children", "label.es": "Sus hijos", "type": "list", "entry_label.en": "Child",
        "row": ["0", "1", "2"], "max_entries": "9", "row.0.label.en": "Name", "row.0.label.es": "Nombre",
        "row.0.type": "text", "row.0.required": "yes", "row.1.label.en": "Lives with", "row.1.type": "choice",
        "row.1.options.en": "me\nnobody", "row.2.label.en": "", "row.2.type": "text"}
    fields = next(each for each in desk.forms_of(desk.get(f"{path}/new").text) if each.action == path).fields
    sent = {name: value for name, value in fields.items() if name not in ("another", "rows")} | typed
    shown = desk.post(f"{path}/preview", sent | {"rows": "up 1", "label.en": ""})
    assert 'name="row.0.label.en" lang="en" value="Lives with"' in shown.text
    assert 'name="row.2.label.en"' not in desk.post(f"{path}/preview", sent | {"rows": "remove 0"}).text
    assert 'name="row.3.label.en"' in desk.post(f"{path}/preview", sent | {"rows": "add"}).text
    wrong = desk.post(path, sent | {"row.1.options.en": "", "min_entries": "10"})
    assert 'id="row.1.options.en-wrong">Write the answers to choose from' in wrong.text
    assert "Write what to ask about each of them." in desk.post(path, sent | {"row": []}).text

    assert desk.post(path, sent).status_code == 303
    added = now(template).form[-1]
    assert (added["entry_label"], added["min_entries"], added["max_entries"]) == ("Child", 0, 9)
    assert [(field["id"], field["type"], field["required"]) for field in added["fields"]] == [
        ("name", "text", True), ("lives_with", "choice", False)]
    assert "A list, such as children or past addresses: Name, Lives with" in desk.get(f"/templates/{template.id}").text
    assert missing_texts(now(template).content)["es"] == missing_texts(template.content)["es"] + 3
    send(desk, template, "questions", 4, **{
        "type": "list", "rows": None, "row": ["0", "1"], "row.0.type": "text", "row.1.type": "choice",
        "row.1.label.en": "Lives at", "row.1.options.en": "me\nnobody"})
    assert [field["id"] for field in now(template).form[-1]["fields"]] == ["name", "lives_with"]
    page = desk.get(f"/templates/{template.id}/versions/compare").text

    assert "Name / Nombre (A line of text, Required)\nLives at (One of several answers): me, nobody" in page
    send(desk, template, "questions", 4, **{"type": "text", "rows": None})
    assert "fields" not in now(template).form[-1]


@pytest.mark.parametrize(("number", "answers", "complaint"), [
    ("new", {"label.en": " "}, "Please fill this in."),
    ("new", {"label.en": "x", "type": "choice", "options.en": ""}, "Write the answers to choose from"),
    ("new", {"label.en": "x", "type": "choice", "options.en": "a\nb", "options.es": "a"},
     "as many answers as in the other language"),
    ("new", {"label.en": "x", "type": "what"}, "This cannot be saved as it is."),
    ("new", {"label.en": "x", "condition": '["state", "Utah"]'}, "The other question cannot have this answer."),
    ("new", {"label.en": "x", "condition": '["later", true]'}, "Choose an earlier question."),
    ("new", {"label.en": "x", "condition": '[{"a": 1}, {"b": []}]'}, "Choose an earlier question."),
    ("1", {"type": "text", "label.en": "x"}, "Another question depends on an answer to this one: “Their names”."),
])
def test_what_is_wrong_stands_beside_the_field(desk, template, number, answers, complaint):
    answer = send(desk, template, "questions", number, **answers)
    assert (answer.status_code, complaint in answer.text) == (422, True)
    assert now(template).version == 1


def test_condition_may_be_about_a_written_answer(desk, template):
    send(desk, template, "questions", **{"label.en": "Which one?", "condition": '["names"]', "answer": "Ana"})
    assert now(template).form[-1]["shown_if"] == {"question": "names", "equals": "Ana"}
    page = desk.get(f"/templates/{template.id}/questions/4").text
    assert ('value="Ana"' in page, "data-free selected" in page) == (True, True)


def test_document_is_changed_and_removed(desk, template):
    send(desk, template, "documents", 1, **{
        "name.en": "Lease contract", "name.es": "Contrato", "instructions.en": "1. All pages.", "required": None,
        "kind": "pdf", "max_file_size_mb": "40", "category.en": "Home"})
    changed = now(template).documents[0]
    assert changed == changed | {"name": "Lease contract", "required": False, "accepted_types": ["application/pdf"],
                                 "max_file_size_mb": 40, "instructions": "1. All pages."}
    actions.update(template, template.id, documents=[
        changed | {"accepted_types": ["image/jpeg"]}, now(template).documents[1]])
    assert "It also accepts image/jpeg." in desk.get(f"/templates/{template.id}/documents/1").text
    answer = send(desk, template, "documents", 2, **{"name.en": "lease CONTRACT"})
    assert (answer.status_code, "Another document of this template has this name." in answer.text) == (422, True)
    assert "This cannot be saved as it is." in send(desk, template, "documents", 2, max_file_size_mb="0").text
    desk.submit(f"/templates/{template.id}/documents/2", f"/templates/{template.id}/documents/2/remove")
    assert [each["name"] for each in now(template).documents] == ["Lease contract"]


def test_items_move_unless_a_condition_forbids_it(desk, template):
    def move(number, place, version):
        return desk.post(f"/templates/{template.id}/questions/{number}/move", desk.form(
            f"/templates/{template.id}", f"/templates/{template.id}/delete").fields | {
                "position": place, "version": version}).headers["Location"]

    assert "failed=needed" in move(1, 3, 1)
    assert move(3, 1, 1) == f"/templates/{template.id}?done=moved#form-1"
    assert [(each["id"], each["section"]) for each in now(template).form] == [
        ("state", "Family"), ("children", "Family"), ("names", "Family")]
    assert now(template).form[0]["translations"] == {"es": {"section": "Familia"}}
    assert "failed=meanwhile" in move(3, 1, 1)


def test_of_two_people_at_once_the_second_is_asked(desk, template):
    page, path = f"/templates/{template.id}/questions/1", f"/templates/{template.id}/questions"
    form = desk.form(page, path)
    actions.update(template, template.id, form=[now(template).form[2], *now(template).form[:2]])
    answer = desk.post(path, form.fields | {"label.en": "Any children?", "type": "yes_no"})
    assert (answer.status_code, "Any children?" in answer.text) == (409, True)
    assert "Question (English), as it is now</dt><dd class=\"text\" dir=\"auto\">Do you have children?" in answer.text
    [again] = [each for each in desk.forms_of(answer.text) if each.action == path]
    assert desk.post(path, again.fields | {"type": "yes_no"}).status_code == 303
    assert [each["label"] for each in now(template).form] == ["State", "Any children?", "Their names"]


def test_an_item_that_was_removed_meanwhile_can_be_added_again(desk, template):
    path = f"/templates/{template.id}/questions"
    form, new = desk.form(f"{path}/3", path), desk.form(f"{path}/new", path)
    actions.update(template, template.id, form=now(template).form[:2])
    choice = {"type": "choice", "options.en": "New York"}
    answer = desk.post(path, form.fields | choice | {"label.en": "Which state?"})
    assert (answer.status_code, "Save to add it to the template again." in answer.text) == (409, True)
    assert desk.post(path, new.fields | {"label.en": "Their ages", "type": "text"}).status_code == 303
    [again] = [each for each in desk.forms_of(answer.text) if each.action == path]
    assert desk.post(path, again.fields | choice).status_code == 303
    assert [each["label"] for each in now(template).form[2:]] == ["Their ages", "Which state?"]


def test_details_are_changed(desk, template):
    path = f"/templates/{template.id}/details"
    form = desk.form(path, path)
    assert desk.post(path, form.fields | {"name.en": "Leases", "name.es": "Alquileres", "description.en": "a\r\nb",
                                          "practice_area": "other", "state": "NY",
                                          "leave_button": "yes"}).status_code == 303
    changed = now(template)
    assert (changed.name, changed.description, changed.practice_area, changed.state, changed.translations) == (
        "Leases", "a\nb", "other", "NY", {"es": {"name": "Alquileres"}})
    assert (changed.leave_button, desk.get(f"/templates/{template.id}/export").json["leave_button"]) == (True, True)
    late = desk.post(path, form.fields | {"name.en": "Late"})
    assert (late.status_code, "Name of the template (English), as it is now" in late.text) == (409, True)
    assert desk.post(path, form.fields | {"name.en": ""}).status_code == 422


def test_item_is_shown_as_the_client_sees_it_while_it_is_written(desk, template):
    path = f"/templates/{template.id}/questions"
    form = next(each for each in desk.forms_of(desk.get(f"{path}/2").text) if each.action == path)
    typed = {name: value for name, value in form.fields.items() if name not in ("another", "rows")} | {
        "label.en": "Names <b>", "label.es": "Nombres", "type": "choice", "options.en": "Ana\nLeo",
        "row.0.label.en": "a", "row.0.type": "text",
        "options.es": "Ana\nLeón", "condition": '["children", true]'}
    page, part = (desk.post(f"{path}/preview", typed | more) for more in ({}, {"part": "yes"}))
    for shown in (page, part):
        assert shown.status_code == 200
        assert [words for words in ("Names &lt;b&gt;", "Nombres", "<span>León</span>", "Do you have children?")
                if words not in shown.text] == []
    assert ("<html" in page.text, "<html" in part.text) == (True, False)
    assert desk.post(f"{path}/preview", typed | {"label.en": ""}).status_code == 422
    assert now(template).form[1]["label"] == "Their names"
    for type in QUESTION_TYPES:
        assert desk.post(f"{path}/preview", typed | {"type": type, "part": "yes"}).status_code == 200

    path = f"/templates/{template.id}/documents"
    shown = desk.get(f"{path}/1").text.partition('id="as-client"')[2]
    assert ("<strong>Contract</strong>" in shown, "25 MB" in shown) == (True, True)
    assert "It appears here" in desk.get(f"{path}/new").text


def test_reminders_of_a_template_are_set(desk, template):
    path = f"/templates/{template.id}/reminders"
    form = desk.form(path, path).fields
    own = {"version": form["version"], "csrf": form["csrf"], "whose": "own", "first_after_days": "2", "every_days": "",
           "at_most": "1", "before_deadline_days": "1", "stop": "begun"}
    for wrong in ({"first_after_days": ""}, {"every_days": "x"}, {"at_most": "11"}, {"stop": "never"}):
        page = desk.post(path, own | wrong)
        assert (page.status_code, page.text.count('class="wrong"')) == (422, 1), wrong
    assert desk.post(path, own).status_code == 303
    assert now(template).reminder_rules == {"first_after_days": 2, "every_days": None, "at_most": 1,
                                            "before_deadline_days": 1, "stop": "begun"}
    assert "after 2 days; 1 day before a deadline; until the client has begun" in desk.get(
        f"/templates/{template.id}").text
    assert desk.post(path, own | {"at_most": "2"}).status_code == 409
    assert desk.post(path, own | {"whose": "firm", "version": "2"}).status_code == 303
    assert now(template).reminder_rules is None


def test_spanish_template_is_edited_in_its_language(desk, firm):
    template = a_template(firm, name="Alquiler", form=[], translations={"en": {"name": "Lease"}})
    send(desk, template, "questions", **{"label.es": "¿Cuándo?", "label.en": "When?"})
    [question] = now(template).form
    assert (question["label"], question["translations"]) == ("¿Cuándo?", {"en": {"label": "When?"}})


def test_template_is_made_of_a_matter(desk, firm, template):
    matter = a_matter(firm, title="Lopez lease", client_id=a_client(firm).id, intake_template_id=template.id)
    a_document(firm, matter, name="Passport")
    assert f'href="/templates/new?matter_id={matter.id}"' in desk.get(f"/matters/{matter.id}").text
    desk.submit(f"/templates/new?matter_id={matter.id}", "/templates/new")
    made = Template.of(firm).where(Template.name == "Lopez lease").get()
    assert ([each["name"] for each in made.documents], len(made.form)) == (["Passport"], 3)
    assert desk.get("/templates/new?matter_id=mat_x").status_code == 404


def test_export_is_imported_exactly(desk, firm, template):
    exported = desk.get(f"/templates/{template.id}/export")
    assert exported.headers["Content-Disposition"] == f'attachment; filename="{template.id}.json"'
    answer = receive(desk, exported.data)
    made = Template.fetch(firm, answer.headers["Location"].partition("?")[0].rpartition("/")[2])
    assert (made.id != template.id, made.content) == (True, now(template).content)


def receive(desk, body):
    csrf = desk.form("/templates/import", "/templates/import").fields["csrf"]
    return desk.open("POST", "/templates/import", data={"csrf": csrf, "file": (io.BytesIO(body), "template.json")})


@pytest.mark.parametrize(("body", "complaint"), [
    (b"", "Choose the file"), (b"{", "not the JSON file"), (b"\xff", "not the JSON file"),
    (b"[" * 100_000, "not the JSON file"),
    (b"[]", "not the JSON file of a template"),
    (json.dumps({"name": "a", "matter_id": "mat_1"}).encode(), "<code>matter_id</code>: Unknown field."),
    (json.dumps({"name": "a", "form": [{"type": "text"}]}).encode(),
     "<code>form[0].label</code>: Missing data for required field."),
    (json.dumps({"name": "a\0"}).encode(), "<code>name</code>"),
    (b'{"name": "a", "name": "b"}', "a name occurs twice in it"),
])
def test_wrong_file_is_explained(desk, firm, body, complaint):
    answer = receive(desk, body)
    assert (answer.status_code, complaint in answer.text) == (422, True)
    assert not list(Template.of(firm))


def test_preview_shows_everything_and_stores_nothing(desk, firm, template):
    page = desk.get(f"/templates/{template.id}/as-client/es/form/1").text
    shown = ("¿Tiene hijos?", "Their names", f'href="/templates/{template.id}"')
    assert [words for words in shown if words not in page] == []
    assert "Contract" in desk.get(f"/templates/{template.id}/as-client/en/documents").text
    assert "3 questions" not in desk.get(f"/templates/{template.id}/as-client/en").text
    for place in ("/form/2", "/form/review", "/done"):
        assert desk.get(f"/templates/{BUILT_IN}/as-client/es{place}").status_code == 200
    for place in ("xx", "en/form/99", "en/x"):
        assert desk.get(f"/templates/{template.id}/as-client/{place}").status_code == 404


def test_versions_are_compared_and_restored(desk, firm, template):
    send(desk, template, "questions", 1, **{"label.en": "Any children?", "type": "yes_no", "section.en": "Family",
                                            "section.es": "", "label.es": "¿Hijos?"})
    actions.update(firm, template.id, documents=[{"name": "Deed"} | {
        name: now(template).documents[0][name] for name in now(template).documents[0] if name != "name"}])
    last, _, first = [each.id for each in TemplateVersion.of(firm).order_by(TemplateVersion.number.desc())]
    page = desk.get(f"/templates/{template.id}/versions/compare?from={last}&to={first}").text
    for words in ("Any children?", "Do you have children?", "¿Hijos?", "Removed", "Contract", "Added", "Deed"):
        assert words in page
    assert desk.get(f"/templates/{template.id}/versions/compare?from={last}&to={template.id}").status_code == 404
    desk.submit(f"/templates/{template.id}/versions", f"/templates/{template.id}/versions/{first}/restore")
    assert (now(template).version, now(template).form[0]["label"]) == (4, "Do you have children?")
    assert "They are the same." in desk.get(f"/templates/{template.id}/versions/compare?from={last}&to={last}").text


def test_who_may_do_what(firm, rival, signed_in_as, template):
    staff, theirs = signed_in_as(a_user(firm, "staff")), a_template(rival).id
    for path in (f"/templates/{template.id}", f"/templates/{template.id}/versions", f"/templates/{template.id}/export"):
        assert staff.get(path).status_code == 200
    for path in ("new", "import", f"{template.id}/details", f"{template.id}/questions/1"):
        assert staff.get(f"/templates/{path}").status_code == 404
    assert "Add a question" not in staff.get(f"/templates/{template.id}").text
    desk = signed_in_as(a_user(firm, "paralegal"))
    for path in (theirs, f"{theirs}/details", f"{theirs}/versions", f"{theirs}/as-client/en",
                 f"{template.id}/questions/9"):
        assert desk.get(f"/templates/{path}").status_code == 404
    desk.submit(f"/templates/{template.id}", f"/templates/{template.id}/delete")
    assert desk.get(f"/templates/{template.id}").status_code == 404
