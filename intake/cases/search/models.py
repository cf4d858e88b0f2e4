"""The search: one statement over three types of records, and those that later features add."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from peewee import JOIN, SQL, Case, Select, Value, fn

from intake.cases.clients.models import Client
from intake.cases.clients.search_words import search_words
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.models import Upload
from intake.core.db import db, iso_text
from intake.core.paging import MOST_COUNTED, counted, selected_by
from intake.core.rare_words import Sought, is_rare, led_by_parts, sampling
from intake.core.statements import CompiledQuery, Parameter, value_of
from intake.core.tenancy import StatementScope
from intake.core.text_search import all_occur


class RecordType(NamedTuple):
    """Records that are searched: their model, the columns with the texts, and a function for the query of the rows.

    `is_indexed` says whether an index has the parts of their words, `has_numbers` whether telephone numbers are among
    the texts: in others a number with dashes is one of a case. Only those of the API are counted. Of long texts, whose
    words no index may find, so many of the `latest` are read.
    """

    model: Any
    columns: tuple
    rows: Callable
    is_indexed: bool = True
    has_numbers: bool = False
    is_counted: bool = False
    latest: int | None = None


def search_records(scope, words, types, limit, further=None):
    """Return `(matches, {type: rows}, partly)`: the records of these types that contain every one of the words.

    `rows` are dictionaries, the latest updated first, at most `limit` of each type; `matches` is the number of all, as
    far as they are counted (`total_of`). `further` types are given as `{type: RecordType}`. `partly` are the types of
    which only the `latest` records were searched.
    """
    known = _RECORD_TYPES | (further or {})
    statement_scope, values = StatementScope.like(scope)
    values |= sampling(to_count=True)
    searched = []
    for type in types:
        record_type = known[type]
        wanted = search_words(words) if record_type.has_numbers else words
        sought, given = Sought.of(scope, wanted, by_parts=bool(record_type.latest)).as_parameters(type)
        searched.append((type, record_type, sought, record_type.is_indexed and not scope.assignee))
        values |= given
    [found] = _statement(statement_scope, tuple(searched)).rows(**values, limit=limit)
    partly = [type for type in types if found.get(f"{type}_partly")]
    return MOST_COUNTED + 1 - found["uncounted"], {type: found[type] or [] for type in types}, partly


@lru_cache(500)
def _statement(scope, searched):
    """Compile the statement that finds records of types: each has its name, what it is, the patterns and the parts."""
    sources: list[Any] = []
    columns: list[Any] = []
    uncounted: Any = Value(MOST_COUNTED + 1)
    limit = Parameter("limit")
    for type, record_type, sought, may_be_rare in searched:
        model, key_columns, is_counted = record_type.model, record_type.columns, record_type.is_counted
        matching = model.of(scope, model.id).where(all_occur(sought.patterns, *key_columns))
        order = (model.updated_at.desc(), model.id.desc())
        # One scan of an index, up to the counting limit, finds the number of matches and the newest; only those few
        # rows are then read and joined. It is planned for all, and ends at the newest where other types have enough.
        newest_first, number = counted(matching), SQL("NULL")
        if record_type.latest:
            latest = model.of(scope, model.id, model.updated_at, *key_columns).order_by(*order)
            newest_first = _matching_in(latest.limit(record_type.latest).alias(f"{type}_latest"), sought, key_columns)
        wanted: Any = fn.GREATEST(limit, uncounted) if is_counted else limit
        still_wanted: Any = wanted
        if may_be_rare:  # one of two ways is taken, or the second only for the newest, as the first has found enough
            most_led_to = fn.GREATEST(wanted, _FEW)
            by_parts = _by_parts(scope, type, model, key_columns, sought, wanted, most_led_to + 1,
                                 _FEW_LONG if record_type.latest else None)
            *_, led, led_to = by_parts
            sources += by_parts
            number = value_of(led_to, led_to.c.number)
            are_these_all = fn.COALESCE(number <= most_led_to, Value(False))
            of_these = Select([led], [led.c.id]).order_by(led.c.updated_at.desc(), led.c.id.desc()).limit(limit)
            newest_first = of_these.where(are_these_all).union_all(newest_first.where(~are_these_all))
            still_wanted = Case(None, [(number.is_null(False), limit)], wanted)
        most = newest_first.cte(f"{type}_matching", materialized=True)
        found = Select([most], [most.c.id]).limit(still_wanted).cte(f"{type}_found", materialized=True)
        newest = Select([found], [found.c.id]).limit(limit)
        rows = record_type.rows(scope).where(selected_by(model.id, newest)).order_by(*order).alias(type)
        sources += most, found
        if is_counted:
            matches = fn.GREATEST(number, value_of(found, fn.COUNT(1)))
            left = Select(columns=[(uncounted - matches).alias("uncounted")]).cte(f"{type}_left", materialized=True)
            sources.append(left)
            uncounted = value_of(left, left.c.uncounted)
        if record_type.latest:
            earlier = fn.EXISTS(latest.offset(record_type.latest).limit(1))
            columns.append((number.is_null() & earlier).alias(f"{type}_partly"))
        columns.append(Select([rows], [fn.json_agg(fn.row_to_json(SQL(f'"{type}"')))]).alias(type))
    return CompiledQuery(Select(columns=[uncounted.alias("uncounted"), *columns]).with_cte(*sources).bind(db))


def _matching_in(latest, sought, key_columns):
    """Return a query for the ids of those of the latest records that have all the words, the latest first."""
    texts = [getattr(latest.c, column.name) for column in key_columns]
    return Select([latest], [latest.c.id]).where(all_occur(sought.patterns, *texts)).order_by(
        latest.c.updated_at.desc(), latest.c.id.desc()).limit(MOST_COUNTED)


def _by_parts(scope, type, model, key_columns, sought, wanted, most, most_led_to=None):
    """Return queries for a sample, for the matches to which the parts of rare words lead, and for the latter's number.

    The matches are at most so many, in no order. Their `number` is NULL if the sample shows that the words are not
    rare, or that reading the latest records soon finds as many as are wanted.
    """
    few = {"led_to": most_led_to} if most_led_to else {}
    sample = is_rare(model.of(scope, *key_columns), sought, **few).cte(f"{type}_sample", materialized=True)
    rare = value_of(sample, sample.c.is_rare & (sample.c.matches * _SOON_FOUND < wanted))
    led = led_by_parts(model, scope, key_columns, sought.leading(sample)).where(
        rare, all_occur(sought.patterns, *key_columns)).select(model.id, model.updated_at).limit(most)
    led = led.cte(f"{type}_led", materialized=True)
    led_to = Select([led], [Case(None, [(rare, fn.COUNT(1))]).alias("number")])
    return sample, led, led_to.cte(f"{type}_led_to", materialized=True)


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


_RECORD_TYPES = {
    "matters": RecordType(Matter, (Matter.title_key,), _matters, is_counted=True),
    "clients": RecordType(Client, Client.searched, _clients, has_numbers=True, is_counted=True),
    "documents": RecordType(DocumentRequest, (DocumentRequest.name_key,), _documents, is_counted=True),
}

_FEW = 2000
"""Up to so many matches are found by the index where fewer are wanted; the newest of more are soon found by reading."""

_FEW_LONG = 3
"""In how many of 500 long texts the parts of words are frequent: of a million, 6,000 are read in 40 ms."""

_SOON_FOUND = 100
"""How many records for each match in the sample are found sooner by reading the latest than by the index.

That many times 500 are read then, which takes 10 ms.
"""
