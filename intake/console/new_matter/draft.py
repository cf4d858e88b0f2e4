"""The matter as typed so far. It is passed on with the form from step to step; nothing is stored before the end."""

from flask import request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.cases.clients.duplicates import is_reached_by, likely_duplicates
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.cases.templates.models import Template
from intake.cases.templates.states import MAX_DOCUMENTS
from intake.core.crypto import digest
from intake.core.ids import is_id, new_id
from intake.core.plain_text import is_blank
from intake.core.rare_words import has_parts, parts_of
from intake.core.text_search import as_folded, contains, folded, is_called
from intake.web.forms import cut

from .checks import check_client, further_documents
from .states import LONGEST, OF_MATTER

_ROOM_FOR_A_NUMBER = 5


class Draft:
    """The `typed` texts, the client and the template that they name, and `wrong`, the errors by field."""

    def __init__(self, desk):
        given = request.form if request.method == "POST" else request.args
        self.desk, self.given, self.wrong = desk, given, {}
        self.typed = {name: cut(given.get(name, ""), longest).strip()
                      for name, longest in LONGEST.items()}
        self.ticked = {name for name in given if given[name] == "yes"}
        if "assigned_attorney" not in given:
            self.typed["assigned_attorney"] = desk.user.id
        if "language" not in given:
            self.typed["language"] = desk.firm.settings_in_force["language"]
        if "template_id" not in given:
            self.typed["template_id"] = desk.firm.settings_in_force["default_intake_template"] or ""
        if not (is_id(self.typed["matter_id"]) and self.typed["matter_id"].startswith(Matter.prefix)):
            self.typed["matter_id"] = new_id(Matter.prefix)
        client_id = self.typed["client_id"]
        self.client = Client.of(desk.caller).where(Client.id == client_id).first() if is_id(client_id) else None
        self.new_client = {}
        self.duplicates = []
        self._template = None

    @property
    def matter_id(self):
        """The id that the matter will have."""
        return self.typed["matter_id"]

    @property
    def template(self):
        """The chosen template, None without one."""
        if self._template is None and self.typed["template_id"]:
            self._template = Template.known(self.desk.caller, self.typed["template_id"])
        return self._template

    @property
    def addressee(self):
        """The client, who may not exist yet."""
        return self.client or Client(**self.new_client)

    # Client

    def leave_client(self):
        """Clear the client, so that another one can be chosen or typed."""
        self.typed["client_id"], self.client = "", None

    def check_client(self):
        """Check the values of the new client, unless a client was chosen. Return whether they are valid."""
        if self.client is None and self.typed["client_id"]:
            self.leave_client()
            self.wrong[""] = "The chosen client no longer exists. Choose again."
        elif self.client is None:
            self.new_client, self.wrong = check_client(self.typed)
        return not self.wrong

    def find_duplicates(self):
        """Find clients that are probably the new one, except those that the person has already seen."""
        if self.client is None:
            values = {name: self.new_client[name] for name in ("first_name", "last_name", "email", "phone")}
            found = likely_duplicates(self.desk.caller, **values)
            if {client.id for client in found} - set(self.typed["others"].split()):
                self.duplicates = found
        return self.duplicates

    @property
    def is_email_taken(self):
        """Whether one of the duplicates has the e-mail address, which no two clients can have."""
        return any(is_reached_by(client, self.new_client.get("email"), None) for client in self.duplicates)

    @property
    def of_matter(self):
        """What was entered about the matter, to be kept while a known client is searched for."""
        return {name: self.typed[name] for name in OF_MATTER if name in self.given}

    @property
    def addresses_not_on_file(self):
        """The address and number that were typed for a new client, unless they are those of the one chosen instead."""
        if self.client is None:
            return []
        given, _ = check_client(self.typed)
        return [show(given[name]) for name, show in (("email", str), ("phone", self.desk.phone))
                if given.get(name) and folded(given[name]) != folded(getattr(self.client, name) or "")]

    # Matter

    def check_matter(self, propose):
        """Check the typed values of the matter, and with `propose` complete them. Return whether they are valid."""
        typed = self.typed
        if typed["practice_area"] not in PRACTICE_AREAS:
            typed["practice_area"] = (self.template.practice_area if self.template else None) or ""
        if not typed["practice_area"]:
            self.wrong["practice_area"] = "Please choose the practice area."
        if typed["assigned_attorney"] not in ("", self.desk.user.id, *(user.id for user in self.colleagues())):
            self.wrong["assigned_attorney"] = "This person does not work for the firm any more."
        if propose and typed["title"] in ("", typed["proposed_title"]):
            typed["title"] = typed["proposed_title"] = self._free_title()
        elif is_blank(typed["title"]) or len(typed["title"]) > LONGEST["title"]:
            self.wrong["title"] = "Please enter a title of at most 255 characters."
        elif Matter.of(self.desk.caller).where(
                is_called(typed["title"], Matter.title_key), Matter.id != self.matter_id).exists():
            self.wrong["title"] = "A matter with this title already exists."
        return not self.wrong

    def colleagues(self):
        """Return the firm's people, one of whom may be put in charge."""
        return User.of(self.desk.caller).where(User.status == ACTIVE)

    @property
    def matter(self):
        """The values of the matter as `create_matter` takes them."""
        return {"title": self.typed["title"], "practice_area": self.typed["practice_area"],
                "assigned_attorney": self.typed["assigned_attorney"] or None,
                "intake_template_id": self.template.id if self.template else None}

    def _free_title(self):
        """Return a title from the client and the template, with a number if it is taken."""
        about = self.template.name_in(self.desk.language) if self.template else ""
        title = " – ".join(filter(None, (self.addressee.full_name, about)))[:LONGEST["title"] - _ROOM_FOR_A_NUMBER]
        caller, key = self.desk.caller, Matter.title_key
        alike = Matter.of(caller, key).where(
            contains(title, key), has_parts(Matter, [key], parts_of(caller, title))).limit(1000)
        taken = {as_folded(matter.title_key) for matter in alike}
        return next(each for each in (title, *(f"{title} {number}" for number in range(2, 2000)))
                    if folded(each) not in taken)

    # Checklist

    @property
    def checklist_version(self):
        """A digest of the template's documents: ticks for other documents do not count."""
        names = [document["name"] for document in self.template.documents] if self.template else []
        return digest("\n".join([self.typed["template_id"], *names]))[:16]

    @property
    def was_checklist_shown(self):
        """Whether the form's ticks are for these documents."""
        return self.typed["checklist"] == self.checklist_version

    @property
    def documents(self):
        """The template's documents as `(number, document, is_wanted)`, with `required` as ticked."""
        listed = enumerate(self.template.documents if self.template else ())
        if not self.was_checklist_shown:
            return [(number, document, True) for number, document in listed]
        return [(number, document | {"required": f"required_{number}" in self.ticked},
                 f"wanted_{number}" in self.ticked) for number, document in listed]

    @property
    def wanted_documents(self):
        """The documents to request. Raises `ValueError` if the name of a further one is too long."""
        wanted = [document for _, document, is_wanted in self.documents if is_wanted]
        return wanted + further_documents(self.typed["further"], [document["name"] for document in wanted])

    def check_documents(self):
        """Return the documents to request; None if something is wrong."""
        try:
            wanted = self.wanted_documents
        except ValueError:
            self.wrong["further"] = "Please write at most 255 characters in a line."
            return None
        if len(wanted) > MAX_DOCUMENTS:
            self.wrong["further"] = "A checklist holds at most 100 documents."
        if not wanted and not (self.template and self.template.form):
            self.wrong["further"] = "Please ask for a document, or choose a template with questions."
        return None if self.wrong else wanted
