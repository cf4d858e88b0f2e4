"""The search: one statement over three types of records, and those that later features add."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from peewee import JOIN, SQL, Select, Value, fn

from intake.cases.clients.models import Client
from intake.cases.clients.search_words import search_words
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.db import db, iso_text
from intake.core.paging import MOST_COUNTED, counted, selected_by
from intake.core.rare_words import has_parts, is_rare, parts_of, sampling
from intake.core.statements import CompiledQuery, Parameter, parameters
from intake.core.tenancy import StatementScope
from intake.core.text_search import all_occur, search_patterns


def search_records(scope, words, types, limit, further=None):
    """Return `(matches, {type: rows})`: the records of these types that contain every one of the words.

    `rows` are dictionaries, the latest updated first, at most `limit` of each type; `matches` is the number of all, as
    far as they are counted (`total_of`). `further` types are given as `{type: (model, columns searched, rows)}`;
    like clients they have telephone numbers.
    """
    known = _RECORD_TYPES | (further or {})
    statement_scope, values = StatementScope.like(scope)
    values |= sampling()
    searched = []
    for type in types:
        wanted = words if type in _WITHOUT_NUMBERS else search_words(words)
        patterns, given = parameters(search_patterns(wanted), type)
        parts = Parameter(f"{type}_parts") if type in _RECORD_TYPES and not scope.assignee else None
        searched.append((type, known[type], patterns, parts))
        values |= given | ({parts: parts_of(scope, wanted)} if parts else {})
    [found] = _statement(statement_scope, tuple(searched)).rows(**values, limit=limit)
    return MOST_COUNTED + 1 - found["uncounted"], {type: found[type] or [] for type in types}


@lru_cache(500)
def _statement(scope, searched):
    """Compile the statement that finds records of types: each has its name, what it is, the patterns and the parts."""
    sources: list[Any] = []
    columns: list[Any] = []
    uncounted: Any = Value(MOST_COUNTED + 1)
    limit = Parameter("limit")
    for type, (model, key_columns, select_rows), patterns, parts in searched:
        matching = model.of(scope, model.id).where(all_occur(patterns, *key_columns))
        order = (model.updated_at.desc(), model.id.desc())
        # One scan of an index, up to the counting limit, finds the number of matches and the newest; only those few
        # rows are then read and joined. It is planned for all, and ends at the newest where other types have enough.
        newest_first = counted(matching)
        if parts:  # one of two ways is taken
            sample = is_rare(model.of(scope, *key_columns), patterns).cte(f"{type}_sample", materialized=True)
            sources.append(sample)
            rare = fn.COALESCE(Select([sample], [sample.c.is_rare]))
            newest_first = counted(matching.where(rare, has_parts(model, key_columns, parts))).union_all(
                counted(matching.where(~rare)))
        most = newest_first.cte(f"{type}_matching", materialized=True)
        found = Select([most], [most.c.id]).limit(fn.GREATEST(limit, uncounted)).cte(f"{type}_found", materialized=True)
        newest = Select([found], [found.c.id]).limit(limit)
        rows = select_rows(scope).where(selected_by(model.id, newest)).order_by(*order).alias(type)
        sources += most, found
        uncounted -= Select([found], [fn.COUNT(1)])
        columns.append(Select([rows], [fn.json_agg(fn.row_to_json(SQL(f'"{type}"')))]).alias(type))
    return CompiledQuery(Select(columns=[uncounted.alias("uncounted"), *columns]).with_cte(*sources).bind(db))


def _matters(scope):
    return Matter.of(
        scope, Matter.id, Matter.title, Matter.status, Matter.practice_area,
        iso_text(Matter.created_at).alias("created_at"),
        fn.NULLIF(fn.CONCAT_WS(" ", Client.first_name, Client.last_name), "").alias("client_name"),
    ).join(Client, JOIN.LEFT_OUTER, on=(Client.firm_id == Matter.firm_id) & (Client.id == Matter.client_id))


def _clients(scope):
    return Client.of(
        scope, Client.id, fn.CONCAT_WS(" ", Client.first_name, Client.last_name).alias("name"), Client.email,
        Client.phone, Client.matters_count_for(scope))


def _documents(scope):
    return DocumentRequest.of(
        scope, DocumentRequest.id, DocumentRequest.name, DocumentRequest.status, DocumentRequest.matter_id,
        Matter.title.alias("matter_title"), iso_text(Upload.uploaded_at).alias("uploaded_at"),
    ).join(
        Matter, on=(Matter.firm_id == DocumentRequest.firm_id) & (Matter.id == DocumentRequest.matter_id),
    ).switch(DocumentRequest).join(
        Upload, JOIN.LEFT_OUTER,
        on=(Upload.firm_id == DocumentRequest.firm_id) & (Upload.id == DocumentRequest.upload_id))


_RECORD_TYPES: dict[str, tuple[Any, tuple, Callable]] = {
    "matters": (Matter, (Matter.title_key,), _matters),
    "clients": (Client, Client.searched, _clients),
    "documents": (DocumentRequest, (DocumentRequest.name_key,), _documents),
}

_WITHOUT_NUMBERS = ("matters", "documents")
"""The types with no telephone numbers: in their texts a number with dashes is one of a case."""
