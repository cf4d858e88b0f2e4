"""The form for a template's reminder rules, checked by the schema of the API."""

from marshmallow import ValidationError

from intake.cases.templates.schemas import TemplatePatch
from intake.cases.templates.states import NOTHING_OPEN
from intake.web.forms import whole_number

NUMBERS = ("first_after_days", "every_days", "at_most", "before_deadline_days")
FIRST = {"first_after_days": 3, "every_days": 7, "at_most": 3, "before_deadline_days": None, "stop": NOTHING_OPEN}
"""The form's values for a template without rules."""

WRONG = {
    "first_after_days": "Please enter a number of days from 1 to 60.",
    "every_days": "Please enter a number of days from 1 to 60, or nothing.",
    "at_most": "Please enter a number from 0 to 10.",
    "before_deadline_days": "Please enter a number of days from 1 to 60, or nothing.",
    "stop": "Choose one of these.",
}
"""The message about each invalid field."""


class RulesForm:
    """The form's content: `typed`, its texts by field, and `wrong`, the errors by field."""

    def __init__(self, template, fields=None):
        self.template, self.version, self.wrong = template, template.version, {}
        rules = template.reminder_rules
        if fields is None:
            self.is_own = rules is not None
            self.typed = {name: "" if value is None else str(value) for name, value in (rules or FIRST).items()}
        else:
            self.is_own, self.version = fields.get("whose") == "own", fields.get("version", "")
            self.typed = {name: fields.get(name, "")[:20].strip() for name in FIRST}

    @property
    def is_outdated(self):
        """Whether the template was changed since the form was shown."""
        return str(self.version) != str(self.template.version)

    def check(self):
        """Return whether the form is valid, and the rules, None for those of the firm."""
        if not self.is_own:
            return True, None
        values = {name: whole_number(self.typed[name], -1) if self.typed[name] else None for name in NUMBERS}
        values["stop"] = self.typed["stop"]
        try:
            return True, TemplatePatch().load({"reminder_rules": values})["reminder_rules"]
        except ValidationError as error:
            self.wrong = {name: WRONG[name] for name in error.messages_dict["reminder_rules"]}
            return False, None
