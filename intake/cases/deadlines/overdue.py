"""Which document requests a list asks for: whether one is overdue depends on the deadlines of its matter."""

from intake.cases.documents.models import DocumentRequest
from intake.core.paging import selected_by

from .models import Deadline


def wanted_documents(scope, query):
    """Return the conditions for the document requests that a `DocumentsQuery` asks for."""
    conditions = [getattr(DocumentRequest, name) == query[name] for name in ("status", "required") if name in query]
    if "overdue" in query:
        missed, is_open = Deadline.missed(scope), DocumentRequest.required & DocumentRequest.is_open()
        # The matters come first, unless almost every request matches.
        conditions.append(is_open & selected_by(DocumentRequest.matter_id, missed) if query["overdue"]
                          else ~(is_open & DocumentRequest.matter_id.in_(missed)))
    return conditions
