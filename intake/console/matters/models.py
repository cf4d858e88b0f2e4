"""The queries of the pages of matters."""

from functools import lru_cache
from typing import Any

from peewee import JOIN, Select, Value, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.models import LegalHold
from intake.cases.matters.models import Matter
from intake.cases.matters.retention import retention_column
from intake.cases.matters.states import ACTIVE
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.core.schemas import Page
from intake.core.statements import CompiledQuery, Parameter
from intake.core.text_search import contains, contains_without_key, folded, name_order
from intake.core.translations import texts_in
from intake.integrations.connections.models import Integration
from intake.messaging.communications.models import Communication
from intake.messaging.communications.states import QUEUED
from intake.portal.links.models import IntakeLink, last_opened

from .states import REQUESTS_PER_PAGE


def next_deadlines(scope, ids):
    """Return `[(title, date)]` of the matters that are active and have an open deadline, the earliest first."""
    return list(Matter.of(scope, Matter.title, Matter.next_deadline).where(
        Matter.id.in_(list(ids)), Matter.status == ACTIVE, Matter.next_deadline.is_null(False),
    ).order_by(Matter.next_deadline).tuples())


def scheduled_messages(scope, ids):
    """Return the messages that wait for their time, the earliest first, each with its `matter`, one that is active."""
    matters = Matter.of(scope, Matter.id).where(Matter.id.in_(list(ids)), Matter.status == ACTIVE)
    waiting = Communication.of(scope).where(
        Communication.matter_id.in_(matters), Communication.status == QUEUED, Communication.send_at.is_null(False),
        Communication.sending_since.is_null())
    return list(Communication.with_matters(waiting).order_by(Communication.send_at, Communication.id))


def fetch_matter(scope, matter_id):
    """Return the matter with its `client`, its intake link as `link` and the user in charge as `attorney`.

    Each is None if there is none. `link_failed` says whether no message with the link arrived, `is_connected` whether
    the firm is connected to a platform, `has_files` whether anything was handed in; `holds` are those that cover the
    matter, for `read_shown`, and `retention` is for `read_retention`. Raises `NotFound`.
    """
    matter: Any = Matter.fetch_by(_matter_with_all, scope, matter_id)
    if matter.link:
        matter.link.matter = matter
    return matter


@lru_cache(None)
def _matter_with_all(scope):
    """Compile the statement of `fetch_matter`."""
    id = Parameter("id")
    matter = Matter.with_clients(Matter.of(
        scope, Matter, Client, IntakeLink, User.id, User.first_name, User.last_name, User.email,
        last_opened(IntakeLink.firm_id, IntakeLink.id).alias("link_opened_at"),
        Communication.have_all_failed(IntakeLink).alias("link_failed"),
        _is_connected(scope).alias("is_connected"), _has_files().alias("has_files"),
        LegalHold.as_column(LegalHold.on_matter(scope, id)),
        retention_column(Matter)))
    return CompiledQuery(
        matter.join_from(Matter, IntakeLink, JOIN.LEFT_OUTER, attr="link", on=(IntakeLink.firm_id == Matter.firm_id)
                         & (IntakeLink.matter_id == Matter.id) & IntakeLink.revoked_at.is_null())
        .join_from(Matter, User, JOIN.LEFT_OUTER, attr="attorney", on=(User.firm_id == Matter.firm_id)
                   & Matter.assigned_attorney.in_(User.assigned_columns()))
        .where(Matter.id == id), prepared=True)


def _is_connected(scope):
    return fn.EXISTS(Integration.select(Value(1)).where(Integration.firm_id == scope.firm_id, Integration.is_active))


def _has_files():
    return fn.EXISTS(DocumentRequest.select(Value(1)).join(
        Upload, on=(Upload.firm_id == DocumentRequest.firm_id) & (Upload.document_id == DocumentRequest.id)).where(
        DocumentRequest.firm_id == Matter.firm_id, DocumentRequest.matter_id == Matter.id, Upload.status != ISSUED))


