"""Texts of a form in every language side by side; their fields have names such as `label.en`."""

from intake.core.languages import LANGUAGES
from intake.core.translations import translations_of
from intake.web.forms import cut

_MISSING = "Please fill this in."
SENTENCES = {
    "Field may not be null.": _MISSING,
    "May not be blank.": _MISSING,
    "Missing data for required field.": _MISSING,
    "Needs options.": "Write the answers to choose from, one per line.",
    "Must be as many as the options.": "There must be as many answers as in the other language.",
    "Needs fields.": "Write what to ask about each of them.",
    "Must be at least min_entries.": "This must not be less than the fewest.",
    "Must differ from each other.": "The answers must differ from each other.",
    "Must be the id of an earlier question.": "Choose an earlier question.",
    "Must be an answer that the other question can have.": "The other question cannot have this answer.",
    "Another document has this name.": "Another document of this template has this name.",
    "Longer than maximum length 200.":
        "At most 200 characters can be in a line, and at most 200 questions in a template.",
    "Longer than maximum length 100.":
        "At most 100 can be here: answers, documents, or the characters of a heading.",
}
"""The schemas' messages in words for people who fill in a form."""

WRONG = "This cannot be saved as it is."
"""The message about every other problem."""


def typed_texts(item, names, own):
    """Return the texts as the fields show them; `own` is the language of the original."""
    shown = {}
    translations = translations_of(item)
    for name in names:
        for language in LANGUAGES:
            texts = item if language == own else translations.get(language, {})
            text = texts.get(name)
            shown[f"{name}.{language}"] = "\n".join(text) if isinstance(text, list) else text or ""
    return shown


def compared_texts(translate, labels, stored, typed):
    """Return (label, stored text, typed text) of each text, for the macro `as_it_is_now`."""
    return [(f"{translate(label)} ({language.name})", stored.get(field), typed[field])
            for name, label in labels.items() for language in LANGUAGES.values()
            for field in (f"{name}.{language.code}",)]


def sent_texts(fields, names):
    """Return the submitted texts by field; `names` has the maximum length of each."""
    return {field: cut(fields.get(field, ""), longest).strip()
            for name, longest in names.items() for field in (f"{name}.{language}" for language in LANGUAGES)}


def values_of(typed, names, own, lists=()):
    """Return the texts of an item and its `translations`, as the schemas take them.

    Those named in `lists` have one text per line.
    """
    def value(name, language):
        text = typed[f"{name}.{language}"]
        if name in lists:
            return [line.strip() for line in text.splitlines() if line.strip()]
        return text or None

    translations = {language: {name: value(name, language) for name in names if value(name, language)}
                    for language in LANGUAGES if language != own}
    return {name: value(name, own) for name in names} | {
        "translations": {language: texts for language, texts in translations.items() if texts}}


def problems_of(messages, names, own):
    """Return {field: problem}; `messages` are the schema's about an item."""
    found = dict[str, str]()
    for name, problem in messages.items():
        if name == "translations" and isinstance(problem, dict):
            for language, texts in problem.items():
                found |= {f"{each}.{language}": first_of(texts[each]) for each in texts if isinstance(texts, dict)}
        else:
            found[f"{name}.{own}" if name in names else name] = first_of(problem)
    return found


def first_of(problem):
    """Return the first of the messages about a field, in the words of `SENTENCES`."""
    while isinstance(problem, dict | list):
        problem = next(iter(problem.values() if isinstance(problem, dict) else problem))
    return SENTENCES.get(problem, WRONG)
