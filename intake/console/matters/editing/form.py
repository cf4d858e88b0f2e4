"""The form of a matter's details."""

from flask import request
from marshmallow import ValidationError

from intake.cases.matters.schemas import MatterPatch
from intake.core.plain_text import one_line
from intake.web.forms import cut

TEXTS = {"title": 255, "client_label": 120, "practice_area": 40, "description": 10_000, "assigned_attorney": 64}
WRONG = {
    "title": "Enter a title of at most 255 characters.",
    "practice_area": "Choose a practice area.",
    "client_label": "Enter at most 120 characters.",
    "description": "Enter at most 10,000 characters.",
    "tags": "Enter at most 50 tags, each of at most 64 characters.",
    "assigned_attorney": "Choose a person.",
}


class MatterForm:
    """The texts of the form, the `saved` ones, and in `wrong` the errors by field."""

    def __init__(self, matter):
        self.matter, self.wrong = matter, {}
        self.texts = self.saved = {name: getattr(matter, name) or "" for name in TEXTS} | {
            "tags": one_line(", ".join(matter.tags))}

    @classmethod
    def sent(cls, matter):
        """Return the form from this request; a missing field keeps its value."""
        form, given = cls(matter), request.form
        form.texts = form.saved | {name: cut(given[name], longest).strip()
                                   for name, longest in (TEXTS | {"tags": 4000}).items() if name in given}
        return form

    def check(self, people):
        """Return the values that `update` takes; None if something is wrong. `people` may be None."""
        values = {"title": self.texts["title"], "practice_area": self.texts["practice_area"],
                  "client_label": self.texts["client_label"] or None,
                  "description": self.texts["description"] or None}
        assigned = self.texts["assigned_attorney"]
        if people and assigned != (self.matter.assigned_attorney or ""):
            values["assigned_attorney"] = assigned or None
            if assigned and not people.has(assigned):
                self.wrong["assigned_attorney"] = WRONG["assigned_attorney"]
        if self.texts["tags"] != self.saved["tags"]:  # unchanged, one that has a comma in it stays whole
            values["tags"] = list(dict.fromkeys(filter(None, map(str.strip, self.texts["tags"].split(",")))))
        try:
            values = MatterPatch().load(values)
        except ValidationError as error:
            self.wrong |= {name: WRONG[name] for name in error.messages}
        return None if self.wrong else values
