"""Texts written in one language, with optional translations."""

from collections.abc import Mapping


def texts_in(language: str, texts: dict[str, str], translations: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the texts, by name, in the language if they are translated into it, else as given.

    `translations` has, by language, the texts under the same names.
    """
    return texts | {name: text for name, text in translations.get(language, {}).items() if text and name in texts}
