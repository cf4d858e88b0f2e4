"""One builder per record, with sensible defaults: each makes its record and gives it back."""

from datetime import date
from itertools import count

from intake.clients.actions import register as register_client
from intake.communications.models import Communication
from intake.core.clock import now
from intake.deadlines.actions import set_deadline
from intake.documents.actions import request_document
from intake.matters.actions import open_matter
from intake.uploads import actions as uploads

_number = count(1)
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c6390f7ae0700017600ea1c9272e2"
    "0000000049454e44ae426082")
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"


def a_client(firm, **values):
    """A client of the firm."""
    return register_client(firm, **({"first_name": "Ana", "last_name": "Silva"} | values))


def a_matter(firm, **values):
    """An active matter of the firm, its title unlike any other's."""
    return open_matter(firm, **({"title": f"Matter {next(_number)}", "practice_area": "family_law"} | values))


def a_document(firm, matter=None, **values):
    """A pending document request, of a matter of its own if none is given."""
    return request_document(firm, (matter or a_matter(firm)).id, **({"name": f"Document {next(_number)}"} | values))


def a_deadline(firm, matter=None, **values):
    """A deadline, of a matter of its own if none is given."""
    return set_deadline(
        firm, (matter or a_matter(firm)).id, **({"title": "Answer", "due_date": date(2027, 3, 1)} | values))


def a_communication(firm, matter=None, **values):
    """A message that reached the client, of a matter of its own if none is given."""
    return Communication.create(firm_id=firm.id, matter_id=(matter or a_matter(firm)).id, **(
        {"channel": "sms", "direction": "outbound", "to": "+15551234567", "message": "Please call us.",
         "status": "delivered", "sent_at": now()} | values))


def an_issued_upload(firm, document=None, body=PDF, **values):
    """An upload of which only the signed URL exists."""
    document = document or a_document(firm)
    return uploads.issue(firm, **({"document_id": document.id, "filename": "passport.pdf",
                                   "content_type": "application/pdf", "file_size_bytes": len(body)} | values))


def an_upload(firm, put, document=None, body=PDF, **values):
    """A file that was handed in and waits for its review; `put` is the fixture of that name."""
    upload = an_issued_upload(firm, document, body, **values)
    answer = put(upload.upload_url, body, upload.content_type)
    assert answer.status_code == 200, answer.text
    return uploads.confirm(firm, upload.id)
