"""Matters that follow a template: POST and PATCH /matters, case types and default templates."""

import pytest

from intake.accounts.firms.actions import change_settings
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.actions import create as hold
from intake.cases.holds.models import block_losses
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import apply_default, create_matter_with_template
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.core.ids import new_id
from tests.builders import a_document, a_matter, a_template
from tests.core.answers import data, refusal, without_retention

from .conftest import PASSPORT, QUESTION, TAXES

UNKNOWN = "tmpl_01JD0Q8Z4W6V9XK3M5N7P2R4T6"
MATTER = {"title": "Silva", "practice_area": "family_law"}


def _names(scope, matter_id):
    return [request.name for request in DocumentRequest.of(scope).where(
        DocumentRequest.matter_id == matter_id).order_by(DocumentRequest.created_at)]


# Opening and changing a matter


def test_a_matter_follows_a_template_while_it_is_put_on_hold(api, firm, while_locked):
    matter, template = a_matter(firm), a_template(firm, documents=[PASSPORT])
    changed, _ = while_locked(
        lambda: block_losses(firm),
        lambda: api.patch(f"/matters/{matter.id}", {"intake_template_id": template.id, "description": "A fall."}),
        lambda: hold(firm, "They may sue.", matter_id=matter.id))

    assert data(changed)["documents_count"] == 1


def test_a_matter_opened_with_a_template_has_its_documents_at_once(api, firm, announced):
    template = a_template(firm, documents=[PASSPORT, TAXES])

    opened = data(api.post("/matters", MATTER | {"intake_template_id": template.id}), 201)

    assert (opened["documents_count"], opened["intake_template_id"]) == (0, template.id)  # as the interface says
    listed = data(api.get(f"/matters/{opened['id']}/documents"))
    assert [row["name"] for row in listed] == ["Passport", "Tax return"]
    assert data(api.get(f"/matters/{opened['id']}"))["documents_count"] == 2
    assert [type for type, _ in announced()] == ["matter.created"]


def test_a_matter_may_follow_a_built_in_template(api, built_in):
    will = built_in("estate_planning_will")

    opened = data(api.post("/matters", MATTER | {"intake_template_id": will["id"]}), 201)

    assert data(api.get(f"/matters/{opened['id']}"))["documents_count"] == len(will["documents"])


@pytest.mark.parametrize("whose", ["unknown", "a rival's", "free text", "null"])
def test_an_unknown_template_is_stored_as_given(api, rival, whose):
    id = {"unknown": UNKNOWN, "a rival's": a_template(rival, documents=[TAXES]).id, "free text": "old form",
          "null": None}[whose]

    opened = data(api.post("/matters", MATTER | {"intake_template_id": id}), 201)

    assert opened["intake_template_id"] == id
    assert data(api.get(f"/matters/{opened['id']}"))["documents_count"] == 0


def test_a_matter_that_is_refused_leaves_nothing(api, firm):
    template = a_template(firm, documents=[TAXES])
    api.post("/matters", MATTER)

    answer = api.post("/matters", MATTER | {"intake_template_id": template.id})

    assert refusal(answer) == (422, "duplicate_matter")
    assert DocumentRequest.of(firm).count() == 0


def test_a_matter_is_not_opened_without_its_documents(api, firm, breaking):
    template = a_template(firm, documents=[TAXES])

    with breaking("document_requests", "RAISE EXCEPTION 'disk'"):
        assert api.post("/matters", MATTER | {"intake_template_id": template.id}).status_code >= 500

    assert Matter.of(firm).count() == 0


def test_following_another_template_adds_its_documents(api, firm, announced):
    matter = a_matter(firm)
    a_document(firm, matter, name="passport")
    template = a_template(firm, documents=[PASSPORT, TAXES])

    changed = data(api.patch(f"/matters/{matter.id}", {"intake_template_id": template.id}))

    assert (changed["documents_count"], changed["intake_template_id"]) == (2, template.id)
    assert _names(firm, matter.id) == ["passport", "Tax return"]
    assert announced()[-1] == ("matter.updated", without_retention(changed))


def test_the_same_template_adds_nothing_again(api, firm):
    template = a_template(firm, documents=[TAXES])
    opened = data(api.post("/matters", MATTER | {"intake_template_id": template.id}), 201)
    request = DocumentRequest.of(firm).first()
    api.delete(f"/documents/{request.id}")

    given = data(api.get(f"/matters/{opened['id']}"))
    assert data(api.patch(f"/matters/{opened['id']}", given)) == given
    assert _names(firm, opened["id"]) == []


@pytest.mark.parametrize("id", [UNKNOWN, "x", None])
def test_following_an_unknown_template_adds_nothing(api, firm, id):
    template = a_template(firm, documents=[TAXES])
    opened = data(api.post("/matters", MATTER | {"intake_template_id": template.id}), 201)

    changed = data(api.patch(f"/matters/{opened['id']}", {"intake_template_id": id}))

    assert (changed["documents_count"], changed["intake_template_id"]) == (1, id)


