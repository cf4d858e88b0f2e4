"""The form for a lead's details."""

from typing import Any

from flask import request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.console.frame.person import TOO_LONG, check_person
from intake.core.languages import LANGUAGES
from intake.core.plain_text import is_blank
from intake.engagement.leads.states import MAX_ALIASES, MAX_PARTIES, OTHER, PARTY_KINDS, PARTY_ROLES, PERSON, WISHES
from intake.web.formatting import format_phone
from intake.web.forms import cut

TEXTS = {"first_name": 100, "last_name": 100, "email": 254, "phone": 40, "message": 10_000, "source": 100,
         "practice_area": 40, "language": 8}
PARTY = {"name": 200, "kind": 10, "role": 10, "aliases": 1000, "relation": 200}
SPARE_ROWS = 3

WRONG_PARTIES = "A name has at most 200 characters, and at most 10 other names."


class LeadForm:
    """The `texts` of the form, the rows of its `parties`, the `saved` values, and `wrong`, the errors by field."""

    def __init__(self, lead=None):
        self.lead, self.wrong = lead, {}
        self.texts = {name: getattr(lead, name, None) or "" for name in TEXTS} | {"practice_area": OTHER}
        self.parties = []
        wishes: dict[str, Any] = {}
        if lead:
            self.texts |= {"phone": format_phone(lead.phone), "source": lead.source.get("name") or "",
                           "practice_area": lead.practice_area}
            self.parties = list(map(_typed_party, lead.parties))
            wishes = lead.contact_preferences or {}
        self.refused = {name for name in WISHES if wishes.get(name) is False}
        self.saved = self.texts, sorted(self.refused), self.parties

    @classmethod
    def sent(cls, lead=None):
        """Return the form that this request sent."""
        form, given = cls(lead), request.form
        form.texts = {name: cut(given.get(name, ""), longest).strip() for name, longest in TEXTS.items()}
        form.refused = {name for name in WISHES if given.get(f"no_{name}")}
        columns = [given.getlist(f"party_{name}")[:MAX_PARTIES] for name in PARTY]
        form.parties = [{name: cut(text, PARTY[name]).strip() for name, text in zip(PARTY, row, strict=True)}
                        for row in zip(*columns, strict=False)]
        form.parties = [row for row in form.parties if not is_blank(row["name"])]
        return form

    @property
    def rows(self):
        """The parties, followed by empty rows."""
        empty = dict.fromkeys(PARTY, "") | {"kind": PERSON, "role": OTHER}
        return [*self.parties, *([empty] * min(SPARE_ROWS, MAX_PARTIES - len(self.parties)))]

    def check(self):
        """Return the values of the lead; None if something is wrong."""
        values, wrong = check_person(self.texts)
        self.wrong = {name: TOO_LONG for name, longest in TEXTS.items() if len(self.texts[name]) > longest} | wrong
        values["message"] = self.texts["message"] or None
        area = self.texts["practice_area"]
        values["practice_area"] = area if area in PRACTICE_AREAS else OTHER
        values["language"] = self.texts["language"] if self.texts["language"] in LANGUAGES else None
        values["source"] = {**(self.lead.source if self.lead else {}), "name": self.texts["source"] or None}
        values["contact_preferences"] = self._wishes()
        values["parties"] = [self._party(row) for row in self.parties]
        return None if self.wrong else values

    def _wishes(self):
        known = (self.lead and self.lead.contact_preferences) or {}
        wishes = known | {name: name not in self.refused for name in WISHES if name in self.refused or name in known}
        return wishes or None

    def _party(self, row):
        aliases = [each.strip() for each in row["aliases"].replace("\n", ";").split(";") if each.strip()]
        if any(len(each) > PARTY["name"] for each in (row["name"], row["relation"], *aliases)) or (
                len(aliases) > MAX_ALIASES):
            self.wrong["parties"] = WRONG_PARTIES
        return {"name": row["name"], "kind": row["kind"] if row["kind"] in PARTY_KINDS else PERSON,
                "role": row["role"] if row["role"] in PARTY_ROLES else OTHER, "aliases": aliases,
                "relation": row["relation"] or None}


def _typed_party(party):
    return {"name": party.name, "kind": party.kind, "role": party.role, "aliases": "; ".join(party.aliases),
            "relation": party.relation or ""}
