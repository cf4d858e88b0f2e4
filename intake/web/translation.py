"""The sentences of pages in every language of `intake.core.languages`.

The English sentence is the key; `translations/<language>.json` has its translation.
"""

import json
from functools import cache, partial
from pathlib import Path

from flask import request

from intake.core.languages import ENGLISH, LANGUAGES

FOLDER = Path(__file__).parent / "translations"


def preferred():
    """Return the language that the browser prefers among ours, English if it accepts none of them."""
    return request.accept_languages.best_match(LANGUAGES, default=ENGLISH)


def into(language):
    """Return the function that translates a sentence and fills it in: `_("Join {firm}", firm="Smith LLP")`."""
    return partial(_translated, language)


def _translated(language, sentence, **values):
    return dictionary(language).get(sentence, sentence).format(**values)


@cache
def dictionary(language):
    """Return the translations of English sentences into the language; there are none into English."""
    return {} if language == ENGLISH else json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
