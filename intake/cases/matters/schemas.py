"""Schemas of matters."""

from marshmallow import Schema, post_dump, post_load, validate

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.core import fields
from intake.core.schemas import Body, ChangesQuery, Patch

from .states import ALL, FOCUSES, STATUSES


class MatterIn(Body):
    READ_ONLY = ("id", "status", "client", "intake_link", "documents_count", "documents_complete", "created_at",
                 "updated_at", "archived_at", "client_active_at", "next_deadline", "reminders_paused", "retention")

    title = fields.Text(255, required=True)
    practice_area = fields.Choice(PRACTICE_AREAS, required=True)
    client_id = fields.Text(64, allow_none=True)
    description = fields.Text(10_000, allow_none=True)
    assigned_attorney = fields.Text(64, allow_none=True)
    intake_template_id = fields.Text(64, allow_none=True)
    custom_fields = fields.JsonObject()
    tags = fields.List(fields.Text(64), validate=validate.Length(max=50))
    client_label = fields.Text(120, allow_none=True)


class MatterPatch(Patch, MatterIn):
    status = fields.Choice(STATUSES)
    reminders_paused = fields.Flag()


class MatterQuery(ChangesQuery):
    status = fields.Choice(STATUSES)
    practice_area = fields.Choice(PRACTICE_AREAS)
    client_id = fields.Text(64, not_blank=True)
    assigned_attorney = fields.Text(64, not_blank=True)
    tag = fields.Text(64, not_blank=True)
    focus = fields.Choice(FOCUSES)
    days = fields.QueryInteger(load_default=7, validate=validate.Range(1, 365))
    search = fields.Text(255)
    sort = fields.Choice(("created_at", "updated_at", "title", "client_active_at", "next_deadline"),
                         load_default="created_at")
    order = fields.Choice(("asc", "desc"), load_default="desc")


class MatterListQuery(MatterQuery):
    """The parameters of the list, in which `status` may also be `all`, its default."""

    status = fields.Choice((ALL, *STATUSES), load_default=ALL)

    @post_load
    def _without_all(self, query, **_):
        return {name: value for name, value in query.items() if (name, value) != ("status", ALL)}


class _ClientOfMatter(Schema):
    id = fields.String()
    first_name = fields.String()
    last_name = fields.String()
    email = fields.String(allow_none=True)


class MatterRow(Schema):
    """A matter in a list."""

    id = fields.String()
    title = fields.String()
    status = fields.Choice(STATUSES)
    practice_area = fields.String()
    client_id = fields.String()
    documents_count = fields.Integer()
    client_active_at = fields.Timestamp(allow_none=True)
    next_deadline = fields.Date(allow_none=True)
    created_at = fields.Timestamp()

    @post_dump
    def _client_id_or_absent(self, shown, **_):
        if shown["client_id"] is None:
            del shown["client_id"]
        return shown


class MatterCreated(MatterRow):
    """A matter as its creation returns it, without counts."""

    description = fields.String(allow_none=True)
    assigned_attorney = fields.String(allow_none=True)
    intake_template_id = fields.String(allow_none=True)
    custom_fields = fields.JsonObject()
    tags = fields.List(fields.String())
    client_label = fields.String(allow_none=True)
    intake_link = fields.String(allow_none=True, attribute="shown_link")
    updated_at = fields.Timestamp()


class MatterOut(MatterCreated):
    """A single matter with its client."""

    client = fields.Nested(_ClientOfMatter, allow_none=True)
    documents_complete = fields.Integer()
    reminders_paused = fields.Boolean()


class Retention(Schema):
    """How long a matter or lead is kept; one that is open, and one without a schedule, has no day yet."""

    schedule = fields.String(allow_none=True)
    destroy_after = fields.String(allow_none=True)
    on_hold = fields.Boolean()


class MatterShown(MatterOut):
    """A matter as retrieving or changing it returns it."""

    retention = fields.Nested(Retention)


class MatterArchived(Schema):
    id = fields.String()
    status = fields.Choice(STATUSES)
    archived_at = fields.Timestamp()


class MatterPartQuery(ChangesQuery):
    """The parameters of a list of what belongs to matters, of all of them."""

    matter_id = fields.Text(64, not_blank=True)
    assigned_attorney = fields.Text(64, not_blank=True)
    practice_area = fields.Choice(PRACTICE_AREAS)


class _MatterOfPart(Schema):
    id = fields.String()
    title = fields.String()


class _ClientOfPart(Schema):
    id = fields.String()
    name = fields.String(attribute="full_name")


class WithMatter(Schema):
    """What a row of such a list has beside its own fields."""

    matter = fields.Nested(_MatterOfPart)
    client = fields.Nested(_ClientOfPart, attribute="matter.client", allow_none=True)
