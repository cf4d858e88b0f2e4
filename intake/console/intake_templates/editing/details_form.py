"""The form for a template's name, description and purpose."""

from marshmallow import ValidationError

from intake.cases.templates.schemas import TemplateIn
from intake.cases.templates.states import TEXTS
from intake.console.intake_templates.languages import written_in
from intake.core.languages import ENGLISH
from intake.web.forms import cut

from .texts import compared_texts, problems_of, sent_texts, typed_texts, values_of

_NAMES = {"name": 255, "description": 10_000}
_CHOSEN = {"practice_area": 40, "state": 2, "case_type": 64}


class DetailsForm:
    """The form's content: `typed`, its texts by field, and `wrong`, the errors by field."""

    def __init__(self, template=None, fields=None):
        self.template, self.wrong = template, {}
        self.own = written_in(template.content) if template else ENGLISH
        self.version = template.version if template else ""
        if fields is None:
            content = template.content if template else {}
            self.typed = typed_texts(content, TEXTS, self.own) | {name: content.get(name) or "" for name in _CHOSEN}
            self.typed["leave_button"] = content.get("leave_button", False)
        else:
            self.version = fields.get("version", "")
            self.typed = sent_texts(fields, _NAMES) | {
                name: cut(fields.get(name, ""), longest).strip() for name, longest in _CHOSEN.items()}
            self.typed["leave_button"] = "leave_button" in fields

    @property
    def is_outdated(self):
        """Whether the template was changed since the form was shown."""
        return str(self.version) != str(self.template.version)

    def as_now(self, translate):
        """Return the texts that are stored beside those that were typed, as `compared_texts`."""
        labels = {"name": "Name of the template", "description": "Description"}
        return compared_texts(translate, labels, typed_texts(self.template.content, TEXTS, self.own), self.typed)

    def check(self):
        """Return the values that `create` and `update` take; None if something is wrong."""
        try:
            return TemplateIn().load(values_of(self.typed, TEXTS, self.own) | {
                name: self.typed[name] or None for name in _CHOSEN} | {"leave_button": self.typed["leave_button"]})
        except ValidationError as error:
            self.wrong = problems_of(error.messages, TEXTS, self.own)
            return None
