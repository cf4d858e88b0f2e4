"""`/templates/<id>/…`: the forms for a template's details, questions and documents, and the order of these."""

from flask import Blueprint, abort, request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import TEMPLATES
from intake.cases.matters.models import Matter
from intake.cases.templates import actions
from intake.cases.templates.forms import check_conditions
from intake.cases.templates.models import Template
from intake.cases.templates.question_types.entry_fields import MAX_FIELDS
from intake.cases.templates.states import STATES
from intake.console.frame.console_page import console_page, go_to
from intake.console.intake_templates.languages import text_translations
from intake.console.intake_templates.states import GONE_MEANWHILE, MEANWHILE
from intake.console.matters.documents.kinds import KINDS
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.languages import LANGUAGES
from intake.core.translations import translations_of
from intake.web.forms import typed, whole_number

from .as_client import document_as_client, no_answer, question_as_client
from .details_form import DetailsForm
from .field_rows import FIELD_TYPE_NAMES, ROWS
from .item_form import TYPES, DocumentForm, QuestionForm

template_editing = Blueprint("template_editing", __name__)

_FORMS = {form.in_address: form for form in (QuestionForm, DocumentForm)}
_PAGES = {QuestionForm: "template_question.html", DocumentForm: "template_document.html"}
_AS_CLIENT = {QuestionForm: question_as_client, DocumentForm: document_as_client}


def _items(method, place):
    """Route the questions and the documents of a template to the view, as its argument `items`."""
    def decorate(view):
        for items in _FORMS:
            template_editing.add_url_rule(f"/<template_id>/{items}{place}", view_func=view, methods=[method],
                                          defaults={"items": items})
        return view

    return decorate


@template_editing.get("/new")
@console_page(TEMPLATES)
def new(desk):
    """Show the form for a new template, optionally based on a matter."""
    form = DetailsForm()
    matter = _matter(desk, request.args.get("matter_id"))
    if matter:
        form.typed |= {f"name.{form.own}": matter.title, "practice_area": matter.practice_area}
    return _details(desk, form, matter=matter)


@template_editing.post("/new")
@console_page(TEMPLATES, once=True)
def create(desk):
    """Create a template, optionally based on a matter."""
    form, matter = DetailsForm(fields=request.form), _matter(desk, request.form.get("matter_id"))
    values = form.check()
    if values is None:
        return _details(desk, form, 422, matter=matter)
    if matter:
        followed = Template.applied_to(matter)
        values |= {"form": followed.form} if followed else {}
    try:
        template = actions.create(desk.caller, matter.id if matter else None, **values)
    except Invalid:
        return _details(desk, form, 422, "A template holds at most 200 questions and 100 documents.", matter)
    return go_to("template_pages.show", template_id=template.id, done="created")


@template_editing.get("/<template_id>/details")
@console_page(TEMPLATES)
def details(desk, template_id):
    """Show the form for a template's name, description and purpose."""
    return _details(desk, DetailsForm(_own(desk, template_id)))


@template_editing.post("/<template_id>/details")
@console_page(TEMPLATES)
def save_details(desk, template_id):
    """Change a template's name, description and purpose."""
    with db.atomic():
        form = DetailsForm(Template.fetch_locked(desk.caller, template_id), request.form)
        values = form.check()
        if values and not form.is_outdated:
            actions.update(desk.caller, template_id, **values)
            return go_to("template_pages.show", template_id=template_id, done="saved")
    if values is None:
        return _details(desk, form, 422)
    form.version = form.template.version
    return _details(desk, form, 409, MEANWHILE, as_now=form.as_now(desk.translate))


@_items("GET", "/new")
@console_page(TEMPLATES)
def new_item(desk, template_id, items):
    """Show the form for a new question or document, optionally under the heading of others."""
    form = _FORMS[items](_own(desk, template_id))
    heading = request.args.get("heading", "")
    if heading in form.headings:
        item = next(each for each in form.items if each.get(form.heading) == heading)
        texts = text_translations(item, form.heading) | {form.own: heading}
        form.typed |= {f"{form.heading}.{code}": texts.get(code, "") for code in LANGUAGES}
    return _item(desk, form)


@_items("GET", "/<int:number>")
@console_page(TEMPLATES)
def show_item(desk, template_id, items, number):
    """Show the form of a question or document."""
    kind, template = _FORMS[items], _own(desk, template_id)
    if not 1 <= number <= len(getattr(template, kind.part)):
        abort(404)
    return _item(desk, kind(template, number))