def test_a_change_that_is_refused_adds_no_documents(api, firm):
    template, matter = a_template(firm, documents=[TAXES]), a_matter(firm)

    answer = api.patch(f"/matters/{matter.id}", {"intake_template_id": template.id, "client_id": "nobody"})

    assert refusal(answer) == (404, "client_not_found")
    assert _names(firm, matter.id) == []


# The template that a matter follows


def test_a_matter_keeps_its_form_when_the_template_is_deleted(api, firm):
    template = a_template(firm, form=[QUESTION], documents=[TAXES], case_type="leases")
    opened = data(api.post("/matters", MATTER | {"intake_template_id": template.id}), 201)

    data(api.delete(f"/matter-templates/{template.id}"))

    matter = Matter.fetch(firm, opened["id"])
    assert Template.known(firm, template.id) is None
    assert [question["id"] for question in Template.applied_to(matter).form] == ["married"]
    assert Template.case_type_of(matter) == "leases"
    assert _names(firm, matter.id) == ["Tax return"]


def test_a_rivals_template_is_never_followed(firm, rival):
    matter = a_matter(firm, intake_template_id=a_template(rival, case_type="secret").id)

    assert Template.applied_to(matter) is None
    assert Template.case_type_of(matter) is None


@pytest.mark.parametrize(("own", "followed", "case_type"), [
    ({"case_type": " immigration_asylum "}, "leases", "immigration_asylum"),
    ({"case_type": ""}, "leases", "leases"), ({"case_type": 5}, "leases", "leases"), ({}, "leases", "leases"),
    ({}, None, None), ({"case_type": "a"}, None, "a"), ({}, "", None),
])
def test_the_case_type_is_the_matters_own_else_its_templates(firm, own, followed, case_type):
    matter = a_matter(firm, custom_fields=own, intake_template_id=a_template(firm, case_type=followed).id)

    assert Template.case_type_of(matter) == case_type


def test_a_built_in_template_has_a_case_type(firm, built_in):
    matter = a_matter(firm, intake_template_id=built_in("personal_injury_auto")["id"])

    assert Template.case_type_of(matter) == "personal_injury_auto"


# The firm's default template


@pytest.fixture
def default(firm):
    template = a_template(firm, form=[QUESTION], documents=[PASSPORT, TAXES])
    change_settings(firm, settings={"default_intake_template": template.id})
    return template


def test_the_default_is_applied_to_a_matter_without_documents(firm, default):
    matter = a_matter(firm)

    added = apply_default(matter)

    assert [request.name for request in added] == _names(firm, matter.id) == ["Passport", "Tax return"]
    assert matter.intake_template_id == Matter.fetch(firm, matter.id).intake_template_id == default.id
    assert apply_default(matter) == []


def test_the_default_is_not_applied_to_a_matter_with_documents(firm, default):
    matter = a_matter(firm)
    a_document(firm, matter, name="Visa")

    assert apply_default(matter) == []
    assert (_names(firm, matter.id), matter.intake_template_id) == (["Visa"], None)


def test_the_form_that_a_matter_follows_stays(firm, default):
    followed = a_template(firm, form=[QUESTION])
    matter = a_matter(firm, intake_template_id=followed.id)

    assert len(apply_default(matter)) == 2
    assert matter.intake_template_id == followed.id


@pytest.mark.parametrize("setting", ["unset", "unknown", "deleted", "a rival's", "free text"])
def test_without_a_known_default_nothing_is_added(api, firm, rival, default, setting):
    chosen = {"unset": None, "unknown": UNKNOWN, "deleted": default.id, "a rival's": a_template(rival).id,
              "free text": "intake"}[setting]
    api.delete(f"/matter-templates/{default.id}")
    change_settings(firm, settings={"default_intake_template": chosen})
    matter = a_matter(firm)

    assert apply_default(matter) == []
    assert (_names(firm, matter.id), matter.intake_template_id) == ([], None)


def test_concurrent_links_apply_it_once(firm, default, at_once):
    matter = a_matter(firm)

    added = at_once(4, lambda _: apply_default(Matter.fetch(firm, matter.id)))

    assert sorted(map(len, added)) == [0, 0, 0, 2]
    assert _names(firm, matter.id) == ["Passport", "Tax return"]


def test_given_documents_are_requested_in_place_of_the_templates(firm):
    template = a_template(firm, documents=[PASSPORT, TAXES])
    kept = template.documents[0] | {"required": False}
    matter = create_matter_with_template(
        firm, [kept], title="Silva", practice_area="family_law", intake_template_id=template.id)
    [request] = DocumentRequest.of(firm).where(DocumentRequest.matter_id == matter.id)

    assert (request.name, request.required) == (template.documents[0]["name"], False)


def test_templates_to_choose_from_are_named_in_the_language(firm):
    own = a_template(firm, name="Divorce", translations={"es": {"name": "Divorcio"}})
    Template.insert_many([{**own.__data__, "id": new_id("tmpl"), "name": f"E {n:03}", "name_key": f"e {n:03}",
                           "translations": {}} for n in range(300)]).execute()
    choices = Template.choices(firm, "es")

    assert choices[0] == (own.id, "Divorcio")
    assert choices[300][1] == "E 299"
    assert [id for id, _ in choices[301:]] == [*built_ins()]
