"""The firm's own forms in the API: upload, reading, mapping, list; and the forms of the catalogue."""

from intake.accounts.audit.models import AuditEntry
from intake.cases.court_forms.jobs import read_court_form
from intake.cases.court_forms.library import catalogue
from intake.cases.court_forms.matching import propose
from intake.cases.court_forms.models import CourtForm
from tests.builders import A_LIST, a_court_form
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.court_form import court_form, only_xfa

NEW = {"name": "Petition", "number": "DR-1", "filename": "petition.pdf", "content_type": "application/pdf",
       "state": "NY", "practice_area": "family_law", "court_type": "family"}


def test_form_is_put_confirmed_and_read(firm, api, put):
    pdf = court_form()
    issued = data(api.post("/court-forms", NEW | {"file_size_bytes": len(pdf)}), 201)
    path = f"/court-forms/{issued['id']}"
    assert refusal(api.get(path)) == (404, "form_not_found")
    assert refusal(api.post(f"{path}/confirm")) == (422, "file_not_found_in_storage")
    assert put(issued["upload"]["upload_url"], pdf, issued["upload"]["fields"]["Content-Type"]).status_code == 200
    assert data(api.post(f"{path}/confirm"), 202)["status"] == "pending"
    assert refusal(api.post(f"{path}/confirm")) == (409, "upload_already_confirmed")
    assert refusal(api.call("PUT", f"{path}/mapping", {"fields": {}})) == (422, "form_not_fillable")

    for _ in range(2):
        read_court_form(firm.id, issued["id"])
    form = data(api.get(path))
    assert (form["status"], form["fillable"], form["source"], form["page_count"]) == ("ready", True, "firm", 1)
    assert {field["name"]: field["type"] for field in form["fields"]} == {
        "users1_name_full": "text", "docket_number": "text", "users1_birthdate": "date", "users1_address_city": "text",
        "about": "text", "children1_name_full": "text", "children2_name_full": "text", "has_children_yes": "check",
        "has_children_no": "check", "relationship": "radio", "users1_address_state": "choice",
        "users1_signature": "signature"}
    assert form["mapping"]["version"] == 1
    assert form["mapping"]["fields"] == form["mapping"]["fields"] | {
        "users1_name_full": "client.full_name", "docket_number": "matter.case_number",
        "users1_birthdate": "client.date_of_birth", "users1_address_city": "client.address.city",
        "children1_name_full": "answers.children[1].name", "children2_name_full": "answers.children[2].name",
        "has_children_yes": "answers.has_children=yes", "has_children_no": "answers.has_children=no",
        "relationship": "answers.relationship", "users1_address_state": "client.address.state"}
    assert "users1_signature" not in form["mapping"]["fields"]


def test_fields_of_a_list_are_found_by_the_names_that_courts_use():
    fields = [{"name": name, "label": "", "type": "text", "is_date": False, "read_only": False} for name in (
        "Child 2 DOB", "child2_name", "Children.1.Name", "form1[0].Page1[0].Child3FullName[0]")]
    assert list(propose(fields, {"children": A_LIST}).values()) == [
        "answers.children[2].born", "answers.children[2].name", "answers.children[1].name",
        "answers.children[3].name"]


def test_mapping_has_versions_and_takes_known_fields_only(firm, api):
    form = a_court_form(firm)
    path = f"/court-forms/{form.id}/mapping"
    sources = {"about": "text:See the petition", "docket_number": "matter.custom_fields.index"}
    for _ in range(2):  # the second changes nothing
        assert data(api.call("PUT", path, {"fields": sources})) == {"version": 2, "fields": sources}
    refused = api.call("PUT", path, {"fields": {"no_such_field": "today"}})
    assert refusal(refused) == (400, "validation_error")
    assert refused.json["error"]["details"]["fields"] == [
        {"field": "fields.no_such_field", "message": "The form has no such field."}]
    for source in ("client.password", "answers.", "answers.x[0]", "", None, 5, "nul \0", "x" * 600):
        assert wrong_fields(api.call("PUT", path, {"fields": {"about": source}})) == {"fields.about"}, source
    assert CourtForm.fetch(firm, form.id).mapping.fields == sources
    assert [entry.details["version"] for entry in AuditEntry.of(firm) if entry.action == "form.mapped"] == [2]


def test_list_has_own_forms_first_and_filters(firm, api):
    form = a_court_form(firm, name="Zulu petition", state="NY", court_type="family")
    xfa = a_court_form(firm, only_xfa(), name="Alpha")
    rows = data(api.get("/court-forms", query_string={"per_page": 3}))
    assert [row["id"] for row in rows[:2]] == [xfa.id, form.id]
    assert (rows[0]["status"], rows[0]["fillable"]) == ("failed", False)
    assert data(api.get(f"/court-forms/{xfa.id}"))["problem"] == "xfa"
    assert [row["id"] for row in data(api.get("/court-forms?fillable=true"))] == [form.id]
    assert [row["id"] for row in data(api.get("/court-forms?search=zulu"))] == [form.id]
    assert form.id in [row["id"] for row in data(api.get("/court-forms?state=NY&court_type=family&per_page=100"))]
    assert data(api.get("/court-forms?state=WY&source=firm")) == []

    assert api.delete(f"/court-forms/{form.id}").status_code == 200
    assert refusal(api.get(f"/court-forms/{form.id}")) == (404, "form_not_found")


def test_catalogue_is_read_only_and_paged_after_the_firms_forms(firm, api):
    entry = next(iter(catalogue().values()))
    shown = data(api.get(f"/court-forms/{entry.id}"))
    assert (shown["number"], shown["fields"], shown["mapping"]) == (entry.number, None, None)
    assert shown["source"].startswith("https://")
    for call in (lambda: api.call("PUT", f"/court-forms/{entry.id}/mapping", {"fields": {}}),
                 lambda: api.delete(f"/court-forms/{entry.id}"), lambda: api.post(f"/court-forms/{entry.id}/confirm")):
        assert refusal(call()) == (422, "form_not_fillable")
    pages = [api.get("/court-forms", query_string={"page": page, "per_page": 50}).json for page in (1, 2)]
    ids = [row["id"] for page in pages for row in page["data"]]
    assert len(ids) == len(set(ids)) == min(100, len(catalogue()))
    assert pages[0]["pagination"]["total"] == len(catalogue())
    searched = data(api.get("/court-forms", query_string={"search": entry.number, "state": entry.state}))
    assert entry.id in [row["id"] for row in searched]
