"""The languages of a template: that of its original texts, and those with missing translations."""

from intake.cases.documents.states import TEXTS as TEXTS_OF_DOCUMENT
from intake.cases.templates.states import TEXTS, TEXTS_OF_QUESTION
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.translations import texts_in, translations_of


def written_in(content):
    """Return the language of the texts that are not translations: English unless there are translations into it."""
    translated = {language for item in [content, *content["form"], *content["documents"]]
                  for language in translations_of(item)}
    others = [language for language in LANGUAGES if language not in translated]
    return ENGLISH if ENGLISH not in translated or not others else others[0]


def untranslated(item, names, language):
    """Return the names of the item's texts, and of its fields' texts, without a translation into the language."""
    translated = translations_of(item).get(language, {})
    own = [name for name in names if item.get(name) and not translated.get(name)]
    return own + [name for field in item.get("fields", ()) for name in untranslated(field, names, language)]


def text_translations(item, name):
    """Return {language: text}, the translations of one of the item's texts."""
    return {language: texts[name] for language, texts in translations_of(item).items() if texts.get(name)}


def document_in(language, document):
    """Return a document of a checklist with its texts in the language where they are translated, else as written."""
    texts = {name: document.get(name) for name in TEXTS_OF_DOCUMENT}
    return document | texts_in(language, texts, translations_of(document))


def missing_texts(content):
    """Return {language: number of texts without a translation} for the template, without its original language."""
    own = written_in(content)
    return {language: len(untranslated(content, TEXTS, language))
            + sum(len(untranslated(each, TEXTS_OF_QUESTION, language)) for each in content["form"])
            + sum(len(untranslated(each, TEXTS_OF_DOCUMENT, language)) for each in content["documents"])
            for language in LANGUAGES if language != own}
