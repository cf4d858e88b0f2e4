"""The preview of a letter while it is being written."""

from contextlib import suppress
from types import SimpleNamespace

from intake.engagement.letters.actions import render
from intake.engagement.letters.document import blocks
from intake.engagement.letters.errors import LetterTooLong
from intake.engagement.letters.library import is_unreviewed
from intake.engagement.letters.merge_fields import problems_of


def preview_of(desk, language, values, matter, attorney=None):
    """Return the preview of typed values: its parts, the problems in the text, the fields without a value, and
    whether the client would read that a lawyer still has to review it.

    Without a `matter`, as in a template, no field has a value.
    """
    text, missing = values["text"], []
    if matter:
        letter = SimpleNamespace(
            language=language, text=text, field_values=values["values"],
            signers=[SimpleNamespace(name=each["name"]) for each in values["signers"]])
        with suppress(LetterTooLong):  # then it is shown with unfilled fields, and refused when it is sent
            text, missing = render(letter, matter, desk.firm, attorney)
    return {"title": values["title"], "blocks": list(blocks(text)), "problems": problems_of(values["text"]),
            "missing": missing, "is_unreviewed": bool(matter) and is_unreviewed(values["text"])}
