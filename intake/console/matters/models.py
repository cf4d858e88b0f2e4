"""The queries of the pages of matters."""

from typing import Any

from peewee import JOIN, Value, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.core.schemas import Page
from intake.core.text_search import contains, folded
from intake.core.translations import texts_in
from intake.portal.links.models import IntakeLink, last_opened


def list_matters(scope, query, with_people):
    """Return the page of matters with their clients that the query asks for, and the firm's users if wanted.

    The query has `page`, `per_page`, `sort` and `order`, and may have `status`, `practice_area`, `search`, which is in
    the title and the client's name, and `assigned`, the id of a user.
    """
    matching = _with_client(Matter.of(scope)).where(*_conditions(query))
    total, users = matching.select(fn.COUNT(1), _users(scope) if with_people else Value(None)).tuples().first()
    column = Matter.title_key if query["sort"] == "title" else getattr(Matter, query["sort"])
    order = (column.asc(), Matter.id.asc()) if query["order"] == "asc" else (column.desc(), Matter.id.desc())
    page = matching.select(Matter.id).order_by(*order).paginate(query["page"], query["per_page"])
    rows = _with_client(Matter.of(scope, Matter, Client)).where(Matter.id.in_(page)).order_by(*order)
    return Page(rows, total, query), users


def _conditions(query):
    found = [getattr(Matter, name) == query[name] for name in ("status", "practice_area") if query.get(name)]
    if query.get("assigned"):
        found.append(Matter.assigned_attorney.in_(User(id=query["assigned"]).assigned_as))
    if folded(query.get("search", "")):
        found.append(contains(query["search"], Matter.title_key, fn.COALESCE(Client.search_key, "")))
    return found


def _users(scope):
    """Return the firm's users as a column of JSON."""
    columns = ("id", "first_name", "last_name", "email")
    pairs = (part for name in columns for part in (name, getattr(User, name)))
    return User.of(scope, fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(*pairs)), "[]"))


def _with_client(matters):
    return matters.join(Client, JOIN.LEFT_OUTER, attr="client",
                        on=(Client.firm_id == Matter.firm_id) & (Client.id == Matter.client_id))


def fetch_matter(scope, matter_id):
    """Return the matter with its `client`, its intake link as `link` and the user in charge as `attorney`.

    Each is None if there is none. Raises `NotFound`.
    """
    assigned = (User.id == Matter.assigned_attorney) | (
        fn.CONCAT("atty", fn.SUBSTR(User.id, len(User.prefix) + 1)) == Matter.assigned_attorney)
    matter: Any = Matter.found(matter_id, _with_client(Matter.of(
        scope, Matter, Client, IntakeLink, User.id, User.first_name, User.last_name, User.email,
        last_opened(IntakeLink.firm_id, IntakeLink.id).alias("link_opened_at")))
        .join_from(Matter, IntakeLink, JOIN.LEFT_OUTER, attr="link", on=(IntakeLink.firm_id == Matter.firm_id)
                   & (IntakeLink.matter_id == Matter.id) & IntakeLink.revoked_at.is_null())
        .join_from(Matter, User, JOIN.LEFT_OUTER, attr="attorney", on=(User.firm_id == Matter.firm_id) & assigned))
    if matter.link:
        matter.link.matter = matter
    return matter


def checklist(scope, matter_id):
    """Return the document requests of the matter by category, in their order, each with its `files`, newest first.

    `place` is where it stands in the matter's whole list, from 1.
    """
    rows = (DocumentRequest.of(scope, DocumentRequest, Upload)
            .join(Upload, JOIN.LEFT_OUTER, attr="file", on=(Upload.firm_id == DocumentRequest.firm_id)
                  & (Upload.document_id == DocumentRequest.id) & (Upload.status != ISSUED))
            .where(DocumentRequest.matter_id == matter_id)
            .order_by(*DocumentRequest.in_order(), Upload.uploaded_at.desc()))
    requests: dict[str, Any] = {}
    for row in rows:
        request = requests.setdefault(row.id, row)
        request.files = [*getattr(request, "files", ()), *filter(None, [row.file])]
    categories: dict[str | None, list] = {}
    for place, request in enumerate(requests.values(), 1):
        request.place = place
        categories.setdefault(request.category, []).append(request)
    return categories


def list_templates(scope, language):
    """Return id and name of the firm's templates, then of the built-in ones, the names in the language if they have it.
    """
    own = [(each.id, each.name) for each in Template.of(scope, Template.id, Template.name).order_by(Template.name_key)]
    return own + sorted(((each["id"], texts_in(language, {"name": each["name"]}, each["translations"])["name"])
                         for each in built_ins().values()), key=lambda pair: pair[1])
