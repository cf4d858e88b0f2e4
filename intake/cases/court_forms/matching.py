"""Proposes where the fields of a form come from: by the names of the Assembly Line convention, else by their labels.

The convention is of https://assemblyline.suffolklitlab.org: `users1_name_first`, `docket_number`; `__1` at the end
marks a repetition of the same value, `_yes` and `_no` the two boxes of a question, `_date` a date.
"""

import re

from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.cases.templates.questions import form_in
from intake.core.languages import ENGLISH

from .sources import RECORDS, TODAY
from .states import CHECK, CHOICE, DATE, RADIO, SIGNATURE, TEXT

MAX_TEMPLATES = 100
_ALIKE = 0.6
"""How much of the words of a label and of a question must be the same."""

_PERSON = r"(?:users?|clients?|petitioners?|plaintiffs?|applicants?|me)"
_ADDRESS = {"line_one": "line1", "address": "line1", "street": "line1", "street_address": "line1", "line_two": "line2",
            "unit": "line2", "apt": "line2", "city": "city", "state": "state", "zip": "zip", "zip_code": "zip",
            "postal_code": "zip"}
_BY_NAME = [(re.compile(pattern), source) for pattern, source in (
    (rf"{_PERSON}_?1?_(?:name|name_full|full_name)|full_name|client_name|your_name", "client.full_name"),
    (rf"{_PERSON}_?1?_(?:name_first|first_name)|first_name|given_name", "client.first_name"),
    (rf"{_PERSON}_?1?_(?:name_last|last_name)|last_name|family_name", "client.last_name"),
    (rf"{_PERSON}_?1?_(?:birth_?date|date_of_birth|dob)|birth_?date|date_of_birth|dob", "client.date_of_birth"),
    (rf"{_PERSON}_?1?_(?:email|email_address)|email|e_mail|email_address", "client.email"),
    (rf"{_PERSON}_?1?_(?:phone|phone_number|mobile|mobile_number|telephone)|phone|phone_number|telephone|"
     "telephone_number|daytime_telephone", "client.phone"),
    (rf"{_PERSON}_?1?_address_(?:on_one_line|one_line|block|full)|mailing_address|home_address", "client.address"),
    ("docket_numbers?|docket_no|case_number|case_no|case_num|index_number|index_no|cause_number|file_number",
     "matter.case_number"),
    ("attorneys?_?1?_(?:name|name_full|full_name)|atty_name|lawyer_name", "attorney.full_name"),
    ("attorneys?_?1?_(?:email|email_address)|atty_email", "attorney.email"),
    ("attorneys?_?1?_firm|(?:law_)?firm_name|firm|atty_firm", "firm.name"),
    ("attorneys?_?1?_(?:phone|phone_number|telephone)|(?:law_)?firm_phone", "firm.phone"),
    ("(?:attorneys?_?1?|atty|firm)_(?:street|address|address_line_one)", "firm.address.line1"),
    ("(?:attorneys?_?1?|atty|firm)_(?:address_)?city", "firm.address.city"),
    ("(?:attorneys?_?1?|atty|firm)_(?:address_)?state", "firm.address.state"),
    ("(?:attorneys?_?1?|atty|firm)_(?:address_)?zip", "firm.address.zip"),
    ("court_name|trial_court_name|court", "matter.custom_fields.court"),
    ("(?:trial_)?court_county|county|trial_court_address_county", "matter.custom_fields.county"),
    ("signature_date|date_signed|signed_on|today|todays_date", TODAY),
)]
_OWN_ADDRESS = re.compile(rf"(?:{_PERSON}_?1?_address|address|{_PERSON}_?1?)_({'|'.join(_ADDRESS)})")
_LIST = re.compile(r"([a-z_]+?)_?([1-9][0-9]?)(?:_([a-z_]+))?")
_LINE = (None, "name", "name_full")
_OF_ENTRY = {"name_full": "name", "full_name": "name", "birthdate": "birth_date", "date_of_birth": "birth_date",
             "dob": "birth_date"}
_PLURALS = {"child": "children", "person": "people"}
_NUMBERED = re.compile(r"\.([1-9][0-9]?)\.")
_OF_PEOPLE = re.compile(r"[a-z_]+[1-9][0-9]?_[a-z_]+")
_YES_NO = re.compile(r"(.+)_(yes|no)")
_REPEATED = re.compile(r"__[0-9]+$")
_SUBFORM = re.compile(r"\[[0-9]+\]")
_SUFFIX = re.compile(r"_(?:ft|tf|dc|cb|dt|sf)$")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NO_WORD = re.compile(r"[^a-z0-9]+")
_EMPTY_WORDS = frozenset((
    "a", "an", "and", "are", "at", "by", "do", "enter", "fill", "for", "full", "i", "if", "in", "is", "it", "its",
    "legal", "of", "on", "or", "please", "print", "the", "this", "to", "type", "was", "what", "when", "where", "which",
    "who", "with", "you", "your"))
_SIGNED = re.compile(r"(?:.*_)?signature")
_DATED = re.compile(r"(?:.*_)?date(?:_.*)?|(?:.*_)?(?:dob|birthdate)")
_LIST_TYPES = ("long_text", "choices")


