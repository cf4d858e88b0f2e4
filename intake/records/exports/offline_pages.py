"""The pages of an archive, which open in a browser without a network: a list of the matters, and a page of each."""

from pathlib import Path
from urllib.parse import quote

from flask import current_app

from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.answer_texts import answers_by_section
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.notes.models import MatterNote
from intake.cases.notes.states import KIND_NAMES
from intake.cases.uploads.models import Upload
from intake.core.languages import direction_of
from intake.core.local_time import to_local
from intake.engagement.conflicts.wording import ROLES
from intake.engagement.parties.models import MatterParty
from intake.messaging.communications.models import Communication
from intake.web.formatting import (
    format_date,
    format_file_size,
    format_moment,
    format_phone,
    format_short_date,
)
from intake.web.translation import translator

from .naming import matter_folder

OFFLINE = Path(__file__).parent / "offline"
ASSETS = ("pages.css", "search.js")

_DOCUMENTS = {"pending": "Waiting for the client", "uploaded": "Waiting for review", "approved": "Approved",
              "rejected": "Rejected"}
_FILES = {"pending": "Waiting for review", "approved": "Approved", "rejected": "Rejected"}


class Words:
    """How the pages write values, in a language and by the firm's clock."""

    def __init__(self, firm, language):
        self.language, self.zone, self.translate = language, firm.timezone, translator(language)

    def moment(self, moment):
        """Format a time in words."""
        return format_moment(moment, self.zone, self.language)

    def day(self, moment):
        """Format the day of a time for a table."""
        return format_short_date(to_local(moment, self.zone).date(), self.language)

    def date(self, date):
        """Return a date in words."""
        return format_date(date, self.language)

    def phone(self, number):
        """Return a telephone number as people write it."""
        return format_phone(number)

    def size(self, size):
        """Return a number of bytes in words."""
        return format_file_size(size, self.language)

    def choice(self, value):
        """Return one of our own values in words: `family_law` is Family law."""
        return self.translate(value.replace("_", " ").capitalize())


def matter_page(firm, matter, language, names, missing, letters, is_clients_own=False):
    """Return the page of a matter; `names` are its files' in the folder by id, `missing` the ids of those not there.

    A client's own export has none of the firm's notes, and no messages, files and remarks of another client, whom the
    matter had before.
    """
    had_other = is_clients_own and matter.client_since
    uploads = list(Upload.confirmed_in(firm, matter.id).where(
        *(matter.of_its_client(Upload.created_at) if had_other else [])))
    messages = Communication.of(firm).where(Communication.matter_id == matter.id)
    if had_other:
        messages = messages.where(Communication.is_of_client_of(matter))
    documents = list(DocumentRequest.of(firm).where(DocumentRequest.matter_id == matter.id).order_by(
        *DocumentRequest.in_order()))
    if had_other:
        documents = [each.as_seen_by_client_of(matter) for each in documents]
    form = IntakeForm.of_matter(matter).first()
    return _template("export_matter.html").render(
        **_values(firm, language), matter=matter, names=names, missing=missing, file_states=_FILES,
        document_states=_DOCUMENTS, sections=answers_by_section(form, language) if form else [], form=form,
        documents=[(each, [upload for upload in uploads if upload.document_id == each.id]) for each in documents],
        letters=letters, party_roles=ROLES, parties=list(MatterParty.of_matter(firm, matter.id)),
        deadlines=list(Deadline.of(firm).where(Deadline.matter_id == matter.id).order_by(Deadline.due_date)),
        note_kinds=KIND_NAMES, notes=[] if is_clients_own else list(MatterNote.with_authors(MatterNote.of(firm)).where(
            MatterNote.matter_id == matter.id).order_by(*MatterNote.newest_first())),
        messages=list(messages.order_by(Communication.created_at, Communication.id)))


def index_page(firm, language, client, matters, **about):
    """Yield the first page piece by piece; `matters` are read while they are taken."""
    return _template("export_index.html").generate(
        **_values(firm, language), client=client, matters=matters, matter_folder=matter_folder, **about)


def matters_by_title(firm, client_id, taken_at):
    """Return a query for the matters that the first page lists, with their clients."""
    found = Matter.with_clients(Matter.of(firm, Matter.id, Matter.firm_id, Matter.title, Matter.status,
                                          Matter.practice_area, Matter.documents_count, Matter.documents_complete,
                                          Matter.created_at, Matter.title_key, *_CLIENT))
    found = found.where(Matter.created_at <= taken_at)
    return found.where(Matter.client_id == client_id) if client_id else found


_CLIENT = [getattr(Matter.client.rel_model, name) for name in ("id", "firm_id", "first_name", "last_name")]


def _template(name):
    return current_app.jinja_env.get_template(name)


def _values(firm, language):
    words = Words(firm, language)
    return {"firm": firm, "words": words, "_": words.translate, "language": language,
            "direction": direction_of(language), "address": quote}
