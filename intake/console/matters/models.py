"""The queries of the pages of matters."""

from typing import Any

from peewee import JOIN, Value, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.holds.models import LegalHold
from intake.cases.matters.models import Matter
from intake.cases.matters.retention import retention_column
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED
from intake.core.schemas import Page
from intake.core.text_search import contains, folded
from intake.core.translations import texts_in
from intake.integrations.connections.models import Integration
from intake.portal.links.models import IntakeLink, last_opened

from .people import users_as_json
from .states import ME, MINE, NO_ONE


def list_matters(caller, query, with_people):
    """Return the page of matters with their clients that the query asks for, and the firm's users if wanted.

    The query has `page`, `per_page`, `sort` and `order`, and what `matching` takes.
    """
    found = matching(caller, query)
    total, users = found.select(fn.COUNT(1), users_as_json(caller) if with_people else Value(None)).tuples().first()
    terms = Matter.order(query["sort"], query["order"]).terms
    page = found.select(Matter.id).order_by(*terms).paginate(query["page"], query["per_page"])
    rows = Matter.with_clients(Matter.of(caller, Matter, Client)).where(Matter.id.in_(page)).order_by(*terms)
    return Page(rows, total, query), users


def matching(caller, query):
    """Return a query for the matters, joined with their clients, that match.

    They may be filtered by `status`, `practice_area`, `search`, which is in the title and the client's name,
    `assigned`, one of `ASSIGNED` or the id of a user, and `focus` with `days`.
    """
    return Matter.with_clients(Matter.of(caller)).where(*_conditions(caller, query))


def _conditions(caller, query):
    found = [getattr(Matter, name) == query[name] for name in ("status", "practice_area") if query.get(name)]
    if query.get("assigned"):
        found.append(_assigned(caller, query["assigned"]))
    if query.get("focus"):
        found.append(Matter.focused(caller.firm, query))
    if folded(query.get("search", "")):
        found.append(contains(query["search"], Matter.title_key, fn.COALESCE(Client.search_key, "")))
    return found


def _assigned(caller, whose):
    unassigned = Matter.assigned_attorney.is_null()
    if whose == NO_ONE:
        return unassigned
    person = caller.user if whose in (ME, MINE) else User(id=whose)
    assigned = Matter.assigned_attorney.in_(person.assigned_as)
    return assigned | unassigned if whose == MINE else assigned


def fetch_matter(scope, matter_id):
    """Return the matter with its `client`, its intake link as `link` and the user in charge as `attorney`.

    Each is None if there is none. `is_connected` says whether the firm is connected to a platform; `holds` are those
    that cover the matter, for `read_shown`, and `retention` is for `read_retention`. Raises `NotFound`.
    """
    assigned = (User.id == Matter.assigned_attorney) | (
        fn.CONCAT("atty", fn.SUBSTR(User.id, len(User.prefix) + 1)) == Matter.assigned_attorney)
    matter: Any = Matter.found(matter_id, Matter.with_clients(Matter.of(
        scope, Matter, Client, IntakeLink, User.id, User.first_name, User.last_name, User.email,
        last_opened(IntakeLink.firm_id, IntakeLink.id).alias("link_opened_at"),
        _is_connected(scope).alias("is_connected"), LegalHold.as_column(LegalHold.on_matter(scope, matter_id)),
        retention_column(Matter)))
        .join_from(Matter, IntakeLink, JOIN.LEFT_OUTER, attr="link", on=(IntakeLink.firm_id == Matter.firm_id)
                   & (IntakeLink.matter_id == Matter.id) & IntakeLink.revoked_at.is_null())
        .join_from(Matter, User, JOIN.LEFT_OUTER, attr="attorney", on=(User.firm_id == Matter.firm_id) & assigned))
    if matter.link:
        matter.link.matter = matter
    return matter


def _is_connected(scope):
    return fn.EXISTS(Integration.select(Value(1)).where(Integration.firm_id == scope.firm_id, Integration.is_active))


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