def type_of(field):
    """Return the kind of value that a field takes, one of `FIELD_TYPES`: dates are text to a PDF."""
    if field["type"] == TEXT:
        key = key_of(field["name"])
        if field["is_date"] or _DATED.fullmatch(key):
            return DATE
        if _SIGNED.fullmatch(key):
            return SIGNATURE
    return field["type"]


def known_questions(scope):
    """Return every question of the firm's templates and of the built-in ones by its id; the firm's own win."""
    own = Template.of(scope, Template.form).order_by(Template.created_at.desc()).limit(MAX_TEMPLATES)
    forms = [*(template["form"] for template in built_ins().values()), *(template.form for template in own)]
    return {question["id"]: question for form in forms for question in form}


def word_missing(scope, fills, language):
    """Word the questions in `missing` of the fills in a language, as far as the firm's templates have them in it.

    Fills of earlier versions have the questions' English texts alone.
    """
    if language == ENGLISH or not any(fill.missing for fill in fills):
        return
    known = known_questions(scope)
    by_text = {question["label"]: question for question in known.values()}
    for fill in fills:
        for gap in fill.missing:
            found = known.get(gap.get("question_id")) or by_text.get(gap["question"])
            if found:
                [shown] = form_in(language, [found])
                gap["question"] = shown["label"]


def propose(fields, questions):
    """Return the sources that are likely, by the names of the fields; fields without one are left out."""
    words = [(id, _words(question["label"])) for id, question in questions.items()]
    proposed = {}
    for field in fields:
        kind = type_of(field)
        if kind != SIGNATURE and not field["read_only"]:
            source = _by_name(key_of(field["name"]), kind, questions) or _by_label(field, kind, questions, words)
            if source:
                proposed[field["name"]] = source
    return proposed


def key_of(name):
    """Return the last part of a field's name as the convention writes names."""
    last = _NUMBERED.sub(r"_\1_", _SUBFORM.sub("", name)).rpartition(".")[2]
    plain = _REPEATED.sub("", _CAMEL.sub("_", last.strip()))
    return _SUFFIX.sub("", _NO_WORD.sub("_", plain.lower()).strip("_"))


def _by_name(key, kind, questions):
    if kind == CHECK:
        return _box_by_name(key, questions)
    if kind in (RADIO, CHOICE) and key in questions:
        return f"answers.{key}"
    for pattern, source in _BY_NAME:
        if pattern.fullmatch(key):
            return source
    if found := _OWN_ADDRESS.fullmatch(key):
        return f"client.address.{_ADDRESS[found[1]]}"
    if key in questions:
        return f"answers.{key}"
    if (found := _LIST.fullmatch(key)) and (source := _in_list(found[1], found[2], found[3], questions)):
        return source
    if key.endswith("_date") and questions.get(key.removesuffix("_date"), {}).get("type") == "date":
        return f"answers.{key.removesuffix('_date')}"
    return f"answers.{key}" if _OF_PEOPLE.fullmatch(key) and _is_id(key) else None


def _box_by_name(key, questions):
    if found := _YES_NO.fullmatch(key):
        return f"answers.{found[1]}={found[2]}" if _is_id(found[1]) else None
    if key in questions:
        return f"answers.{key}"
    if found := _OWN_ADDRESS.fullmatch(key):
        return f"client.address.{_ADDRESS[found[1]]}"
    return None


def _in_list(name, number, part, questions):
    """Return the line, choice or entry of this number, or the field of the entry that is named by the part."""
    plural = _PLURALS.get(name, f"{name}s")
    called = [id for id, question in questions.items() if name == key_of(question.get("entry_label") or "")]
    for id in (*(f"{each}{end}" for each in (name, plural) for end in ("", "_names", "_details")), *called):
        question, source = questions.get(id, {}), f"answers.{id}[{number}]"
        if question.get("type") in _LIST_TYPES and part in _LINE:
            return source
        entry_fields = question.get("fields", ())
        if entry_fields and part is None:
            return source
        for field in entry_fields:
            if _canonical_part(part) in (_canonical_part(field["id"]), _canonical_part(key_of(field["label"]))):
                return f"{source}.{field['id']}"
    return None


def _canonical_part(part):
    """Return one name for those that are used for the same field of an entry."""
    return _OF_ENTRY.get(part, part)


def _by_label(field, kind, questions, words):
    label = _words(field["label"])
    if not label:
        return None
    if kind != CHECK:
        for record, asked in RECORDS.items():
            if asked and "." not in record.removeprefix("client.") and label == _words(asked[2]):
                return record
    alike, best = max(((_likeness(label, own), id) for id, own in words), default=(0, None))
    if alike < _ALIKE or best is None:
        return None
    fits = questions[best]["type"] == "yes_no" if kind == CHECK else (questions[best]["type"] == "date") == (
        kind == DATE)
    return f"answers.{best}" if fits else None


def _words(text):
    return frozenset(_NO_WORD.sub(" ", text.lower()).split()) - _EMPTY_WORDS


def _likeness(one, other):
    return len(one & other) / len(one | other) if one and other else 0


def _is_id(text):
    return text[:1].isalpha() and len(text) <= 64
