"""The sentences of pages in every language of `intake.core.languages`.

The English sentence is the key; `translations/<language>.json` has its translation.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from intake.core.cookies import A_YEAR, Cookie
from intake.core.languages import ENGLISH, LANGUAGES

from .formatting import format_number

FOLDER = Path(__file__).parent / "translations"
_COOKIE = Cookie("language", A_YEAR)


def preferred() -> str:
    """Return the language chosen in this browser, else the one of ours that the browser prefers, else English."""
    chosen = _COOKIE.value
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, default=ENGLISH)


def remember_language(response: Response, language: str) -> Response:
    """Set the cookie that shows pages in this language, whatever the browser prefers."""
    _COOKIE.set(response, language)
    return response


def translator(language: str) -> Callable[..., str]:
    """Return the function that translates a sentence and fills in values: `_("Join {firm}", firm="Smith LLP")`.

    Numbers are formatted for the language. A name with a full stop at its end leaves out that of the sentence.
    """
    return partial(_translated, language)


def _translated(language: str, sentence: str, **values: Any) -> str:
    written = {name: format_number(value, language) if isinstance(value, int | float) else value
               for name, value in values.items()}
    text = dictionary(language).get(sentence, sentence)
    for name, value in written.items():
        if isinstance(value, str) and value.endswith("."):  # Cole & Son, P.C.
            text = text.replace(f"{{{name}}}.", f"{{{name}}}")
    return text.format(**written)


@cache
def dictionary(language: str) -> dict[str, str]:
    """Return {English sentence: translation} for the language, empty for English."""
    return {} if language == ENGLISH else json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
