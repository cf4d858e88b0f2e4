"""The preview of a letter while it is being written."""

from contextlib import suppress
from types import SimpleNamespace

from intake.engagement.letters.actions import render
from intake.engagement.letters.document import blocks
from intake.engagement.letters.errors import LetterTooLong
from intake.engagement.letters.merge_fields import problems_of


def preview_of(desk, language, values, matter, attorney=None):
    """Return what the preview shows of typed values: its parts, what is wrong in the text, and fields without a value.

    Without a `matter` no field has a value, as in a template.
    """
    text, missing = values["text"], []
    if matter:
        letter = SimpleNamespace(
            language=language, text=text, field_values=values["values"],
            signers=[SimpleNamespace(name=each["name"]) for each in values["signers"]])
        with suppress(LetterTooLong):  # then it is shown with its fields, and refused when it is sent
            text, missing = render(letter, matter, desk.firm, attorney)
    return {"title": values["title"], "blocks": list(blocks(text)), "problems": problems_of(values["text"]),
            "missing": missing}
