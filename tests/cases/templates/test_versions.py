"""Every save of a template is a version, which can be read and restored."""

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.templates import actions
from intake.cases.templates.models import Template, TemplateVersion
from intake.cases.templates.states import KEPT_VERSIONS
from tests.builders import FORM, a_client, a_matter, a_template


def test_each_save_is_a_version_that_can_be_restored(api, firm):
    template = a_template(firm, name="Lease")
    path = f"/matter-templates/{template.id}"
    api.patch(path, {"name": "Lease dispute", "form": []})
    api.patch(path, {"name": "Lease dispute"})  # changes nothing
    rows = api.get(f"{path}/versions").json["data"]
    assert [(row["number"], row["questions_count"], row["actor_type"]) for row in rows] == [
        (2, 0, "api_key"), (1, len(FORM), "system")]
    first = api.get(f"{path}/versions/{rows[1]['id']}").json["data"]
    assert (first["content"]["name"], [each["id"] for each in first["content"]["form"]]) == (
        "Lease", [each["id"] for each in FORM])

    restored = api.post(f"{path}/versions/{rows[1]['id']}/restore").json["data"]
    assert (restored["version"], restored["name"]) == (3, "Lease")
    assert {name: restored[name] for name in first["content"]} == first["content"]


def test_versions_belong_to_their_template(api, firm):
    template, other = a_template(firm), a_template(firm)
    version = TemplateVersion.of(firm).where(TemplateVersion.template_id == other.id).get().id
    assert api.get(f"/matter-templates/{template.id}/versions/{version}").status_code == 404
    assert api.post(f"/matter-templates/{template.id}/versions/{version}/restore").status_code == 404
    assert api.get("/matter-templates/tmpl_01M7Z936YEYKMV5HQMWSV1XVN7/versions").json["data"] == []
    assert api.post(f"/matter-templates/tmpl_01M7Z936YEYKMV5HQMWSV1XVN7/versions/{version}/restore").status_code == 422
    actions.delete(firm, other.id)
    assert api.get(f"/matter-templates/{other.id}/versions/{version}").status_code == 404


def test_only_the_last_versions_are_kept(firm):
    template = a_template(firm)
    template.change(version=KEPT_VERSIONS)
    actions.update(firm, template.id, name="Again")
    assert sorted(TemplateVersion.of(firm, TemplateVersion.number).scalars()) == [KEPT_VERSIONS, KEPT_VERSIONS + 1]


def test_running_matter_keeps_the_form_that_its_client_began(firm):
    template = a_template(firm)
    begun, waiting = (a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id) for _ in range(2))
    save(ensure_form(begun), {"full_name": "Ana Silva"}, {})
    ensure_form(waiting)
    changed = Template.fetch(firm, template.id).form[1:]
    actions.update(firm, template.id, form=changed)
    assert [each["id"] for each in ensure_form(begun).questions] == [each["id"] for each in FORM]
    assert ensure_form(waiting).questions == changed
