"""The form of a draft: the typed texts, and the request body of the API made from them."""

from intake.core.languages import LANGUAGES
from intake.engagement.letters.merge_fields import WRITTEN
from intake.engagement.letters.states import MAX_NAME, MAX_SIGNERS, MAX_TEXT, MAX_VALUE
from intake.web.forms import typed, whole_number

EMPTY_ROWS = 1
"""How many empty rows for signers the form has each time it is shown."""


def sent_values():
    """Return the typed values in the form of a `LetterPatch`; signers without name and address are left out."""
    signers = [{"name": typed(f"name-{place}", MAX_NAME).strip(), "email": typed(f"email-{place}", 254).strip(),
                "language": typed(f"language-{place}", 8)} for place in range(MAX_SIGNERS)]
    return {
        "title": typed("title", MAX_NAME).strip(), "text": typed("text", MAX_TEXT),
        "values": {name: typed(f"value-{name}", MAX_VALUE) for name in WRITTEN},
        "signers": [{name: text for name, text in each.items() if name != "language" or text in LANGUAGES}
                    for each in signers if each["name"] or each["email"]],
        "expires_in_days": whole_number(typed("expires_in_days").strip())}


def shown_values(letter):
    """Return the same values of a saved draft."""
    return {"title": letter.title, "text": letter.text, "values": letter.field_values,
            "signers": [{"name": each.name, "email": each.email, "language": each.language}
                        for each in letter.signers], "expires_in_days": letter.expires_in_days}
