"""`/api/v1/letter-templates` and `/api/v1/matters/:id/letters`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page, waits_on_network
from intake.core.schemas import Deleted, PageQuery
from intake.gateways.sealing import SealingNotInstalled
from intake.gateways.storage import StorageUnavailable

from . import actions, library
from .errors import LetterIncomplete, LetterLimitReached, LetterTooLong, LetterUnprintable
from .models import Letter, LetterTemplate
from .schemas import (
    LetterFile,
    LetterIn,
    LetterOut,
    LetterPatch,
    LetterRow,
    LetterTemplateIn,
    LetterTemplateOut,
    LetterTemplatePatch,
    LetterVerified,
    VoidIn,
)
from .verification import verify as verify_letter

letter_templates = Blueprint("letter_templates", __name__)
letters = Blueprint("letters", __name__)


@letter_templates.get("")
@requires("matters:read")
@queries(PageQuery)
@returns_page(LetterTemplateOut)
def index_templates(caller, query):
    """List the firm's letter templates, by name; a firm begins with texts that it has to review."""
    return library.list_templates(caller, query)


@letter_templates.post("")
@requires("matters:write", permission="templates")
@accepts(LetterTemplateIn)
@returns(LetterTemplateOut, status=201)
@raises(LetterLimitReached)
def create_template(caller, body):
    """Add a template; a field that does not exist is refused, with its place in the text."""
    return library.create_template(caller, **body)


@letter_templates.get("/<letter_template_id>")
@requires("matters:read")
@returns(LetterTemplateOut)
def show_template(caller, letter_template_id):
    """Retrieve a template."""
    return LetterTemplate.fetch(caller, letter_template_id)


@letter_templates.patch("/<letter_template_id>")
@requires("matters:write", permission="templates")
@accepts(LetterTemplatePatch)
@returns(LetterTemplateOut)
def update_template(caller, letter_template_id, body):
    """Change a template; letters that were made from it stay as they are."""
    return library.update_template(caller, letter_template_id, **body)


@letter_templates.delete("/<letter_template_id>")
@requires("matters:write", permission="templates")
@returns(Deleted)
def destroy_template(caller, letter_template_id):
    """Remove a template; letters that were made from it stay."""
    library.remove_template(caller, letter_template_id)
    return {"id": letter_template_id}


@letters.get("")
@requires("matters:read")
@queries(PageQuery)
@returns_page(LetterRow)
def index(caller, matter_id, query):
    """List the letters of a matter, the newest first."""
    return Letter.listed_in(caller, matter_id, query)


@letters.post("")
@requires("matters:write", permission="intake")
@accepts(LetterIn)
@returns(LetterOut, status=201)
@raises(LetterLimitReached)
def create(caller, matter_id, body):
    """Make a draft from a template or a text; its signers sign one after the other, and the firm signs last."""
    return actions.create(caller, matter_id, **body)


@letters.get("/<letter_id>")
@requires("matters:read")
@returns(LetterOut)
def show(caller, matter_id, letter_id):
    """Retrieve a letter with the state of each signer."""
    return Letter.fetch_with_signers(caller, matter_id, letter_id)


@letters.patch("/<letter_id>")
@requires("matters:write", permission="intake")
@accepts(LetterPatch)
@returns(LetterOut)
@raises(InvalidStatusTransition)
def update(caller, matter_id, letter_id, body):
    """Change a draft; `signers` replaces all of them."""
    return actions.update(caller, matter_id, letter_id, **body)


@letters.post("/<letter_id>/send")
@requires("matters:write", permission="intake")
@waits_on_network
@returns(LetterOut)
@raises(InvalidStatusTransition, LetterIncomplete, LetterTooLong, LetterUnprintable, SealingNotInstalled,
        StorageUnavailable)
def send(caller, matter_id, letter_id):
    """Make the final PDF of a letter and send the first signer a link; the others get theirs one after the other."""
    return actions.send(caller, matter_id, letter_id)


@letters.post("/<letter_id>/void")
@requires("matters:write", permission="intake")
@accepts(VoidIn)
@returns(LetterOut)
@raises(InvalidStatusTransition)
def void(caller, matter_id, letter_id, body):
    """Withdraw a letter that the firm has not countersigned: its links no longer work."""
    return actions.void(caller, matter_id, letter_id, **body)


@letters.get("/<letter_id>/verify")
@requires("documents:read")
@waits_on_network
@returns(LetterVerified)
@raises(SealingNotInstalled, StorageUnavailable)
def verify(caller, matter_id, letter_id):
    """Verify that the stored files are the signed ones, that the seal is valid, and that no event was changed."""
    return verify_letter(caller, matter_id, letter_id)


@letters.get("/<letter_id>/file")
@requires("documents:read")
@returns(LetterFile)
@raises(InvalidStatusTransition, StorageUnavailable)
def file(caller, matter_id, letter_id):
    """Get the address of the sealed PDF, or before that of the one that was sent; it works for 5 minutes."""
    return actions.download(caller, matter_id, letter_id)
