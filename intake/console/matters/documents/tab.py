"""The tab with a matter's documents."""

from intake.console.frame.console_page import POLICY
from intake.console.frame.shown_version import version_of
from intake.console.matters.head import matter_page
from intake.console.matters.models import checklist
from intake.gateways.storage import storage

from .kinds import KINDS, kinds_of


def documents_tab(desk, matter_id, status=200, **values):
    """Return the tab; scripts send files to the storage. Raises `NotFound`."""
    categories = checklist(desk.caller, matter_id)
    return matter_page(
        desk, matter_id, "matter_documents.html", status, categories=categories, kinds=KINDS, kinds_of=kinds_of,
        version_of_request=version_of_request,
        policy=POLICY.replace("connect-src 'self'", f"connect-src 'self' {storage.upload_origin}"), **values)


def version_of_request(document):
    """Return the version of what the form of a document request shows."""
    return version_of(document.name, document.instructions, document.category, document.required,
                      document.accepted_types)
