"""The languages of pages and messages, in the order of the page's language menu.

A further language is a line here, a folder of texts in `intake/messaging/communications/texts/` and a file in
`intake/web/translations/` (docs/languages.md). Built-in templates may be translated too; what lacks a translation
appears in English.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property

from babel import Locale, localedata

ENGLISH = "en"
"""The language of every text before it is translated, and of every message to a firm."""


@dataclass(frozen=True)
class Language:
    """A language by its ISO 639 code, which is also its locale in the CLDR."""

    code: str
    name: str
    """The language's own name for itself."""
    spellings: str
    """A regular expression: how firms write it in a client's `custom_fields.language`."""

    @cached_property
    def direction(self) -> str:
        """The direction of writing: `ltr` or `rtl`."""
        return Locale.parse(self.code).text_direction

    def is_meant_by(self, written: str) -> bool:
        """Whether a text names this language, such as `es-MX` or `Spanish`."""
        return re.match(self.spellings, written.strip(), re.IGNORECASE) is not None


LANGUAGES = {language.code: language for language in (
    Language(ENGLISH, "English", r"en\b|english"),
    Language("es", "Español", r"es\b|spanish|español|espanol|castellano"),
)}
"""Every language by its code."""


def direction_of(code: str) -> str:
    """Return the direction of the language with this code, or that of English if the code is no longer known."""
    return LANGUAGES.get(code, LANGUAGES[ENGLISH]).direction


@cache
def locale_of_numbers(code: str) -> str:
    """Return the locale by which numbers are written: as in the United States, if the CLDR has the language there.

    Amounts, dates and forms of the courts have American numbers: 1.200 would be read as little more than one.
    """
    american = f"{code}_US"
    return american if localedata.exists(american) else code
