"""Pages in English and Spanish, as the browser prefers.

The English sentence is the key; `translations/es.json` has the Spanish one for it.
"""

import json
from functools import cache, partial
from pathlib import Path

from flask import request

ENGLISH, SPANISH = LANGUAGES = ("en", "es")
_FOLDER = Path(__file__).parent / "translations"


def preferred():
    """The language of this request's answer."""
    return request.accept_languages.best_match(LANGUAGES, default=ENGLISH)


def into(language):
    """A function that says an English sentence in the language: `_("Join {firm}", firm="Smith LLP")`."""
    return partial(_said, language)


def _said(language, sentence, **values):
    return (sentence if language == ENGLISH else dictionary(language)[sentence]).format(**values)


@cache
def dictionary(language):
    """English sentences and what they are in the language."""
    return json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
