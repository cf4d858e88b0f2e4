"""Schemas of saved views."""

from marshmallow import Schema, ValidationError, post_load

from intake.core import fields
from intake.core.schemas import Body, Patch

from .addresses import is_console_address, view_address
from .states import NAME_LENGTH, PAGE_LENGTH


def _of_the_console(address):
    if not is_console_address(address):
        raise ValidationError("Must be the path of a page of the console, such as /matters?status=active.")


class ViewIn(Body):
    READ_ONLY = ("id",)

    name = fields.Text(NAME_LENGTH, required=True)
    page = fields.Text(PAGE_LENGTH, required=True, validate=_of_the_console)
    shared = fields.Flag()

    @post_load
    def _without_position(self, data, **_):
        return data | {"page": view_address(data["page"])} if "page" in data else data


class ViewPatch(Patch, ViewIn):
    pass


class ViewOut(Schema):
    """A view of a list that somebody saved."""

    id = fields.String()
    name = fields.String()
    page = fields.String()
    shared = fields.Boolean()
