"""What a firm's records have to be after each request: a model of Intake in plain Python."""

from dataclasses import dataclass, field


@dataclass
class Client:
    id: str
    first_name: str
    last_name: str
    email: str | None
    created_at: str


@dataclass
class Matter:
    id: str
    title: str
    practice_area: str
    client: str | None
    created_at: str
    updated_at: str
    status: str = "active"
    link: dict | None = None
    tags: list = field(default_factory=list)


@dataclass
class Document:
    id: str
    matter: str
    name: str
    required: bool
    created_at: str
    status: str = "pending"
    upload: str | None = None
    waived: bool = False


@dataclass
class Upload:
    id: str
    document: str
    size: int = 0
    status: str = "issued"
    is_stored: bool = False
    uploaded_at: str | None = None
    notes: str | None = None


@dataclass
class Deadline:
    id: str
    matter: str
    due_date: str
    completed: bool = False


@dataclass
class Webhook:
    id: str
    events: list
    active: bool
    due: list = field(default_factory=list)


class Books:
    """The records by id, the events and the audit log in order."""

    def __init__(self):
        self.clients, self.matters, self.documents, self.uploads = {}, {}, {}, {}
        self.deadlines, self.webhooks, self.invitations, self.users = {}, {}, {}, {}
        self.gone = []
        self.events, self.acts = [], []

    def announce(self, type, id):
        self.events.append((type, id))
        for webhook in self.webhooks.values():
            if webhook.active and ("*" in webhook.events or type in webhook.events):
                webhook.due.append((type, id))

    def act(self, action, id):
        self.acts.append((action, id))

    def title_taken(self, title, but=None):
        return any(each.title.casefold() == title.casefold() and each.id != but for each in self.matters.values())

    def email_taken(self, email, but=None):
        return email is not None and any(
            (each.email or "").casefold() == email.casefold() and each.id != but for each in self.clients.values())

    def documents_of(self, matter):
        return [each for each in self.documents.values() if each.matter == matter]

    def uploads_of(self, document):
        return [each for each in self.uploads.values() if each.document == document]

    def confirmed(self):
        return [each for each in self.uploads.values() if each.status != "issued"]

    def next_deadline(self, matter):
        return min((each.due_date for each in self.deadlines.values() if each.matter == matter and not each.completed),
                   default=None)

    def is_complete(self, matter):
        """Whether everything required has come in, and something since the link was made."""
        link = self.matters[matter].link
        documents = self.documents_of(matter)
        return all(each.status in ("uploaded", "approved") for each in documents if each.required) and any(
            upload.uploaded_at >= link["made_at"] for each in documents for upload in self.uploads_of(each.id)
            if upload.uploaded_at)
