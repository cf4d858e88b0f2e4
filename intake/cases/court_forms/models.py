"""A firm's own forms, the versions of their mappings, and what was filled: the tables and their queries."""

from peewee import SQL, BigIntegerField, BooleanField, CompositeKey, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.audit.recording import current_actor
from intake.cases.matters.models import Matter, MatterPart
from intake.core.clock import now
from intake.core.db import Model
from intake.core.schemas import Page
from intake.core.tenancy import RemovableRecord
from intake.core.text_search import contains, folded_query, in_name_order

from .library import catalogue
from .matching import type_of
from .states import FIRM, ISSUED, KEPT_VERSIONS, PENDING, READY

_FILTERS = ("state", "practice_area", "court_type")


class CourtForm(RemovableRecord):
    """A form of the firm: a PDF with fields. `fields` are as `form_pdf.fields.describe` gives them."""

    prefix = "form"
    resource = "form"
    is_of_no_matter = True

    name = TextField()
    number = TextField(null=True)
    state = TextField(null=True)
    practice_area = TextField(null=True)
    court_type = TextField(null=True)
    search_key = TextField()
    filename = TextField()
    content_type = TextField()
    file_size_bytes = BigIntegerField()
    status = TextField(default=ISSUED)
    problem = TextField(null=True)
    incoming_key = TextField()
    storage_key = TextField(null=True)
    url_expires_at = DateTimeTZField()
    page_count = IntegerField(null=True)
    fields = JSONField(null=True)
    mapping_version = IntegerField(default=0)
    updated_at = DateTimeTZField()

    court = effective_date = checked_on = None
    supersedes: tuple = ()
    source = FIRM

    upload_url: str  # of a form that was just issued, as `headers`
    headers: dict[str, str]

    @classmethod
    def in_firm(cls, firm_id, id):
        """Return a form for a job, None if it was removed."""
        form = super().in_firm(firm_id, id)
        return None if form is None or form.removed_at else form

    @classmethod
    def confirmed(cls, scope, id):
        """Return the firm's form that was uploaded, or the catalogue's entry, with this id. Raises `NotFound`."""
        return catalogue().get(id) or cls.found(id, cls.of(scope).where(cls.status != ISSUED))

    @classmethod
    def count_of(cls, scope):
        """Return how many forms the firm has."""
        return cls.of(scope).count()

    @classmethod
    def listed(cls, scope, query):
        """Return the page that the `FormQuery` asks for: the firm's own, by name, then the catalogue."""
        wanted = {name: query[name] for name in _FILTERS if query.get(name)}
        words, fillable = folded_query(query.get("search", "")), query.get("fillable")
        own = cls.of(scope).where(cls.status != ISSUED, *(getattr(cls, name) == wanted[name] for name in wanted),
                                  *([contains(words, cls.search_key)] if words else []))
        if fillable is not None:
            own = own.where((cls.status == READY) == fillable)
        if query.get("source") == "catalogue":
            own = own.where(SQL("false"))
        entries = [] if fillable or query.get("source") == FIRM else [
            entry for entry in catalogue().values() if entry.fits(wanted, words)]
        total, start = own.count(), (query["page"] - 1) * query["per_page"]
        rows = own.select(*_ROW).order_by(in_name_order(cls.name), cls.id).limit(query["per_page"]).offset(start)
        page = list(rows) if start < total else []
        page += entries[max(0, start - total):][:query["per_page"] - len(page)]
        return Page(page, total + len(entries), query)

    @classmethod
    def choices(cls, scope):
        """Return the forms that can be filled in, by name."""
        return list(cls.of(scope, cls.id, cls.firm_id, cls.name, cls.number).where(cls.status == READY).order_by(
            in_name_order(cls.name), cls.id))

    @property
    def is_fillable(self):
        """Whether its fields are known."""
        return self.status == READY

    @property
    def title(self):
        """Its number and its name."""
        return " ".join(filter(None, (self.number, self.name)))

    @property
    def upload(self):
        """Where its PDF is PUT, of a form that was just issued."""
        return self

    @property
    def shown_fields(self):
        """Its fields with the type that each takes; None before they are known."""
        return self.fields and [field | {"type": type_of(field), "label": field["label"] or None}
                                for field in self.fields]

    @property
    def mapping(self):
        """How its fields are filled at present; None before they are known."""
        return FormMapping.of_version(self, self.mapping_version) if self.mapping_version else None


_ROW = [getattr(CourtForm, name) for name in (
    "id", "firm_id", "name", "number", "state", "practice_area", "court_type", "status", "problem", "created_at")]


class FormMapping(Model):
    """A version of how a form's fields are filled: `fields` has the source of each, by its name."""

    firm_id = TextField()
    form_id = TextField()
    version = IntegerField()
    fields = JSONField()
    actor_type = TextField()
    actor_id = TextField(null=True)
    created_at = DateTimeTZField()

    class Meta:
        table_name = "court_form_mappings"
        primary_key = CompositeKey("firm_id", "form_id", "version")

    @classmethod
    def of_version(cls, form, version):
        """Return this version of the form's mapping, or the first one after it that is kept."""
        return cls.select().where(cls.firm_id == form.firm_id, cls.form_id == form.id, cls.version >= version).order_by(
            cls.version).get()

    @classmethod
    def save_next(cls, form, fields):
        """Make the next version, keep the latest `KEPT_VERSIONS`, and return it. Call it with the form locked."""
        actor, version = current_actor(), form.mapping_version + 1
        cls.insert(firm_id=form.firm_id, form_id=form.id, version=version, fields=fields, actor_type=actor.type,
                   actor_id=actor.id, created_at=now()).execute()
        form.change(mapping_version=version)
        cls.delete().where(cls.firm_id == form.firm_id, cls.form_id == form.id,
                           cls.version <= version - KEPT_VERSIONS).execute()
        return form.mapping


class CourtFormFill(MatterPart):
    """A form that is, or was, filled in for a matter.

    The upload that it becomes has the end of `upload_key` as its random part, so that a repetition writes no second
    file.
    """

    prefix = "fill"
    resource = "fill"

    form_id = TextField()
    mapping_version = IntegerField()
    flatten = BooleanField()
    allow_missing = BooleanField()
    status = TextField(default=PENDING)
    problem = TextField(null=True)
    missing = JSONField(default=list)
    upload_key = TextField()
    document_id = TextField(null=True)
    asked_at = DateTimeTZField(null=True)
    finished_at = DateTimeTZField(null=True)

    form: CourtForm  # in `of_matter`

    @property
    def upload_id(self):
        """The id of the upload that the filled form becomes."""
        return self.upload_key.split("/")[2]

    @classmethod
    def of_matter(cls, scope, matter_id):
        """Return a query for the fills of a matter with their forms, the newest first."""
        return (cls.of(scope, cls, CourtForm.id, CourtForm.firm_id, CourtForm.name, CourtForm.number)
                .join(CourtForm, attr="form", on=CourtForm.referenced_by(cls.form_id))
                .where(cls.matter_id == matter_id).order_by(cls.created_at.desc(), cls.id.desc()))

    @classmethod
    def listed_in(cls, scope, matter_id, query):
        """Return the page of a matter's fills that the `PageQuery` asks for, newest first. Raises `NotFound`."""
        Matter.fetch(scope, matter_id)
        return Page.of(cls.of_matter(scope, matter_id), query)
