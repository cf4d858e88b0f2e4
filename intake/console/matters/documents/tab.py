"""The tab with a matter's documents."""

from intake.console.frame.console_page import POLICY
from intake.console.matters.head import matter_page
from intake.console.matters.models import checklist
from intake.gateways.storage import storage

from .kinds import KINDS, kinds_of


def documents_tab(desk, matter_id, status=200, **values):
    """Return the tab; scripts send files to the storage. Raises `NotFound`."""
    categories = checklist(desk.caller, matter_id)
    return matter_page(
        desk, matter_id, "matter_documents.html", status, categories=categories, kinds=KINDS, kinds_of=kinds_of,
        policy=POLICY.replace("connect-src 'self'", f"connect-src 'self' {storage.upload_origin}"), **values)
