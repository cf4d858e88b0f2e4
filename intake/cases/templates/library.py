"""The templates that come with Intake, one TOML file each in `built_in/`, in English and Spanish.

Every text stands there in both languages side by side, `label.en` and `label.es`, and is given here as the interface
gives it: in English, with the Spanish under `translations.es`.
"""

import tomllib
from functools import cache
from pathlib import Path

from .states import ENGLISH, SPANISH

_FOLDER = Path(__file__).parent / "built_in"
_TEMPLATE = ("name", "description")
_QUESTION = ("label", "help", "section", "options")
_DOCUMENT = ("name", "description", "instructions", "category")


@cache
def built_ins():
    """Every built-in template by its id, in the order of the files' names. Not to be changed."""
    templates = [_template(tomllib.loads(path.read_text(encoding="utf-8"))) for path in sorted(_FOLDER.glob("*.toml"))]
    return {template["id"]: template for template in templates}


def _template(written):
    sections, categories = written.pop("sections"), written.pop("categories")
    accepted_types = written.pop("accepted_types")
    released = written.pop("released")
    form = [_question(question | {"section": sections[question["section"]]}) for question in written.pop("form")]
    documents = [_document({"accepted_types": accepted_types} | document
                           | {"category": categories[document["category"]]}) for document in written.pop("documents")]
    return {"state": None, "name_key": ""} | _in_both(written, _TEMPLATE) | {
        "form": form, "documents": documents, "created_at": released, "updated_at": released}


def _question(written):
    options = written.pop("options", [])
    texts = {"options": {language: [option[language] for option in options] for language in (ENGLISH, SPANISH)}}
    return {"help": None, "required": False, "shown_if": None} | _in_both(written | (texts if options else {}),
                                                                          _QUESTION, options=[])


def _document(written):
    return {"required": True, "max_file_size_mb": 25} | _in_both(written, _DOCUMENT)


def _in_both(written, names, **defaults):
    """What was written, its texts in English and in Spanish under `translations`."""
    texts = {name: written[name] for name in names if name in written}
    return defaults | written | {name: text[ENGLISH] for name, text in texts.items()} | {
        "translations": {SPANISH: {name: text[SPANISH] for name, text in texts.items()}}}
