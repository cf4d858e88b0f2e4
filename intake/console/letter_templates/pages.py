"""`/settings/letter-templates`: the templates of letters."""

from flask import Blueprint
from marshmallow import ValidationError

from intake.accounts.permissions.roles import TEMPLATES
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.console.letters.preview import preview_of
from intake.console.letters.states import FIELD_NAMES, UNKNOWN_FIELD
from intake.core.db import db
from intake.core.languages import ENGLISH, LANGUAGES
from intake.engagement.letters import library
from intake.engagement.letters.errors import LetterLimitReached
from intake.engagement.letters.models import LetterTemplate
from intake.engagement.letters.schemas import LetterTemplateIn
from intake.engagement.letters.states import MAX_NAME, MAX_TEXT
from intake.web.forms import typed

from .states import NO_TEXT, NOTICES, TOO_LONG, WRONG_NAME, WRONG_TEXT

letter_template_pages = Blueprint("letter_template_pages", __name__)


@letter_template_pages.get("")
@console_page("matters:read")
def index(desk):
    """List the templates."""
    return desk.page("letter_templates.html", 200, NOTICES, templates=library.choices(desk.caller),
                     may_write=desk.may(TEMPLATES))


@letter_template_pages.get("/new")
@console_page(TEMPLATES)
def new(desk):
    """Show the editor without a text."""
    return _editor(desk, None, {"name": "", "text": {}})


@letter_template_pages.post("/new")
@console_page(TEMPLATES, once=True)
def create(desk):
    """Add a template."""
    given = _typed()
    try:
        template = library.create_template(desk.caller, **LetterTemplateIn().load(given))
    except ValidationError as error:
        return _editor(desk, None, given, 422, error.messages)
    except LetterLimitReached:
        return desk.nothing_saved(NOTICES, "limit", "letter_template_pages.index")
    return go_to("letter_template_pages.show", letter_template_id=template.id, done="added")


@letter_template_pages.post("/preview")
@console_page(TEMPLATES, only_reads=True)
def preview(desk):
    """Return the preview of the text in the edited language, for the page's script."""
    given, language = _typed(), typed("language", 8)
    return desk.part("letter_preview.html", field_names=FIELD_NAMES, unknown_field=UNKNOWN_FIELD,
                     preview=_preview(desk, given, language if language in LANGUAGES else ENGLISH))


@letter_template_pages.get("/<letter_template_id>")
@console_page("matters:read")
def show(desk, letter_template_id):
    """Show the editor with the texts."""
    template = LetterTemplate.fetch(desk.caller, letter_template_id)
    return _editor(desk, template, _saved(template))


@letter_template_pages.post("/<letter_template_id>")
@console_page(TEMPLATES)
def save(desk, letter_template_id):
    """Save the texts, unless somebody else did meanwhile; then show the present values."""
    template, given = LetterTemplate.fetch(desk.caller, letter_template_id), _typed()
    try:
        values = LetterTemplateIn().load(given)
    except ValidationError as error:
        return _editor(desk, template, given, 422, error.messages)
    with db.atomic():
        template = fetch_to_save(LetterTemplate, desk.caller, letter_template_id)
        if not is_outdated(_saved(template)):
            library.update_template(desk.caller, template.id, **values)
            return go_to("letter_template_pages.show", letter_template_id=template.id, done="saved")
    return _editor(desk, template, given, 409, current=_saved(template))


@letter_template_pages.post("/<letter_template_id>/remove")
@console_page(TEMPLATES)
def remove(desk, letter_template_id):
    """Remove the template."""
    library.remove_template(desk.caller, letter_template_id)
    return go_to("letter_template_pages.index", done="removed")


def _saved(template):
    """Return the saved name and texts, in the same form as `_typed`."""
    return {"name": template.name, "text": template.text}


def _editor(desk, template, given, status=200, messages=None, current=None):
    wrong_languages = (messages or {}).get("text", {})
    language = next(iter(wrong_languages), None) or (desk.language if given["text"].get(desk.language) else ENGLISH)
    return desk.page("letter_template.html", status, NOTICES, letter_template=template, given=given,
                     version=kept_version(messages, template and _saved(template)), current=current,
                     wrong=_wrong(messages or {}, given), field_names=FIELD_NAMES, unknown_field=UNKNOWN_FIELD,
                     preview=_preview(desk, given, language), shown_language=language, longest=MAX_TEXT,
                     may_write=desk.may(TEMPLATES))


def _preview(desk, given, language):
    return preview_of(desk, language, {"title": given["name"], "text": given["text"].get(language) or ""}, None)


def _typed():
    texts = {code: typed(f"text-{code}", MAX_TEXT) for code in LANGUAGES}
    return {"name": typed("name", MAX_NAME).strip(), "text": {code: text for code, text in texts.items()
                                                              if text.strip()}}


def _wrong(messages, given):
    """Return {form field: problem}."""
    wrong = {"name": WRONG_NAME} if "name" in messages else {}
    for code in messages.get("text", {}):
        text = given["text"].get(code, "")
        problem = WRONG_TEXT if text else NO_TEXT
        wrong[f"text-{code}"] = TOO_LONG if len(text) > MAX_TEXT else problem
    return wrong
