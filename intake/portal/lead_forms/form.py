"""The input of the lead form, checked by the schema of the API."""

from dataclasses import dataclass, field

from flask import request
from marshmallow import ValidationError

from intake.cases.templates.question_types.contact import Phone
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.core.plain_text import one_line
from intake.engagement.leads.schemas import LeadIn
from intake.engagement.leads.states import CLIENT, OPPOSING, OTHER, PARTY_KINDS, PARTY_ROLES, PERSON
from intake.web.forms import typed

from .source import CARRIED, as_source, source_sent
from .states import MAX_ROWS

TEXTS = {"first_name": 100, "last_name": 100, "former_names": 200, "email": 254, "phone": 40, "hours_from": 5,
         "hours_to": 5}
"""The fields of one line, and how long each may be."""

_ON_PAGE = ("practice_area", *TEXTS, "hours", "parties", "understood")

PREFERENCES = {"no_voicemail": "voicemail", "no_sms": "sms", "no_email": "email", "no_name": "identify"}
"""The checkboxes that rule something out, and the contact preference that each makes false."""

ROLES = tuple(role for role in PARTY_ROLES if role != CLIENT)

WRONG = {
    "first_name": "Please enter your first name.",
    "last_name": "Please enter your last name.",
    "email": "Please enter an e-mail address, such as name@example.com.",
    "practice_area": "Please choose what it is about.",
    "hours": "Please enter both times, such as 8:00 PM and 8:00 AM, or neither.",
    "parties": "Please enter names of at most 200 characters, and no more than 50.",
    "understood": "Please confirm that you have read this.",
}
REACH = "Please enter an e-mail address or a telephone number by which we may reach you."
TOO_LONG = "This is too long."


@dataclass
class LeadForm:
    """The form as the page shows it: the value of each field, and the errors by field."""

    texts: dict = field(default_factory=lambda: dict.fromkeys(TEXTS, ""))
    ticked: set = field(default_factory=set)
    rows: list = field(default_factory=lambda: [{"name": "", "kind": PERSON, "role": OPPOSING}])
    area: str = ""
    carried: dict = field(default_factory=lambda: dict.fromkeys(CARRIED, ""))
    wrong: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)
    """The arguments of `receive`, if there are no errors."""

    @classmethod
    def sent(cls, areas, language):
        """Return the form of this request, for a firm with these practice areas, in the page's language."""
        form = cls(
            {name: one_line(typed(name, longest)) for name, longest in TEXTS.items()},
            {name for name in (*PREFERENCES, "understood") if name in request.form}, [*_rows()],
            areas[0] if len(areas) == 1 else typed("practice_area", 40), source_sent())
        form._check(areas, language)
        return form

    def _check(self, areas, language):
        contact = self._contact()
        try:
            self.values = LeadIn().load({
                "contact": contact | {"contact_preferences": self._preferences() or None}, "parties": self._parties(),
                "practice_area": self.area, "language": language, "source": as_source(self.carried)})
        except ValidationError as error:
            self._mark(error.normalized_messages())
        if self.area not in areas:
            self.wrong["practice_area"] = WRONG["practice_area"]
        is_reachable = contact["phone"] or (contact["email"] and "no_email" not in self.ticked)
        if not is_reachable and not {"email", "phone"} & self.wrong.keys():
            self.wrong["email"] = REACH
        if "understood" not in self.ticked:
            self.wrong["understood"] = WRONG["understood"]
        self.wrong = {name: self.wrong[name] for name in (*_ON_PAGE, *self.wrong) if name in self.wrong}

    def _preferences(self):
        preferences: dict = {preference: False for box, preference in PREFERENCES.items() if box in self.ticked}
        hours = {"from": self.texts["hours_from"], "to": self.texts["hours_to"]}
        return preferences | {"hours": hours} if any(hours.values()) else preferences

    def _parties(self):
        """Return the named parties, and the person's former names as those of a party who is the client."""
        parties = [row for row in self.rows if row["name"]]
        if self.texts["former_names"]:
            name = f"{self.texts['first_name']} {self.texts['last_name']}".strip() or "-"
            parties.append({"name": name, "role": CLIENT, "aliases": [self.texts["former_names"]]})
        return parties

    def _contact(self):
        contact = {name: self.texts[name] for name in ("first_name", "last_name")}
        contact |= {"email": self.texts["email"] or None, "phone": None}
        if self.texts["phone"]:
            try:
                contact["phone"] = Phone().parse(self.texts["phone"], {})
            except InvalidAnswer as invalid:
                self.wrong["phone"] = invalid.args[0]
        return contact

    def _mark(self, refused):
        contact = refused.pop("contact", {})
        if "contact_preferences" in contact:
            contact["hours"] = contact.pop("contact_preferences")
        for name in (*contact, *refused):
            is_long = name in TEXTS and len(self.texts[name]) > TEXTS[name]
            self.wrong[name] = TOO_LONG if is_long else WRONG.get(name, TOO_LONG)


def _rows():
    """Yield the rows of the other names, at most one more than there may be; the last ones may be empty."""
    given = [request.form.getlist(name)[:MAX_ROWS + 1] for name in ("party_name", "party_kind", "party_role")]
    for index, name in enumerate(given[0]):
        kind, role = (values[index] if index < len(values) else "" for values in given[1:])
        yield {"name": one_line(name[:201]), "kind": kind if kind in PARTY_KINDS else PERSON,
               "role": role if role in ROLES else OTHER}