@_items("POST", "")
@console_page(TEMPLATES, once=True)
def save_item(desk, template_id, items):
    """Add or change a question or document."""
    with db.atomic():
        form = _FORMS[items](Template.fetch_locked(desk.caller, template_id), fields=request.form)
        checked = form.check()
        if checked is not None and not form.is_outdated:
            actions.update(desk.caller, template_id, **{form.part: checked})
            return _saved(form, checked)
    if checked is None:
        return _item(desk, form, 422, form.notice, **form.named)
    form.version = form.template.version
    return _item(desk, form, 409, GONE_MEANWHILE if form.is_gone else MEANWHILE, as_now=form.as_now(desk.translate))


@_items("POST", "/preview")
@console_page(TEMPLATES)
def preview_item(desk, template_id, items):
    """Show the item as the client would see it, saving nothing: alone for a script, else with the whole page.

    Buttons that add, move or remove a field of a list show the form with its new rows.
    """
    form = _FORMS[items](_own(desk, template_id), fields=request.form)
    if ROWS in request.form:
        return _item(desk, form)
    checked = form.check()
    if checked is None:
        return _item(desk, form, 422, form.notice, **form.named)
    shown = _AS_CLIENT[type(form)](checked, form.place - 1 if form.place else len(checked) - 1)
    if "part" in request.form:
        return desk.part("template_as_client.html", as_client=shown, no_answer=no_answer)
    return _item(desk, form, as_client=shown)


@_items("POST", "/<int:number>/move")
@console_page(TEMPLATES, once=True)
def move_item(desk, template_id, items, number):
    """Move a question or document to another place; it joins the section or category there."""
    place, kind = whole_number(typed("position")), _FORMS[items]

    def moved(items, index):
        if not 1 <= place <= len(items):
            abort(404)
        there, item = items[place - 1], items.pop(index)
        items.insert(place - 1, _under_heading_of(there, item, kind.heading))

    return _rearrange(desk, kind, template_id, number, moved, "moved", f"{kind.part}-{place}")


@_items("POST", "/<int:number>/remove")
@console_page(TEMPLATES, once=True)
def remove_item(desk, template_id, items, number):
    """Remove a question or document."""
    return _rearrange(desk, _FORMS[items], template_id, number, list.pop, "removed")


def _under_heading_of(there, item, heading):
    """Return the item with the heading, and its translations, of the item whose place it takes."""
    translations = {code: {name: text for name, text in texts.items() if name != heading}
                    for code, texts in translations_of(item).items()}
    for code, text in text_translations(there, heading).items():
        translations.setdefault(code, {})[heading] = text
    kept = {code: texts for code, texts in translations.items() if texts}
    return item | {heading: there.get(heading), "translations": kept}


def _own(desk, template_id):
    """Return a template that the firm may change. Raises `NotFound`, also for a built-in one."""
    return Template.found(template_id, Template.of(desk.caller))


def _matter(desk, matter_id):
    return Matter.fetch(desk.caller, matter_id) if matter_id else None


def _details(desk, form, status=200, notice="", matter=None, as_now=()):
    return desk.page("template_details.html", status, form=form, typed=form.typed, wrong=form.wrong, notice=notice,
                     matter=matter, as_now=as_now, languages=LANGUAGES, areas_of_law=PRACTICE_AREAS, states=STATES)


def _item(desk, form, status=200, notice="", as_client=None, as_now=(), **named):
    if as_client is None:
        as_client = _AS_CLIENT[type(form)](form.items, form.place - 1) if form.place else ()
    return desk.page(_PAGES[type(form)], status, form=form, intake_template=form.template, typed=form.typed,
                     wrong=form.wrong, notice=desk.translate(notice, **named) if notice else "", languages=LANGUAGES,
                     as_now=as_now, types=TYPES, kinds=KINDS, field_types=FIELD_TYPE_NAMES,
                     most_fields=MAX_FIELDS, as_client=as_client, no_answer=no_answer)


def _saved(form, items):
    place = form.place or len(items)
    if "another" in request.form:
        return go_to("template_editing.new_item", template_id=form.template.id, items=form.in_address,
                     heading=items[place - 1].get(form.heading), done="saved")
    return go_to("template_pages.show", template_id=form.template.id, done="saved", _anchor=f"{form.part}-{place}")


def _rearrange(desk, kind, template_id, number, rearrange, done, anchor=None):
    """Change the order of the items, or remove one, unless the template was changed or a condition forbids it."""
    with db.atomic():
        template = Template.fetch_locked(desk.caller, template_id)
        items = list(getattr(template, kind.part))
        if request.form.get("version") != str(template.version) or not 1 <= number <= len(items):
            return go_to("template_pages.show", template_id=template_id, failed="meanwhile")
        rearrange(items, number - 1)
        if kind is QuestionForm and check_conditions(items)[1]:
            return go_to("template_pages.show", template_id=template_id, failed="needed",
                         _anchor=f"{kind.part}-{number}")
        actions.update(desk.caller, template_id, **{kind.part: items})
    return go_to("template_pages.show", template_id=template_id, done=done, _anchor=anchor)
