"""Which document requests a list asks for: whether one is overdue depends on the deadlines of its matter."""

from intake.cases.documents.models import DocumentRequest

from .models import Deadline


def wanted_documents(scope, query):
    """Return the conditions for the document requests that a `DocumentsQuery` asks for."""
    conditions = [getattr(DocumentRequest, name) == query[name] for name in ("status", "required") if name in query]
    if "overdue" in query:
        overdue = (DocumentRequest.required & DocumentRequest.is_open()
                   & DocumentRequest.matter_id.in_(Deadline.missed(scope)))
        conditions.append(overdue if query["overdue"] else ~overdue)
    return conditions
