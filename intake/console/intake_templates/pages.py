"""`/templates`: the list, a template's page, copying and deleting."""

from flask import Blueprint

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import TEMPLATES
from intake.cases.templates import actions
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.cases.templates.schemas import TemplateIn
from intake.cases.templates.states import STATES
from intake.console.frame.console_page import console_page, go_to
from intake.core.languages import LANGUAGES
from intake.core.translations import texts_in
from intake.web.forms import choice, page_number, parameter
from intake.web.translation import translator

from .languages import missing_texts, written_in
from .models import count_matters
from .outline import document_entries, question_entries
from .states import NOTICES, PER_PAGE

template_pages = Blueprint("template_pages", __name__)

KINDS = {"own": False, "built_in": True}


@template_pages.get("")
@console_page("matters:read")
def index(desk):
    """List the firm's templates and the built-in ones, optionally those that match a search."""
    wanted = {"search": parameter("search", 255), "practice_area": choice("practice_area", PRACTICE_AREAS),
              "kind": choice("kind", KINDS)}
    query = {name: wanted[name] for name in ("search", "practice_area") if wanted[name]} | {
        "page": page_number(), "per_page": PER_PAGE}
    if wanted["kind"]:
        query["built_in"] = KINDS[wanted["kind"]]
    listed = Template.listed(desk.caller, query, Template.form, Template.documents, Template.translations)
    for row in listed.rows:
        content = built_ins()[row["id"]] if row["built_in"] else row
        row["written_in"], row["missing"] = LANGUAGES[written_in(content)], missing_texts(content)
        row |= texts_in(desk.language, {name: row[name] for name in ("name", "description")}, content["translations"])
    return desk.page("templates.html", 200, NOTICES, listed=listed, wanted=wanted, areas_of_law=PRACTICE_AREAS,
                     used=count_matters(desk.caller, [row["id"] for row in listed.rows]), languages=LANGUAGES)


@template_pages.get("/<template_id>")
@console_page("matters:read")
def show(desk, template_id):
    """Show a template's questions and documents; its own firm can also change them."""
    template = Template.fetch(desk.caller, template_id)
    texts = texts_in(desk.language, {"name": template.name, "description": template.description}, template.translations)
    return desk.page(
        "template.html", 200, NOTICES, intake_template=template, texts=texts, states=STATES, languages=LANGUAGES,
        questions=question_entries(template, desk.language), documents=document_entries(template, desk.language),
        used=count_matters(desk.caller, [template.id]).get(template.id, 0), written_in=written_in(template.content),
        missing=missing_texts(template.content), may_write=desk.may(TEMPLATES) and not template.built_in)


@template_pages.post("/<template_id>/copy")
@console_page(TEMPLATES, once=True)
def copy(desk, template_id):
    """Create a template of the firm with the same content."""
    content = Template.fetch(desk.caller, template_id).content
    own = written_in(content)
    names = {own: content["name"]} | {code: texts["name"] for code, texts in content["translations"].items()
                                      if texts.get("name")}
    names = {code: f"{name[:240]} {translator(code)('(copy)')}" for code, name in names.items()}
    translations = {code: texts | ({"name": names[code]} if code in names else {})
                    for code, texts in content["translations"].items()}
    values = TemplateIn().load(content | {"name": names[own], "translations": translations})
    return go_to("template_pages.show", template_id=actions.create(desk.caller, **values).id, done="copied")


@template_pages.post("/<template_id>/delete")
@console_page(TEMPLATES)
def delete(desk, template_id):
    """Delete a template of the firm."""
    Template.fetch_locked(desk.caller, template_id)
    actions.delete(desk.caller, template_id)
    return go_to("template_pages.index", done="deleted")