def checklist(scope, matter_id, number, document_id=None, search="", turn=""):
    """Return a page of the matter's document requests by category, and the names of all its categories.

    With `search`, only of those whose name, or that of one of their files, contains every word; with `turn`, only of
    those that wait for the `client` or for the `firm`, or that are `done`.

    It is the page with this document request, else the page of this number, at most the last. Each request has its
    `files`, the newest first, and `at`: its `place` in the matter's whole list, from 1, and the places of the requests
    `above` and `below` it in its category, None at the ends.
    """
    placed = _placed(scope, matter_id, search, turn)
    line, lines = placed.c.line, Select([placed], [fn.MAX(placed.c.line)])
    wanted = fn.COALESCE(Select([placed], [line]).where(placed.c.id == document_id),
                         fn.LEAST((number - 1) * REQUESTS_PER_PAGE + 1, lines))
    headings = Select([placed], [fn.ARRAY_AGG(placed.c.category.distinct())])
    rows = (DocumentRequest.of(scope, DocumentRequest, Upload, lines.alias("lines"), headings.alias("headings"),
                               line, placed.c.place, placed.c.above, placed.c.below)
            .join(placed, attr="at", on=placed.c.id == DocumentRequest.id)
            .join_from(DocumentRequest, Upload, JOIN.LEFT_OUTER, attr="file",
                       on=(Upload.firm_id == DocumentRequest.firm_id)
                       & (Upload.document_id == DocumentRequest.id) & (Upload.status != ISSUED))
            .where((line - 1) / REQUESTS_PER_PAGE == (wanted - 1) / REQUESTS_PER_PAGE)
            .order_by(line, Upload.uploaded_at.desc()).with_cte(placed))
    requests: dict[str, Any] = {}
    for row in rows:
        request = requests.setdefault(row.id, row)
        request.files = [*getattr(request, "files", ()), *filter(None, [row.file])]
    categories: dict[str | None, list] = {}
    for request in requests.values():
        categories.setdefault(request.category, []).append(request)
    first = next(iter(requests.values()), None)
    page = {"page": (first.at["line"] - 1) // REQUESTS_PER_PAGE + 1 if first else 1, "per_page": REQUESTS_PER_PAGE}
    return Page(categories.items(), first.lines if first else 0, page), first.headings if first else []


def _placed(scope, matter_id, search, turn):
    """Return a query for the ids of the matter's requests with their places in the whole list.

    `line` is the place by category among those that are found.
    """
    order = fn.ROW_NUMBER().over(order_by=list(DocumentRequest.in_order()))
    ordered: Any = DocumentRequest.of(scope, DocumentRequest.id, DocumentRequest.category, order.alias("place")).where(
        DocumentRequest.matter_id == matter_id).alias("ordered")
    place, group = ordered.c.place, [ordered.c.category]
    grouped: Any = Select([ordered], [
        ordered.c.id, ordered.c.category, place, fn.MIN(place).over(partition_by=group).alias("first"),
        fn.LAG(place).over(partition_by=group, order_by=[place]).alias("above"),
        fn.LEAD(place).over(partition_by=group, order_by=[place]).alias("below")]).alias("grouped")
    columns = (getattr(grouped.c, name) for name in ("id", "category", "place", "above", "below"))
    line = fn.ROW_NUMBER().over(order_by=[grouped.c.first, grouped.c.place])
    shown = Select([grouped], [*columns, line.alias("line")])
    if folded(search):
        shown = shown.where(grouped.c.id.in_(_found(scope, matter_id, search)))
    if turn:
        shown = shown.where(grouped.c.id.in_(DocumentRequest.of(scope, DocumentRequest.id).where(
            DocumentRequest.matter_id == matter_id, DocumentRequest.is_turn_of(turn))))
    return shown.cte("placed", materialized=True)


def _found(scope, matter_id, words):
    """Return a query for the ids of the matter's requests that contain the words, or have a file that does."""
    files = Upload.of(scope, Upload.id).where(Upload.document_id == DocumentRequest.id, Upload.status != ISSUED,
                                              contains_without_key(words, Upload.filename))
    return DocumentRequest.of(scope, DocumentRequest.id).where(
        DocumentRequest.matter_id == matter_id, contains(words, DocumentRequest.name_key) | fn.EXISTS(files))


def list_templates(scope, language):
    """Return (id, name) of the firm's templates, then of the built-in ones, whose names are translated if possible."""
    own = [(each.id, each.name) for each in Template.of(scope, Template.id, Template.name).order_by(Template.name_key)]
    return own + sorted(((each["id"], texts_in(language, {"name": each["name"]}, each["translations"])["name"])
                         for each in built_ins().values()), key=lambda pair: name_order(pair[1]))
