"""`/templates/<id>/export` and `/templates/import`: a template as a JSON file, limited to 1 MiB, like every body."""

import json

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from intake.accounts.permissions.roles import TEMPLATES
from intake.cases.templates import actions
from intake.cases.templates.models import Template
from intake.cases.templates.schemas import TemplateContent, TemplateIn
from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import InvalidRequest
from intake.core.json_bodies import parse_object

template_exchange = Blueprint("template_exchange", __name__)

_SHOWN = 20

WRONG = {
    "file": "Choose the file of a template.",
    "json": "This is not the JSON file of a template, or a name occurs twice in it.",
}


@template_exchange.get("/<template_id>/export")
@console_page("matters:read")
def export(desk, template_id):
    """Download the template as a file that `receive` accepts."""
    content = TemplateContent().dump(Template.fetch(desk.caller, template_id).content)
    return Response(json.dumps(content, ensure_ascii=False, indent=2) + "\n", mimetype="application/json",
                    headers={"Content-Disposition": f'attachment; filename="{template_id}.json"'})


@template_exchange.get("/import")
@console_page(TEMPLATES)
def choose(desk):
    """Show the form for uploading a file."""
    return _form(desk)


@template_exchange.post("/import")
@console_page(TEMPLATES, once=True)
def receive(desk):
    """Create a template from a file."""
    file = request.files.get("file")
    body = file.read() if file else b""
    if not body:
        return _form(desk, WRONG["file"])
    try:
        values = TemplateIn(exclude=("matter_id",)).load(parse_object(body))
    except ValidationError as error:
        return _form(desk, problems=list(_lines(error.messages))[:_SHOWN])
    except InvalidRequest:
        return _form(desk, WRONG["json"])
    return go_to("template_pages.show", template_id=actions.create(desk.caller, **values).id, done="imported")


def _form(desk, problem="", problems=()):
    return desk.page("template_import.html", 422 if problem or problems else 200, problem=problem, problems=problems)


def _lines(messages, path=""):
    """Return (field, message) pairs with fields such as `form[3].label`, counted from 0 as in JSON."""
    if not isinstance(messages, dict):
        for message in messages if isinstance(messages, list) else [messages]:
            yield path, message
        return
    for name, inner in messages.items():
        if name == "_schema":
            yield from _lines(inner, path)
        else:
            step = f"[{name}]" if isinstance(name, int) else f".{name}"
            yield from _lines(inner, f"{path}{step}".lstrip("."))
