"""`/api/v1/matters/:id/documents` and `/api/v1/documents`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.deadlines.overdue import wanted_documents
from intake.cases.holds.errors import OnHold
from intake.cases.uploads.models import Upload
from intake.cases.uploads.schemas import UploadDetail
from intake.core.cursors import Order
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .models import DocumentRequest
from .schemas import DocumentIn, DocumentOut, DocumentPatch, DocumentQuery, DocumentRow, DocumentsQuery, WaiveIn

matter_documents = Blueprint("matter_documents", __name__)
documents = Blueprint("documents", __name__)


@matter_documents.get("")
@requires("documents:read")
@queries(DocumentQuery)
@returns_page(DocumentOut)
def index(caller, matter_id, query):
    """List the document requests of a matter."""
    return DocumentRequest.page_of(
        caller, matter_id, query, extend=Upload.join_to_documents,
        order=DocumentRequest.in_order(),
        conditions=[DocumentRequest.status == query["status"]] if query.get("status") else [])


@matter_documents.post("/request")
@requires("documents:write")
@accepts(DocumentIn)
@returns(DocumentOut, status=201)
def create(caller, matter_id, body):
    """Ask the client of a matter for a document."""
    return actions.request_document(caller, matter_id, **body)


@documents.get("")
@requires("documents:read")
@queries(DocumentsQuery)
@returns_page(DocumentRow)
def index_all(caller, query):
    """List the document requests of all matters, the newest first."""
    order = Order(DocumentRequest.created_at, ascending=query["order"] == "asc")
    return DocumentRequest.listed(caller, query, order, wanted_documents(caller, query),
                                  extend=Upload.join_to_documents)


@documents.get("/<document_id>")
@requires("documents:read")
@returns(DocumentOut)
def show(caller, document_id):
    """Retrieve a document request with its current file."""
    return Upload.fetch_document(caller, document_id)


@documents.get("/<document_id>/uploads")
@requires("documents:read")
@queries(PageQuery)
@returns_page(UploadDetail)
def uploads(caller, document_id, query):
    """List every file that was handed in for a document request, the newest first; each can be reviewed."""
    return Upload.page_of(caller, document_id, query)


@documents.patch("/<document_id>")
@requires("documents:write")
@accepts(DocumentPatch)
@returns(DocumentOut)
@raises(OnHold)
def update(caller, document_id, body):
    """Change a document request; only the fields sent change."""
    actions.update(caller, document_id, **body)
    return Upload.fetch_document(caller, document_id)


@documents.post("/<document_id>/waive")
@requires("documents:write")
@accepts(WaiveIn)
@returns(DocumentOut)
@raises(InvalidStatusTransition)
def waive(caller, document_id, body):
    """Waive a document; it becomes `approved` without a file, and the client is no longer asked for it."""
    actions.waive(caller, document_id, **body)
    return Upload.fetch_document(caller, document_id)


@documents.post("/<document_id>/ask-again")
@requires("documents:write")
@returns(DocumentOut)
@raises(InvalidStatusTransition)
def ask_again(caller, document_id):
    """Ask the client once more for a document although they wrote why they lack it (`client_note`)."""
    actions.ask_again(caller, document_id)
    return Upload.fetch_document(caller, document_id)


@documents.delete("/<document_id>")
@requires("documents:write")
@returns(Deleted)
@raises(InvalidStatusTransition, OnHold)
def destroy(caller, document_id):
    """Delete a document request for which no file has been handed in."""
    actions.delete(caller, document_id)
    return {"id": document_id}
