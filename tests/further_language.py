"""A further language for a test, and a pseudo-language, longer and right-to-left, to find texts that do not fit."""

import json
import re
from functools import partial
from math import ceil

from intake.core.languages import LANGUAGES, Language
from intake.messaging.communications import message_texts
from intake.web import translation

PSEUDO = Language("he", "Pseudo", r"he\b|pseudo")
"""Its locale is a right-to-left one of the CLDR; its words are English in other letters."""

_LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתםןףץ")
_LONGER = 0.4
_VALUE = re.compile(r"({{.*?}}|{%.*?%}|{[^{}]*})", re.DOTALL)


def add_language(monkeypatch, folder, language, texts, translations):
    """Add the language, with message texts by filename and translations of sentences.

    Both are written to the folder, as they would be to the repository.
    """
    ours, pages = folder / language.code, folder / "translations"
    ours.mkdir()
    pages.mkdir()
    for name, text in texts.items():
        (ours / name).write_text(text, encoding="utf-8")
    (pages / f"{language.code}.json").write_text(json.dumps(translations), encoding="utf-8")
    for code in LANGUAGES.keys() - {"en"}:
        (pages / f"{code}.json").write_bytes((translation.FOLDER / f"{code}.json").read_bytes())
    monkeypatch.setitem(LANGUAGES, language.code, language)
    monkeypatch.setattr(message_texts._texts.loader, "searchpath", [str(message_texts.FOLDER), str(folder)])
    monkeypatch.setattr(translation, "FOLDER", pages)
    monkeypatch.setattr(translation, "dictionary", partial(_dictionary, translation.dictionary.__wrapped__, {}))


def add_pseudo_language(monkeypatch, folder):
    """Add `PSEUDO`, into which every sentence and every text is translated."""
    sentences = json.loads((translation.FOLDER / "es.json").read_text(encoding="utf-8"))
    texts = {path.name: pseudo(path.read_text(encoding="utf-8")) for path in (message_texts.FOLDER / "en").iterdir()}
    add_language(monkeypatch, folder, PSEUDO, texts, {sentence: pseudo(sentence) for sentence in sentences})


def pseudo(text):
    """Return the text with each word 40 % longer and in other letters; its values and lines stay."""
    return "".join(part if _VALUE.fullmatch(part) else re.sub(r"[A-Za-z’]+", _stretched, part)
                   for part in _VALUE.split(text))


def _stretched(found):
    word = found[0].replace("’", "").casefold()
    return (word + word[:ceil(len(word) * _LONGER)]).translate(_LETTERS)


def _dictionary(load, kept, language):
    """Return the translations as `translation.dictionary` does, which caches them permanently."""
    if language not in kept:
        kept[language] = load(language)
    return kept[language]
