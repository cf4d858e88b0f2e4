"""The form of a matter's details."""

from flask import request
from marshmallow import ValidationError

from intake.cases.matters.schemas import MatterPatch
from intake.core.clock import iso
from intake.core.plain_text import one_line
from intake.web.forms import cut

TEXTS = {"title": 255, "client_label": 120, "practice_area": 40, "description": 10_000, "assigned_attorney": 64}
_LONGEST = TEXTS | {"tags": 4000, "version": 40}
WRONG = {
    "title": "Enter a title of at most 255 characters.",
    "practice_area": "Choose a practice area.",
    "client_label": "Enter at most 120 characters.",
    "description": "Enter at most 10,000 characters.",
    "tags": "Enter at most 50 tags, each of at most 64 characters.",
    "assigned_attorney": "Choose a person.",
}


class MatterForm:
    """The texts of the form, and in `wrong` the errors by field."""

    def __init__(self, matter, given=None):
        self.matter, self.wrong = matter, {}
        self.tags = one_line(", ".join(matter.tags))
        self.texts = {name: getattr(matter, name) or "" for name in TEXTS} | {
            "tags": self.tags, "version": iso(matter.updated_at)}
        if given is not None:
            self.texts |= {name: cut(given[name], longest).strip()
                           for name, longest in _LONGEST.items() if name in given}

    @classmethod
    def sent(cls, matter):
        """Return the form from this request; a missing field keeps its value."""
        return cls(matter, request.form)

    @property
    def is_outdated(self):
        """Whether the matter was changed since the form was shown."""
        return self.texts["version"] != iso(self.matter.updated_at)

    def show_current_version(self):
        """Let the form be sent again and overwrite the changes made meanwhile."""
        self.texts["version"] = iso(self.matter.updated_at)

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
        if self.texts["tags"] != self.tags:  # unchanged, one that has a comma in it stays whole
            values["tags"] = list(dict.fromkeys(filter(None, map(str.strip, self.texts["tags"].split(",")))))
        try:
            values = MatterPatch().load(values)
        except ValidationError as error:
            self.wrong |= {name: WRONG[name] for name in error.messages}
        return None if self.wrong else values
