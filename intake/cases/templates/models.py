"""Templates, a firm's own and the built-in ones, and their queries."""

from peewee import BooleanField, IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.audit.recording import current_actor
from intake.core.ids import is_id
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import contains, folded_query, occur_in, searchable
from intake.core.translations import texts_in

from .library import built_ins
from .states import KEPT_VERSIONS

_FILTERS = ("case_type", "practice_area", "state")
_ROW = ("id", "name", "case_type", "practice_area", "state", "description", "version", "created_at", "updated_at")

CONTENT = ("name", "case_type", "practice_area", "state", "description", "form", "documents", "translations",
           "leave_button", "reminder_rules")
"""The fields of a template that are versioned, copied and exported."""


class Template(FirmRecord):
    """The form and the checklist of documents for a kind of case.

    Built-in templates are in no table; every firm sees them beside its own. `of` has the firm's own that it did not
    delete.
    """

    prefix = "tmpl"
    resource = "template"
    is_of_no_matter = True

    name = TextField()
    name_key = TextField()
    case_type = TextField(null=True)
    practice_area = TextField(null=True)
    state = TextField(null=True)
    description = TextField(null=True)
    form = JSONField(default=list)
    documents = JSONField(default=list)
    translations = JSONField(default=dict)
    leave_button = BooleanField(default=False)
    reminder_rules = JSONField(null=True)
    deleted_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()
    version = IntegerField(default=1)

    class Meta:
        table_name = "matter_templates"

    @classmethod
    def of(cls, scope, *columns):
        """Return a query for the firm's own templates that are not deleted."""
        return super().of(scope, *columns).where(cls.deleted_at.is_null())

    @classmethod
    def known(cls, scope, id):
        """Return the template with this id that the firm can use, its own or a built-in one; None if there is none."""
        if id in built_ins():
            return _built_in(id)
        return cls.of(scope).where(cls.id == id).first() if is_id(id) else None

    @classmethod
    def fetch(cls, scope, id, *more_columns):
        """Return the template with this id that the firm can use, its own or a built-in one. Raises `NotFound`."""
        return _built_in(id) if id in built_ins() else super().fetch(scope, id, *more_columns)

    @classmethod
    def applied_to(cls, matter):
        """Return the template that the matter follows, None if its `intake_template_id` names none.

        It may have been deleted since: the matter keeps its form and its case type.
        """
        id = matter.intake_template_id
        if id in built_ins():
            return _built_in(id)
        return super().of(matter).where(cls.id == id).first() if is_id(id) else None

    @classmethod
    def case_type_of(cls, matter):
        """Return the matter's case type: its `custom_fields.case_type`, else its template's; None if neither is set."""
        own = matter.custom_fields.get("case_type")
        if isinstance(own, str) and own.strip():
            return own.strip()
        template = cls.applied_to(matter)
        return (template.case_type or None) if template else None

    @classmethod
    def listed(cls, scope, query, *more_columns):
        """Return the page that the `TemplateQuery` asks for: the firm's own, newest first, then the built-in.

        The rows of the firm's own have more columns if they are given.
        """
        wanted = {name: query[name] for name in _FILTERS if query.get(name)}
        words = folded_query(query.get("search", ""))
        own = cls.of(scope).where(*(getattr(cls, name) == value for name, value in wanted.items()),
                                   *([contains(words, cls.name_key)] if words else []))
        kind = query.get("built_in")
        built_in = [_row(each) for each in built_ins().values() if kind is not False and _fits(each, wanted, words)]
        total, start = 0 if kind else own.count(), (query["page"] - 1) * query["per_page"]
        rows = own.select(
            *(getattr(cls, name) for name in _ROW), fn.jsonb_array_length(cls.form).alias("questions_count"),
            fn.jsonb_array_length(cls.documents).alias("documents_count"), *more_columns,
        ).order_by(cls.created_at.desc(), cls.id.desc()).limit(query["per_page"]).offset(start).dicts()
        page = [row | {"built_in": False} for row in rows] if start < total else []
        page += built_in[max(0, start - total):][:query["per_page"] - len(page)]
        return Page(page, total + len(built_in), query)

    @classmethod
    def choices(cls, scope, language):
        """Return the id and name of every template the firm can use, its own first, by name."""
        own = cls.of(scope, cls.id, cls.name, cls.translations).order_by(cls.name_key, cls.id)
        return [(each.id, each.name_in(language)) for each in [*own, *map(_built_in, built_ins())]]

    def name_in(self, language):
        """Return its name in the language where it is translated, else as given."""
        return texts_in(language, {"name": self.name}, self.translations)["name"]

    @property
    def content(self):
        """Everything that can be changed, by name."""
        return {name: getattr(self, name) for name in CONTENT}

    @property
    def built_in(self):
        """Whether it is built into Intake and belongs to no firm."""
        return self.firm_id is None

    @property
    def questions_count(self):
        """How many questions its form has."""
        return len(self.form)

    @property
    def documents_count(self):
        """How many documents its checklist has."""
        return len(self.documents)


class TemplateVersion(FirmRecord):
    """A template as it was saved: its `content`, and who saved it."""

    prefix = "tver"
    resource = "template_version"
    is_of_no_matter = True

    template_id = TextField()
    number = IntegerField()
    content = JSONField()
    actor_type = TextField()
    actor_id = TextField(null=True)

    @classmethod
    def keep(cls, template):
        """Keep the template as it is now, unless this version is kept already, and only the last `KEPT_VERSIONS`."""
        actor = current_actor()
        cls.insert_once([cls.firm_id, cls.template_id, cls.number], firm_id=template.firm_id, template_id=template.id,
                        number=template.version, content=template.content, actor_type=actor.type, actor_id=actor.id)
        cls.delete().where(cls.firm_id == template.firm_id, cls.template_id == template.id,
                           cls.number <= template.version - KEPT_VERSIONS).execute()

    @classmethod
    def fetch_of(cls, scope, template_id, version_id):
        """Return this version of the template. Raises `NotFound`, also if the template is deleted."""
        Template.fetch(scope, template_id)
        return cls.found(version_id, cls.of(scope).where(cls.template_id == template_id))

    @classmethod
    def listed(cls, scope, template_id, query):
        """Return the page of the template's versions that the `PageQuery` asks for, the latest first.

        A built-in template has none. The contents are left out, except for the counts. Raises `NotFound`.
        """
        Template.fetch(scope, template_id)
        rows = cls.of(
            scope, cls.id, cls.number, cls.actor_type, cls.actor_id, cls.created_at,
            *(fn.jsonb_array_length(cls.content[part]).alias(f"{name}_count")
              for part, name in (("form", "questions"), ("documents", "documents"))),
        ).where(cls.template_id == template_id)
        return Page(rows.order_by(cls.number.desc()).paginate(query["page"], query["per_page"]).dicts(), rows.count(),
                    query)


def _built_in(id):
    return Template(firm_id=None, **built_ins()[id])


def _row(template):
    return {name: template[name] for name in _ROW} | {
        "built_in": True, "questions_count": len(template["form"]), "documents_count": len(template["documents"])}


def _fits(template, wanted, words):
    """Whether a built-in template passes the filters; it is found by its name in every language."""
    names = [template["name"], *(texts["name"] for texts in template["translations"].values())]
    key = searchable(" ".join(names))
    return all(template[name] == value for name, value in wanted.items()) and occur_in(words, key)
