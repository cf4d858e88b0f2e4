"""The tab with a matter's documents."""

from intake.cases.documents.states import TURNS
from intake.console.frame.shown_version import kept_version
from intake.console.matters.head import matter_page
from intake.console.matters.models import checklist
from intake.gateways.storage import storage
from intake.web.forms import choice, page_number, parameter
from intake.web.rendering import sending_to

from .kinds import KINDS, kinds_of


def documents_tab(desk, matter_id, status=200, editing=None, wrong=None, **values):
    """Return the tab, on the page with the document that is edited or named in the address. Raises `NotFound`.

    Its policy allows scripts to send files to the storage.
    """
    about = editing or parameter("document")
    kept = narrowed()
    listed, headings = checklist(desk.caller, matter_id, page_number(), about, kept["search"] or "", kept["turn"])
    return matter_page(
        desk, matter_id, "matter_documents.html", status, listed=listed, headings=headings, editing=editing,
        narrowed=kept, kinds=KINDS, kinds_of=kinds_of, wrong=wrong,
        version=lambda document: kept_version(wrong and document.id == editing, *saved_values(document)),
        policy=sending_to(storage.upload_origin), **values)


def narrowed():
    """Return the values in the address by which the list is narrowed, None for those that are not there."""
    return {"search": parameter("search", 255) or None, "turn": choice("turn", TURNS) or None}


def saved_values(document):
    """Return the values in a document request's form, as they are saved."""
    return document.name, document.instructions, document.category, document.required, document.accepted_types
