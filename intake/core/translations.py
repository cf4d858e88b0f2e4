"""Texts written in one language, with optional translations."""

from collections.abc import Mapping
from typing import Any


def translations_of(item: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the `translations` of an item that may have none, {language: texts by name}."""
    return {language: texts for language, texts in (item.get("translations") or {}).items() if texts}


def texts_in(language: str, texts: dict[str, str], translations: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the texts, by name, in the language if they are translated into it, else as given.

    `translations` has, by language, the texts under the same names.
    """
    return texts | {name: text for name, text in translations.get(language, {}).items() if text and name in texts}
