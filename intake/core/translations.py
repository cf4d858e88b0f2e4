"""Texts that somebody wrote in one language and, perhaps, in others."""


def texts_in(language, texts, translations):
    """The texts, by name, in the language as far as they are translated into it, else as they were given.

    `translations` has, by language, the texts under the same names.
    """
    return texts | {name: text for name, text in translations.get(language, {}).items() if text and name in texts}
