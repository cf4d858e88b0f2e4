"""The one question over three kinds of records, asked of the database in one statement."""

from peewee import JOIN, SQL, Select, fn

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.db import db, iso_text
from intake.core.text_search import contains


def found(scope, words, types, limit):
    """What matches in the firm: `{type: (total, rows)}` for each of the types, the latest updated first.

    Every word of `words` must occur. At most `limit` rows of a type; `total` counts all.
    """
    columns = []
    for kind in types:
        model, key_columns, shown = _KINDS[kind]
        matching = model.of(scope).where(contains(words, *key_columns))
        order = (model.updated_at.desc(), model.id.desc())
        # Which ones is answered by an index alone; only those few rows are then fetched and joined.
        newest = matching.select(model.id).order_by(*order).limit(limit)
        rows = shown(scope).where(model.id.in_(newest)).order_by(*order).alias(kind)
        columns.append(matching.select(fn.COUNT(1)).alias(f"{kind}_total"))
        columns.append(Select([rows], [fn.json_agg(fn.row_to_json(SQL(f'"{kind}"')))]).alias(kind))
    answer = iter(db.execute(Select(columns=columns)).fetchone())
    return {kind: (next(answer), next(answer) or []) for kind in types}


def _matters(scope):
    return Matter.of(
        scope, Matter.id, Matter.title, Matter.status, Matter.practice_area,
        iso_text(Matter.created_at).alias("created_at"),
        fn.NULLIF(fn.CONCAT_WS(" ", Client.first_name, Client.last_name), "").alias("client_name"),
    ).join(Client, JOIN.LEFT_OUTER, on=(Client.firm_id == Matter.firm_id) & (Client.id == Matter.client_id))


def _clients(scope):
    return Client.of(
        scope, Client.id, fn.CONCAT_WS(" ", Client.first_name, Client.last_name).alias("name"), Client.email,
        Client.phone, Client.matters_seen_by(scope))


def _documents(scope):
    return DocumentRequest.of(
        scope, DocumentRequest.id, DocumentRequest.name, DocumentRequest.status, DocumentRequest.matter_id,
        Matter.title.alias("matter_title"), iso_text(Upload.uploaded_at).alias("uploaded_at"),
    ).join(
        Matter, on=(Matter.firm_id == DocumentRequest.firm_id) & (Matter.id == DocumentRequest.matter_id),
    ).switch(DocumentRequest).join(
        Upload, JOIN.LEFT_OUTER,
        on=(Upload.firm_id == DocumentRequest.firm_id) & (Upload.id == DocumentRequest.upload_id))


_KINDS = {
    "matters": (Matter, (Matter.title_key,), _matters),
    "clients": (Client, (Client.search_key, Client.phone), _clients),
    "documents": (DocumentRequest, (DocumentRequest.name_key,), _documents),
}
