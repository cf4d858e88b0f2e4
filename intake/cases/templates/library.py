"""The templates that come with Intake, one TOML file each in `built_in/`.

Every text is written there in all its languages side by side, `label.en` and `label.es`, and is given here as the API
gives it: in English, with the others under `translations`. A text that lacks a language is shown in English.
"""

import tomllib
from functools import cache
from pathlib import Path

from intake.cases.documents.states import DEFAULT_MAX_FILE_SIZE_MB
from intake.cases.documents.states import TEXTS as TEXTS_OF_DOCUMENT
from intake.core.languages import ENGLISH, LANGUAGES

from .question_types.entry_list import MOST_ENTRIES
from .states import TEXTS, TEXTS_OF_QUESTION

_FOLDER = Path(__file__).parent / "built_in"


@cache
def built_ins():
    """Return every built-in template by its id, in the order of the files' names. Callers must not change them."""
    templates = [_template(tomllib.loads(path.read_text(encoding="utf-8"))) for path in sorted(_FOLDER.glob("*.toml"))]
    return {template["id"]: template for template in templates}


def _template(written):
    sections, categories = written.pop("sections"), written.pop("categories")
    accepted_types = written.pop("accepted_types")
    released = written.pop("released")
    form = [_question(question | {"section": sections[question["section"]]}) for question in written.pop("form")]
    documents = [_document({"accepted_types": accepted_types} | document
                           | {"category": categories[document["category"]]}) for document in written.pop("documents")]
    plain = {"state": None, "name_key": "", "leave_button": False, "reminder_rules": None, "version": 1}
    return plain | _translated(written, TEXTS) | {
        "form": form, "documents": documents, "created_at": released, "updated_at": released}


def _question(written):
    more: dict[str, int | None] = {"help": None, "shown_if": None}
    if "fields" in written:
        more |= {"min_entries": 0, "max_entries": MOST_ENTRIES}
        written["fields"] = [_question_or_field(field) for field in written["fields"]]
    return more | _question_or_field(written)


def _question_or_field(written):
    """Return a question, or a field of a list's entries."""
    options = written.pop("options", [])
    texts = {language: [option[language] for option in options] for language in LANGUAGES
             if all(language in option for option in options)}
    return {"required": False, "when": None} | _translated(
        written | ({"options": texts} if options else {}), TEXTS_OF_QUESTION, options=[])


def _document(written):
    return {"required": True, "max_file_size_mb": DEFAULT_MAX_FILE_SIZE_MB} | _translated(
        written, TEXTS_OF_DOCUMENT)


def _translated(written, names, **defaults):
    """Return the written template, its texts in English and, under `translations`, in the other languages."""
    texts = {name: written[name] for name in names if name in written}
    translations = {language: {name: text[language] for name, text in texts.items() if language in text}
                    for language in LANGUAGES if language != ENGLISH}
    return defaults | written | {name: text[ENGLISH] for name, text in texts.items()} | {
        "translations": {language: found for language, found in translations.items() if found}}
