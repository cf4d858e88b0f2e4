"""Selections write the same SQL as Peewee."""

from peewee import ModelSelect, fn

from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.db import Model, db
from intake.core.selections import Selection
from intake.core.subclasses import subclasses

OTHER = DocumentRequest.alias()


def _written(select, where):
    """Return statements with joins, subqueries, aliases and expressions, made by this function of model and columns."""
    wide = select(DocumentRequest, DocumentRequest, Matter.title, Matter.id.alias("of"), fn.COUNT(1).over().alias("n"))
    own = select(Matter, *Matter._meta.sorted_fields)
    return [each.bind(db).sql() for each in (
        wide.join(Matter, on=DocumentRequest.matter_id == Matter.id).where(where),
        own.where(Matter.id.in_(select(DocumentRequest, DocumentRequest.matter_id).where(where))),
        own.where(Matter.id.in_(select(OTHER, OTHER.matter_id))),
        own.where(Matter.id == 1) | own.where(Matter.id == 2),
        select(Matter, Matter.id, own.where(where).alias("inner")).distinct().for_update())]


def test_selections_are_written_as_by_peewee(app):
    for model in subclasses(Model):
        fields = model._meta.sorted_fields
        one, other = model.select(), ModelSelect(model, fields, is_default=True)
        assert type(one) is Selection
        assert one.bind(db).sql() == other.bind(db).sql()
        assert (Matter.select(Matter.id).where(Matter.id.in_(one)).bind(db).sql()
                == ModelSelect(Matter, [Matter.id]).where(Matter.id.in_(other)).bind(db).sql())
    where = DocumentRequest.status == "missing"
    assert (_written(lambda model, *columns: model.select(*columns), where)
            == _written(lambda model, *columns: ModelSelect(model, columns), where))
